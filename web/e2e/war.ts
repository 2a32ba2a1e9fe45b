/** A whole war in a few seconds: every step of a game the computer played against itself, sent as a client would. */

import { expect, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replay, stepsOf } from './replay.mjs';
import { make, type Made } from './table';

const python = process.env['HEXFRONT_PYTHON'] ?? '../.venv/bin/python';
const env = { ...process.env, PYTHONPATH: process.env['PYTHONPATH'] ?? '../src' };

/** A finished match of one person's own. The dice are typed in, so that it is the same game every time. */
export async function war(
  page: Page,
  base: string,
  game: string,
  scenario: string,
  seed: number,
): Promise<Made> {
  const save = execFileSync(python, ['e2e/war.py', game, scenario, String(seed)], {
    env,
    maxBuffer: 64 << 20,
  }).toString();
  const { log } = JSON.parse(save) as { log: Parameters<typeof stepsOf>[0] };
  const seats = [...new Set(log.flatMap((entry) => entry.seat ?? []))].sort();
  const match = await make(page.request, base, Object.fromEntries(seats.map((id) => [id, { who: 'me' }])), {
    game,
    scenario,
    dice: 'physical',
  });
  await page.goto('/');
  await page.evaluate(replay, { id: match.id, seats, steps: stepsOf(log, match.seats[0]!.id) });
  return match;
}

/** A moment in a game that the computer played against itself (moments.py tells which there are), and who decides in it. */
export async function moment(
  page: Page,
  base: string,
  game: string,
  scenario: string,
  sort: string,
  from: number,
): Promise<Made & { seat: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'hexfront-moments-'));
  execFileSync(python, ['e2e/moments.py', game, scenario, folder, String(from)], { env });
  const file = readdirSync(folder).find((name) => name.startsWith(`${sort}.`))!;
  const answer = await page.request.post('/api/matches/import', {
    data: readFileSync(join(folder, file)),
    headers: { Origin: base, 'Content-Type': 'application/json' },
  });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return { ...((await answer.json()) as Made), seat: file.split('.')[1]! };
}
