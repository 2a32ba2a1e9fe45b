import { expect, test } from '@playwright/test';
import { make, openMatch } from './table';
import { moment } from './war';

/** What a person sees of the map: shares of the screen, by looking at every twentieth pixel. */
function look(): { map: number; seen: number; bare: number; sides: string[]; clear: string[] } {
  const rect = (of: string) => document.querySelector(of)!.getBoundingClientRect();
  const root = rect('[role=application]');
  // What lies beyond the map is not drawn where the map itself fills the screen.
  const beyond = document.querySelector<HTMLElement>('.beyond')!.hidden ? root : rect('.beyond');
  let [all, seen, bare] = [0, 0, 0];
  for (let x = 10; x < innerWidth; x += 20)
    for (let y = 10; y < innerHeight; y += 20) {
      all++;
      if (!document.elementFromPoint(x, y)?.closest('[role=application]')) continue;
      seen++;
      if (x < beyond.left || x > beyond.right || y < beyond.top || y > beyond.bottom) bare++;
    }
  const clear = [...document.querySelectorAll('.counter')].filter((each) => {
    const box = each.getBoundingClientRect();
    return document
      .elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      ?.closest('[role=application]');
  });
  return {
    map: (root.width * root.height) / (innerWidth * innerHeight),
    seen: seen / all,
    bare,
    sides: [...new Set(clear.map((each) => each.getAttribute('data-side') ?? ''))],
    clear: clear.map((each) => each.getAttribute('data-at') ?? ''),
  };
}

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];

test('the map has the screen: the front in view, no bare table, seven tenths of a large screen', async ({
  page,
  baseURL,
}) => {
  // Fronts at the western and at the eastern edge of the map, and a map of counted forces.
  for (const [game, scenario, ...seats] of [
    ['turns_east', 'minsk', 'axis', 'soviet'],
    ['motherland', 'uranus', 'axis', 'soviet'],
    ['last_war', 'kursk', 'axis', 'allies'],
  ]) {
    const match = await make(
      page.request,
      baseURL!,
      Object.fromEntries(seats.map((id) => [id, { who: 'me' }])),
      {
        game,
        scenario,
      },
    );
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await openMatch(page, match.id);
      await page.waitForFunction(() => document.querySelector<HTMLCanvasElement>('.beyond')!.width > 300);
      const found = await page.evaluate(look);
      const at = `${scenario} at ${size.width}`;
      expect(found.bare, at).toBe(0);
      expect(found.sides.length, at).toBe(2);
      // Army Group Center, which stands at the western edge, lies under no panel and not beyond the screen.
      if (scenario === 'minsk') expect(found.clear).toEqual(expect.arrayContaining(['0806', '0807', '0808']));
      if (size.width === 1920) {
        expect(found.map, at).toBeGreaterThan(0.8);
        expect(found.seen, at).toBeGreaterThan(0.7);
      }
    }
  }
});

test('whoever comes back in the middle of a turn sees what waits for an order, far from the fighting too', async ({
  page,
  baseURL,
}) => {
  // South Front has its orders while the fighting was at Minsk.
  const match = await moment(page, baseURL!, 'turns_east', 'barbarossa', 'move', 150);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMatch(page, match.id, `?seat=${match.seat}`);
  await expect(page.locator('.counter.lit').first()).toBeAttached();
  await expect(async () => {
    const clear = await page.locator('.counter.lit').evaluateAll((all) =>
      all.filter((each) => {
        const box = each.getBoundingClientRect();
        return document
          .elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
          ?.closest('[role=application]');
      }),
    );
    expect(clear.length).toBeGreaterThan(0);
  }).toPass({ timeout: 5000 });
});

test('the lesson has its room below the shop', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Teach me' }).first().click();
  await expect(page.locator('[data-shop]')).toBeVisible();
  const tip = page.locator('[data-tip]');
  for (let n = 1; n <= 4; n++) {
    await expect(tip).toContainText(`${n} of `);
    // Nothing of the card or of the shop has to be scrolled for, and neither lies on the other.
    const cut = (each: Element) => each.scrollHeight - each.clientHeight;
    expect(await tip.evaluate(cut), `card ${n}`).toBeLessThanOrEqual(0);
    expect(await page.locator('.prompt').evaluate(cut), `shop with card ${n}`).toBeLessThanOrEqual(0);
    const shop = (await page.locator('.prompt').boundingBox())!;
    expect((await tip.boundingBox())!.y).toBeGreaterThan(shop.y + shop.height);
    if (n < 4) await tip.locator('button.primary').click();
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the front lies above the list of choices, and what is said there can be read', async ({
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
    await expect(page.locator('[data-shop]')).toBeVisible();
    await expect(async () => {
      const sheet = (await page.locator('.prompt').boundingBox())!;
      for (const at of ['0806', '0807', '0808']) {
        const box = (await page.locator(`.counter[data-at="${at}"]`).first().boundingBox())!;
        expect(box.y).toBeGreaterThan(90);
        expect(box.y + box.height).toBeLessThan(sheet.y);
      }
    }).toPass({ timeout: 10_000 });

    // Looking back, every button of the bar is on the screen.
    await page.locator('[data-shop] button[aria-label^="One more"]:enabled').last().tap();
    await page.locator('[data-buy]:enabled').tap();
    await page.getByRole('button', { name: 'One step back' }).tap();
    const bar = page.getByRole('group', { name: 'History' });
    await expect(bar.getByRole('button', { name: 'Analyse from here' })).toBeVisible();
    for (const each of await bar.getByRole('button').all()) {
      const box = (await each.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(390);
    }

    // The lesson is told above the same long list.
    await page.goto('/');
    await page.getByRole('button', { name: 'Teach me' }).first().tap();
    await expect(page.locator('[data-shop]')).toBeVisible();
    const tip = (await page.locator('[data-tip]').boundingBox())!;
    const sheet = (await page.locator('.prompt').boundingBox())!;
    expect(tip.height).toBeGreaterThan(150);
    expect(tip.y + tip.height).toBeLessThanOrEqual(sheet.y + 1);
  });

  test('the working of the odds ends above the bar however long it is, and can be shut', async ({
    page,
    baseURL,
  }) => {
    const match = await moment(page, baseURL!, 'last_war', 'kursk', 'odds', 60);
    await openMatch(page, match.id, `?seat=${match.seat}`);
    await page.locator('[data-odds-line]').tap();
    const panel = page.locator('.side-panel');
    await expect(panel.locator('[data-attack]')).toBeVisible();
    const box = (await panel.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(844);
    expect(
      await panel.locator('[data-attack]').evaluate((each) => each.scrollHeight > each.clientHeight),
    ).toBe(true);
    await panel.getByRole('button', { name: 'Close' }).tap();
    await expect(panel).toHaveCount(0);
  });
});
