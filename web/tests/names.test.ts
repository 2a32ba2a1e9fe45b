import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Board, type ArtFile, type ArtLabel, type BoardFile } from '../src/lib/board';
import { LETTERS } from '../src/map/letters';
import { obstacles, parted, place, repeated, rowName, type Box, type Placed } from '../src/map/names';
import { toyBoard } from './mock';

const blank = { format: '', id: 'toy', size: [900, 900], hex: 50, origin: [60, 60] } as ArtFile;
const plain = new Board(toyBoard(), blank);
const cell = plain.cells[Math.floor(plain.cells.length / 2)]!;
const { x, y } = cell.centre;
const town = { name: 'Minsk', hex: cell.label, x, y, size: 3, kind: 'city' };
const label: ArtLabel = { text: 'Minsk', class: 'city3', x: x + 10, y: y + 6 };
const board = new Board(toyBoard(), { ...blank, places: [town], labels: [label] });

const measure = (text: string, _: unknown, points: number) => text.length * points * 0.6;
const lay = (labels: ArtLabel[], taken: Box[], zoom = 1) => place(labels, board, taken, zoom, measure);
const box = (p: Placed): Box => ({
  x: p.x,
  y: p.y - p.points * 0.78,
  width: measure(p.text, null, p.points),
  height: p.points,
});
const meets = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('names of towns', () => {
  it('stay where they were drawn while nothing is in the way', () => {
    expect(lay([label], [])[0]).toMatchObject({ x: x + 10, y: y + 6 });
  });

  it('step out of the way of a counter, and of a star', () => {
    const taken = obstacles(board, [cell.label], [cell.label]);
    expect(taken.length).toBe(2);
    expect(taken.some((each) => meets(box(lay([label], [])[0]!), each))).toBe(true);
    const moved = box(lay([label], taken)[0]!);
    expect(taken.filter((each) => meets(moved, each))).toEqual([]);
  });

  it('find room between counters on every side, smaller if they must', () => {
    const inside = plain.cells.find((each) => each.centre.x > 500 && each.centre.y > 400)!;
    const taken = obstacles(
      board,
      board.cells.map((each) => each.label),
      [],
    );
    const long = { ...label, text: 'Dnepropetrovsk', scale: 1.7, x: inside.centre.x, y: inside.centre.y };
    const there = { ...town, name: long.text, hex: inside.label, ...inside.centre };
    const crowded = new Board(toyBoard(), { ...blank, places: [there], labels: [long] });
    const placed = place([long], crowded, taken, 1, measure)[0]!;
    const here = box(placed);
    const hidden = taken.reduce(
      (sum, each) =>
        sum +
        Math.max(0, Math.min(here.x + here.width, each.x + each.width) - Math.max(here.x, each.x)) *
          Math.max(0, Math.min(here.y + here.height, each.y + each.height) - Math.max(here.y, each.y)),
      0,
    );
    expect(placed.points).toBeLessThan(place([long], crowded, [], 1, measure)[0]!.points);
    expect(hidden / (here.width * here.height)).toBeLessThan(0.4);
    // What is still hidden is not left under the counters, but written over them.
    expect(placed.hidden).toBeGreaterThan(0.06);
    expect(parted([placed])).toMatchObject({ plain: [], over: [{ text: 'Dnepropetrovsk', x: placed.x }] });
    expect(parted(place([long], crowded, [], 1, measure))).toMatchObject({ plain: [{}], over: [] });
  });

  it('keep clear of the figures at the corners of a stack', () => {
    const [single, several] = [[], [cell.label]].map((stacks) => obstacles(board, [cell.label], [], stacks));
    const at = (taken: Box[]) => box(lay([label], taken)[0]!);
    expect(several!.some((each) => meets(at(single!), each))).toBe(true);
    expect(several!.some((each) => meets(at(several!), each))).toBe(false);
  });

  it('keep clear of the front line between counters of two sides', () => {
    const other = board.lattice.neighbours(cell.label).find((each) => board.centre(each)!.x > x)!;
    const line = obstacles(board, [], [], [], [[cell.label, other]]);
    const under = (taken: Box[]) => line.some((each) => meets(box(lay([label], taken)[0]!), each));
    expect([under([]), under(line)]).toEqual([true, false]);
  });

  it('keep clear of one another', () => {
    const other = { ...label, text: 'Pinsk', class: 'city2' };
    const [a, b] = lay([label, other], []);
    expect(meets(box(a!), box({ ...b!, text: 'Pinsk' }))).toBe(true); // an unknown town has but one place
    const [c, d] = lay([label, { ...label, class: 'city2' }], []);
    expect(meets(box(c!), box(d!))).toBe(false);
  });

  it('are left out when too small to read, but for the greatest', () => {
    expect(lay([label], [], 0.2)).toEqual([]);
    const great = lay([{ ...label, class: 'city5' }], [], 0.2)[0]!;
    expect(great.points * 0.2).toBeGreaterThanOrEqual(8);
  });

  it('of a sea are not written under the boxes that bear the same name', () => {
    const sea = { text: 'Baltic', class: 'water2', x: x, y: y + 10, anchor: 'middle' } as ArtLabel;
    const far = { ...sea, text: 'North Sea', y: y + 300 };
    const seas = new Board(toyBoard(), { ...blank, places: [], labels: [sea, far] });
    const boxes = ['Baltic 0', 'Baltic 1', 'North Sea 0', 'Harbour'].map((title, n) => ({
      id: `box${n}`,
      title,
      kind: 'sea',
      at: cell.label,
      cell: n,
    }));
    seas.lay(boxes);
    expect(rowName('Baltic 1')).toBe('Baltic');
    // What stands elsewhere is no repetition, whatever it says.
    expect(repeated(seas, boxes)).toEqual(['Baltic']);
  });
});

describe('names of countries', () => {
  const read = <T>(file: string) =>
    JSON.parse(readFileSync(`../src/hexfront/maps/last_war_europe.${file}`, 'utf8')) as T;
  const europe = new Board(read<BoardFile>('json'), read<ArtFile>('art.json'));

  it('stand in their country and clear of other names: Arabia', () => {
    const word = (each: ArtLabel): Box => {
      const style = LETTERS[each.class]!;
      const points = style.size * (each.scale ?? 1) * (europe.lattice.size / 50);
      const width = each.text.length * points * ((style.capitals ? 0.68 : 0.5) + style.space);
      return { x: each.x! - width / 2, y: each.y! - points * 0.75, width, height: points };
    };
    const level = europe.art!.labels!.filter((each) => each.x !== undefined && !each.path && !each.angle);
    const arabia = level.find((each) => each.text === 'Arabia')!;
    const mine = word(arabia);
    expect(
      level.filter((each) => each !== arabia && meets(word(each), mine)).map((each) => each.text),
    ).toEqual([]);
    // All of the word lies over the desert, and on the map.
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      const spot = { x: mine.x + mine.width * share, y: mine.y + mine.height / 2 };
      const under = europe.cells.reduce((best, each) =>
        Math.hypot(each.centre.x - spot.x, each.centre.y - spot.y) <
        Math.hypot(best.centre.x - spot.x, best.centre.y - spot.y)
          ? each
          : best,
      );
      expect(under.terrain).toBe('desert');
    }
  });
});
