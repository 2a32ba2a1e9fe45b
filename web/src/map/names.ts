/** Where the names of towns stand: each beside its town, out of the way of counters, stars and other names. */

import type { ArtLabel, Board } from '../lib/board';
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
}

export const styleOf = (word: string): Letters =>
  LETTERS[word] ?? LETTERS[word.replace(/\d/, '2')] ?? LETTERS['city2']!;

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** What lies on the map: a counter in the middle of a hex, a marker at its lower left. */
export function obstacles(board: Board, counters: Iterable<string>, markers: Iterable<string>): Box[] {
  const size = board.lattice.size;
  const found: Box[] = [];
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
    const drawn = readable ? points : 8 / zoom;
    const text = style.capitals ? label.text.toUpperCase() : label.text;
    const width = measure(text, style, drawn);
    const box = (x: number, y: number): Box => ({ x, y: y - drawn * 0.78, width, height: drawn });
    const anchor = label.anchor === 'middle' ? 0.5 : label.anchor === 'end' ? 1 : 0;
    const first = { x: (label.x ?? 0) - width * anchor, y: label.y ?? 0 };
    const town = towns.get(label.text);
    const spots = [first];
    if (town) {
      const hex = board.centre(town.hex) ?? town;
      const gap = size * 0.2;
      const half = drawn * 0.36;
      spots.push(
        { x: town.x + gap, y: town.y + half },
        { x: town.x - gap - width, y: town.y + half },
        { x: town.x - width / 2, y: town.y + gap + drawn * 0.8 },
        { x: town.x - width / 2, y: town.y - gap },
        // Round the counter that stands on the town.
        { x: hex.x - width / 2, y: hex.y + size * 0.66 + drawn * 0.8 },
        { x: hex.x - width / 2, y: hex.y - size * 0.68 },
        { x: hex.x + size * 0.68, y: hex.y + half },
        { x: hex.x - size * 0.68 - width, y: hex.y + half },
      );
    }
    const cost = (spot: { x: number; y: number }, n: number): number => {
      const here = box(spot.x, spot.y);
      return blocked.reduce((sum, each) => sum + overlap(here, each), 0) + n * drawn * 0.6;
    };
    let best = first;
    let least = cost(first, 0);
    spots.forEach((spot, n) => {
      if (least <= 0) return;
      const price = cost(spot, n);
      if (price < least) [best, least] = [spot, price];
    });
    blocked.push(box(best.x, best.y));
    found.push({ label, ...best, points: drawn, style, text });
  }
  return found;
}
