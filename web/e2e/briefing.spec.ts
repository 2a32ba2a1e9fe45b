import { expect, test } from '@playwright/test';
import { make, openMatch } from './table';

test.use({ storageState: { cookies: [], origins: [] } });

test('a match introduces itself once, teaches on request, and is one key away', async ({ page, baseURL }) => {
  const match = await make(
    page.request,
    baseURL!,
    { axis: { who: 'me' }, soviet: { who: 'computer' } },
    { game: 'turns_east', scenario: 'minsk' },
  );
  await openMatch(page, match.id);
  const briefing = page.locator('[data-briefing]');
  await expect(briefing).toContainText('The Road to Smolensk');
  await expect(briefing).toContainText('Army Group Center');
  await expect(briefing).toContainText('The Axis wins with 3 Victory Points');
  await expect(briefing.locator('[data-standing]')).toContainText('Axis 0 of the 3 needed');
  await expect(briefing.locator('[data-briefing-go]')).toBeFocused();
  await briefing.locator('[data-briefing-go]').click();
  await expect(briefing).toHaveCount(0);
  // Focus goes to the board, not to nowhere; the score stays in sight, and what counts is marked.
  await expect(page.locator('[role=application]')).toBeFocused();
  await expect(page.locator('.prompt [data-standing]')).toHaveText('Axis 0 of the 3 needed');
  await expect(page.locator('[data-victory]')).toHaveCount(4);

  await page.reload();
  await expect(page.locator('.counter').first()).toBeVisible();
  await expect(briefing).toHaveCount(0);
  await page.keyboard.press('b');
  await expect(briefing).toBeVisible();
  await briefing.locator('[data-briefing-teach]').click();
  await expect(page.locator('[data-tip]')).toBeVisible();
});

test('an abbreviation says what it means when it is asked', async ({ page, baseURL }) => {
  const match = await make(
    page.request,
    baseURL!,
    { axis: { who: 'me' }, allies: { who: 'computer' } },
    { game: 'last_war', scenario: 'kursk' },
  );
  await openMatch(page, match.id);
  const briefing = page.locator('[data-briefing]');
  await briefing.getByText('Abbreviations', { exact: true }).click();
  await expect(briefing.locator('dl')).toContainText('logistic support point');
  await briefing.locator('[data-briefing-go]').click();

  // Nothing in capitals stands anywhere on the screen without its meaning; units have names of their own.
  const log = page.getByRole('list', { name: 'Log' });
  await expect(log.locator('[data-gloss="LSP"]').first()).toBeVisible();
  const bare = await page.evaluate(() => {
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const holder = texts.currentNode.parentElement;
      if (!holder || holder.closest('svg, style, script, kbd, .sr-only, [data-gloss]')) continue;
      for (const [word] of (texts.currentNode.textContent ?? '').matchAll(/\b[A-Z]{2,5}s?\b/g))
        found.add(word);
    }
    return [...found];
  });
  expect(bare).toEqual([]);
  await log.locator('button[data-gloss="LSP"]').first().click();
  await expect(log).toContainText('logistic support point');
});

test('Uranus opens at Stalingrad', async ({ page, baseURL }) => {
  const match = await make(
    page.request,
    baseURL!,
    { axis: { who: 'computer' }, soviet: { who: 'me' } },
    { game: 'motherland', scenario: 'uranus' },
  );
  await openMatch(page, match.id);
  await expect(page.locator('[data-victory="2424"]')).toBeInViewport();
});
