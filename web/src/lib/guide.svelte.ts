/** Leads a newcomer through the first game: the current step, what it points at, and when it is over. */

import { api } from '../protocol/http';
import type { Play } from './play.svelte';
import { prefs } from './prefs.svelte';
import type { Session } from './session.svelte';
import { generalSteps, isOver, readTutorial, type TutorialStep } from './tutorial';

const STORE = 'hexfront.teach';

/** Marks a match as one to be taught; the match page picks it up. */
export function teach(match: string): void {
  try {
    sessionStorage.setItem(STORE, match);
  } catch {
    // Without storage the game simply starts untaught.
  }
}

export class Guide {
  steps = $state.raw<TutorialStep[]>([]);
  n = $state(0);
  readonly step = $derived(this.steps[this.n] ?? null);

  private begun = false;
  private seenLine = 0;
  private seenPlan = 0;

  constructor(
    private readonly session: Session,
    private readonly play: Play,
  ) {}

  readonly taught = (): boolean => {
    try {
      return sessionStorage.getItem(STORE) === this.session.id;
    } catch {
      return false;
    }
  };

  async begin(): Promise<void> {
    const game = this.session.info?.game;
    if (!game || this.begun || !this.taught()) return;
    this.begun = true;
    let own: TutorialStep[] = [];
    try {
      own = readTutorial(await api.tutorial(game));
    } catch {
      own = [];
    }
    this.seenPlan = this.session.acted;
    this.steps = own.length ? own : generalSteps;
    this.n = 0;
  }

  /** Where on the map to point now. */
  readonly pointer = $derived.by(() => {
    const step = this.step;
    if (step) {
      if (step.at) return step.at;
      if (step.piece) return this.play.pieces.get(step.piece)?.at ?? null;
      if (step.until?.acted && !this.play.selected.length) return this.play.stops[0] ?? null;
      return null;
    }
    // First visit: point at one counter until something has been done.
    if (!prefs.stored.tips || this.session.isPast || (this.session.live?.of ?? 1) > 0) return null;
    return this.play.selected.length ? null : (this.play.stops[0] ?? null);
  });

  check(): void {
    const live = this.session.live;
    const step = this.step;
    if (!live || !step) return;
    const lines = live.lines.filter((line) => line.n > this.seenLine);
    const acted = this.session.acted > this.seenPlan;
    const over = isOver(step, { acted, last: this.play.last, lines, turn: live.view.turn ?? 0 });
    if (over) this.next();
  }

  next(): void {
    this.n += 1;
    this.seenPlan = this.session.acted;
    this.seenLine = this.session.live?.lines.at(-1)?.n ?? 0;
    if (!this.step) this.stop();
  }

  stop(): void {
    this.steps = [];
    try {
      sessionStorage.removeItem(STORE);
    } catch {
      // Nothing was stored.
    }
  }
}
