import { expect, test, type Page } from '@playwright/test';
import { clickLit, litHexes, make, openMatch, shop, spot } from './table';

/** Plays the orders of the first turn as the Army Group's own, up to the first movement. */
async function toMovement(page: Page): Promise<void> {
  await expect(async () => {
    const keep = page.locator('.prompt').getByRole('button', { name: /Keep the Army Group/ });
    if (await page.locator('[data-shop]').count()) await shop(page);
    else if (await keep.count()) await keep.click({ timeout: 1000 });
    else if (!(await page.locator('.counter.lit').count()))
      await page.locator('.prompt .choices button').first().click({ timeout: 1000 });
    expect(await page.locator('.counter.lit').count()).toBeGreaterThan(1);
  }).toPass({ timeout: 20_000 });
}

test('overlays: zones, supply with the trace of the unit in hand, reach, the real front, and what a move would change', async ({
  page,
  baseURL,
}) => {
  const match = await make(
    page.request,
    baseURL!,
    { axis: { who: 'me' }, soviet: { who: 'computer' } },
    { game: 'turns_east', scenario: 'minsk' },
  );
  await openMatch(page, match.id);
  await toMovement(page);
  for (const key of ['z', 's', 'c', 'v', 'r']) {
    const before = await page.locator('.overlays > *').count();
    await page.keyboard.press(key);
    await expect(async () =>
      expect(await page.locator('.overlays > *').count()).toBeGreaterThan(before),
    ).toPass();
    await page.keyboard.press(key);
    await expect(page.locator('.overlays > *')).toHaveCount(before);
  }
  await page.keyboard.press('y');
  await expect(page.locator('[data-front="1941-06-22"] textPath').first()).toContainText('Eve of Barbarossa');
  await page.keyboard.press('y');

  // With supply on, a counter that is pointed at shows its line: here the Soviet Third Army's, to its town.
  await page.keyboard.press('s');
  await expect(page.locator('[data-legend]')).toContainText('from a unit to its source of supply');
  await expect(page.locator('polyline.trace.thin').nth(3)).toBeAttached();
  const army = await spot(page, 'su-3');
  await page.mouse.move(army.x, army.y);
  await expect(page.locator('polyline.trace').first()).toBeAttached();
  await page.keyboard.press('s');
  await expect(page.locator('polyline.trace')).toHaveCount(0);

  await clickLit(page);
  await expect(page.locator('[data-cost]').first()).toBeVisible();

  // Resting on a lit hex tells what would change; some hex in reach changes something.
  const told: string[] = [];
  for (const at of (await litHexes(page)).slice(0, 8)) {
    const box = (await page.locator(`[data-cost="${at}"]`).boundingBox())!;
    const spot = { x: box.x + box.width / 2, y: box.y - box.height / 2 };
    const free = await page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest('[role=application]') != null,
      spot,
    );
    if (!free) continue;
    await page.mouse.move(spot.x, spot.y);
    await expect(page.locator('polyline.path').first()).toBeAttached();
    await page.waitForTimeout(450);
    told.push(...(await page.locator('.effect li').allTextContents()));
    if (told.length) break;
  }
  expect(told.join(' ')).toMatch(/zone|supply|hex/i);
  await expect(page.locator('path.gained, path.lost').first()).toBeAttached();
});
