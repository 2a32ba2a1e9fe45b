/** The line between the sides: every hex goes to whoever stands nearest, and a country to its owner as far as no enemy came. */

import type { Board } from './board';
import type { Point } from './geometry';
import type { Marker, Piece, Side, View } from '../protocol/types';

export type Stand = readonly [side: string, hexes: readonly string[]];

/** Counters and signs that hold no ground by themselves. */
const AIDS = /hq|leader|supply|air|fighter|bomber|factory|base|train|fleet|convoy|partisan/;

/** How far into an enemy's country a unit, or a town that was taken, holds the ground around it. */
const DEPTH = 2;

/** What holds ground: the units of each side and the towns that bear its flag. */
export function standsOf(
  pieces: Iterable<Piece>,
  sides: readonly Side[],
  flags: Iterable<Marker> = [],
): Stand[] {
  const found = new Map<string, string[]>(sides.map((side) => [side.id, []]));
  for (const piece of pieces) if (!AIDS.test(piece.symbol ?? '')) found.get(piece.side)?.push(piece.at);
  for (const flag of flags)
    if (flag.kind === 'control' || flag.kind === 'victory') found.get(flag.side ?? '')?.push(flag.at);
  return [...found].filter(([, hexes]) => hexes.length);
}

/** Who holds each land hex, and how far off what holds it is. Water parts the sides, as a hex or as the side of one, and so do
 * neutrals; a tie goes to the side named first. */
function spread(
  board: Board,
  stands: readonly Stand[],
  barred: ReadonlySet<string>,
): [held: Map<string, string>, far: Map<string, number>] {
  const [held, far] = [new Map<string, string>(), new Map<string, number>()];
  let rim: string[] = [];
  const take = (at: string, side: string, steps: number, into: string[]) => {
    if (held.has(at) || !board.has(at) || board.isWater(at)) return;
    held.set(at, side);
    far.set(at, steps);
    into.push(at);
  };
  for (const [side, hexes] of stands) for (const at of hexes) take(at, side, 0, rim);
  for (let steps = 1; rim.length; steps++) {
    const next: string[] = [];
    for (const at of rim)
      for (const other of board.lattice.neighbours(at))
        if (!barred.has(other) && !board.isParted(at, other)) take(other, held.get(at)!, steps, next);
    rim = next;
  }
  return [held, far];
}

/** Ground on which nobody of its holder stands, and which is cut off from where they do, goes to whoever is around it. */
function closePockets(board: Board, held: Map<string, string>, stands: readonly Stand[]): void {
  const stood = new Set(stands.flatMap(([side, hexes]) => hexes.filter((at) => held.get(at) === side)));
  const done = new Set<string>();
  for (const [start, side] of held) {
    if (done.has(start)) continue;
    const pocket = [start];
    const around = new Set<string>();
    done.add(start);
    for (const at of pocket)
      for (const other of board.lattice.neighbours(at)) {
        const whose = held.get(other);
        if (whose === undefined || board.isParted(at, other)) continue;
        if (whose !== side) around.add(whose);
        else if (!done.has(other)) {
          done.add(other);
          pocket.push(other);
        }
      }
    const [heir] = around;
    if (heir !== undefined && !pocket.some((at) => stood.has(at)))
      for (const at of pocket) held.set(at, heir);
  }
}

/** Who holds each land hex. A country in which no enemy stands is its owner's; in one that was invaded the owner keeps what
 * lies deeper than the invader has come. */
export function holders(
  board: Board,
  stands: readonly Stand[],
  sides: readonly Side[] = [],
  neutral: readonly string[] = [],
): Map<string, string> {
  const barred = new Set(neutral.flatMap((name) => board.file.regions?.[name] ?? []));
  const homes = sides.flatMap(({ id, home = [] }) =>
    home.map((name) => [id, board.file.regions?.[name] ?? []] as const),
  );
  const isFree = ([owner, hexes]: Stand) => {
    const land = new Set(hexes);
    return !stands.some(([side, held]) => side !== owner && held.some((at) => land.has(at)));
  };
  const all = [...stands, ...homes.filter(isFree)];
  const [held, far] = spread(board, all, barred);
  for (const [owner, hexes] of homes)
    for (const at of hexes) if (held.has(at) && (far.get(at) ?? 0) > DEPTH) held.set(at, owner);
  closePockets(board, held, all);
  return held;
}

/** The line as it stands in a view. */
export function frontOf(
  board: Board,
  view: View,
  pieces: Iterable<Piece>,
  flags: Iterable<Marker>,
): [string, string][] {
  const sides = view.sides ?? [];
  return frontPaths(board, holders(board, standsOf(pieces, sides, flags), sides, view.neutral));
}

/** The sides between hexes of two sides, each side's half a little on its own ground; as path data by side. */
export function frontPaths(board: Board, held: ReadonlyMap<string, string>): [string, string][] {
  const lines = new Map<string, string>();
  for (const [at, side] of held)
    for (const other of board.lattice.neighbours(at)) {
      const foe = held.get(other);
      if (foe === undefined || foe === side || board.isParted(at, other)) continue;
      const edge = board.lattice.side(at, other);
      const middle = board.centre(at);
      if (!edge || !middle) continue;
      const inward = (p: Point) =>
        `${(p.x + (middle.x - p.x) * 0.045).toFixed(1)} ${(p.y + (middle.y - p.y) * 0.045).toFixed(1)}`;
      lines.set(side, `${lines.get(side) ?? ''}M${inward(edge[0])}L${inward(edge[1])}`);
    }
  return [...lines.entries()];
}
