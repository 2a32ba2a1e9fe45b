import { expect, test, type Page } from '@playwright/test';
import {
  clickHex,
  clickLit,
  firstChoice,
  litHexes,
  make,
  myTurn,
  openMatch,
  prompt,
  shop,
  spot,
} from './table';

async function minsk(page: Page, baseURL: string, prefs = ''): Promise<void> {
  if (prefs) await page.addInitScript((value) => localStorage.setItem('hexfront.prefs', value), prefs);
  const match = await make(
    page.request,
    baseURL,
    { axis: { who: 'me' }, soviet: { who: 'me' } },
    { game: 'turns_east', scenario: 'minsk' },
  );
  await openMatch(page, match.id);
}

async function skirmish(page: Page, baseURL: string, prefs = ''): Promise<void> {
  if (prefs) await page.addInitScript((value) => localStorage.setItem('hexfront.prefs', value), prefs);
  const match = await make(page.request, baseURL, { blue: { who: 'me' }, red: { who: 'computer' } });
  await openMatch(page, match.id);
  await myTurn(page);
  await firstChoice(page);
  await expect(prompt(page)).toContainText('Choose a unit');
}

test('one click is one undo: a march of several hexes comes back whole', async ({ page, baseURL }) => {
  await skirmish(page, baseURL!);
  const lines = page.getByRole('list', { name: 'Log' }).locator('li');
  await clickLit(page);
  const before = await page
    .locator('.counter')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-at')));
  // The farthest hex of the reach is a walk of more than one step.
  await expect(page.locator('[data-cost]').first()).toBeAttached();
  const far = await page.locator('[data-cost]').evaluateAll((all) =>
    all.map((each) => ({
      at: each.getAttribute('data-cost')!,
      cost: Number(each.textContent?.trim().slice(-1)),
    })),
  );
  far.sort((a, b) => b.cost - a.cost);
  const shown = await lines.count();
  await clickHex(page, far[0]!.at);
  await expect(async () => expect(await lines.count()).toBeGreaterThan(shown)).toPass();
  await expect(page.locator('[data-undo]')).toBeEnabled();
  await page.keyboard.press('Control+z');
  await expect(async () =>
    expect(
      await page.locator('.counter').evaluateAll((all) => all.map((each) => each.getAttribute('data-at'))),
    ).toEqual(before),
  ).toPass();
  await expect(prompt(page)).toContainText('Choose a unit');
});

test('where a move may not end is hatched and says why; a whole stack comes back by one undo', async ({
  page,
  baseURL,
}) => {
  const match = await make(
    page.request,
    baseURL!,
    { axis: { who: 'me' }, soviet: { who: 'computer', level: 'recruit' } },
    { game: 'turns_east', scenario: 'minsk' },
  );
  await openMatch(page, match.id);
  await shop(page);
  // The order is given; whether Guderian is asked for one of his own is up to a die.
  await expect(prompt(page)).toContainText('one of your Commands');
  const asks = page.locator('.prompt .text:not(.wait)').filter({ hasText: /Commands|order of its own/ });
  const free = page.locator('.prompt .text').filter({ hasText: 'choose a unit' });
  for (let i = 0; i < 3; i++) {
    await expect(asks.or(free)).toBeVisible();
    if (await free.isVisible()) break;
    const before = (await asks.textContent()) ?? '';
    await page.locator('.prompt .choices button').first().click();
    await expect(prompt(page)).not.toHaveText(before);
  }
  await expect(free).toBeVisible();

  // The ground behind the front comes out from under the panel.
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowLeft');

  // 9th Army's stack of three may pass north of the boundary between the Commands, and not stay there.
  const army = await spot(page, 'ge-9');
  await page.mouse.click(army.x, army.y);
  await litHexes(page);
  await expect(page.locator('[data-reach="through"]')).toBeVisible();
  const stacked = () => page.locator('.counter[data-at="0806"]').count();
  await clickHex(page, '0805');
  await expect(page.locator('.notices')).toContainText('can pass through 0805 but not stay there');
  await expect(page.locator('.notices')).toContainText('7.6b');
  expect(await stacked()).toBe(3);
  await expect(free).toBeVisible();

  // Where it may stay all three go, and one undo brings all three back.
  await clickHex(page, '0706');
  await expect(page.locator('.counter[data-at="0706"]')).toHaveCount(3);
  await page.keyboard.press('Control+z');
  await expect(page.locator('.counter[data-at="0806"]')).toHaveCount(3);
  await expect(free).toBeVisible();
});

test('the end of a phase asks again while units could still act', async ({ page, baseURL }) => {
  await skirmish(page, baseURL!, '{"film":"off","briefings":false,"warnings":true}');
  const end = page.locator('[data-ends]');
  await end.click();
  await expect(page.locator('[data-doubt]')).toContainText('could still act');
  await expect(prompt(page)).toContainText('Choose a unit');
  await expect(end).toHaveText(/anyway/);
  await end.click();
  await expect(prompt(page)).toContainText('enemy to attack');
});

test('a click beside the map lets go of what is selected', async ({ page, baseURL }) => {
  await skirmish(page, baseURL!);
  await clickLit(page);
  await expect(page.locator('.ring')).not.toHaveCount(0);
  await page.evaluate(() => {
    const map = document.querySelector('[role=application]')!;
    map.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: -500, clientY: -500 }));
  });
  await expect(page.locator('.ring')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('whatever is tapped tells what it is', async ({ page, baseURL }) => {
    await minsk(page, baseURL!);
    const spot = await page
      .locator('.counter[data-at="0907"]')
      .first()
      .evaluate((each) => {
        const box = each.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      });
    await page.touchscreen.tap(spot.x, spot.y);
    const card = page.locator('[data-tapped]');
    await expect(card).toContainText('0907');
    await expect(card).toContainText('Soviet 10th Army');
    await card.getByRole('button', { name: 'Close' }).click();
    await expect(card).toHaveCount(0);
  });
});
