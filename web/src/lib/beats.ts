/**
 * What happened, cut into beats that can be shown one after another. Nothing here knows a game: a beat comes from the
 * log lines of a change and from the counters that stand elsewhere after it.
 */

import type { Battle, LogLine, Piece, State } from '../protocol/types';

export type BeatKind = 'move' | 'attack' | 'battle' | 'after' | 'turn' | 'note' | 'set';

export interface Move {
  piece: string;
  side: string;
  path: string[];
}

/** What the card of a battle is made from; units are as they were before it. */
export interface CardSeed {
  line: LogLine;
  battle: Battle;
  attackers: Piece[];
  defenders: Piece[];
  /** The hexes attacked from. */
  origins: string[];
}

export interface Beat {
  kind: BeatKind;
  /** The position to be shown with it. */
  state: State;
  line: LogLine | null;
  moves: Move[];
  card: CardSeed | null;
  /** Whether the player's own action led to it. */
  own: boolean;
}

/** Lines that tell what a battle led to. */
const AFTER = new Set(['loss', 'retreat', 'advance', 'capture']);

/** A position to look at: nothing can be done in it. */
const frozen = (state: State): State => ({ ...state, legal: [], forecast: null, prompt: null });

export const byId = (state: State): Map<string, Piece> =>
  new Map((state.view.pieces ?? []).map((piece) => [piece.id, piece]));

/** Counters that stand on another hex than before, with the way they went where a line tells it. */
function movesOf(
  before: State,
  after: State,
  lines: readonly LogLine[],
  has: (at: string) => boolean,
): Move[] {
  const was = byId(before);
  const found: Move[] = [];
  for (const piece of after.view.pieces ?? []) {
    const from = was.get(piece.id)?.at ?? '';
    if (!has(piece.at) || from === piece.at) continue;
    const told = lines.find(
      (line) => line.path?.length && line.path.at(-1) === piece.at && line.path[0] === from,
    );
    const path = told?.path ?? (has(from) ? [from, piece.at] : []);
    if (path.length > 1) found.push({ piece: piece.id, side: piece.side, path: [...path] });
  }
  return found;
}

function seedOf(before: State, line: LogLine): CardSeed | null {
  const battle = line.battle ?? (line.kind === 'combat' && line.dice?.length ? {} : null);
  if (!battle) return null;
  const pieces = byId(before);
  const named = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const piece = pieces.get(id);
      return piece ? [piece] : [];
    });
  // Where forces are counted and not named, they are what stands there.
  const standing = (hexes: readonly string[], ours: boolean) =>
    [...pieces.values()].filter((piece) => hexes.includes(piece.at) && (piece.side === battle.side) === ours);
  const hexes = battle.origins ?? [];
  const attackers = hexes.length ? standing(hexes, true) : named(battle.attackers ?? []);
  const defenders = hexes.length && line.at ? standing([line.at], false) : named(battle.defenders ?? []);
  const origins = hexes.length ? hexes : attackers.map((piece) => piece.at);
  return { line, battle, attackers, defenders, origins: [...new Set(origins)] };
}

function kindOf(line: LogLine, seed: CardSeed | null): BeatKind {
  if (seed) return line.kind === 'attack' ? 'attack' : 'battle';
  if (line.kind === 'turn') return 'turn';
  if (AFTER.has(line.kind ?? '')) return 'after';
  return 'note';
}

/** Whether a note tells something by itself: a roll, a draw, an order, a card, flags laid open. */
const weighs = (line: LogLine): boolean => !!line.dice?.length || (!!line.kind && line.kind !== 'phase');

/**
 * The beats of one change. The map stays as it was until its last battle has been rolled; what follows from the
 * battles is shown on the map as it is afterwards.
 */
export function beatsOf(
  before: State,
  after: State,
  lines: readonly LogLine[],
  own: boolean,
  has: (at: string) => boolean,
): Beat[] {
  const then = frozen(before);
  const now = frozen(after);
  const beats: Beat[] = [];
  const beat = (
    kind: BeatKind,
    line: LogLine | null,
    card: CardSeed | null = null,
    moves: Move[] = [],
  ): void => {
    beats.push({ kind, state: now, line, moves, card, own });
  };
  const moves = movesOf(before, after, lines, has);
  let quiet: LogLine | null = null;
  const settleQuiet = (): void => {
    if (quiet) beat('note', quiet);
    quiet = null;
  };
  let moved = false;
  for (const line of lines) {
    if (!line.text) continue;
    const seed = seedOf(before, line);
    const kind = kindOf(line, seed);
    if (kind === 'note' && line.kind === 'move') {
      if (!moved) beat('move', line, null, moves);
      moved = true;
    } else if (kind === 'note' && !weighs(line)) {
      // Many small lines in a row are one caption.
      quiet = line;
    } else {
      settleQuiet();
      if (kind === 'attack' && beats.at(-1)?.kind === 'note') beats.at(-1)!.kind = 'set';
      beat(kind, line, seed);
    }
  }
  settleQuiet();
  if (!moved && moves.length && !beats.some((each) => each.kind === 'battle')) {
    const told = beats.find((each) => each.kind === 'after');
    if (told) told.moves = moves;
    else beats.unshift({ kind: 'move', state: now, line: null, moves, card: null, own });
  }
  // An attack that is rolled for at once needs no card of its own.
  const fused = beats.filter((each, i) => !(each.kind === 'attack' && beats[i + 1]?.kind === 'battle'));
  const last = fused.map((each) => each.kind).lastIndexOf('battle');
  fused.forEach((each, i) => {
    if (i <= last) each.state = then;
  });
  // Counters that moved in a battle's wake travel with the first beat after it.
  if (last >= 0 && moves.length) {
    const next = fused[last + 1];
    if (next) next.moves = moves;
    else fused.push({ kind: 'move', state: now, line: null, moves, card: null, own });
  }
  if (!fused.length || fused.at(-1)!.state === then)
    fused.push({ kind: 'set', state: now, line: null, moves: [], card: null, own });
  return fused;
}

/** Whether something the player did is worth a film: dice, a battle, a turn that ends. */
export const isScene = (beats: readonly Beat[]): boolean =>
  beats.some(
    (each) =>
      each.kind === 'battle' || each.kind === 'turn' || (each.kind === 'note' && !!each.line?.dice?.length),
  );
