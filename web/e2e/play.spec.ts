import { expect, test, type Page } from '@playwright/test';
import {
  clickHex,
  clickLit,
  done,
  firstChoice,
  litHexes,
  make,
  myTurn,
  openMatch,
  playQuietTurn,
  prompt,
  shop,
  spot,
} from './table';

const OPPONENT = { red: { who: 'computer' }, blue: { who: 'me' } };

test('first visit to first move', async ({ page }) => {
  await page.goto('/');
  await page.locator('[data-play-now]').click();
  await expect(page.locator('.counter').first()).toBeVisible();
  // Whatever the first game is: take what is offered until a counter can be moved, then move it.
  await expect(async () => {
    await expect(page.locator('.prompt .text:not(.wait)')).toBeVisible({ timeout: 5000 });
    if (await page.locator('[data-shop]').count()) await shop(page);
    else if (!(await page.locator('.counter.lit').count())) {
      await page.locator('.prompt .choices button, .prompt [data-ends]').last().click({ timeout: 1000 });
    }
    expect(await page.locator('.counter.lit').count()).toBeGreaterThan(0);
  }).toPass({ timeout: 60_000 });
  await clickLit(page);
  await expect(page.locator('[data-cost]').first()).toBeVisible();
  const to = (await litHexes(page))[0]!;
  await page.keyboard.press('/');
  await page.keyboard.type(to);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.locator(`.counter[data-at="${to}"]`).first()).toBeVisible();
});

test('a whole turn by mouse: move along a path, undo, go back, drag, end', async ({ page, baseURL }) => {
  const match = await make(page.request, baseURL!, { blue: { who: 'me' }, red: { who: 'me' } });
  await openMatch(page, match.id);
  await firstChoice(page);
  await page.getByRole('button', { name: 'I play Red: show the map' }).click();
  await firstChoice(page);
  await page.getByRole('button', { name: 'I play Blue: show the map' }).click();
  await expect(prompt(page)).toContainText('Choose a unit');

  // Hover shows the path, click moves along it.
  const from = await spot(page, '2nd Rifles');
  await page.mouse.click(from.x, from.y);
  await expect(page.locator('[data-cost]').first()).toBeVisible();
  const lit = await litHexes(page);
  const far = lit.at(-1)!;
  const box = (await page.locator(`[data-cost="${far}"]`).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y - 8);
  await expect(page.locator('polyline.path').first()).toBeAttached();
  await clickHex(page, far);
  await expect(page.locator('.counter[data-piece="2nd Rifles"]')).toHaveAttribute('data-at', far);

  // Undo is free.
  await page.keyboard.press('Control+z');
  await expect(page.locator('.counter[data-piece="2nd Rifles"]')).not.toHaveAttribute('data-at', far);

  // Right-click goes back.
  await page.mouse.move(700, 600);
  await page.mouse.click(from.x, from.y, { button: 'right' });
  await expect(page.locator('[data-ends]')).toHaveText('Done');

  // Drag.
  for (let tries = 0; tries < 6 && (await page.locator('[data-cost]').count()); tries++)
    await page.keyboard.press('Escape');
  const one = await spot(page, '1st Rifles');
  await page.mouse.move(one.x, one.y);
  await page.mouse.down();
  await page.mouse.move(one.x + 40, one.y + 2, { steps: 4 });
  await expect(page.locator('.ghost')).toBeAttached();
  const hexWidth = 62;
  await page.mouse.move(one.x + hexWidth, one.y - 20, { steps: 4 });
  await page.mouse.up();
  await expect(page.locator('.counter[data-piece="1st Rifles"]')).not.toHaveAttribute('data-at', '0303');

  // End movement and the turn; the screen goes to the other player.
  while ((await page.locator('[data-ends]').textContent())?.trim() === 'Done') {
    await done(page);
    await page.waitForTimeout(60);
  }
  await expect(prompt(page)).toContainText('enemy to attack');
  await page.getByRole('button', { name: 'End your turn' }).click();
  await expect(page.getByRole('button', { name: 'I play Red: show the map' })).toBeVisible();
});

test('a game against the computer to the end of a turn', async ({ page, baseURL }) => {
  const match = await make(page.request, baseURL!, OPPONENT);
  await openMatch(page, match.id);
  await playQuietTurn(page);
  await expect(prompt(page)).toContainText('Choose a unit');
});

test('why not, and the rule behind it', async ({ page, baseURL }) => {
  const match = await make(page.request, baseURL!, OPPONENT);
  await openMatch(page, match.id);
  await myTurn(page);
  await page.locator('.prompt .case').first().click();
  await expect(page.locator('article.open')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the rules' }).fill('river');
  await expect(page.locator('[data-case]').first()).toContainText(/river/i);
  await firstChoice(page);
  await expect(prompt(page)).toContainText('Choose a unit');
  const from = await spot(page, '1st Rifles');
  await page.mouse.click(from.x, from.y);
  await expect(page.locator('[data-cost]').first()).toBeVisible();
  await page.keyboard.press('0');
  await page.waitForTimeout(300);
  const enemy = await spot(page, '11th Foot');
  await page.mouse.click(enemy.x, enemy.y);
  await expect(page.locator('.why')).toBeVisible();
});

test('history: back, replay, and an analysis board from the past', async ({ page, baseURL }) => {
  const match = await make(page.request, baseURL!, OPPONENT);
  await openMatch(page, match.id);
  await myTurn(page);
  await firstChoice(page);
  await expect(prompt(page)).toContainText('Choose a unit');
  await clickLit(page);
  await expect(page.locator('[data-cost]').first()).toBeVisible();
  const to = (await litHexes(page)).at(-1)!;
  await clickHex(page, to);
  await expect(page.locator(`.counter[data-at="${to}"]`)).toBeVisible();
  await page.keyboard.press('PageUp');
  await expect(prompt(page)).toContainText('looking at an earlier position');
  await page.keyboard.press('End');
  await expect(page.locator(`.counter[data-at="${to}"]`)).toBeVisible();

  // Try things out, then play the plan in earnest.
  await page.getByRole('tab', { name: 'Match' }).click();
  await page.locator('[data-fork]').click();
  await expect(page).not.toHaveURL(new RegExp(match.id));
  await expect(page.locator('.counter').first()).toBeVisible();
  await myTurn(page);
  await page.keyboard.press('Escape');
  const before = await litPieces(page);
  await clickLit(page);
  await expect(page.locator('[data-cost]').first()).toBeVisible();
  const planned = (await litHexes(page)).at(-1)!;
  await clickHex(page, planned);
  await expect(page.locator(`.counter[data-at="${planned}"]`)).toBeVisible();
  expect(before.length).toBeGreaterThan(0);
  await page.getByRole('tab', { name: 'Match' }).click();
  await page.getByRole('button', { name: 'Play this plan in the match' }).click();
  await expect(page).toHaveURL(new RegExp(match.id));
  await expect(page.locator(`.counter[data-at="${planned}"]`)).toBeVisible();
});

async function litPieces(page: Page): Promise<string[]> {
  await expect(page.locator('.counter.lit').first()).toBeVisible();
  return page
    .locator('.counter.lit')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-piece') ?? ''));
}
