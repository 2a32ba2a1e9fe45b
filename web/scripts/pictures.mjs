/** Pictures of every game at three sizes, light and dark: node scripts/pictures.mjs OUT [--only PATTERN]
 *
 * Starts a server of its own. HEXFRONT_PYTHON and PYTHONPATH say which code it serves, so that two versions can be
 * looked at side by side. */

import { chromium } from 'playwright-core';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [out, flag, pattern] = process.argv.slice(2);
if (!out) throw new Error('Say where the pictures go: node scripts/pictures.mjs OUT [--only PATTERN]');
const only = new RegExp(flag === '--only' ? pattern : '.');
const python = process.env.HEXFRONT_PYTHON ?? '../.venv/bin/python';
const env = { ...process.env, HEXFRONT_RATE: '0', PYTHONPATH: process.env.PYTHONPATH ?? '../src' };
const port = Number(process.env.HEXFRONT_E2E_PORT ?? 8397);
const base = `http://127.0.0.1:${port}`;

const SIZES = {
  laptop: { viewport: { width: 1440, height: 900 } },
  desk: { viewport: { width: 1920, height: 1080 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const wanted = (name) =>
  Object.keys(SIZES).some((size) => only.test(`${name}-${size}-light`) || only.test(`${name}-${size}-dark`));
const MATCHES = [
  ['turns_east', 'minsk'],
  ['turns_east', 'barbarossa'],
  ['motherland', 'uranus'],
  ['motherland', 'campaign'],
  ['last_war', 'kursk'],
  ['last_war', 'europe'],
  ['lebensraum', 'invasion'],
  ['lebensraum', 'war'],
  ['leaders_in_flames', 'barbarossa'],
];

mkdirSync(out, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'hexfront-pictures-'));
const server = spawn(
  python,
  ['-m', 'hexfront', 'serve', '--port', String(port), '--database', join(folder, 'pictures.sqlite')],
  { env, stdio: 'ignore' },
);
process.on('exit', () => server.kill());
for (let tries = 0; ; tries++) {
  if (
    await fetch(`${base}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    )
  )
    break;
  if (tries > 150) throw new Error('the server did not come up');
  await new Promise((done) => setTimeout(done, 200));
}

const browser = await chromium.launch({
  executablePath: process.env.HEXFRONT_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});

/** A game of the computer against itself, stopped in the middle; kept, for it takes a while. */
function save(game, scenario, part) {
  const file = join(out, `${game}-${scenario}.json`);
  if (!existsSync(file))
    writeFileSync(
      file,
      execFileSync(python, ['e2e/war.py', game, scenario, '7', String(part)], { env, maxBuffer: 64 << 20 }),
    );
  return readFileSync(file);
}

const storage = (prefs) => ({
  cookies: [],
  origins: [{ origin: base, localStorage: [{ name: 'hexfront.prefs', value: JSON.stringify(prefs) }] }],
});
const quiet = { film: 'off', briefings: false, warnings: false, tips: false };
const host = await browser.newContext({ baseURL: base, storageState: storage(quiet) });
const made = await host.newPage();
await made.goto('/');
const post = async (path, data) => {
  const answer = await made.request.post(path, {
    data,
    headers: { Origin: base, 'Content-Type': 'application/json' },
  });
  if (answer.status() > 299) throw new Error(await answer.text());
  return answer.json();
};

const views = [
  ['lobby', '/'],
  ['new', '/new/motherland'],
];
for (const [game, scenario] of MATCHES) {
  const name = `${game}-${scenario}`;
  if (!wanted(`${name}-start`) && !wanted(`${name}-middle`)) continue;
  try {
    const info = await (await made.request.get(`/api/games/${game}/seats?scenario=${scenario}`)).json();
    const seats = Object.fromEntries(info.map((seat) => [seat.id, { who: 'me' }]));
    views.push([`${name}-start`, `/match/${(await post('/api/matches', { game, scenario, seats })).id}`]);
    const half = await post('/api/matches/import', save(game, scenario, 0.45));
    views.push([`${name}-middle`, `/match/${half.id}`]);
  } catch (error) {
    console.log(`${name}: ${String(error).slice(0, 160)}`);
  }
}

for (const [size, device] of Object.entries(SIZES))
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({
      ...device,
      baseURL: base,
      colorScheme,
      reducedMotion: 'reduce',
      storageState: { ...(await host.storageState()), ...storage(quiet), cookies: await host.cookies() },
    });
    for (const [name, path] of views) {
      if (!only.test(`${name}-${size}-${colorScheme}`)) continue;
      const page = await context.newPage();
      await page.goto(path);
      const take = page.locator('[data-handover] button').first();
      if (path.startsWith('/match')) {
        await page
          .locator('.counter')
          .first()
          .waitFor()
          .catch(() => console.log(`${name}: no counters`));
        if (await take.count()) await take.click();
      }
      // The pictures of the map come from a worker, and may take a while on a busy machine.
      if (path.startsWith('/match'))
        await page.waitForFunction(() =>
          [...document.querySelectorAll('canvas')].every((each) => each.width > 300 && each.height > 200),
        );
      await page.waitForTimeout(1200);
      await page.screenshot({ path: join(out, `${name}-${size}-${colorScheme}.png`) });
      await page.close();
    }
    await context.close();
  }
await browser.close();
server.kill();
