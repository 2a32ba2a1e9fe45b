import { expect, test, type Page } from '@playwright/test';
import { clickLit, done, myTurn, prompt } from './table';

/** Blue's and Red's first decisions: both plan in secret. */
async function plan(page: Page, other: Page): Promise<void> {
  await page.getByRole('button', { name: 'South' }).click();
  await other.getByRole('button', { name: 'North' }).click();
  await expect(prompt(page)).toContainText('Choose a unit');
}

test('two people by link, from the invitation to the rematch, with clocks, chat, a draw and a spectator', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  // Anna sets the match up as anybody would; her name is asked for because somebody will read it.
  await page.goto('/new/skirmish');
  await page.locator('[data-seat="red"]').selectOption('link');
  await page.locator('[data-your-name]').fill('Anna');
  await page.getByRole('combobox', { name: 'Clock' }).selectOption('live');
  await page.getByLabel('Others may watch').check();
  await page.locator('[data-start]').click();
  await expect(page.locator('.counter').first()).toBeVisible();
  const invite = (await page.locator('.prompt input[readonly]').inputValue()).replace(
    /^https?:\/\/[^/]+/,
    '',
  );
  const match = page.url().split('/').pop()!;

  // Ben reads who asks him, for which side, by which clock.
  const hers = await browser.newContext({ baseURL: baseURL! });
  const ben = await hers.newPage();
  await ben.goto(invite);
  await expect(ben.locator('[data-invitation]')).toContainText('Anna invites you');
  await expect(ben.locator('[data-invitation]')).toContainText('Red');
  await expect(ben.locator('[data-clock]')).toContainText('60 minutes');
  await ben.locator('[data-name]').fill('Ben');
  await ben.locator('[data-sit]').click();
  await myTurn(ben);

  // A spectator sees both, by name, and their clocks.
  const public_ = await browser.newContext({ baseURL: baseURL! });
  const eve = await public_.newPage();
  await eve.goto(`/match/${match}?seat=observer`);
  for (const each of [page, ben, eve]) {
    await expect(each.locator('[data-players]')).toContainText('Anna');
    await expect(each.locator('[data-players]')).toContainText('Ben');
    await expect(each.locator('[data-players] .time').first()).toHaveText(/^\d+:\d\d/);
  }

  await plan(page, ben);
  await expect(page.locator('[data-players] li.running')).toContainText('Anna');
  await clickLit(page);
  await expect(page.locator('[data-cost]').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await done(page);
  await done(page);
  await myTurn(ben);
  await expect(eve.locator('[data-players] li.running')).toContainText('Ben');
  await expect(eve.locator('[data-ends]')).toHaveCount(0);

  // Words are signed by names.
  await ben.getByRole('tab', { name: 'Chat' }).click();
  await ben.getByRole('textbox', { name: 'Say something' }).fill('A draw?');
  await ben.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('tab', { name: /Chat/ }).click();
  await expect(page.locator('li').filter({ hasText: 'A draw?' })).toContainText('Ben');

  // An offer is read where one plays, whatever panel is open.
  await ben.getByRole('tab', { name: 'Match' }).click();
  await ben.getByRole('button', { name: 'Offer a draw' }).click();
  await expect(page.locator('[data-draw-offered]')).toContainText('Draw offered by Ben');
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.locator('[data-draw-offered]')).toHaveCount(0);
  await ben.getByRole('button', { name: 'Offer a draw' }).click();
  await page.getByRole('button', { name: 'Accept the draw' }).click();
  for (const each of [page, ben, eve]) await expect(each.locator('.outcome')).toContainText(/draw/i);

  // A rematch is offered and accepted; until then nothing runs.
  await page.getByRole('tab', { name: 'Match' }).click();
  await page.getByRole('button', { name: 'Play again with sides swapped' }).click();
  await expect(prompt(page)).toContainText('every seat is taken');
  await expect(page.locator('[data-players] li.running')).toHaveCount(0);
  await ben.locator('[data-rematch-offered]').getByRole('button').click();
  await myTurn(ben);
  await myTurn(page);
  await expect(ben.locator('.you')).toContainText('Blue');
  await expect(page.locator('.you')).toContainText('Red');
  await plan(ben, page);

  // The lobby says whose move it is, against whom.
  await page.goto('/');
  await expect(page.locator('li').filter({ hasText: 'against Ben' }).first()).toContainText(/Blue/);
  await hers.close();
  await public_.close();
});
