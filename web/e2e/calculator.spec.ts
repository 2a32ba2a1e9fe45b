import { expect, test } from '@playwright/test';

test('the combat calculator: from the lobby, by keyboard, with refusals, dice, rules and a link', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/');
  await page.locator('a[href="/calculator/last_war"]').click();
  await expect(page.getByRole('heading', { name: 'Combat calculator' })).toBeVisible();
  const answer = page.locator('[data-answer]');
  await expect(answer).toContainText('Fill in what is needed');

  // By keyboard alone: the printed example.
  await page.getByLabel('Attacking Men').focus();
  const type = async (...values: string[]) => {
    for (const value of values) {
      if (value) await page.keyboard.type(value);
      await page.keyboard.press('Tab');
      // Each field is followed by the link to its rule.
      await page.keyboard.press('Tab');
    }
  };
  await type('14', '3', '3', '21');
  const effectiveness = page.locator('[data-field="attacker_me"]');
  await expect(effectiveness).toContainText('Must be from 1 to 9, not 21.');
  await expect(effectiveness.locator('input')).toHaveAttribute('aria-invalid', 'true');
  await expect(answer).toContainText('One field needs correcting.');
  await page.getByLabel('Attacking Military Effectiveness').fill('2');
  await expect(effectiveness).not.toContainText('Must be');
  for (const [name, value] of Object.entries({
    attacker_lsp: '2',
    defender_men: '4',
    defender_tanks: '1',
    defender_air: '3',
    defender_me: '5',
  }))
    await page.locator(`#field-${name}`).fill(value);
  await expect(answer).toContainText('Column 3:2');
  await expect(answer.locator('.working tr')).not.toHaveCount(0);
  await expect(answer.locator('.crt thead .used')).toHaveText('3:2');

  await page.locator('#field-attacker_die').fill('2');
  await page.locator('#field-defender_die').fill('6');
  await expect(answer.locator('[data-result="orange"]')).toContainText('The front line does not advance.');
  await expect(answer.locator('[data-lit]')).toHaveText('O');
  await expect(answer.locator('[data-losses="attacker"] li')).toHaveText(['man', 'man', 'tank']);
  await expect(answer.locator('[data-losses="defender"]')).toContainText('left: 1 men, 0 tanks, 3 air');

  // Every step links its rule.
  await answer.locator('.working .case', { hasText: 'sum' }).first().click();
  await expect(page.locator('article.open')).toContainText('combat.1-sum');

  // The address is the combat: another browser sees the same.
  const address = page.url();
  expect(address).toContain('attacker_men=14');
  const context = await browser.newContext({ viewport: { width: 390, height: 800 }, baseURL: baseURL! });
  const other = await context.newPage();
  await other.goto(address);
  await expect(other.locator('[data-answer] [data-result="orange"]')).toBeVisible();
  expect(await other.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  await context.close();

  await page.locator('[data-roll]').click();
  await expect(page.locator('#field-attacker_die')).toHaveValue(/^[1-6]$/);
  await page.locator('[data-clear]').click();
  await expect(answer).toContainText('Fill in what is needed');

  // Another game, by the same page: what a rule forbids is said beside the field, with its case.
  await page.locator('[data-game]').selectOption('turns_east');
  await page.getByLabel('Kind of combat').selectOption('mobile assault');
  await page.locator('#field-attackers').fill('8, 6/2');
  await page.locator('#field-defenders').fill('2');
  await expect(answer).toContainText('Chances');
  await page.getByLabel('Weather').selectOption('Mud');
  await expect(page.locator('[data-field="weather"] .bad')).toContainText('12.4.1');
  await page.locator('[data-game]').selectOption('motherland');
  await page.locator('#field-attackers').fill('9, 9 lack');
  await page.locator('#field-defenders').fill('4');
  await page.locator('#field-die').fill('3');
  await expect(answer.locator('[data-lit]')).toHaveCount(1);
});
