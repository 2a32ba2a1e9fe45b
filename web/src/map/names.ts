/** Where the names of towns stand: each beside its town, out of the way of counters, stars and other names. */

import type { ArtLabel, Board } from '../lib/board';
import { flatten } from '../lib/paths';
import type { Box as Told } from '../protocol/types';
import { LETTERS, type Letters } from './letters';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Placed {
  label: ArtLabel;
  /** The left end of the base line. */
  x: number;
  y: number;
  points: number;
  style: Letters;
  text: string;
  /** How much of it lies under something, as a share. */
  hidden: number;
}

/** A name for which there is no room on the map: it is written over what would hide it. */
export type Over = Pick<Placed, 'x' | 'y' | 'points' | 'text'> & {
  font: string;
  space: number;
  victory: boolean;
};

/** Parts the names that can be read on the map from those that would be hidden. */
export function parted(placed: readonly Placed[]): { plain: Placed[]; over: Over[] } {
  const isOver = (each: Placed) => each.hidden > LEGIBLE;
  return {
    plain: placed.filter((each) => !isOver(each)),
    over: placed.filter(isOver).map(({ x, y, points, text, style, label }) => ({
      x,
      y,
      points,
      text,
      font: style.font.replace('SIZE', `${points}px`),
      space: points * style.space,
      victory: !!label.victory,
    })),
  };
}
/** So much of a name may be hidden before it is written over what hides it. */
const LEGIBLE = 0.06;

export const styleOf = (word: string): Letters =>
  LETTERS[word] ?? LETTERS[word.replace(/\d/, '2')] ?? LETTERS['city2']!;

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** The name above a row of boxes: "Baltic 0" to "Baltic 4" are the cells of the Baltic. */
export const rowName = (title: string): string => title.replace(/ \d+$/, '');

/** Names that a row of boxes bears and lies on: written twice, one across the other, neither could be read. */
export function repeated(board: Board, boxes: readonly Told[]): string[] {
  const found = new Set<string>();
  for (const box of boxes) {
    const laid = board.laid.get(box.id);
    const name = rowName(box.title);
    if (!laid || found.has(name)) continue;
    const cell = {
      x: laid.centre.x - laid.width / 2,
      y: laid.centre.y - laid.height / 2,
      width: laid.width,
      height: laid.height,
    };
    for (const label of board.art?.labels ?? []) {
      if (label.text !== name) continue;
      const style = styleOf(label.class.toLowerCase());
      const points = style.size * (label.scale ?? 1) * (board.lattice.size / 50);
      const line = label.path ? flatten(label.path) : [{ x: label.x ?? 0, y: label.y ?? 0 }];
      // Half of the word lies to each side of the middle of its line.
      const half = (name.length * points * (0.56 + style.space)) / 2;
      const middle = line[Math.floor(line.length / 2)]!;
      const word = { x: middle.x - half, y: middle.y - points, width: 2 * half, height: points * 1.3 };
      if (overlap(cell, word)) found.add(name);
    }
  }
  return [...found].sort();
}

/** What lies on the map: a counter in the middle of a hex, a marker at its lower left, the figures of a stack, the front
 * line where counters of two sides touch. */
export function obstacles(
  board: Board,
  counters: Iterable<string>,
  markers: Iterable<string>,
  stacks: Iterable<string> = [],
  touching: Iterable<readonly [string, string]> = [],
): Box[] {
  const size = board.lattice.size;
  const found: Box[] = [];
  // The front line runs between counters of two sides, over the names.
  const wide = size * 0.16;
  for (const [at, other] of touching) {
    const edge = board.lattice.side(at, other);
    if (!edge) continue;
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      const x = edge[0].x + (edge[1].x - edge[0].x) * part;
      const y = edge[0].y + (edge[1].y - edge[0].y) * part;
      found.push({ x: x - wide / 2, y: y - wide / 2, width: wide, height: wide });
    }
  }
  // The height and the strength of a stack stick out at its lower corners.
  for (const at of stacks) {
    const p = board.centre(at);
    if (p) found.push({ x: p.x - size * 0.72, y: p.y + size * 0.3, width: size * 1.5, height: size * 0.44 });
  }
  for (const at of counters) {
    const p = board.centre(at);
    if (p)
      found.push({ x: p.x - size * 0.62, y: p.y - size * 0.62, width: size * 1.24, height: size * 1.24 });
  }
  for (const at of markers) {
    const p = board.centre(at);
    if (p)
      found.push({ x: p.x - size * 0.84, y: p.y + size * 0.24, width: size * 0.64, height: size * 0.64 });
  }
  return found;
}

/** How large a name may be written, as shares of what was drawn, the largest first. */
const SHARES = [1, 0.84, 0.7, 0.58];

/** Where a name may stand, beside its town and round the counter that stands on it, the best first. */
function around(
  town: { x: number; y: number },
  hex: { x: number; y: number },
  size: number,
  width: number,
  drawn: number,
): { x: number; y: number }[] {
  const gap = size * 0.2;
  const half = drawn * 0.36;
  const [above, below] = [hex.y - size * 0.66, hex.y + size * 0.64 + drawn * 0.8];
  const beside = size * 0.68;
  return [
    { x: town.x + gap, y: town.y + half },
    { x: town.x - gap - width, y: town.y + half },
    { x: town.x - width / 2, y: town.y + gap + drawn * 0.8 },
    { x: town.x - width / 2, y: town.y - gap },
    { x: hex.x - width / 2, y: below },
    { x: hex.x - width / 2, y: above },
    { x: hex.x + beside, y: hex.y + half },
    { x: hex.x - beside - width, y: hex.y + half },
    // At the corners of the counter, and over or under one that stands beside it.
    ...[above, below].flatMap((y) => [
      { x: hex.x - size * 0.5, y },
      { x: hex.x + size * 0.5 - width, y },
      { x: hex.x + beside, y },
      { x: hex.x - beside - width, y },
    ]),
    ...[above, below].flatMap((y) => [
      { x: hex.x + beside, y: y + (y < hex.y ? size * 0.3 : -size * 0.3) },
      { x: hex.x - beside - width, y: y + (y < hex.y ? size * 0.3 : -size * 0.3) },
    ]),
  ];
}

/** Places every name, the greatest towns first. What was drawn for it is kept wherever nothing is in its way. */
export function place(
  labels: readonly ArtLabel[],
  board: Board,
  taken: readonly Box[],
  zoom: number,
  measure: (text: string, style: Letters, points: number) => number,
): Placed[] {
  const size = board.lattice.size;
  const blocked: Box[] = [...taken];
  const towns = new Map((board.art?.places ?? []).map((each) => [each.name, each]));
  const found: Placed[] = [];
  const order = [...labels].sort((a, b) => b.class.localeCompare(a.class));
  for (const label of order) {
    const style = styleOf(label.class.toLowerCase());
    const points = style.size * (label.scale ?? 1) * (size / 50);
    // Letters too small to read are left out, except for the greatest towns: those are written larger.
    const readable = points * zoom >= 7;
    if (!readable && !/city[45]/.test(label.class)) continue;
    const text = style.capitals ? label.text.toUpperCase() : label.text;
    const wish = readable ? points : 8 / zoom;
    const town = towns.get(label.text);
    let best: Placed | null = null;
    let least = Infinity;
    let hidden = 1;
    // Where there is no room for the name as it was drawn, it is written smaller.
    for (const share of town ? SHARES : [1]) {
      const drawn = Math.min(wish, Math.max(wish * share, 8 / zoom));
      const width = measure(text, style, drawn);
      const anchor = label.anchor === 'middle' ? 0.5 : label.anchor === 'end' ? 1 : 0;
      const first = { x: (label.x ?? 0) - width * anchor, y: label.y ?? 0 };
      const others = town ? around(town, board.centre(town.hex) ?? town, size, width, drawn) : [];
      [first, ...others].forEach((spot, n) => {
        if (least <= 0) return;
        const here = { x: spot.x, y: spot.y - drawn * 0.78, width, height: drawn };
        const under = blocked.reduce((sum, each) => sum + overlap(here, each), 0);
        const price = under + n * drawn * 0.6 + (1 - share) * width * drawn * 0.3;
        if (price >= least) return;
        [least, hidden] = [price, under / (width * drawn)];
        best = { label, ...spot, points: drawn, style, text, hidden };
      });
      if (hidden < 0.06) break;
    }
    if (!best) continue;
    const { x, y, points: drawn } = best as Placed;
    const air = drawn * 0.3;
    const width = measure(text, style, drawn);
    blocked.push({ x: x - air, y: y - drawn * 0.78, width: width + 2 * air, height: drawn });
    found.push(best);
  }
  return found;
}
