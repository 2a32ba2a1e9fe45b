import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { clickHex, clickLit, litHexes } from './table';

interface Step {
  title: string;
  text: string;
  until?: Record<string, unknown>;
}
const steps = JSON.parse(
  readFileSync(new URL('../../src/hexfront/games/turns_east/tutorial.json', import.meta.url), 'utf8'),
) as Step[];

const tip = (page: Page) => page.locator('[data-tip]');

/** The middle of the first hex lit in a way, by the outline that lights it. */
async function clickLight(page: Page, kind: string): Promise<void> {
  const at = await page.locator(`path.light.${kind}`).evaluate((path) => {
    const all = (path.getAttribute('d') ?? '').split('z')[0] ?? '';
    const numbers = (all.match(/-?[\d.]+/g) ?? []).map(Number);
    const xs = numbers.filter((_, i) => i % 2 === 0);
    const ys = numbers.filter((_, i) => i % 2 === 1);
    const svg = (path as SVGPathElement).ownerSVGElement!;
    const point = svg.createSVGPoint();
    point.x = (Math.min(...xs) + Math.max(...xs)) / 2;
    point.y = (Math.min(...ys) + Math.max(...ys)) / 2;
    const found = point.matrixTransform((path as SVGPathElement).getScreenCTM()!);
    return { x: found.x, y: found.y };
  });
  await page.mouse.click(at.x, at.y);
}

/** One thing a newcomer would do who does what the tip and the prompt say. */
async function doWhatIsSaid(page: Page): Promise<void> {
  const has = async (selector: string) => (await page.locator(selector).count()) > 0;
  const button = (name: RegExp) => page.locator('.prompt').getByRole('button', { name });
  // Several counters in one hex: the menu's first line takes them all.
  if (await has('[role=menu]')) return page.locator('[role=menu] [role=menuitem]').first().click();
  if (await button(/Keep the Army Group/).count()) return button(/Keep the Army Group/).click();
  if (await has('.prompt [data-kind="commit"]')) return page.locator('.prompt [data-kind="commit"]').click();
  if (await has('.prompt .choices button')) return page.locator('.prompt .choices button').first().click();
  const said =
    (await tip(page)
      .textContent({ timeout: 200 })
      .catch(() => '')) ?? '';
  if (/Choose a victim/.test(said) && (await has('path.light.target:not([data-aimed])')))
    return clickLight(page, 'target');
  for (const kind of ['advance', 'retreat', 'place', 'choose'])
    if (await has(`path.light.${kind}`)) return clickLight(page, kind);
  const wantsMove = /Move first/.test(said) || !(await has('[data-ends]'));
  if (wantsMove && (await has('.counter.lit'))) {
    if (!(await has('[data-cost]'))) await clickLit(page);
    await page.waitForTimeout(200);
    const lit = await litHexes(page);
    if (lit.length) await clickHex(page, lit[0]!);
    return;
  }
  if (await has('[data-ends]')) return page.locator('[data-ends]').first().click();
}

test('the guided first game, from the first page to its last step, by doing what it says', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await page.goto('/');
  await page.locator('[data-teach]').click();
  await expect(tip(page)).toBeVisible();

  const seen = new Set<string>();
  let actions = 0;
  for (let i = 0; i < 300; i++) {
    const title =
      (await tip(page)
        .locator('h2')
        .textContent({ timeout: 200 })
        .catch(() => '')) ?? '';
    if (title) seen.add(title);
    if (title === steps.at(-1)!.title) break;
    const next = tip(page).locator('button.primary');
    if (await next.count()) await next.click();
    else if (await page.locator('.prompt .text:not(.wait)').count()) {
      await doWhatIsSaid(page);
      actions += 1;
    }
    await page.waitForTimeout(100);
  }
  await expect(page.locator('.outcome')).toBeVisible();
  // Every step comes, but for those whose prompt the dice may not bring.
  const chance = /leader with ideas|Kluge|Follow up|Who goes first|On your own/;
  expect(steps.filter((step) => !seen.has(step.title) && !chance.test(step.title))).toEqual([]);

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
  await expect(report.getByRole('heading', { name: 'Victory, turn by turn' })).toBeAttached();
  expect(await report.locator('svg, img').count()).toBeGreaterThanOrEqual(4); // two curves, a map for each turn
});
