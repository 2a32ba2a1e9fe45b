import { render } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { badgeGlyph, stateOf, stripeOf } from '../src/lib/badges';
import { Board } from '../src/lib/board';
import { frontPaths, holders, standsOf } from '../src/lib/frontline';
import CounterFace from '../src/map/CounterFace.svelte';
import { builtUp } from '../src/map/signs';
import type { Piece, Side } from '../src/protocol/types';
import { toyBoard } from './mock';

const board = new Board(toyBoard());
const land = board.cells.filter((cell) => !board.isWater(cell.label)).map((cell) => cell.label);
const west = land[0]!;
const east = land.at(-1)!;
const piece = (more: Partial<Piece>): Piece => ({ id: 'a', name: '1st', side: 'blue', at: west, ...more });

describe('the front line', () => {
  it('gives every land hex to whoever stands nearest', () => {
    const held = holders(board, [['blue', [west]], ['red', [east]]]); // prettier-ignore
    expect(held.get(west)).toBe('blue');
    expect(held.get(east)).toBe('red');
    expect([...held.keys()].sort()).toEqual([...land].sort());
    expect([...held.keys()].some((at) => board.isWater(at))).toBe(false);
  });

  it('runs only between hexes of two sides, once for each of them', () => {
    const held = holders(board, [['blue', [west]], ['red', [east]]]); // prettier-ignore
    const lines = new Map(frontPaths(board, held));
    expect([...lines.keys()].sort()).toEqual(['blue', 'red']);
    const parts = (d: string) => d.split('M').length - 1;
    expect(parts(lines.get('blue')!)).toBe(parts(lines.get('red')!));
    expect(frontPaths(board, holders(board, [['blue', [west]]]))).toEqual([]);
  });

  const sides = (more: Partial<Side> = {}): Side[] => [
    { id: 'blue', name: '' },
    { id: 'red', name: '', ...more },
  ];

  it('counts units, and no aircraft or leaders', () => {
    const pieces = [piece({ symbol: 'infantry' }), piece({ id: 'b', at: east, side: 'red', symbol: 'air' })];
    expect(standsOf(pieces, sides())).toEqual([['blue', [west]]]);
  });

  it('gives a country to its owner until an enemy stands in it, and neutral ground to nobody', () => {
    const lands = new Board({ ...toyBoard(), regions: { east: land.slice(1), edge: [east] } });
    const near = [piece({ symbol: 'infantry', at: west })];
    const red = sides({ home: ['east'] });
    const held = holders(lands, standsOf(near, red), red);
    expect(held.get(west)).toBe('blue');
    expect(land.slice(1).every((at) => held.get(at) === 'red')).toBe(true);
    const parted = holders(lands, standsOf(near, sides()), sides(), ['edge']);
    expect(parted.has(east)).toBe(false);
    expect(parted.get(west)).toBe('blue');
  });

  it('does not cross a side of open water, and does cross a strait', () => {
    // West of the water is blue, east of it an island whose one garrison is red.
    const file = toyBoard();
    const shore = new Set(land.filter((at) => Number(at.slice(0, 2)) <= 15));
    const coast = [...shore].flatMap((at) =>
      board.lattice
        .neighbours(at)
        .filter((other) => land.includes(other) && !shore.has(other))
        .map((other): [string, string] => [at, other]),
    );
    expect(coast.length).toBeGreaterThan(5);
    const whose = (sides: Record<string, [string, string][]>, blue: string, red: string) => {
      const parted = new Board({ ...file, sides });
      const held = holders(parted, [['blue', [blue]], ['red', [red]]]); // prettier-ignore
      return { held, line: frontPaths(parted, held) };
    };
    const sea = whose({ sea: coast }, west, east);
    for (const at of land) expect(sea.held.get(at), at).toBe(shore.has(at) ? 'blue' : 'red');
    expect(sea.line).toEqual([]);
    // Between those who stand on both shores of the one strait, the line stands there and nowhere else.
    const [blue, red] = coast[0]!;
    const strait = whose({ sea: coast, strait: [[red, blue]] }, blue, red);
    expect(strait.line.map(([side, d]) => [side, d.split('M').length - 1])).toEqual([
      ['blue', 1],
      ['red', 1],
    ]);
  });

  it('leaves to the owner of an invaded country what lies deeper than the enemy has come', () => {
    const lands = new Board({ ...toyBoard(), regions: { home: land } });
    const red = sides({ home: ['home'] });
    const near = new Set([west]);
    for (let steps = 0; steps < 2; steps++)
      for (const at of [...near]) for (const other of lands.lattice.neighbours(at)) near.add(other);
    const inside = [piece({ symbol: 'infantry', at: west }), piece({ id: 'b', side: 'red', at: east })];
    const held = holders(lands, standsOf(inside, red), red);
    expect(land.filter((at) => !near.has(at)).every((at) => held.get(at) === 'red')).toBe(true);
    expect(held.get(west)).toBe('blue');
    expect([...held.values()].filter((side) => side === 'blue').length).toBeGreaterThan(1);
    // A town that bears a flag holds the ground around it as a unit does.
    const flag = { kind: 'control', at: land[10]!, side: 'blue' };
    expect(holders(lands, standsOf(inside, red, [flag]), red).get(land[10]!)).toBe('blue');
    // What nobody of his stands on any more, cut off from the rest, is no longer his.
    const alone = holders(lands, standsOf([piece({ symbol: 'infantry' })], red), red);
    expect(new Set(alone.values())).toEqual(new Set(['blue']));
  });
});

describe('a counter from afar', () => {
  it('tells whether it is fed and whether it has had its turn', () => {
    expect(stateOf(['moved', 'out-of-supply'])).toEqual({ supply: 'out', spent: true });
    expect(stateOf(['lack_of_supply'])).toEqual({ supply: 'low', spent: false });
    expect(stateOf(['reserve'])).toEqual({ supply: '', spent: false });
    const { container } = render(CounterFace, { piece: piece({ badges: ['out-of-supply', 'moved'] }) });
    expect(container.querySelector('[data-supply="out"]')).not.toBeNull();
    expect(container.querySelector('.spent')).not.toBeNull();
    const fresh = render(CounterFace, { piece: piece({}) });
    expect(fresh.container.querySelector('[data-supply], .spent')).toBeNull();
  });

  it('bears the stripe of its formation, the same on all its counters', () => {
    const { container } = render(CounterFace, { piece: piece({ formation: 'West Front' }) });
    expect(container.querySelector('[data-formation="West Front"]')?.getAttribute('fill')).toBe(
      stripeOf('West Front'),
    );
    expect(stripeOf('South Front')).not.toBe(stripeOf('West Front'));
  });

  it('needs no letters that a font may lack', () => {
    for (const badge of ['isolated', 'selected', 'rail', 'moved'])
      expect(badgeGlyph(badge).letter ?? '').toMatch(/^[!-~·]?$/);
  });
});

describe('built-up hexes', () => {
  it('are those the rules call cities, by feature or by ground', () => {
    const file = toyBoard();
    const town = new Board({ ...file, features: { ...file.features, major_city: [west], victory: [east] } });
    expect(builtUp(town)).toContain(west);
    expect(builtUp(town)).not.toContain(east);
  });
});
