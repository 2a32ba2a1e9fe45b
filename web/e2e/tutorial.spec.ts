import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { clickHex, clickLit, litNow, shop } from './table';

interface Step {
  title: string;
  text: string;
  until?: Record<string, unknown>;
}
function lesson(game: string): Step[] {
  const file = new URL(`../../src/hexfront/games/${game}/tutorial.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { steps: Step[] }).steps;
}

const tip = (page: Page) => page.locator('[data-tip]');

/** Clicks the first hex lit in a way that no panel covers; false when there is none. */
async function clickLight(page: Page, kind: string): Promise<boolean> {
  const paths = page.locator(`path.light.${kind}:not([data-aimed])`);
  const at = await paths.evaluateAll((all) => {
    for (const path of all as SVGPathElement[])
      for (const hex of (path.getAttribute('d') ?? '').split(/z/i).filter(Boolean)) {
        const numbers = (hex.match(/-?[\d.]+/g) ?? []).map(Number);
        const xs = numbers.filter((_, i) => i % 2 === 0);
        const ys = numbers.filter((_, i) => i % 2 === 1);
        const point = path.ownerSVGElement!.createSVGPoint();
        point.x = (Math.min(...xs) + Math.max(...xs)) / 2;
        point.y = (Math.min(...ys) + Math.max(...ys)) / 2;
        const { x, y } = point.matrixTransform(path.getScreenCTM()!);
        if (document.elementFromPoint(x, y)?.closest('[role=application]')) return { x, y };
      }
    return null;
  });
  if (at) await page.mouse.click(at.x, at.y);
  return at !== null;
}

/** Goes to the first green hex that no panel and no counter covers. */
async function clickReach(page: Page): Promise<void> {
  const at = await page.locator('[data-cost]').evaluateAll((all) => {
    for (const each of all) {
      const box = each.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y - box.height / 2];
      const there = document.elementFromPoint(x, y);
      if (there?.closest('[role=application]') && !there.closest('.counter')) return { x, y };
    }
    return null;
  });
  if (!at) throw new Error('no green hex is in sight');
  await page.mouse.click(at.x, at.y);
}

/** One thing a newcomer would do who does what the tip and the prompt say. */
async function doWhatIsSaid(page: Page, tried: Map<string, number>): Promise<void> {
  const has = async (selector: string) => (await page.locator(selector).count()) > 0;
  const button = (name: RegExp) => page.locator('.prompt').getByRole('button', { name });
  // Several counters in one hex: the menu's first line takes them all.
  if (await has('[role=menu]')) return page.locator('[role=menu] [role=menuitem]').first().click();
  if (await button(/Keep the Army Group/).count()) return button(/Keep the Army Group/).click();
  if (await has('.prompt [data-kind="commit"]')) return page.locator('.prompt [data-kind="commit"]').click();
  if (await has('[data-shop]')) return shop(page);
  if (await has('.prompt .choices button')) return page.locator('.prompt .choices button').first().click();
  const said =
    (await tip(page)
      .textContent({ timeout: 200 })
      .catch(() => '')) ?? '';
  if (/Choose a victim/.test(said) && (await clickLight(page, 'target'))) return;
  // What may be done more than once is done twice at most.
  const asked = (await page.locator('.prompt .text').textContent()) ?? '';
  const often = (tried.get(asked) ?? 0) + 1;
  tried.set(asked, often);
  if (often < 3 || !(await has('[data-ends]')))
    for (const kind of ['advance', 'retreat', 'place', 'choose']) if (await clickLight(page, kind)) return;
  const wantsMove = /Move first/.test(said) || !(await has('[data-ends]'));
  if (wantsMove && (await has('.counter.lit'))) {
    if (!(await has('[data-cost]'))) await clickLit(page);
    await page.waitForTimeout(200);
    const lit = await litNow(page);
    if (lit.length) await clickHex(page, lit[0]!);
    return;
  }
  if (await has('[data-ends]')) return page.locator('[data-ends]').first().click();
}

test('the guided first game, from the first page to its last step, by doing what it says', async ({
  page,
}) => {
  test.setTimeout(90_000);
  const steps = lesson('turns_east');
  await page.goto('/');
  await page.locator('[data-teach]').click();
  await expect(tip(page)).toBeVisible();

  const seen = new Set<string>();
  let actions = 0;
  const tried = new Map<string, number>();
  for (let i = 0; i < 300; i++) {
    // The prompt first, then the tip that belongs to it: a newcomer reads before doing.
    const mine = (await page.locator('.prompt .text:not(.wait)').count()) > 0;
    await page.waitForTimeout(120);
    const title =
      (await tip(page)
        .locator('h2')
        .textContent({ timeout: 150 })
        .catch(() => '')) ?? '';
    if (title) seen.add(title);
    if (title === steps.at(-1)!.title) break;
    // The tip may have changed since it was read; only what was read is left behind.
    const next = tip(page).filter({ hasText: title }).locator('button.primary');
    if (title && (await next.count())) await next.click({ timeout: 1000 }).catch(() => undefined);
    else if (mine) {
      await doWhatIsSaid(page, tried);
      actions += 1;
    }
  }
  await expect(page.locator('.outcome')).toBeVisible();
  // These come in any game; the others need a prompt that the dice or the enemy may not bring.
  for (const part of [
    'Welcome',
    'One line',
    'map is yours',
    'Orders are',
    'Give the order',
    'Move first',
    'victim',
  ])
    expect([...seen].join('\n')).toContain(part);
  expect(seen.size).toBeGreaterThan(10);

  // What there is to read, at an unhurried 180 words a minute, and ten seconds for each thing to do.
  const words = steps
    .map((step) => `${step.title} ${step.text}`)
    .join(' ')
    .split(/\s+/).length;
  const minutes = words / 180 + (actions * 10) / 60;
  console.log(
    `guided first game: ${seen.size} steps, ${words} words, ${actions} actions, about ${minutes.toFixed(1)} minutes`,
  );
  expect(minutes).toBeLessThan(15);

  await tip(page).getByRole('button').first().click();
  await expect(tip(page)).toHaveCount(0);
  await page.locator('.outcome').getByRole('link', { name: 'After-action report' }).click();
  const report = page.frameLocator('iframe');
  await expect(report.getByRole('heading', { name: /turn by turn/ }).first()).toBeAttached();
  expect(await report.locator('svg, img').count()).toBeGreaterThanOrEqual(3); // a curve, and a map for each turn
});

/** What the tip says is ended by doing it: goes on until a step is reached, and tells which were shown. */
async function learn(page: Page, last: string): Promise<string[]> {
  const seen: string[] = [];
  for (let i = 0; i < 400; i++) {
    const mine = (await page.locator('.prompt .text:not(.wait)').count()) > 0;
    await page.waitForTimeout(120);
    const title =
      (await tip(page)
        .locator('h2')
        .textContent({ timeout: 150 })
        .catch(() => '')) ?? '';
    if (title && seen.at(-1) !== title) {
      seen.push(title);
      if (title === last) break;
    }
    const next = tip(page).filter({ hasText: title }).locator('button.primary');
    if (title && (await next.count())) await next.click({ timeout: 1000 }).catch(() => undefined);
    else if (mine) await obey(page);
  }
  return seen;
}

/** One action a newcomer could take: a button of the prompt, or what is lit, and in the end whatever ends it. */
async function obey(page: Page): Promise<void> {
  const has = async (selector: string) => (await page.locator(selector).count()) > 0;
  const click = (selector: string) =>
    page
      .locator(selector)
      .first()
      .click({ timeout: 1500 })
      .catch(() => undefined);
  const said = (await page.locator('.prompt .text').textContent()) ?? '';
  if (await has('[role=menu]')) return click('[role=menu] [role=menuitem]');
  if (await has('.prompt [data-kind="commit"]')) return click('.prompt [data-kind="commit"]');
  if (/enemy hex to attack|hex to attack from|a hex to attack/.test(said) && !(await has('[data-tried]'))) {
    await page.evaluate(() => (document.body.dataset['tried'] = 'yes'));
    for (const kind of ['target', 'pick']) if (await clickLight(page, kind)) return;
  }
  if (/Attack which hex/.test(said) && (await clickLight(page, 'target'))) return;
  if (/Choose units to attack/.test(said)) return clickLit(page);
  if (await has('[data-ends]')) return click('[data-ends]');
  if (await has('.prompt .choices button')) return click('.prompt .choices button');
  if (await has('.prompt .all li button')) return click('.prompt .all li button');
  for (const kind of ['place', 'retreat', 'advance', 'choose', 'loss'])
    if (await clickLight(page, kind)) return;
  if (await has('.counter.lit')) return clickLit(page);
}

for (const [game, last, moves] of [
  ['motherland', 'Exploitation', 'Move the spearhead'],
  ['last_war', 'August', 'Send resources'],
  ['leaders_in_flames', 'On your own', 'March'],
] as const)
  test(`the lesson of ${game} is learned by doing, survives a reload, and goes back with an undo`, async ({
    page,
  }) => {
    test.setTimeout(150_000);
    await page.goto('/');
    await page.locator(`[data-lesson="${game}"]`).click();
    await expect(tip(page)).toBeVisible();
    const steps = lesson(game);
    const at = steps.findIndex((each) => each.title === moves);
    const before = await learn(page, moves);
    expect(before).toContain(moves);

    // Done, and taken back: it is to be done again. Done: the next step, after a reload too.
    const act = async () => {
      if (game === 'last_war') {
        // Turning to a hex is not yet sending anything there.
        await clickLight(page, 'pick');
        const add = page.locator('.prompt').getByRole('button', { name: /^Add/ }).first();
        await expect(add).toBeVisible();
        await expect(tip(page).locator('h2')).toHaveText(moves);
        return add.click();
      }
      await clickLit(page);
      await expect(page.locator('[data-cost]').first()).toBeVisible();
      await clickReach(page);
    };
    await act();
    await expect(tip(page).locator('h2')).toHaveText(steps[at + 1]!.title);
    if (game !== 'last_war') {
      await page.locator('[data-undo]').click();
      await expect(tip(page).locator('h2')).toHaveText(moves);
      await act();
      // A page that is left before the server has answered may never have sent the order.
      await expect(tip(page).locator('h2')).toHaveText(steps[at + 1]!.title);
    }
    await page.reload();
    await expect(tip(page).locator('h2')).toHaveText(steps[at + 1]!.title);

    const seen = await learn(page, last);
    expect(seen.at(-1)).toBe(last);
    expect(new Set([...before, ...seen]).size).toBeGreaterThan(9);
  });
