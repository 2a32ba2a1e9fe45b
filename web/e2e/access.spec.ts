import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { clickLit, firstChoice, make, myTurn, openMatch } from './table';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** No fault that axe can find. */
async function isAccessible(page: Page): Promise<void> {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const run = (window as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } }).axe;
    return (await run.run()).violations;
  });
  expect(
    found.map((each) => `${each.id}: ${each.nodes[0]?.html}\n${each.nodes[0]?.failureSummary}`),
    page.url(),
  ).toEqual([]);
}

for (const scheme of ['light', 'dark'] as const) {
  test(`no fault on any main page, ${scheme}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ colorScheme: scheme, bypassCSP: true, baseURL: baseURL! });
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.locator('[data-play-now]')).toBeVisible();
    await isAccessible(page);
    await page.goto('/new');
    await expect(page.locator('[data-start]')).toBeVisible();
    await isAccessible(page);
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await isAccessible(page);
    await page.goto('/rules/skirmish');
    await expect(page.locator('[data-case]').first()).toBeVisible();
    await isAccessible(page);
    await page.goto('/calculator/last_war?attacker_men=14&attacker_me=2&defender_men=4&defender_me=x');
    await expect(page.locator('[data-field="defender_me"] .bad')).toBeVisible();
    await isAccessible(page);
    await page.locator('#field-defender_me').fill('5');
    await expect(page.locator('[data-answer] .crt')).toBeVisible();
    await isAccessible(page);
    const match = await make(page.request, baseURL!, { blue: { who: 'me' }, red: { who: 'computer' } });
    await page.goto(`/report/${match.id}`);
    await expect(page.locator('iframe')).toBeVisible();
    await isAccessible(page);
    await openMatch(page, match.id);
    await myTurn(page);
    await firstChoice(page);
    await clickLit(page);
    await expect(page.locator('[data-cost]').first()).toBeVisible();
    await isAccessible(page);
    for (const tab of ['Rules', 'Chat', 'Notes', 'Match']) {
      await page.getByRole('tab', { name: tab }).click();
      await isAccessible(page);
    }
    const war = await make(
      page.request,
      baseURL!,
      { axis: { who: 'me' }, allies: { who: 'computer' } },
      { game: 'last_war', scenario: 'kursk' },
    );
    await openMatch(page, war.id);
    await isAccessible(page);
    await context.close();
  });
}

test('a page at phone size: the prompt is a sheet, panels are tabs, nothing runs off the side', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 760 },
    hasTouch: true,
    isMobile: true,
    baseURL: baseURL!,
  });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.locator('[data-play-now]')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  const match = await make(page.request, baseURL!, { blue: { who: 'me' }, red: { who: 'computer' } });
  await openMatch(page, match.id);
  await myTurn(page);
  await page.locator('.prompt .choices button').first().tap();
  await expect(page.locator('[data-ends]').first()).toBeVisible();
  const sheet = (await page.locator('.prompt').boundingBox())!;
  expect(sheet.width).toBeGreaterThan(370);
  expect(sheet.y).toBeGreaterThan(300);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(overflow).toBe(false);
  await page.getByRole('button', { name: 'Log', exact: true }).tap();
  await expect(page.getByRole('list', { name: 'Log' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).first().tap();
  const lit = page.locator('.counter.lit').first();
  await lit.tap();
  await expect(page.locator('[data-cost]').first()).toBeVisible();

  // A phase with a long name is shortened at its end, not cut at both.
  const minsk = await make(
    page.request,
    baseURL!,
    { axis: { who: 'me' }, soviet: { who: 'me' } },
    { game: 'turns_east', scenario: 'minsk' },
  );
  await openMatch(page, minsk.id);
  await page.locator('.phases [aria-current]').evaluate((each) => {
    each.textContent = 'Reinforcement and replacement';
  });
  const named = (await page.locator('.phases [aria-current]').boundingBox())!;
  const room = (await page.locator('.phases').boundingBox())!;
  expect(named.x).toBeGreaterThanOrEqual(room.x);
  expect(named.x + named.width).toBeLessThanOrEqual(room.x + room.width);

  // What belongs together stands in one line: a tick and its words, how a match stands and what can be done with it.
  await page.goto('/settings');
  for (const each of await page.locator('.tick').all()) {
    const line = (await each.boundingBox())!;
    const tick = (await each.locator('input').boundingBox())!;
    expect(tick.y + tick.height / 2).toBeCloseTo(line.y + line.height / 2, -1);
  }
  await page.goto('/');
  const mine = page.locator('li').filter({ has: page.locator(`a[href="/match/${match.id}"]`) });
  const standing = (await mine.locator('.standing').boundingBox())!;
  const away = (await mine.getByRole('button').boundingBox())!;
  expect(away.y).toBeLessThan(standing.y + standing.height);
  await context.close();
});
