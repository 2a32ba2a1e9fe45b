/** Where to look: the part of the map that matters, worked out from what is on it. */

import type { Board } from '../lib/board';
import type { Point } from '../lib/geometry';
import type { Play } from '../lib/play.svelte';

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, p) => sum + p.x, 0) / points.length,
  y: points.reduce((sum, p) => sum + p.y, 0) / points.length,
});

export const nearest = (points: readonly Point[], to: Point): Point =>
  points.reduce((best, p) =>
    Math.hypot(p.x - to.x, p.y - to.y) < Math.hypot(best.x - to.x, best.y - to.y) ? p : best,
  );

export const pointsOf = (board: Board, places: Iterable<string>): Point[] =>
  [...places].map((at) => board.centre(at)).filter((p) => p !== null);

/** The part of the map where the counters are. */
export function theatre(
  board: Board,
  play: Play,
): { x: number; y: number; width: number; height: number } | undefined {
  const points = pointsOf(board, play.stacks.keys());
  if (points.length < 2) return undefined;
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const margin = board.lattice.size * 1.8;
  const x = Math.min(...xs) - margin;
  const y = Math.min(...ys) - margin;
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

/** Where the fighting is: the last battles of the log, else what the briefing names, else what can be done now. */
export function focusPoint(board: Board, play: Play): Point | null {
  const shown = play.session.shown;
  const battles = (shown?.lines ?? [])
    .slice(-80)
    .filter((line) => line.at && /combat|attack|loss|capture/.test(line.kind ?? ''))
    .slice(-6)
    .map((line) => line.at ?? '');
  const fought = pointsOf(board, battles);
  if (fought.length) return nearest(fought, middle(fought));
  const named = shown?.view.briefing?.at;
  const point = named ? board.centre(named) : null;
  if (point) return point;
  const side = shown?.view.seat;
  const own = [...play.pieces.values()].filter((piece) => piece.side === side).map((piece) => piece.at);
  const points = pointsOf(board, play.stops.length ? play.stops : own);
  return points.length ? nearest(points, middle(points)) : null;
}
