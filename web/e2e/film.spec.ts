import { expect, test, type Page } from '@playwright/test';
import { firstChoice, make, openMatch, playQuietTurn } from './table';

test.use({ storageState: { cookies: [], origins: [] }, reducedMotion: 'no-preference' });

/** A match whose first turn is the computer's. */
async function watchAxis(page: Page, baseURL: string, speed = 4): Promise<string> {
  const match = await make(
    page.request,
    baseURL,
    { axis: { who: 'computer', level: 'staff' }, soviet: { who: 'me' } },
    { game: 'turns_east', scenario: 'minsk' },
  );
  await page.addInitScript((filmSpeed) => {
    if (!localStorage.getItem('hexfront.prefs'))
      localStorage.setItem(
        'hexfront.prefs',
        JSON.stringify({ briefings: false, warnings: false, filmSpeed }),
      );
  }, speed);
  await openMatch(page, match.id);
  await firstChoice(page);
  return match.id;
}

const film = (page: Page) => page.locator('[data-film="running"]');

test('the other side’s turn is a film: a card for each battle, then one’s own move', async ({
  page,
  baseURL,
}) => {
  await watchAxis(page, baseURL!, 1);
  const card = page.locator('[data-battle]');
  await expect(card).toBeVisible();
  await page.locator('[data-film-pause]').click();
  // Nothing can be done meanwhile.
  await expect(page.locator('.counter.lit')).toHaveCount(0);
  await expect(card).toContainText('Attack on');
  await expect(card).toContainText('Panzer Corps');
  await expect(card.locator('[data-odds]')).toContainText('to');
  await expect(card.locator('[data-result]')).not.toBeEmpty();
  await expect(page.locator('[data-blow]').first()).toBeAttached();

  // The log tells no more than what was shown.
  const shown = await page.getByRole('list', { name: 'Log' }).locator('li').count();
  await page.waitForTimeout(700);
  expect(await page.getByRole('list', { name: 'Log' }).locator('li').count()).toBe(shown);

  // How far the turn goes before somebody has to retreat is a matter of the dice.
  await page.locator('[data-film-skip]').click();
  await expect(film(page)).toHaveCount(0);
  await expect(page.locator('.prompt .text:not(.wait)')).toBeVisible();
  expect(await page.getByRole('list', { name: 'Log' }).locator('li').count()).toBeGreaterThanOrEqual(shown);
});

test('counters travel, and a march leaves its arrow', async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('[data-trail]')) document.documentElement.dataset.marched = 'yes';
    }).observe(document, { childList: true, subtree: true });
    localStorage.setItem(
      'hexfront.prefs',
      JSON.stringify({ briefings: false, warnings: false, filmSpeed: 1 }),
    );
  });
  const match = await make(page.request, baseURL!, {
    blue: { who: 'me' },
    red: { who: 'computer', level: 'staff' },
  });
  await openMatch(page, match.id);
  await playQuietTurn(page);
  await expect(page.locator('html[data-marched]')).toBeAttached();
});

test('after an absence: what happened, and the film of it from there', async ({ page, baseURL }) => {
  await watchAxis(page, baseURL!);
  await expect(film(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(film(page)).toHaveCount(0);
  await expect(page.locator('.prompt .text:not(.wait)')).toBeVisible();
  await page.reload();
  const digest = page.locator('.digest');
  await expect(digest).toContainText('What happened');
  await digest.locator('[data-replay]').click();
  await expect(film(page)).toContainText('Shown again');
  await expect(page.locator('[data-battle]')).toContainText('Attack on');
  await page.keyboard.press('Escape');
  await expect(film(page)).toHaveCount(0);
  await expect(page.locator('.prompt .text:not(.wait)')).toBeVisible();
});

test('whoever wants no motion gets no travelling counters, and still sees every battle', async ({
  page,
  baseURL,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchAxis(page, baseURL!);
  const card = page.locator('[data-battle]');
  await expect(card.locator('[data-result]')).not.toBeEmpty();
  await expect(card.locator('.tumbling')).toHaveCount(0);
  expect(
    await page.evaluate(() => document.getAnimations().filter((each) => each.playState === 'running').length),
  ).toBe(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('the film fits the screen, and what is fought over lies clear of its card', async ({
    page,
    baseURL,
  }) => {
    await watchAxis(page, baseURL!, 1);
    await expect(page.locator('[data-battle]')).toBeVisible();
    await page.locator('[data-film-pause]').tap();
    await expect(page.locator('[data-blow]').first()).toBeAttached();
    const card = (await page.locator('[data-film]').boundingBox())!;
    expect(card.x).toBeGreaterThanOrEqual(0);
    expect(card.x + card.width).toBeLessThanOrEqual(390);
    for (const name of ['pause', 'skip']) {
      const box = (await page.locator(`[data-film-${name}]`).boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(card.x + card.width);
    }
    // The glide of the map takes a moment.
    await expect(async () => {
      const blow = (await page.locator('[data-blow]').first().boundingBox())!;
      const prompt = (await page.locator('.prompt').boundingBox())!;
      expect(blow.y).toBeGreaterThanOrEqual(card.y + card.height);
      expect(blow.y + blow.height).toBeLessThanOrEqual(prompt.y);
      expect(blow.x).toBeGreaterThanOrEqual(0);
      expect(blow.x + blow.width).toBeLessThanOrEqual(390);
    }).toPass({ timeout: 10_000 });
    await page.locator('[data-film-skip]').tap();
    await expect(page.locator('.prompt .text:not(.wait)')).toBeVisible();
  });
});
