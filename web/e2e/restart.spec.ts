import { expect, test } from '@playwright/test';
import { OwnServer } from './serve';
import type { make } from './table';
import { clickLit, firstChoice, myTurn, prompt } from './table';

test('the server dies in the middle of a game and comes back; so does the game, by itself', async ({
  page,
}) => {
  const server = await OwnServer.begin();
  try {
    const answer = await page.request.post(`${server.base}/api/matches`, {
      data: { game: 'skirmish', seats: { blue: { who: 'me' }, red: { who: 'computer', level: 'staff' } } },
      headers: { Origin: server.base },
    });
    const { id } = (await answer.json()) as Awaited<ReturnType<typeof make>>;
    await page.goto(`${server.base}/match/${id}`);
    await myTurn(page);
    await firstChoice(page);
    await expect(prompt(page)).toContainText('Choose a unit');
    const counters = await page.locator('.counter').count();

    await server.kill();
    await expect(prompt(page)).toHaveText('Reconnecting… the map stays as it was.');
    // Everything can still be read; nothing is offered that could not be done.
    await expect(page.locator('.counter')).toHaveCount(counters);
    await expect(page.getByRole('list', { name: 'Log' })).toContainText('Reserves:');
    for (const part of ['[data-ends]', '.think', '.prompt .choices button', '.counter.lit'])
      await expect(page.locator(part)).toHaveCount(0);

    await server.start();
    await expect(prompt(page)).toContainText('Choose a unit', { timeout: 20_000 });
    await clickLit(page);
    await expect(page.locator('[data-cost]').first()).toBeVisible();
  } finally {
    await server.kill();
  }
});
