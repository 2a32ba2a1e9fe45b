/** A room full of teams: its words, its clock, and forms that Control fills in. */

import type { Form, FormField } from '../protocol/schema';
import type { LogLine, SeatState } from '../protocol/types';

export const words = {
  desk: 'Control’s desk',
  display: 'Room display',
  map: 'Map',
  save: 'Save the whole game',
  roles: { leader: 'Leader', army: 'Army', air: 'Air', production: 'Production' } as Record<string, string>,
  yourRole: 'Your role in the team',
  team: 'Your team',
  teams: 'Teams',
  captain: 'Captain',
  here: 'here',
  away: 'away',
  invite: 'Bring someone into the team',
  makeCaptain: 'Make captain',
  takeOver: 'Take over as captain',
  letGo: 'Remove from the team',
  leave: 'Leave the team',
  dispute: 'Dispute something',
  disputeHint: 'Only Control and your team can read this.',
  send: 'Send to Control',
  waiting: 'Control is looking into it.',
  disputes: 'Disputes',
  noDisputes: 'Nothing is disputed.',
  openDisputes: (n: number) =>
    n === 1 ? 'One dispute is waiting for Control' : `${n} disputes are waiting for Control`,
  settle: 'Settle',
  ruling: 'Ruling',
  tellAll: 'Tell all teams',
  done: 'done',
  deciding: 'deciding',
  idle: 'not asked',
  computer: 'computer',
  empty: 'empty seat',
  standIn: 'Computer: this step',
  standInGood: 'Computer: for good',
  standInOff: 'No computer',
  free: 'Free the seat',
  force: 'Force done',
  forceAll: 'End the step for all',
  forced: 'The others are waiting.',
  clock: 'Clock',
  minutes: 'Minutes per step',
  forceAtEnd: 'End the step when time is up',
  start: 'Start',
  pause: 'Pause',
  goOn: 'Go on',
  anew: 'Restart',
  minuteMore: '+1 min',
  minuteLess: '−1 min',
  off: 'No clock',
  paused: 'paused',
  timeUp: 'Time is up',
  dice: 'Dice',
  diceWaiting: 'Waiting for dice',
  noDice: 'No roll is pending.',
  combats: 'Combats to come',
  yours: 'For you to decide',
  nothingYours: 'Nothing is waiting for you.',
  corrections: 'Correct',
  apply: 'Do it',
  why: 'Reason',
  hidden: 'Hidden from the teams',
  notYet: 'Corrections are possible only after the first roll and before the match is over.',
  noSuchPlace: 'There is no such hex.',
  log: 'What was done',
  correctRoll: 'Correct the roll',
  drop: 'Remove',
  back: 'Go back to before this',
  takeBack: 'Undo the correction',
  replayed: (kept: number, dropped: number) =>
    dropped
      ? `Later steps: ${kept} still stand, ${dropped} do not.`
      : `All later steps (${kept}) still stand.`,
  ruled: 'set by Control',
  results: 'Latest',
  noResults: 'Nothing has happened yet.',
  reasonNeeded: 'Give a reason.',
  noDesk: 'Only Control can use this desk.',
};

/** Seconds as a clock shows them. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const hours = Math.floor(whole / 3600);
  const rest = `${String(Math.floor((whole % 3600) / 60)).padStart(hours ? 2 : 1, '0')}:${String(whole % 60).padStart(2, '0')}`;
  return hours ? `${hours}:${rest}` : rest;
}

export type TeamStatus = 'done' | 'deciding' | 'idle';

/** Where a team stands in the step: those who are asked, and those who have said that they are done. */
export function statusOf(seat: string, deciders: readonly string[], finished: readonly string[]): TeamStatus {
  if (deciders.includes(seat)) return 'deciding';
  return finished.includes(seat) ? 'done' : 'idle';
}

/** Who has finished the step, as the game tells everyone. */
export function finishedOf(extra: Record<string, unknown> | undefined): string[] {
  const found = extra?.['done'];
  return Array.isArray(found) ? found.map(String) : [];
}

/** Lines worth a wall: battles, what was taken, what Control said; the latest first. */
export function headlines(lines: readonly LogLine[], most: number): LogLine[] {
  const worth = (line: LogLine) =>
    !!line.battle ||
    ['capture', 'combat', 'amend', 'advance', 'retreat'].includes(line.kind ?? '') ||
    (/^Control/.test(line.text) && !/the step is over for/.test(line.text));
  const found = lines.filter(worth);
  return (found.length >= 3 ? found : lines).slice(-most).reverse();
}

export const teamsOf = (seats: readonly SeatState[]): SeatState[] => seats.filter((seat) => !seat.control);

/** What stands in a form at first. */
export function startOf(field: FormField): unknown {
  if (field.kind === 'flag') return field.value === true;
  if (field.kind === 'number') return String(field.value ?? 1);
  if (field.kind === 'place' || field.kind === 'words') return '';
  const at = (field.choices ?? []).findIndex(([value]) => same(value, field.value));
  return Math.max(0, at);
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export type Filled = { ok: true; action: Record<string, unknown> } | { ok: false; field: string };

/** The action that a filled-in form makes, or the field that is not right yet. */
export function fill(form: Form, given: Record<string, unknown>, places: Record<string, number>): Filled {
  const action: Record<string, unknown> = { type: form.action, ...(form.fixed ?? {}) };
  for (const field of form.fields) {
    const entry = given[field.name] ?? startOf(field);
    switch (field.kind ?? 'choice') {
      case 'flag':
        action[field.name] = entry === true;
        break;
      case 'number': {
        const text = String(entry).trim();
        if (!/^\d{1,3}$/.test(text)) return { ok: false, field: field.name };
        action[field.name] = Number(text);
        break;
      }
      case 'place': {
        const text = String(entry).trim();
        if (!text && field.optional) {
          action[field.name] = field.value ?? -1;
          break;
        }
        const place = places[text];
        if (place === undefined) return { ok: false, field: field.name };
        action[field.name] = place;
        break;
      }
      case 'words': {
        const text = String(entry).trim();
        if (!text && !field.optional) return { ok: false, field: field.name };
        action[field.name] = text;
        break;
      }
      default: {
        const value = (field.choices ?? [])[Number(entry)]?.[0];
        if (value === undefined) return { ok: false, field: field.name };
        if (typeof value === 'object' && value !== null) Object.assign(action, value);
        else action[field.name] = value;
      }
    }
  }
  return { ok: true, action };
}
