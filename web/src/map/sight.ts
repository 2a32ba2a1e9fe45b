/** Where to look: the part of the map that matters, worked out from what is on it. */

import type { Board } from '../lib/board';
import { middle, nearest, type Point } from '../lib/geometry';
import type { Play } from '../lib/play.svelte';
import type { Marker } from '../protocol/types';
import type { Camera } from './camera';
import { repeated } from './names';

export const pointsOf = (board: Board, places: Iterable<string>): Point[] =>
  [...places].map((at) => board.centre(at)).filter((p) => p !== null);

/** What panels cover of the map: the prompt at the left, or on a phone at the bottom, and a panel at the right; null where
 * there are none. */
export function insetsOf(root: HTMLElement, narrow: boolean, aside: number | null): Camera['insets'] {
  if (aside === null) return { left: 8, top: 8, right: 8, bottom: 8 };
  const [column, card] = ['.left', '.middle:not(.map)'].map((name) =>
    root.parentElement?.querySelector<HTMLElement>(name),
  );
  if (!narrow)
    return { left: Math.max(310, column?.clientWidth ?? 0) + 24, top: 8, right: aside, bottom: 54 };
  const tops = [...(column?.children ?? [])].map((each) => each.getBoundingClientRect().top);
  const sheet = root.getBoundingClientRect().bottom - Math.min(Infinity, ...tops);
  // A card at the top, of a battle or a roll, is as tall as what it tells.
  const told = card?.clientHeight ? card.offsetTop + card.clientHeight : 0;
  const { clientHeight: height } = root;
  const top = Math.max(50, Math.min(told, height * 0.45));
  // However much is covered, a strip of the map is counted as free.
  const bottom = Math.min(Math.max(height * 0.3, sheet), height * 0.8 - top);
  return { left: 0, top, right: 0, bottom };
}

/** Factors stay legible: a wide screen shows larger counters, not only more of them, and is filled by a small map. */
export const legibleOn = (screen: number, board: Board): number =>
  Math.max(0.6, Math.min(0.75, screen / 1900), Math.min(0.88, screen / board.lattice.width));

/** The part of the map where the counters are; all of it where there are none. */
export function theatre(board: Board, play: Play): { x: number; y: number; width: number; height: number } {
  const points = pointsOf(board, play.stacks.keys());
  if (points.length < 2) return { x: 0, y: 0, width: board.lattice.width, height: board.lattice.height };
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const margin = board.lattice.size * 1.8;
  const x = Math.min(...xs) - margin;
  const y = Math.min(...ys) - margin;
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

/** Where counters of two sides stand next to each other, each pair once. */
function touching(board: Board, play: Play): [string, string][] {
  const sides = new Map<string, Set<string>>();
  for (const { at, side } of play.pieces.values())
    if (board.has(at)) sides.set(at, (sides.get(at) ?? new Set()).add(side));
  const isFoe = (at: string, here: Set<string>) => [...(sides.get(at) ?? [])].some((side) => !here.has(side));
  return [...sides].flatMap(([at, here]) =>
    board.lattice
      .neighbours(at)
      .filter((other) => at < other && isFoe(other, here))
      .map((other): [string, string] => [at, other]),
  );
}

const contact = (board: Board, play: Play): Point[] => pointsOf(board, new Set(touching(board, play).flat()));

/** Everything to look at: each stack once, and once more if it faces the enemy. */
export const crowdOf = (board: Board, play: Play): Point[] => [
  ...pointsOf(board, play.stacks.keys()),
  ...contact(board, play),
];

/** Where the last battles of the log were. */
const battlesOf = (play: Play): string[] =>
  (play.session.shown?.lines ?? [])
    .slice(-80)
    .filter((line) => line.at && /combat|attack|loss|capture/.test(line.kind ?? ''))
    .slice(-6)
    .map((line) => line.at ?? '');

/** Whether the game is under way: at its beginning the view is where the fighting will be, whatever is asked first. */
export function isUnderWay(play: Play): boolean {
  const view = play.session.shown?.view;
  return view?.turn !== view?.turns?.[0]?.number || battlesOf(play).length > 0;
}

/** Where the counter stands that is in hand or asked about; else where the fighting is: where the sides meet next to the last
 * battles of the log, else what the briefing names for the first turn, else the middle of the front, else what can be done
 * now. */
export function focusPoint(board: Board, play: Play): Point | null {
  const shown = play.session.shown;
  const asked = play.session.mayAct ? play.inHand || shown?.prompt?.piece : '';
  const stands = board.centre(play.pieces.get(asked ?? '')?.at ?? '');
  if (stands) return stands;
  const fought = pointsOf(board, battlesOf(play));
  const touch = contact(board, play);
  if (fought.length) return nearest(touch.length ? touch : fought, middle(fought));
  const view = shown?.view;
  const point = view?.briefing?.at ? board.centre(view.briefing.at) : null;
  if (point && view?.turn === view?.turns?.[0]?.number) return point;
  if (touch.length) return nearest(touch, middle(touch));
  if (point) return point;
  const own = [...play.pieces.values()].filter((piece) => piece.side === view?.seat).map((piece) => piece.at);
  const points = pointsOf(board, play.stops.length ? play.stops : own);
  return points.length ? nearest(points, middle(points)) : null;
}

/** Hexes where something lies over the names of the map. */
export interface Covers {
  counters: string[];
  markers: string[];
  /** Of those with counters, the ones with several. */
  stacks: string[];
  /** Neighbours with counters of two sides, each pair once. */
  touching: [string, string][];
  /** Names that boxes on the map bear and lie on. */
  repeated: string[];
}

export function coversOf(
  board: Board,
  play: Play,
  markers: readonly Marker[],
  hidden: { terrainOnly: boolean; hideCounters: boolean },
): Covers {
  const piles =
    hidden.terrainOnly || hidden.hideCounters ? [] : [...play.stacks].filter(([at]) => board.has(at));
  const marked = hidden.terrainOnly ? [] : markers.filter((m) => !m.to && m.kind !== 'front');
  return {
    counters: piles.map(([at]) => at).sort(),
    markers: marked.map((m) => m.at),
    touching: piles.length ? touching(board, play) : [],
    stacks: piles
      .filter(([, pile]) => pile.length > 1)
      .map(([at]) => at)
      .sort(),
    repeated: hidden.terrainOnly ? [] : repeated(board, play.session.shown?.view.boxes ?? []),
  };
}
