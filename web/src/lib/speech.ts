/** What a sighted player sees at a glance, said in words. */

import type { Piece } from '../protocol/types';
import { badgeWords } from './badges';
import type { Board } from './board';
import type { Play } from './play.svelte';
import { strings } from './strings';

export interface Totals {
  counters: number;
  steps: number;
  /** Sums of each printed factor, the smallest of the last one: "14-11-6". */
  factors: string;
  /** What is there, where forces are counted and not named. */
  counted?: string;
}

/** Whether a counter is a number of something and no unit: "5 Men" with 5 steps. */
const isCounted = ({ factors, steps, name }: Piece): boolean =>
  !!factors && factors === `${steps ?? 1}` && name.startsWith(`${factors} `);

export function stackTotals(pieces: readonly Piece[]): Totals {
  if (pieces.length && pieces.every(isCounted))
    return { counters: 0, steps: 0, factors: '', counted: pieces.map((each) => each.name).join(', ') };
  const steps = pieces.reduce((sum, piece) => sum + (piece.steps ?? 1), 0);
  const numbers = pieces.map((piece) => (piece.factors ?? '').split('-').map(Number));
  const width = numbers[0]?.length ?? 0;
  const even =
    width > 0 && numbers.every((each) => each.length === width && each.every((n) => Number.isFinite(n)));
  let factors = '';
  if (even) {
    const last = width - 1;
    factors = Array.from({ length: width }, (_, i) =>
      i === last && width > 1
        ? Math.min(...numbers.map((each) => each[i]!))
        : numbers.reduce((sum, each) => sum + each[i]!, 0),
    ).join('-');
  }
  return { counters: pieces.length, steps, factors };
}

export function describePiece(piece: Piece, sideName = ''): string {
  if (piece.face_down) return [sideName, strings.speech.hidden].filter(Boolean).join(' ');
  const parts = [
    [sideName, piece.name].filter(Boolean).join(' '),
    piece.symbol ?? '',
    piece.factors ?? '',
    (piece.full ?? 1) > 1 ? strings.speech.steps(piece.steps ?? 1, piece.full ?? 1) : '',
    ...(piece.badges ?? []).map(badgeWords),
  ];
  return parts.filter(Boolean).join(', ');
}

export function describeHex(board: Board, play: Play, at: string): string {
  const view = play.session.shown?.view;
  const names = new Map((view?.sides ?? []).map((side) => [side.id, side.name]));
  const parts: string[] = [at];
  const name = board.name(at);
  if (name) parts.push(name);
  parts.push(...board.describe(at));
  const pieces = play.stacks.get(at) ?? [];
  if (pieces.length > 3) parts.push(strings.speech.stack(pieces.length));
  for (const piece of pieces.slice(0, 4)) parts.push(describePiece(piece, names.get(piece.side)));
  for (const marker of view?.markers ?? [])
    if (marker.at === at || marker.to === at)
      parts.push([marker.kind, marker.label].filter(Boolean).join(' '));
  for (const overlay of play.session.shown?.overlays ?? []) {
    if (overlay.id === 'trace') continue;
    for (const [side, hexes] of Object.entries(overlay.hexes ?? {}))
      if (hexes.includes(at)) parts.push(strings.speech.overlay(overlay.title, names.get(side) ?? ''));
  }
  const light = play.lights.get(at);
  if (light) parts.push(strings.speech.light(light.kind, light.cost, light.label));
  const options = play.byPlace.get(at)?.length ?? 0;
  if (options) parts.push(strings.speech.options(options));
  return parts.join(', ');
}
