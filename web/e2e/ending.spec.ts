import { expect, test, type Page } from '@playwright/test';
import { make, myTurn, openMatch } from './table';

const matchTab = (page: Page) => page.getByRole('tab', { name: 'Match' }).click();

test('clocks run, a draw is declined and agreed, and both find their way to the next match', async ({
  page,
  browser,
  baseURL,
}) => {
  const match = await make(
    page.request,
    baseURL!,
    { blue: { who: 'me' }, red: { who: 'link' } },
    { clock: { kind: 'live', minutes: 30, increment: 5 } },
  );
  // The host waits with the link in sight.
  await openMatch(page, match.id);
  const invite = match.seats.find((seat) => seat.id === 'red')!.invite!;
  await expect(page.locator('.prompt input[readonly]')).toHaveValue(new RegExp(`${invite}$`));

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(`${baseURL}${invite}`);
  await expect(other.locator('[data-invitation]')).toContainText('You would play Red');
  await other.locator('[data-name]').fill('Ferdinand');
  await other.locator('[data-sit]').click();
  await myTurn(other);
  await myTurn(page);
  await expect(page.locator('.prompt input[readonly]')).toHaveCount(0);
  await expect(page.locator('.prompt .you')).toHaveText('You play Blue');
  await expect(other.locator('.prompt .you')).toHaveText('You play Red');

  // Both decide, so both clocks run.
  const clock = page.getByRole('list', { name: 'Clocks' }).locator('.time').first();
  const shown = await clock.textContent();
  await expect(clock).not.toHaveText(shown!);

  await matchTab(page);
  await matchTab(other);
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await other.getByRole('button', { name: 'Decline' }).click();
  await expect(other.getByRole('button', { name: 'Decline' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await other.getByRole('button', { name: 'Accept the draw' }).click();
  for (const each of [page, other]) await expect(each.locator('.outcome')).toContainText(/draw/i);

  await page.getByRole('button', { name: 'Play again, sides changed' }).click();
  await expect(page).not.toHaveURL(new RegExp(match.id));
  await expect(page.locator('.prompt .you')).toHaveText('You play Red');
  await other.locator('a.btn.primary[href^="/match/"]').click();
  await expect(other.locator('.prompt .you')).toHaveText('You play Blue');
  await myTurn(other);
  await context.close();
});
