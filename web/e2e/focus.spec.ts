import { expect, test, type Page } from '@playwright/test';
import { clickHex, clickLit, litHexes, make, myTurn, openMatch, prompt } from './table';

/** Whether something has the focus that a person could go on from. */
async function isHeld(page: Page, when: string): Promise<void> {
  // Two frames: what has just been drawn anew has settled.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const tag = await page.evaluate(() => document.activeElement?.tagName ?? 'none');
  expect(tag, `focus after ${when}`).not.toMatch(/^(BODY|none)$/);
}

test('focus never falls to nowhere: a turn by mouse and keys, dialogs, panels, another page', async ({
  page,
  baseURL,
}) => {
  const match = await make(page.request, baseURL!, { blue: { who: 'me' }, red: { who: 'computer' } });
  await openMatch(page, match.id);
  await myTurn(page);
  await isHeld(page, 'opening a match');
  const first = page.locator('.prompt .choices button').first();
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(prompt(page)).toContainText('Choose a unit');
  await isHeld(page, 'a choice whose button is gone');
  await clickLit(page);
  await isHeld(page, 'taking up a unit');
  await expect(page.locator('[data-cost]').first()).toBeVisible();
  await clickHex(page, (await litHexes(page))[0]!);
  await isHeld(page, 'a move');
  await page.locator('[data-undo]').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-undo]')).toHaveCount(0);
  await isHeld(page, 'an undo that takes its own button away');

  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible();
  await isHeld(page, 'opening a dialog');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Keys' })).toHaveCount(0);
  await isHeld(page, 'closing a dialog');
  await page.keyboard.press('/');
  await isHeld(page, 'opening the search');
  await page.keyboard.press('Escape');
  await isHeld(page, 'closing the search');
  for (const tab of ['Rules', 'Chat', 'Notes', 'Match', 'Log']) {
    await page.getByRole('tab', { name: tab }).click();
    await isHeld(page, `the tab ${tab}`);
  }
  await prompt(page).click();
  await isHeld(page, 'a click on plain text');

  await page.locator('[data-ends]').first().focus();
  await page.keyboard.press('Enter');
  await expect(prompt(page)).toContainText('enemy to attack');
  await isHeld(page, 'the end of a phase');
  // The same button, under another word, by a click: it was switched off for as long as the answer took.
  await page.locator('[data-ends]').first().blur();
  await page.locator('[data-undo]').click();
  await expect(prompt(page)).toContainText('Choose a unit');
  await page.locator('[data-ends]').first().click();
  await expect(prompt(page)).toContainText('enemy to attack');
  await isHeld(page, 'a click on the button that ends a phase');
  await page.locator('[data-ends]').first().click();
  await expect(page.locator('.turns [aria-current]')).toHaveText('Turn 2');
  await isHeld(page, 'the other side’s turn');

  await page.goto('/');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await isHeld(page, 'going to another page');
});
