/** A whole war in a few seconds: every step of a game the computer played against itself, sent as a client would. */

import type { Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { make, type Made } from './table';

const python = process.env['HEXFRONT_PYTHON'] ?? '../.venv/bin/python';

interface Entry {
  seat?: string;
  action?: unknown;
  roll?: unknown;
}

/** A finished match of one person's own. The dice are typed in, so that it is the same game every time. */
export async function war(
  page: Page,
  base: string,
  game: string,
  scenario: string,
  seed: number,
): Promise<Made> {
  const save = execFileSync(python, ['e2e/war.py', game, scenario, String(seed)], {
    env: { ...process.env, PYTHONPATH: process.env['PYTHONPATH'] ?? '../src' },
    maxBuffer: 64 << 20,
  }).toString();
  const { log } = JSON.parse(save) as { log: Entry[] };
  const seats = [...new Set(log.flatMap((entry) => entry.seat ?? []))].sort();
  const match = await make(page.request, base, Object.fromEntries(seats.map((id) => [id, { who: 'me' }])), {
    game,
    scenario,
    dice: 'physical',
  });
  const roller = match.seats[0]!.id;
  const steps = log.map((entry) =>
    entry.seat
      ? { seat: entry.seat, do: entry.action }
      : { seat: roller, do: { type: '$roll', words: [entry.roll].flat().map(String) } },
  );
  await page.goto('/');
  await page.evaluate(
    async ({ id, seats, steps }) => {
      interface Frame {
        t: string;
        ref?: string;
        code?: string;
        reason?: string;
        version?: number;
      }
      interface Line {
        socket: WebSocket;
        version: number;
        answer: Frame | null;
        wake: () => void;
      }
      const lines = new Map<string, Line>();
      for (const seat of seats) {
        const socket = new WebSocket(`ws://${location.host}/api/matches/${id}/socket`);
        const line: Line = { socket, version: -1, answer: null, wake: () => undefined };
        socket.onopen = () => socket.send(JSON.stringify({ t: 'hello', seat }));
        socket.onmessage = (event) => {
          const frame = JSON.parse(String(event.data)) as Frame;
          if (frame.t === 'state' || frame.t === 'change') line.version = frame.version ?? line.version;
          if (frame.ref) line.answer = frame;
          line.wake();
        };
        lines.set(seat, line);
      }
      const until = async (line: Line, test: () => boolean): Promise<void> => {
        while (!test()) await new Promise<void>((wake) => (line.wake = wake));
      };
      for (const line of lines.values()) await until(line, () => line.version >= 0);
      for (const [n, step] of steps.entries()) {
        const line = lines.get(step.seat)!;
        for (let tries = 0; ; tries++) {
          const ref = `${n}.${tries}`;
          line.socket.send(JSON.stringify({ t: 'act', do: step.do, version: line.version, ref }));
          await until(line, () => line.answer?.ref === ref);
          if (line.answer?.t === 'done') break;
          // What the other seat did has not arrived here yet: look again.
          if (line.answer?.code !== 'stale' || tries > 3) throw new Error(line.answer?.reason);
          line.version = -1;
          line.socket.send(JSON.stringify({ t: 'sync' }));
          await until(line, () => line.version >= 0);
        }
      }
      for (const line of lines.values()) line.socket.close();
    },
    { id: match.id, seats, steps },
  );
  return match;
}
