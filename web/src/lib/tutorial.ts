/**
 * A guided game as data. A step says one thing, may point at something, and is over when what it waits for happens.
 * Rules modules can bring their own steps; without them a few general ones serve.
 */

import type { LogLine, TutorialStep } from '../protocol/types';
import type { Deed } from './session.svelte';
import { strings } from './strings';

export type { TutorialStep };

export interface Moment {
  acted: boolean;
  last: { option: Deed } | null;
  lines: readonly LogLine[];
  turn: number;
}

/** Whether a step is over after what has just happened. */
export function isOver(step: TutorialStep, moment: Moment): boolean {
  const until = step.until ?? {};
  if (until.turn) return moment.turn >= until.turn;
  if (until.line) return moment.lines.some((line) => line.kind === until.line);
  if (!moment.acted) return false;
  const option = moment.last?.option;
  if (until.kind && (option?.kind ?? 'choose') !== until.kind) return false;
  if (until.at && option?.at !== until.at) return false;
  if (until.piece && option?.piece !== until.piece) return false;
  return Boolean(until.acted || until.kind || until.at || until.piece);
}

/** A step that only a click on "next" ends. */
export const byNext = (step: TutorialStep): boolean => {
  const { acted, kind, at, piece, line, turn } = step.until ?? {};
  return !(acted || kind || at || piece || line || turn);
};

/** Whether a step may be shown under this prompt: one that waits for a case is shown only there. */
export const fits = (step: TutorialStep, rule: string): boolean =>
  !step.when || step.when.split(' ').some((each) => rule.startsWith(each));

/** The first step not yet shown that fits the prompt. */
export function nextStep(steps: readonly TutorialStep[], shown: ReadonlySet<number>, rule: string): number {
  return steps.findIndex((step, i) => !shown.has(i) && fits(step, rule));
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
