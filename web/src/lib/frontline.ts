/** The line between the sides: every hex goes to whoever stands nearest, and a country nobody invaded to its owner. */

import type { Board } from './board';
import type { Point } from './geometry';
import type { Piece, Side } from '../protocol/types';

export type Stand = readonly [side: string, hexes: readonly string[]];

/** Counters and signs that hold no ground by themselves. */
const AIDS = /hq|leader|supply|air|fighter|bomber|factory|base|train|fleet|convoy|partisan/;

/** Where each side stands: its units first, then the countries of its own in which no enemy does. */
export function standsOf(pieces: Iterable<Piece>, board: Board, sides: readonly Side[]): Stand[] {
  const known = new Set(sides.map((side) => side.id));
  const found = new Map<string, string[]>();
  for (const piece of pieces) {
    if (!known.has(piece.side) || AIDS.test(piece.symbol ?? '')) continue;
    const list = found.get(piece.side);
    if (list) list.push(piece.at);
    else found.set(piece.side, [piece.at]);
  }
  const enemies = (side: string) => new Set([...found].flatMap(([id, list]) => (id === side ? [] : list)));
  const homes = sides.flatMap(({ id, home = [] }): Stand[] => {
    const foes = enemies(id);
    return home
      .map((name) => board.file.regions?.[name] ?? [])
      .filter((hexes) => !hexes.some((at) => foes.has(at)))
      .map((hexes) => [id, hexes]);
  });
  return [...found, ...homes];
}

/** Who holds each land hex, given hexes that somebody stands on or owns. Water parts them, and so do neutrals; a tie
 * goes to the side named first. */
export function holders(
  board: Board,
  stands: readonly Stand[],
  neutral: readonly string[] = [],
): Map<string, string> {
  const barred = new Set(neutral.flatMap((name) => board.file.regions?.[name] ?? []));
  const held = new Map<string, string>();
  let rim: string[] = [];
  for (const [side, hexes] of stands)
    for (const at of hexes)
      if (!held.has(at) && board.has(at) && !board.isWater(at)) {
        held.set(at, side);
        rim.push(at);
      }
  while (rim.length) {
    const next: string[] = [];
    for (const at of rim)
      for (const other of board.lattice.neighbours(at))
        if (!held.has(other) && !barred.has(other) && board.has(other) && !board.isWater(other)) {
          held.set(other, held.get(at)!);
          next.push(other);
        }
    rim = next;
  }
  return held;
}

/** The sides between hexes of two sides, each side's half a little on its own ground; as path data by side. */
export function frontPaths(board: Board, held: ReadonlyMap<string, string>): [string, string][] {
  const lines = new Map<string, string>();
  for (const [at, side] of held)
    for (const other of board.lattice.neighbours(at)) {
      const foe = held.get(other);
      if (foe === undefined || foe === side) continue;
      const edge = board.lattice.side(at, other);
      const middle = board.centre(at);
      if (!edge || !middle) continue;
      const inward = (p: Point) =>
        `${(p.x + (middle.x - p.x) * 0.045).toFixed(1)} ${(p.y + (middle.y - p.y) * 0.045).toFixed(1)}`;
      lines.set(side, `${lines.get(side) ?? ''}M${inward(edge[0])}L${inward(edge[1])}`);
    }
  return [...lines.entries()];
}
