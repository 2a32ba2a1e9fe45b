/** What there is to look at, drawn: every scene of five games at three sizes, light and dark, and sheets of them.
 *
 *   node scripts/pictures.mjs OUT [--only PATTERN] [--size PATTERN]
 *
 * Starts a server of its own. HEXFRONT_PYTHON and PYTHONPATH say which code it serves, so that two versions can be
 * looked at side by side. PATTERN is looked for in SCENE-GAME; the moments and the pictures that are not drawn again
 * stay in OUT. docs/guides/looked-at.md says what was seen. */

import { chromium } from 'playwright-core';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { GAMES, PLAIN, SCENES } from './scenes.mjs';
import { sheets } from './sheets.mjs';
import { Stage } from './stage.mjs';

const [out, ...flags] = process.argv.slice(2);
if (!out || out.startsWith('--'))
  throw new Error(
    'Say where the pictures go: node scripts/pictures.mjs OUT [--only PATTERN] [--size PATTERN]',
  );
const given = (flag) => new RegExp(flags.includes(flag) ? flags[flags.indexOf(flag) + 1] : '.');
const [only, which] = [given('--only'), given('--size')];

const SIZES = {
  1440: { viewport: { width: 1440, height: 900 } },
  1920: { viewport: { width: 1920, height: 1080 } },
  390: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

mkdirSync(out, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.HEXFRONT_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
const stage = await Stage.begin(browser, out);

/** The scene at one size; the colours change on the open page. */
async function draw(scene, game, size) {
  const name = `${scene.name}-${game ?? 'all'}`;
  const context = await browser.newContext({
    ...SIZES[size],
    baseURL: stage.base,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    storageState: await stage.storage(scene.prefs ?? {}),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  try {
    await scene.run(page, stage, game, size === '390');
  } catch (error) {
    faults.push(String(error).split('\n')[0]);
  }
  for (const colour of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: colour });
    // The pictures of the map come from a worker, and may take a while on a busy machine.
    await page
      .waitForFunction((is) => {
        const sharp = document.querySelector('canvas.sharp');
        return !sharp || sharp.dataset.painted === is;
      }, colour)
      .catch(() => faults.push('the map was not painted'));
    await page.waitForTimeout(900);
    await page.screenshot({ path: join(out, `${name}-${size}-${colour}.png`) });
  }
  await stage.clear();
  for (const fault of faults) console.log(`${name}-${size}: ${fault}`);
  await context.close();
}

for (const size of Object.keys(SIZES).filter((each) => which.test(each))) {
  for (const scene of PLAIN) if (only.test(`${scene.name}-all`)) await draw(scene, null, size);
  for (const scene of SCENES)
    for (const game of scene.games ?? Object.keys(GAMES))
      if (only.test(`${scene.name}-${game}`)) await draw(scene, game, size);
}
await sheets(
  browser,
  out,
  [...PLAIN, ...SCENES].map((each) => each.name),
);
await browser.close();
stage.end();
