import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Board, type ArtFile, type BoardFile } from '../src/lib/board';
import { MapPainter } from '../src/map/paint';
import { crossings, signs } from '../src/map/signs';
import { mapTheme } from '../src/map/theme';

const read = <T>(file: string) => JSON.parse(readFileSync(`../src/hexfront/maps/${file}`, 'utf8')) as T;
const boardOf = (name: string) =>
  new Board(read<BoardFile>(`${name}.json`), read<ArtFile>(`${name}.art.json`));
const theme = mapTheme(false);

/** A canvas that remembers what was written and in which ink it filled and drew. */
function recorder() {
  const words: [string, unknown][] = [];
  const fills: unknown[] = [];
  const strokes: [unknown, unknown][] = [];
  const state: Record<string, unknown> = {};
  const calls: Record<string, (...all: never[]) => unknown> = {
    fillText: (text: string) => words.push([text, state['fillStyle']]),
    fill: () => fills.push(state['fillStyle']),
    stroke: (path: unknown) => strokes.push([state['strokeStyle'], path]),
    measureText: () => ({ width: 30 }),
  };
  const context = new Proxy(state, {
    get: (_, name: string) => calls[name] ?? state[name] ?? (() => undefined),
    set: (_, name: string, value) => {
      state[name] = value;
      return true;
    },
  }) as unknown as CanvasRenderingContext2D;
  return { context, words, fills, strokes };
}

describe('what the rules ask for by hex is drawn', () => {
  const before = globalThis.Path2D;
  class Counted {
    begun = 0;
    moveTo(): void {
      this.begun++;
    }
    lineTo(): void {}
    closePath(): void {}
    quadraticCurveTo(): void {}
    rect(): void {}
    arc(): void {}
    addPath(): void {}
  }
  beforeEach(() => Object.assign(globalThis, { Path2D: Counted }));
  afterEach(() => Object.assign(globalThis, { Path2D: before }));

  it('sources of supply by their letters, each as often as the map has it, and the way to Baku', () => {
    const board = boardOf('motherland');
    const { context, words, strokes } = recorder();
    signs(context, board, theme, () => true);
    const letters = words.map(([word]) => word);
    for (const [name, hexes] of Object.entries(board.file.features ?? {})) {
      const letter = /^supply_([A-Z])$/.exec(name)?.[1];
      if (letter) expect(letters.filter((each) => each === letter).length, name).toBe(hexes.length);
    }
    expect(new Set(letters)).toEqual(new Set('EFHRSTW'));
    // The exit is the one sign of this map with an arrow in red.
    expect(strokes.filter(([ink]) => ink === theme.victory).length).toBe(1);
  });

  it('water that can be crossed while it is frozen, in red', () => {
    const board = boardOf('motherland');
    const { context, strokes } = recorder();
    crossings(context, board, theme, () => true);
    const red = strokes.find(([ink]) => ink === theme.victory)![1] as Counted;
    // An arrow with two heads is five strokes of the pen.
    expect(red.begun).toBe(5 * board.file.sides!['frozen_access']!.length);
    expect(red.begun).toBeGreaterThan(0);
  });

  it('towns that supply one side or the other, by a cross and a star', () => {
    const board = boardOf('turns_east');
    const marks = board.art!.marks!;
    const count = (kind: string) => marks.filter((each) => each.kind === kind).length;
    const { context, fills } = recorder();
    signs(context, board, theme, () => true);
    const { features } = board.file;
    expect([count('axis_supply'), count('soviet_supply')]).toEqual([
      features!['axis_supply']!.length,
      features!['soviet_supply']!.length,
    ]);
    expect(fills.filter((ink) => ink === theme.city).length).toBe(count('axis_supply'));
    expect(fills.filter((ink) => ink === theme.victory).length).toBe(count('soviet_supply'));
  });

  it('the names of cities that count, in red', () => {
    const board = boardOf('turns_east');
    const { width, height } = board.lattice;
    const { context, words } = recorder();
    new MapPainter(board, theme).paint(context, {
      x: 0,
      y: 0,
      width,
      height,
      scale: 1,
      zoom: 1,
      numbers: false,
    });
    const ink = new Map(words.map(([word, fill]) => [String(word).toLowerCase(), fill]));
    for (const at of board.file.features!['victory']!)
      expect(ink.get(board.name(at).toLowerCase()), board.name(at)).toBe(theme.victory);
    expect(ink.get('warsaw')).toBe(theme.label);
  });
});
