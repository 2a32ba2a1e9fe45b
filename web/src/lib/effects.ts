/** What a move would change, in words that count units and strength rather than hexes. */

import type { Piece, Preview } from '../protocol/types';
import { badgeWords } from './badges';
import { strings } from './strings';

/** The first number of a counter's factors: its strength. */
const strength = (piece: Piece): number => Number(/^\(?(\d+)/.exec(piece.factors ?? '')?.[1] ?? 0);
const total = (pieces: readonly Piece[]): number => pieces.reduce((sum, each) => sum + strength(each), 0);

interface Change {
  old: Piece;
  now: Piece;
}

/** Units that a badge comes to or goes from, side by side with how they were. */
function byBadge(changes: readonly Change[], gained: boolean): Map<string, Change[]> {
  const found = new Map<string, Change[]>();
  for (const change of changes) {
    const [more, less] = gained ? [change.now, change.old] : [change.old, change.now];
    for (const badge of more.badges ?? []) {
      if ((less.badges ?? []).includes(badge) || badge === 'moved') continue;
      const key = `${change.now.side} ${badge}`;
      found.set(key, [...(found.get(key) ?? []), change]);
    }
  }
  return found;
}

export function effectsOf(
  preview: Preview,
  pieces: ReadonlyMap<string, Piece>,
  sides: ReadonlyMap<string, string>,
): string[] {
  const lines: string[] = [];
  const changes = preview.pieces.set.flatMap((now) => {
    const old = pieces.get(now.id);
    return old ? [{ old, now }] : [];
  });
  for (const gained of [true, false])
    for (const [key, group] of byBadge(changes, gained)) {
      const [side = '', badge = ''] = key.split(' ');
      const state = gained ? badgeWords(badge) : strings.selection.noLonger(badgeWords(badge));
      const before = total(group.map((each) => each.old));
      const after = total(group.map((each) => each.now));
      const who =
        group.length > 2
          ? strings.selection.units(group.length, sides.get(side) ?? '')
          : group.map((each) => each.now.name).join(', ');
      lines.push(strings.selection.state(who, state, before, after));
    }
  for (const id of preview.pieces.gone) lines.push(strings.selection.removed(pieces.get(id)?.name ?? id));
  for (const diff of preview.overlays) {
    for (const [side, hexes] of Object.entries(diff.gained))
      if (hexes.length) lines.push(strings.selection.gains(diff.title, hexes.length, sides.get(side) ?? ''));
    for (const [side, hexes] of Object.entries(diff.lost))
      if (hexes.length) lines.push(strings.selection.loses(diff.title, hexes.length, sides.get(side) ?? ''));
  }
  return lines;
}
