/** What a person does at the table, in words. Nothing here knows a rule: it clicks what is lit. */

import { expect, type APIRequestContext, type Page } from '@playwright/test';

export const GAME = 'skirmish';

export interface Made {
  id: string;
  seats: { id: string; invite?: string }[];
}

/** A match made over HTTP by the person whose browser this is. */
export async function make(
  request: APIRequestContext,
  base: string,
  seats: Record<string, { who: string; level?: string; seconds?: number }>,
  more: Record<string, unknown> = {},
): Promise<Made> {
  const answer = await request.post('/api/matches', {
    data: { game: GAME, seats, ...more },
    headers: { Origin: base },
  });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return (await answer.json()) as Made;
}

export async function openMatch(page: Page, id: string, query = ''): Promise<void> {
  await page.goto(`/match/${id}${query}`);
  await expect(page.locator('.counter').first()).toBeVisible();
}

export const prompt = (page: Page) => page.locator('.prompt .text');

/** Waits until it is this browser's turn to choose. */
export async function myTurn(page: Page): Promise<void> {
  await expect(page.locator('.prompt .text:not(.wait)')).toBeVisible();
}

/** The middle of a counter on the screen. */
export async function spot(page: Page, piece: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`.counter[data-piece="${piece}"]`).boundingBox();
  if (!box) throw new Error(`${piece} is not on the map`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Clicks a counter that has something to do and that nothing covers. */
export async function clickLit(page: Page): Promise<void> {
  await expect(page.locator('.counter.lit').first()).toBeVisible();
  const at = await page.locator('.counter.lit').evaluateAll((all) => {
    for (const each of all) {
      const box = each.getBoundingClientRect();
      const x = box.x + box.width / 2;
      const y = box.y + box.height / 2;
      if (document.elementFromPoint(x, y)?.closest('[role=application]')) return { x, y };
    }
    return null;
  });
  if (!at) throw new Error('every counter with something to do is covered');
  await page.mouse.click(at.x, at.y);
}

/** The hexes that are lit now, by their cost labels. */
export async function litNow(page: Page): Promise<string[]> {
  return page
    .locator('[data-cost]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-cost') ?? ''));
}

/** The lit hexes, once there are any: the server is asked for them, so they appear a moment after the click. */
export async function litHexes(page: Page): Promise<string[]> {
  await expect(page.locator('[data-cost]').first()).toBeVisible();
  return litNow(page);
}

export async function clickHex(page: Page, at: string): Promise<void> {
  const box = await page.locator(`[data-cost="${at}"]`).boundingBox();
  if (!box) throw new Error(`${at} is not lit`);
  // The label stands below the middle of its hex.
  await page.mouse.click(box.x + box.width / 2, box.y - box.height / 2);
}

/** Chooses the first button of the prompt, or buys something where the prompt is a shop. */
export async function firstChoice(page: Page): Promise<void> {
  const first = page.locator('.prompt .choices button').first();
  await expect(first.or(page.locator('[data-shop]'))).toBeVisible();
  if (await page.locator('[data-shop]').count()) await shop(page);
  else await first.click();
}

/** Fills the basket with whatever can be had, and buys. */
export async function shop(page: Page): Promise<void> {
  const more = page.locator('[data-shop] button[aria-label^="One more"]:enabled').first();
  const buy = page.locator('[data-buy]:enabled');
  for (let i = 0; i < 20 && !(await buy.count()); i++) await more.click();
  await buy.click();
}

export async function done(page: Page): Promise<void> {
  await page.locator('[data-ends]').first().click();
}

/** Blue's first turn without a move or an attack, and the computer's answer. */
export async function playQuietTurn(page: Page): Promise<void> {
  await myTurn(page);
  await firstChoice(page);
  await expect(prompt(page)).toContainText('Choose a unit');
  await done(page);
  await expect(prompt(page)).toContainText('enemy to attack');
  await done(page);
  await expect(page.locator('.turns [aria-current]')).toHaveText('Turn 2', { timeout: 30_000 });
  await myTurn(page);
}

/** Every text frame a page has been sent, from now on. */
export function overhear(page: Page): string[] {
  const heard: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', (frame) => heard.push(String(frame.payload))));
  return heard;
}
