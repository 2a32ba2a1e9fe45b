import { expect, test, type Page } from '@playwright/test';
import { make, myTurn, openMatch, prompt, shop } from './table';

/** Takes the first choice of a kind, wherever the page offers it; false when there is none. */
async function take(page: Page, kind: string): Promise<boolean> {
  const button = page.locator(`button[data-kind="${kind}"]:enabled`).first();
  if (!(await button.isVisible())) return false;
  await button.click();
  return true;
}

test('an attack: target, attackers, live odds with their cases, the table, the roll', async ({
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

  // Orders first: take what is offered until hexes can be attacked.
  await expect(async () => {
    await myTurn(page);
    if (await page.locator('path.light.target').count()) return;
    if (await page.locator('[data-shop]').count()) await shop(page);
    else if (!(await take(page, 'pass')) && !(await take(page, 'choose')))
      await page.locator('[data-ends]:enabled').first().click({ timeout: 1000 });
    await expect(page.locator('path.light.target')).toBeAttached({ timeout: 700 });
  }).toPass({ timeout: 30_000 });

  // By keyboard or by mouse: here from the list, which the map lights along.
  await page.locator('details.all > summary').click();
  await page.locator('details.all li button').first().click();
  await expect(prompt(page)).toContainText('Attack on');
  await expect(page.locator('.counter.lit').first()).toBeAttached();
  const add = page.locator('[data-kind="join"]').first();
  if (await add.isVisible()) await add.click();
  else await page.locator('details.all li button').first().click();

  const panel = page.locator('[data-attack]');
  await expect(panel).toBeVisible();
  await expect(panel.locator('.working tr').first()).toBeVisible();
  await expect(panel.locator('.working .case').first()).toBeVisible();
  const chances = await panel.locator('.chances .value').allTextContents();
  const sum = chances.map((text) => parseInt(text, 10)).reduce((a, b) => a + b, 0);
  expect(sum).toBeGreaterThan(97);
  expect(sum).toBeLessThan(103);
  await panel.locator('summary').click();
  await expect(panel.locator('td.used').first()).toBeVisible();
  await expect(page.locator('path.arrow').first()).toBeAttached();

  // The odds stand where a stack is told of; why one of its counters cannot do more is told beside the prompt then.
  await page.locator('.counter').first().hover({ force: true });
  await page.keyboard.press('?');
  await expect(page.locator('[data-tapped] .why')).toBeVisible();
  await page.locator('[data-tapped] .shut').click();
  await expect(page.locator('[data-tapped]')).toHaveCount(0);

  // Another attacker changes the odds.
  const before = await panel.locator('.working').textContent();
  if (await page.locator('[data-attack] [data-kind="join"]').count()) {
    await page.locator('[data-attack] [data-kind="join"]').first().click();
    await expect(panel.locator('.working')).not.toHaveText(before!);
  }
  await panel.locator('[data-kind="commit"]').click();
  await expect(page.locator('[data-roll]')).toBeVisible();
  await expect(page.locator('[data-roll]')).toContainText(/roll/i);
  await expect(page.getByRole('list', { name: 'Log' })).toContainText(/column/);
});
