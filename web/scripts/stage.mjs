/** A server with matches to look at, and the one person whom all of them belong to. */

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replay, stepsOf } from '../e2e/replay.mjs';

const python = process.env.HEXFRONT_PYTHON ?? '../.venv/bin/python';
const env = { ...process.env, HEXFRONT_RATE: '0', PYTHONPATH: process.env.PYTHONPATH ?? '../src' };
const port = Number(process.env.HEXFRONT_E2E_PORT ?? 8397);
const QUIET = { film: 'off', briefings: false, warnings: false, tips: false };

export class Stage {
  base = `http://127.0.0.1:${port}`;

  static async begin(browser, out) {
    const stage = new Stage();
    stage.out = out;
    const database = join(mkdtempSync(join(tmpdir(), 'hexfront-pictures-')), 'pictures.sqlite');
    stage.server = spawn(
      python,
      ['-m', 'hexfront', 'serve', '--port', String(port), '--database', database],
      { env, stdio: 'ignore' },
    );
    process.on('exit', () => stage.end());
    for (let tries = 0; ; tries++) {
      const up = await fetch(`${stage.base}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (up) break;
      if (tries > 300) throw new Error('the server did not come up');
      await new Promise((done) => setTimeout(done, 200));
    }
    stage.host = await browser.newContext({ baseURL: stage.base });
    stage.made = await stage.host.newPage();
    await stage.made.goto('/');
    // Whoever makes a match is known from then on, by a cookie.
    const first = await stage.match('turns_east', 'minsk', { soviet: { who: 'computer', level: 'staff' } });
    stage.kept = first.id;
    return stage;
  }

  end() {
    this.server?.kill();
  }

  /** Who the host is, and what they prefer: a match is neither introduced nor filmed unless a scene wants it. */
  async storage(prefs) {
    const value = JSON.stringify({ ...QUIET, ...prefs });
    return {
      cookies: await this.host.cookies(),
      origins: [{ origin: this.base, localStorage: [{ name: 'hexfront.prefs', value }] }],
    };
  }

  async post(path, data) {
    const answer = await this.made.request.post(path, {
      data,
      headers: { Origin: this.base, 'Content-Type': 'application/json' },
    });
    if (answer.status() > 299) throw new Error(await answer.text());
    return answer.json();
  }

  /** Ends what the last scene began: a guest may only have so many matches at once. */
  async clear() {
    const answer = await this.made.request.get('/api/matches?scope=mine');
    for (const { id } of await answer.json())
      if (id !== this.kept)
        await this.made.request.delete(`/api/matches/${id}`, { headers: { Origin: this.base } });
  }

  /** A new match; every seat is the host's unless it is given away. */
  async match(game, scenario, given = {}, more = {}) {
    const seats = await (await this.made.request.get(`/api/games/${game}/seats?scenario=${scenario}`)).json();
    const mine = Object.fromEntries(
      seats.map((seat) => [seat.id, seat.control ? { who: 'none' } : { who: 'me' }]),
    );
    return this.post('/api/matches', { game, scenario, seats: { ...mine, ...given }, ...more });
  }

  /** A moment in a game that the computer played against itself: its save, and the seat that decides. */
  saved(game, scenario, from, sort) {
    const folder = join(this.out, 'moments', game);
    if (!existsSync(folder))
      execFileSync(python, ['e2e/moments.py', game, scenario, folder, String(from)], { env });
    const file = readdirSync(folder).find((name) => name.startsWith(`${sort}.`));
    if (!file) throw new Error(`no moment "${sort}"`);
    return { save: readFileSync(join(folder, file)), seat: file.split('.')[1] };
  }

  async moment(game, scenario, from, sort) {
    const { save, seat } = this.saved(game, scenario, from, sort);
    return `/match/${(await this.post('/api/matches/import', save)).id}?seat=${seat}`;
  }

  /** The same, but every step was played here: what happened since the seat last acted is known. */
  async played(game, scenario, from, sort) {
    const { save, seat } = this.saved(game, scenario, from, sort);
    const { log } = JSON.parse(save);
    const match = await this.match(game, scenario, {}, { dice: 'physical' });
    const seats = [...new Set(log.flatMap((entry) => entry.seat ?? []))];
    await this.made.evaluate(replay, { id: match.id, seats, steps: stepsOf(log, match.seats[0].id) });
    return `/match/${match.id}?seat=${seat}`;
  }
}
