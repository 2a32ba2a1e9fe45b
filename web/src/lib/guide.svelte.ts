/** Leads a newcomer through the first game: the current step, what it points at, and when it is over. */

import { api } from '../protocol/http';
import type { Play } from './play.svelte';
import { prefs } from './prefs.svelte';
import type { State } from '../protocol/types';
import type { Session } from './session.svelte';
import { fits, generalSteps, isOver, nextStep, type TutorialStep } from './tutorial';

const STORE = 'hexfront.teach';
/** What a step that belongs to the end of the game waits for. */
const OVER = 'over';

interface Kept {
  shown: number[];
  earned: [number, number][];
  stand: number;
}

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
  n = $state(-1);
  readonly step = $derived(this.steps[this.n] ?? null);

  private begun = false;
  private shown = new Set<number>();
  /** Steps that an action ended, and how many actions stood then: what is taken back is to be done again. */
  private earned = new Map<number, number>();
  private seenLine = 0;
  private seenDeeds = 0;
  /** Actions that stood when the page was loaded. */
  private before = 0;
  private seenVersion = 0;

  constructor(
    private readonly session: Session,
    private readonly play: Play,
  ) {}

  /** How many of the person's actions stand. */
  private get stand(): number {
    return this.before + this.session.standing;
  }

  private get rule(): string {
    if (this.session.live?.result) return OVER;
    return this.session.mayAct ? (this.session.live?.prompt?.rule ?? '') : '';
  }

  private taught(): boolean {
    try {
      return sessionStorage.getItem(STORE) === this.session.id;
    } catch {
      return false;
    }
  }

  /** How far the lesson has come: it goes on there after the page was closed or loaded anew. */
  private keep(): void {
    const kept: Kept = { shown: [...this.shown], earned: [...this.earned], stand: this.stand };
    try {
      sessionStorage.setItem(`${STORE}.${this.session.id}`, JSON.stringify(kept));
    } catch {
      // Without storage the lesson begins again.
    }
  }

  private recall(): void {
    try {
      const kept = JSON.parse(sessionStorage.getItem(`${STORE}.${this.session.id}`) ?? '{}') as Partial<Kept>;
      this.shown = new Set(kept.shown);
      this.earned = new Map(kept.earned);
      this.before = (kept.stand ?? 0) - this.session.standing;
    } catch {
      this.shown.clear();
      this.earned.clear();
    }
  }

  async begin(): Promise<void> {
    const game = this.session.info?.game;
    if (!game || this.begun || !this.taught()) return;
    this.begun = true;
    let own: TutorialStep[] = [];
    try {
      own = (await api.tutorial(game)).steps ?? [];
    } catch {
      own = [];
    }
    this.steps = own.length ? own : generalSteps;
    this.recall();
    this.show();
  }

  /** Begins the lesson in a match that is already open. */
  start(): void {
    teach(this.session.id);
    this.begun = false;
    this.shown.clear();
    this.earned.clear();
    this.keep();
    void this.begin();
  }

  /** Whether this match is being taught, or will be as soon as its steps are here. */
  get teaches(): boolean {
    return this.steps.length > 0 || this.taught();
  }

  /** Where on the map to point now. */
  readonly pointer = $derived.by(() => {
    const step = this.step;
    if (step) {
      if (step.at) return step.at;
      if (step.piece) return this.play.pieces.get(step.piece)?.at ?? null;
      if (step.until?.acted && !step.part && !this.play.selected.length) return this.play.stops[0] ?? null;
      return null;
    }
    // First visit: point at one counter until something has been done.
    if (!prefs.stored.tips || this.steps.length || this.session.isPast || (this.session.live?.of ?? 1) > 0)
      return null;
    return this.play.selected.length ? null : (this.play.stops[0] ?? null);
  });

  /** A part of the screen to mark. */
  readonly part = $derived(this.step?.part ?? '');

  check(): void {
    const live = this.session.live;
    if (!live || !this.steps.length) return;
    this.takeBack();
    // What was taken back waits for its prompt, and comes before whatever is shown meanwhile.
    const first = nextStep(this.steps, this.shown, this.rule);
    if (first >= 0 && first < this.n) this.show();
    const step = this.step;
    if (!step) this.show();
    else this.weigh(step, live);
    this.keep();
  }

  private weigh(step: TutorialStep, live: State): void {
    // A position may come before word of the action that led to it: that action was not an answer to this step.
    if (live.version <= this.seenVersion) this.seenDeeds = this.session.deeds.length;
    const lines = live.lines.filter((line) => line.n > this.seenLine);
    const turn = live.view.turn ?? 0;
    const deeds = this.session.deeds.slice(this.seenDeeds);
    const ended = deeds.findIndex((option) => isOver(step, { acted: true, last: { option }, lines, turn }));
    const over = ended >= 0 || isOver(step, { acted: false, last: null, lines, turn });
    // A step about a prompt that has gone by is gone by as well.
    const missed = (deeds.length > 0 || this.rule === OVER) && this.rule !== '' && !fits(step, this.rule);
    if (ended >= 0) this.earned.set(this.n, this.stand);
    if (!over && !missed) return;
    const left = ended >= 0 ? deeds.length - ended - 1 : 0;
    this.next();
    // One move can be what several steps wait for.
    if (left && this.step) {
      this.seenDeeds = this.session.deeds.length - left;
      this.seenVersion = live.version - 1;
      this.weigh(this.step, live);
    }
  }

  private takeBack(): void {
    const undone = [...this.earned].filter(([, then]) => this.stand < then).map(([i]) => i);
    if (!undone.length) return;
    for (const i of undone) {
      this.earned.delete(i);
      this.shown.delete(i);
    }
    this.keep();
    this.show();
  }

  private show(): void {
    this.n = nextStep(this.steps, this.shown, this.rule);
    this.seenDeeds = this.session.deeds.length;
    this.seenVersion = this.session.live?.version ?? 0;
    this.seenLine = this.session.live?.lines.at(-1)?.n ?? 0;
  }

  next(): void {
    if (this.n >= 0) this.shown.add(this.n);
    this.keep();
    if (this.shown.size >= this.steps.length) this.stop();
    else this.show();
  }

  stop(): void {
    this.steps = [];
    this.n = -1;
    try {
      sessionStorage.removeItem(STORE);
    } catch {
      // Nothing was stored.
    }
  }
}
