import { expect, it } from 'vitest';
import { Board, type ArtFile } from '../src/lib/board';
import { MapPainter } from '../src/map/paint';
import { mapTheme } from '../src/map/theme';
import { toyBoard } from './mock';

const blank = { format: '', id: 'toy', size: [900, 900], hex: 50, origin: [60, 60] } as ArtFile;

/** A canvas that draws nothing, and remembers on which line each word stood. */
function listener(): { context: CanvasRenderingContext2D; lines: Map<string, string> } {
  const lines = new Map<string, string>();
  const kept: string[] = [];
  const state = { textBaseline: 'alphabetic' };
  const calls: Record<string, (...words: never[]) => unknown> = {
    save: () => kept.push(state.textBaseline),
    restore: () => (state.textBaseline = kept.pop()!),
    fillText: (text: string) => lines.set(text, state.textBaseline),
    measureText: () => ({ width: 30 }),
  };
  const context = new Proxy(state, {
    get: (_, name: string) => (name in state ? state.textBaseline : (calls[name] ?? (() => undefined))),
    set: (_, name, value: string) => {
      if (name === 'textBaseline') state.textBaseline = value;
      return true;
    },
  });
  return { context: context as unknown as CanvasRenderingContext2D, lines };
}

it('names stand where they were placed, whether hexes have numbers or not', () => {
  const plain = new Board(toyBoard(), blank);
  const { label, centre } = plain.cells.find((each) => each.centre.x < 600 && each.centre.y > 300)!;
  const art: ArtFile = {
    ...blank,
    places: [{ name: 'Minsk', hex: label, ...centre, size: 3, kind: 'city' }],
    labels: [
      { text: 'Minsk', class: 'city3', x: centre.x, y: centre.y },
      { text: 'Baltic', class: 'water2', x: centre.x, y: centre.y - 100 },
    ],
  };
  const board = new Board(toyBoard(), art);
  const frame = { x: 0, y: 0, width: 900, height: 900, scale: 1, zoom: 1 };
  for (const numbers of [false, true]) {
    const { context, lines } = listener();
    new MapPainter(board, mapTheme(false)).paint(context, { ...frame, numbers });
    expect(lines.has(label)).toBe(numbers);
    expect([lines.get('Minsk'), lines.get('Baltic')]).toEqual(['alphabetic', 'alphabetic']);
  }
});
