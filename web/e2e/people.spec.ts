import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { clickLit, done, firstChoice, make, myTurn, openMatch, overhear, prompt } from './table';

async function friend(context: BrowserContext): Promise<Page> {
  return context.newPage();
}

test("two browsers in one match; neither is sent the other's secret", async ({ page, browser, baseURL }) => {
  const match = await make(page.request, baseURL!, { blue: { who: 'me' }, red: { who: 'link' } });
  const invite = match.seats.find((seat) => seat.id === 'red')!.invite!;
  const heardByBlue = overhear(page);
  await openMatch(page, match.id);
  await expect(prompt(page)).toContainText('every seat is taken');

  const context = await browser.newContext();
  const other = await friend(context);
  const heardByRed = overhear(other);
  await other.goto(`${baseURL}${invite}`);
  await other.locator('[data-name]').fill('Ferdinand');
  await other.locator('[data-sit]').click();
  await expect(other.locator('.counter').first()).toBeVisible();

  // Blue plans in secret. Red's traffic must not change by a byte because of what Blue chose.
  await myTurn(page);
  await myTurn(other);
  const before = heardByRed.length;
  await page.getByRole('button', { name: 'South' }).click();
  await expect(prompt(page)).toContainText('Waiting for Red');
  await other.waitForTimeout(400);
  const told = heardByRed.slice(before).join('\n').toLowerCase();
  expect(told).not.toContain('"blue":"south"');
  expect(told).not.toContain('south');

  await other.getByRole('button', { name: 'North' }).click();
  await expect(prompt(page)).toContainText('Choose a unit');
  // Now both plans are open, and both know them.
  await expect(other.getByRole('list', { name: 'Log' })).toContainText('Blue south, Red north');
  expect(heardByBlue.join('\n')).toContain('Red north');

  // An action of one shows on the other's screen.
  await clickLit(page);
  await expect(page.locator('[data-cost]').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await done(page);
  await expect(prompt(page)).toContainText('enemy to attack');
  await done(page);
  await myTurn(other);
  await expect(prompt(other)).toContainText('Choose a unit');

  // Words of one reach the other, as plain text.
  await page.getByRole('tab', { name: 'Chat' }).click();
  await page.getByRole('textbox', { name: 'Say something' }).fill('<img src=x onerror=alert(1)> Good luck');
  await page.getByRole('button', { name: 'Send' }).click();
  await other.getByRole('tab', { name: /Chat/ }).click();
  await expect(other.getByText('<img src=x onerror=alert(1)> Good luck')).toBeVisible();
  await context.close();
});

test('reload and reconnect in the middle of a decision', async ({ page, baseURL, context }) => {
  const match = await make(page.request, baseURL!, { blue: { who: 'me' }, red: { who: 'computer' } });
  await openMatch(page, match.id);
  await myTurn(page);
  await firstChoice(page);
  await expect(prompt(page)).toContainText('Choose a unit');
  await clickLit(page);
  await expect(page.locator('[data-cost]').first()).toBeVisible();
  await page.reload();
  await expect(page.locator('.counter').first()).toBeVisible();
  await expect(prompt(page)).toContainText('Choose a unit');

  await context.setOffline(true);
  await expect(prompt(page)).toContainText('Reconnecting', { timeout: 15_000 });
  await expect(page.locator('.counter').first()).toBeVisible();
  await context.setOffline(false);
  await expect(prompt(page)).toContainText('Choose a unit', { timeout: 20_000 });
  await clickLit(page);
  await expect(page.locator('[data-cost]').first()).toBeVisible();
});

test('a spectator sees the game and no choices', async ({ page, browser, baseURL }) => {
  const match = await make(
    page.request,
    baseURL!,
    { blue: { who: 'me' }, red: { who: 'computer' } },
    { public: true },
  );
  await openMatch(page, match.id);
  const context = await browser.newContext();
  const other = await context.newPage();
  const heard = overhear(other);
  await other.goto(`${baseURL}/match/${match.id}?seat=observer`);
  await expect(other.locator('.counter').first()).toBeVisible();
  await expect(other.locator('.prompt')).toContainText('You are watching');
  await expect(other.locator('[data-ends]')).toHaveCount(0);
  await myTurn(page);
  await firstChoice(page);
  await expect(other.getByRole('list', { name: 'Log' })).toContainText('Reserves:');
  expect(heard.length).toBeGreaterThan(1);
  for (const frame of heard) {
    const legal = (JSON.parse(frame) as { legal?: unknown[] }).legal;
    if (legal) expect(legal).toEqual([]);
  }
  await context.close();
});

test('hot-seat: a screen between the players while there are secrets', async ({ page, baseURL }) => {
  const match = await make(page.request, baseURL!, { blue: { who: 'me' }, red: { who: 'me' } });
  const heard = overhear(page);
  await openMatch(page, match.id);
  await page.getByRole('button', { name: 'South' }).click();
  await expect(page.locator('[data-handover]')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Next player: Red' })).toBeVisible();
  const mark = heard.length;
  await page.getByRole('button', { name: 'I play Red: show the map' }).click();
  await expect(page.locator('[data-handover]')).toBeHidden();
  await myTurn(page);
  expect(heard.slice(mark).join('').toLowerCase()).not.toContain('"blue":"south"');
});
