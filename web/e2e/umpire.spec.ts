import { expect, test } from '@playwright/test';
import { make, openMatch, overhear } from './table';

test('an umpired game of The Last War: Control rules, grants and goes back; a team cannot', async ({
  page,
  browser,
  baseURL,
}) => {
  const match = await make(
    page.request,
    baseURL!,
    { axis: { who: 'computer', level: 'random' }, allies: { who: 'link' }, control: { who: 'me' } },
    { game: 'last_war', scenario: 'kursk', options: { umpire: true } },
  );
  await openMatch(page, match.id);
  await expect(page.locator('.prompt')).toContainText('You play Control');
  const link = match.seats.find((seat) => seat.id === 'allies')!.invite!;

  const context = await browser.newContext({ baseURL: baseURL! });
  const team = await context.newPage();
  const heard = overhear(team);
  await team.goto(link);
  await team.getByRole('button', { name: 'Sit down' }).click();
  await expect(team.locator('.prompt .text:not(.wait)')).toBeVisible();

  const log = page.getByRole('list', { name: 'Log' });
  const theirs = team.getByRole('list', { name: 'Log' });
  const rule = page.locator('.prompt').getByRole('button', { name: 'Dispute heard and settled.' });
  await rule.click();
  await expect(log).toContainText('Dispute heard and settled.');
  await expect(theirs).toContainText('Dispute heard and settled.');

  // A grant: told to the team, and found in its Pool.
  const pool = team.locator('.strip .box', { hasText: 'Soviet Union: Pool' });
  const before = Number(/(\d+) LSP/.exec((await pool.textContent()) ?? '')?.[1]);
  await page.locator('.prompt').getByRole('button', { name: 'Soviet Union: two LSP' }).click();
  await expect(theirs).toContainText('Soviet Union is granted two LSP');
  await expect(pool).toContainText(`${before + 2} LSP`);

  // The team sees none of Control's choices, nor the other side's hand.
  await expect(team.locator('.prompt')).not.toContainText('Grant');
  const theirHand = page.locator('.strip .box', { hasText: 'Germany: Advantage Cards' }).locator('.text');
  const cards = ((await theirHand.textContent()) ?? '')
    .split(',')
    .map((each) => each.replace(/\(.*/, '').trim());
  expect(cards.length).toBeGreaterThan(1);
  for (const card of cards) expect(heard.join('\n'), card).not.toContain(card);

  // Going back to the start of the turn undoes the grant for everybody.
  await page
    .locator('.prompt')
    .getByRole('button', { name: /^Back to turn 1/ })
    .first()
    .click();
  await expect(theirs).toContainText(/restore|back to/i);
  await expect(pool).toContainText(`${before} LSP`);
  // What Control did is on record.
  await page.getByRole('tab', { name: 'Match' }).click();
  await expect(page.locator('#tab-panel')).toContainText('What Control and the host did');
  await context.close();
});
