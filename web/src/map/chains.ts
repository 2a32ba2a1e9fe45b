/** Hexsides as lines that bend. */

import type { Point } from '../lib/geometry';

export function smooth(points: Point[]): Path2D {
  const path = new Path2D();
  const first = points[0];
  if (!first) return path;
  path.moveTo(first.x, first.y);
  for (let i = 1; i < points.length - 1; i++) {
    const here = points[i]!;
    const next = points[i + 1]!;
    path.quadraticCurveTo(here.x, here.y, (here.x + next.x) / 2, (here.y + next.y) / 2);
  }
  const last = points[points.length - 1]!;
  path.lineTo(last.x, last.y);
  return path;
}

/** Hexsides strung together into chains, so that a river bends instead of jerking. */
export function chains(sides: [Point, Point][]): Point[][] {
  const key = (p: Point) => `${p.x.toFixed(0)},${p.y.toFixed(0)}`;
  const ends = new Map<string, number[]>();
  sides.forEach(([a, b], i) => {
    for (const p of [a, b]) ends.set(key(p), [...(ends.get(key(p)) ?? []), i]);
  });
  const used = new Set<number>();
  const found: Point[][] = [];
  const walk = (start: number, from: Point): Point[] => {
    const points = [from];
    let index: number | undefined = start;
    let here = from;
    while (index !== undefined && !used.has(index)) {
      used.add(index);
      const [a, b] = sides[index]!;
      here = key(a) === key(here) ? b : a;
      points.push(here);
      const options: number[] = (ends.get(key(here)) ?? []).filter((i) => !used.has(i));
      index = options.length === 1 || points.length < 2 ? options[0] : options[0];
    }
    return points;
  };
  // Begin at loose ends; what is left over are rings.
  for (const [, list] of ends) {
    const i = list[0]!;
    if (list.length === 1 && !used.has(i)) {
      const [a, b] = sides[i]!;
      found.push(walk(i, (ends.get(key(a)) ?? []).length === 1 ? a : b));
    }
  }
  sides.forEach(([a], i) => {
    if (!used.has(i)) found.push(walk(i, a));
  });
  return found;
}
