import { expect, test } from '@playwright/test';
import { make, myTurn, openMatch, prompt } from './table';

test('a whole turn by keyboard alone', async ({ page, baseURL }) => {
  const match = await make(page.request, baseURL!, { blue: { who: 'me' }, red: { who: 'computer' } });
  await openMatch(page, match.id);
  await myTurn(page);
  await page.keyboard.press('2'); // the second button of the prompt
  await expect(prompt(page)).toContainText('Choose a unit');

  // The next unit with something to do, as the screen reader hears it.
  await page.keyboard.press('.');
  const spoken = page.locator('[role=application] .sr-only[aria-live]');
  await expect(spoken).toContainText(/^\d{4}, .*Blue .*choice here/);
  const first = (await spoken.textContent())!.slice(0, 4);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-cost]').first()).toBeVisible();

  // Walk to a lit hex and go there.
  await page.keyboard.press('ArrowRight');
  await expect(spoken).toContainText('can move here');
  const to = (await spoken.textContent())!.slice(0, 4);
  expect(to).not.toBe(first);
  await page.keyboard.press('Enter');
  await expect(page.locator(`.counter[data-at="${to}"]`)).toBeVisible();

  // Space lists what can be done at a hex; a number takes it.
  await page.keyboard.press('.');
  await page.keyboard.press(' ');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();

  // End movement, end the turn; the computer answers.
  for (let i = 0; i < 3 && !(await prompt(page).textContent())?.includes('enemy to attack'); i++) {
    await page.keyboard.press('e');
    await page.waitForTimeout(150);
  }
  await expect(prompt(page)).toContainText('enemy to attack');
  await page.keyboard.press('e');
  await expect(page.locator('.turns [aria-current]')).toHaveText('Turn 2', { timeout: 30_000 });
});

test('search, overlays and keys by keyboard', async ({ page, baseURL }) => {
  const match = await make(page.request, baseURL!, { blue: { who: 'me' }, red: { who: 'computer' } });
  await openMatch(page, match.id);
  await page.keyboard.press('/');
  await page.keyboard.type('mill');
  await page.keyboard.press('Enter');
  await expect(page.locator('path.cursor').first()).toBeAttached();
  await page.keyboard.press('h');
  await expect(page.locator('.counter')).toHaveCount(0);
  await page.keyboard.press('h');
  await expect(page.locator('.counter').first()).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible();

  // A key is changed, works, and is still changed after a reload.
  const row = page.locator('dialog').getByRole('button', { name: 'Hide counters' });
  await row.click();
  await page.keyboard.press('x');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.locator('.counter').first()).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.locator('.counter').first()).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.locator('.counter')).toHaveCount(0);
});
