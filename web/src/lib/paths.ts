/**
 * Path data moved and scaled as text. A counter drawn in the map's own coordinates needs no transform of its own;
 * with hundreds of counters that is the difference between a smooth zoom and a slow one.
 */

interface Segment {
  command: string;
  numbers: number[];
}

const COUNT: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
const parsed = new Map<string, Segment[]>();

/** Path data as absolute segments of M, L, C, Q, A and Z. */
export function segments(data: string): Segment[] {
  const known = parsed.get(data);
  if (known) return known;
  const list: Segment[] = [];
  let x = 0;
  let y = 0;
  let startX = 0;
  let startY = 0;
  for (const [, letter, rest] of data.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (rest!.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? []).map(Number);
    const upper = letter!.toUpperCase();
    const relative = letter !== upper;
    const size = COUNT[upper] ?? 0;
    if (upper === 'Z') {
      list.push({ command: 'Z', numbers: [] });
      x = startX;
      y = startY;
      continue;
    }
    for (let i = 0; i + size <= numbers.length && size > 0; i += size) {
      const n = numbers.slice(i, i + size);
      const dx = relative ? x : 0;
      const dy = relative ? y : 0;
      if (upper === 'H') {
        x = n[0]! + dx;
        list.push({ command: 'L', numbers: [x, y] });
      } else if (upper === 'V') {
        y = n[0]! + dy;
        list.push({ command: 'L', numbers: [x, y] });
      } else if (upper === 'A') {
        x = n[5]! + dx;
        y = n[6]! + dy;
        list.push({ command: 'A', numbers: [...n.slice(0, 5), x, y] });
      } else {
        const points = n.map((value, k) => value + (k % 2 ? dy : dx));
        x = points[size - 2]!;
        y = points[size - 1]!;
        // Further pairs after a move are lines.
        const command = upper === 'M' && i > 0 ? 'L' : upper;
        if (command === 'M') {
          startX = x;
          startY = y;
        }
        list.push({ command, numbers: points });
      }
    }
  }
  parsed.set(data, list);
  return list;
}

const short = (value: number): string => String(Math.round(value * 100) / 100);

/** The same path, scaled by `k` and moved to (`dx`, `dy`). */
export function shifted(data: string, dx: number, dy: number, k = 1): string {
  return segments(data)
    .map(({ command, numbers }) => {
      if (command === 'A') {
        const [rx, ry, turn, large, sweep, x, y] = numbers as [
          number,
          number,
          number,
          number,
          number,
          number,
          number,
        ];
        return `A${short(rx * k)} ${short(ry * k)} ${turn} ${large} ${sweep} ${short(x * k + dx)} ${short(y * k + dy)}`;
      }
      return command + numbers.map((value, i) => short(value * k + (i % 2 ? dy : dx))).join(' ');
    })
    .join('');
}

/** A path as points close together, curves included. */
export function flatten(data: string, pieces = 8): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = [];
  let here = { x: 0, y: 0 };
  let control: { x: number; y: number } | null = null;
  for (const { command, numbers } of segments(data)) {
    if (command === 'Z') continue;
    const end = { x: numbers.at(-2)!, y: numbers.at(-1)! };
    if (command === 'Q' || command === 'T') {
      // A smooth curve mirrors the last control point.
      const mid: { x: number; y: number } =
        command === 'Q'
          ? { x: numbers[0]!, y: numbers[1]! }
          : control
            ? { x: 2 * here.x - control.x, y: 2 * here.y - control.y }
            : here;
      for (let i = 1; i <= pieces; i++) {
        const t = i / pieces;
        const u = 1 - t;
        points.push({
          x: u * u * here.x + 2 * u * t * mid.x + t * t * end.x,
          y: u * u * here.y + 2 * u * t * mid.y + t * t * end.y,
        });
      }
      control = mid;
    } else {
      points.push(end);
      control = null;
    }
    here = end;
  }
  return points;
}
