/**
 * What the other side does, shown at a pace one can follow: counters travel, arrows stay for a moment, every battle has
 * its card. The newest position is always known; the film only says which one is on the screen.
 */

import type { LogLine, Piece, State } from '../protocol/types';
import { beatsOf, isScene, type Beat, type CardSeed } from './beats';
import { prefs } from './prefs.svelte';

export interface Card extends CardSeed {
  key: number;
  /** Lines that followed: losses, retreats, advances, towns taken. */
  after: LogLine[];
  /** Whether the dice have come to rest. */
  settled: boolean;
}

export interface Trail {
  key: number;
  piece: string;
  side: string;
  path: string[];
}

/** How long things are looked at, in milliseconds at ordinary speed. */
export const PACE = {
  leg: 170,
  march: 480,
  rest: 300,
  attack: 700,
  tumble: 650,
  battle: 2500,
  after: 800,
  turn: 1400,
  roll: 1200,
  note: 550,
  linger: 9000,
};
const TRAILS = 5;
/** So many beats behind, the film hurries a little. */
const BEHIND = 120;

export class Film {
  beat = $state.raw<Beat | null>(null);
  card = $state.raw<Card | null>(null);
  trails = $state.raw<Trail[]>([]);
  paused = $state(false);
  left = $state(0);
  /** Whether the past is played again, rather than what comes in now. */
  replaying = $state(false);
  /** How long a counter takes from hex to hex just now. */
  leg = $state(PACE.leg);

  readonly running = $derived(this.beat !== null);
  /** The words under the film. */
  readonly caption = $derived(this.beat?.line?.text ?? '');

  private queue: Beat[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;
  private settling: ReturnType<typeof setTimeout> | null = null;
  private count = 0;
  private replay = 0;
  /** Whether more of the past is on its way. */
  private feeding = false;
  /** Where a hex can be told from a box; all places are hexes until the board is known. */
  has: (at: string) => boolean = () => true;

  get mode(): 'all' | 'battles' | 'off' {
    return prefs.stored.film;
  }

  /** A change came in. Returns at once; what is worth showing is shown in its turn. */
  push(before: State, after: State, lines: readonly LogLine[], own: boolean): void {
    if (this.mode === 'off' || this.replaying) return;
    const beats = beatsOf(before, after, lines, own, this.has);
    const answers = this.card !== null && beats.some((each) => each.kind === 'after');
    if (own && !this.running && !isScene(beats) && !answers) {
      this.dismiss();
      return;
    }
    this.add(beats);
  }

  private add(beats: readonly Beat[]): void {
    this.queue.push(...beats);
    this.left = this.queue.length;
    if (!this.timer && !this.paused) this.next();
  }

  private next(): void {
    this.timer = null;
    for (;;) {
      const beat = this.queue.shift();
      this.left = this.queue.length;
      if (!beat) {
        if (!this.feeding) this.rest();
        return;
      }
      const wait = this.show(beat);
      if (wait > 0) {
        this.timer = setTimeout(() => this.next(), wait);
        return;
      }
    }
  }

  /** Puts a beat on the screen; how long it stays there. */
  private show(beat: Beat): number {
    const legs = this.legsFrom(beat);
    this.leg = Math.max(70, Math.min(PACE.leg, PACE.march / legs)) / this.speed;
    this.beat = beat;
    if (beat.moves.length) this.trail(beat);
    if (beat.card) this.open(beat);
    else if (beat.kind === 'after' && beat.line) this.append(beat.line);
    else if (beat.kind !== 'set' && beat.kind !== 'move') this.dismiss();
    else if (beat.kind === 'move' && this.card && !this.queue.some((each) => each.kind === 'after'))
      this.dismiss();
    return this.time(beat) / this.speed;
  }

  private get speed(): number {
    return prefs.stored.filmSpeed * (this.queue.length > BEHIND ? 1.5 : 1);
  }

  private time(beat: Beat): number {
    const quick = this.mode === 'battles';
    switch (beat.kind) {
      case 'set':
        return 0;
      case 'move': {
        if (quick || !beat.moves.length) return 0;
        const more = this.continues(beat);
        if (prefs.still) return more ? 0 : PACE.rest;
        const legs = Math.max(1, beat.moves[0]!.path.length - 1);
        return legs * this.leg * this.speed + (more ? 0 : PACE.rest);
      }
      case 'attack':
        return PACE.attack;
      case 'battle':
        return prefs.still ? PACE.battle - PACE.tumble : PACE.battle;
      case 'after':
        return this.card ? PACE.after : PACE.note;
      case 'turn':
        return PACE.turn;
      case 'note':
        if (beat.line?.dice?.length) return PACE.roll;
        return quick && !beat.line?.kind ? 0 : PACE.note;
    }
  }

  /** Whether the next beat goes on with the march of this one. */
  private continues(beat: Beat): boolean {
    const next = this.queue[0];
    return (
      beat.kind === 'move' &&
      next?.kind === 'move' &&
      (!next.moves.length ||
        (next.moves[0]!.piece === beat.moves[0]?.piece &&
          next.moves[0]!.path[0] === beat.moves[0]?.path.at(-1)))
    );
  }

  private legsFrom(beat: Beat): number {
    let legs = Math.max(1, (beat.moves[0]?.path.length ?? 2) - 1);
    const id = beat.moves[0]?.piece;
    for (const each of this.queue) {
      if (each.kind !== 'move' || (each.moves.length && each.moves[0]!.piece !== id)) break;
      legs += Math.max(0, (each.moves[0]?.path.length ?? 1) - 1);
    }
    return legs;
  }

  private trail(beat: Beat): void {
    let trails = this.trails;
    for (const move of beat.moves) {
      const old = trails.find((each) => each.piece === move.piece && each.path.at(-1) === move.path[0]);
      const path = old ? [...old.path, ...move.path.slice(1)] : move.path;
      trails = [...trails.filter((each) => each !== old), { ...move, key: old?.key ?? ++this.count, path }];
    }
    this.trails = trails.slice(-TRAILS);
  }

  private open(beat: Beat): void {
    const seed = beat.card!;
    const going = this.card;
    // The attack was declared a moment ago: its card is filled in.
    const same = going && !going.battle.result && going.line.at === seed.line.at;
    this.clearSettling();
    const rolls = !!seed.line.dice?.length && !prefs.still;
    this.card = {
      ...seed,
      attackers: seed.attackers.length ? seed.attackers : same ? going.attackers : [],
      key: same ? going.key : ++this.count,
      after: [],
      settled: !rolls,
    };
    if (rolls) this.settling = setTimeout(() => this.settle(), PACE.tumble / this.speed);
  }

  private settle(): void {
    if (this.card) this.card = { ...this.card, settled: true };
  }

  private append(line: LogLine): void {
    if (!this.card) return;
    this.card = { ...this.card, settled: true, after: [...this.card.after, line] };
  }

  /** Nothing more to show for now: the newest position is on the screen, the last card stays for a while. */
  private rest(): void {
    this.beat = null;
    this.paused = false;
    this.replaying = false;
    if (this.card) {
      this.settle();
      this.settling = setTimeout(() => this.dismiss(), PACE.linger);
    }
    this.trails = [];
  }

  private clearSettling(): void {
    if (this.settling) clearTimeout(this.settling);
    this.settling = null;
  }

  dismiss(): void {
    this.clearSettling();
    this.card = null;
  }

  toggle(): void {
    if (!this.beat) return;
    this.paused = !this.paused;
    if (!this.paused) this.next();
    else if (this.timer) {
      clearTimeout(this.timer);
      this.timer = null;
    }
  }

  /** On to the newest position. */
  skip(): void {
    this.replay += 1;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.queue = [];
    this.left = 0;
    this.feeding = false;
    this.dismiss();
    this.rest();
  }

  /** Plays the past again from a step on; positions are fetched a little ahead of what is shown. */
  async again(from: number, to: number, position: (n: number) => Promise<State | null>): Promise<void> {
    this.skip();
    const turn = this.replay;
    let before = await position(from);
    if (turn !== this.replay || !before) return;
    this.replaying = this.feeding = true;
    for (let n = from + 1; n <= to; n++) {
      const after: State | null = await position(n);
      if (turn !== this.replay) return;
      if (!after) break;
      const known = before.lines.at(-1)?.n ?? 0;
      this.add(
        beatsOf(
          before,
          after,
          after.lines.filter((line) => line.n > known),
          false,
          this.has,
        ),
      );
      before = after;
      // Not too far ahead: whoever skips has waited for nothing.
      while (this.queue.length > 60 && turn === this.replay) await new Promise((on) => setTimeout(on, 100));
      if (turn !== this.replay) return;
    }
    this.feeding = false;
    if (!this.timer && !this.paused) this.next();
  }
}

/** Names of some counters, as a sentence lists them. */
export const namesOf = (pieces: readonly Piece[]): string =>
  [...new Set(pieces.map((each) => each.name))].join(', ');
