import { expect, test } from '@playwright/test';
import { clickHex, clickLit, litHexes, make, openMatch, playQuietTurn, prompt } from './table';

test('a thinking computer shows how far it is, and moves at once when told to', async ({ page, baseURL }) => {
  const match = await make(
    page.request,
    baseURL!,
    { axis: { who: 'computer', level: 'field-marshal' }, soviet: { who: 'me' } },
    { game: 'motherland', scenario: 'barbarossa' },
  );
  await openMatch(page, match.id);
  await expect(prompt(page)).toHaveText('Axis: the computer is thinking…');
  const bar = page.locator('.think progress');
  await expect(async () => {
    expect(Number(await bar.getAttribute('value'))).toBeGreaterThan(0);
  }).toPass({ timeout: 60_000 });
  const before = Number(await bar.getAttribute('value'));
  expect(before).toBeLessThan(0.9);
  const log = page.getByRole('list', { name: 'Log' });
  await expect(log).toContainText('Nothing has happened yet.');

  await page.getByRole('button', { name: 'Enough, move now' }).click();
  await expect(log).not.toContainText('Nothing has happened yet.', { timeout: 60_000 });
});

test('since your last turn: what happened while one was away, gone once one plays on', async ({
  page,
  baseURL,
}) => {
  const match = await make(page.request, baseURL!, { blue: { who: 'me' }, red: { who: 'computer' } });
  await openMatch(page, match.id);
  await playQuietTurn(page);
  // Who has watched needs no summary; who comes back does.
  const digest = page.locator('.digest');
  await expect(digest).toHaveCount(0);
  await page.reload();
  await expect(digest).toContainText('Since your last turn');
  const lines = await digest.locator('li').allInnerTexts();
  expect(lines.length).toBeGreaterThan(2);
  const log = page.getByRole('list', { name: 'Log' });
  for (const line of lines) await expect(log).toContainText(line);
  await expect(digest.locator('[data-digest-ok]')).toBeInViewport();
  await clickLit(page);
  await clickHex(page, (await litHexes(page))[0]!);
  await expect(digest).toHaveCount(0);
});

test('why the general did it: at once where that was asked for, else when the match is over', async ({
  page,
  baseURL,
}) => {
  // The set-up page asks both.
  await page.goto('/new/skirmish');
  await page.getByLabel('Strength: Red').selectOption('general');
  const seconds = page.getByLabel('Seconds per decision: Red');
  await expect(seconds).toHaveValue('10');
  await seconds.fill('45');
  await page.locator('[data-start]').click();
  await expect(page.locator('input:invalid')).toHaveCount(1);
  await seconds.fill('1');
  await page.locator('[data-explains]').check();
  await page.locator('[data-start]').click();
  await expect(page.locator('.counter').first()).toBeVisible();
  const reasons = page.getByRole('list', { name: 'Log' }).locator('.why');
  await playQuietTurn(page);
  await expect(reasons.first()).toContainText(/^Why: .+: \d+% over \d+ of \d+ playouts/);

  const match = await make(page.request, baseURL!, {
    blue: { who: 'me' },
    red: { who: 'computer', level: 'general', seconds: 1 },
  });
  await openMatch(page, match.id);
  await playQuietTurn(page);
  await expect(reasons).toHaveCount(0);
  await page.request.post(`/api/matches/${match.id}/resign`, {
    data: { seat: 'blue' },
    headers: { Origin: baseURL! },
  });
  await expect(reasons.first()).toContainText(/playouts/);
});
