/**
 * A guided game as data. A step points at something, says one thing, and is over when what it waits for happens.
 * Games can bring their own steps; without them a few general ones serve.
 */

import type { Legal, LogLine } from '../protocol/types';
import { strings } from './strings';

export interface TutorialStep {
  title: string;
  text: string;
  /** Where to point: a hex, a counter, or a part of the screen. */
  at?: string;
  piece?: string;
  part?: 'prompt' | 'log' | 'turns' | 'boxes' | 'overlays' | 'history' | 'selection';
  rule?: string;
  /** What ends the step: a click on "next", any action, an action of a kind, at a place, or a log line of a kind. */
  until?: {
    next?: boolean;
    acted?: boolean;
    kind?: string;
    at?: string;
    piece?: string;
    line?: string;
    turn?: number;
  };
}

export interface Moment {
  acted: boolean;
  last: Legal | null;
  lines: readonly LogLine[];
  turn: number;
}

/** Whether a step is over after what has just happened. */
export function isOver(step: TutorialStep, moment: Moment): boolean {
  const until = step.until ?? { next: true };
  if (until.turn !== undefined) return moment.turn >= until.turn;
  if (until.line) return moment.lines.some((line) => line.kind === until.line);
  if (!moment.acted) return false;
  const option = moment.last?.option;
  if (until.kind && (option?.kind ?? 'choose') !== until.kind) return false;
  if (until.at && option?.at !== until.at) return false;
  if (until.piece && option?.piece !== until.piece) return false;
  return Boolean(until.acted ?? until.kind ?? until.at ?? until.piece);
}

/** Steps from whatever a server offers; anything unreadable is left out. */
export function readTutorial(data: unknown): TutorialStep[] {
  const list = Array.isArray(data) ? data : ((data as { steps?: unknown } | null)?.steps ?? []);
  if (!Array.isArray(list)) return [];
  return list.filter(
    (each): each is TutorialStep =>
      typeof each === 'object' &&
      each !== null &&
      typeof (each as TutorialStep).title === 'string' &&
      typeof (each as TutorialStep).text === 'string',
  );
}

export const generalSteps: TutorialStep[] = [
  { ...strings.tutorial.prompt, part: 'prompt', until: { next: true } },
  { ...strings.tutorial.turns, part: 'turns', until: { next: true } },
  { ...strings.tutorial.map, until: { next: true } },
  { ...strings.tutorial.pick, until: { acted: true } },
  { ...strings.tutorial.undo, part: 'prompt', until: { next: true } },
  { ...strings.tutorial.overlays, part: 'overlays', until: { next: true } },
  { ...strings.tutorial.why, part: 'selection', until: { next: true } },
  { ...strings.tutorial.log, part: 'log', until: { next: true } },
  { ...strings.tutorial.done, part: 'prompt', until: { next: true } },
];
