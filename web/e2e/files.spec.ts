import { expect, test } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { firstChoice, make, myTurn, openMatch, prompt } from './table';

const python = process.env['HEXFRONT_PYTHON'] ?? '../.venv/bin/python';

function verify(file: string): string {
  return execFileSync(python, ['-m', 'hexfront', 'verify', file], {
    env: { ...process.env, PYTHONPATH: process.env['PYTHONPATH'] ?? '../src', COLUMNS: '200' },
    stdio: 'pipe',
  }).toString();
}

test('export, import and verify; the dice proof; the report', async ({ page, baseURL }, info) => {
  const match = await make(page.request, baseURL!, { blue: { who: 'me' }, red: { who: 'computer' } });
  await openMatch(page, match.id);
  await myTurn(page);
  await firstChoice(page);
  await expect(prompt(page)).toContainText('Choose a unit');

  // The seat's own save while the game runs comes back as a match.
  await page.getByRole('tab', { name: 'Match' }).click();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('[data-export]').click()]);
  const save = info.outputPath('save.json');
  await saved.saveAs(save);
  expect(JSON.parse(readFileSync(save, 'utf8'))).toBeTruthy();

  // The proof of the dice: the promise is there, the secret is not.
  const [proof] = await Promise.all([page.waitForEvent('download'), page.locator('[data-dice]').click()]);
  const file = info.outputPath('dice.json');
  await proof.saveAs(file);
  const dice = JSON.parse(readFileSync(file, 'utf8')) as { commitment: string; seed: string };
  expect(dice.commitment).toMatch(/^[0-9a-f]{32,}/);
  expect(dice.seed).toBe('');

  // Resign, and the whole match can be checked offline.
  await page.locator('[data-resign]').click();
  await page.locator('button.danger', { hasText: 'Resign' }).click();
  await expect(page.locator('[data-result]').first()).toBeVisible();
  const [whole] = await Promise.all([page.waitForEvent('download'), page.locator('[data-export]').click()]);
  const finished = info.outputPath('whole.json');
  await whole.saveAs(finished);
  expect(verify(finished)).toContain('Every action is legal and every hash is right.');
  expect(verify(finished)).toContain('follow from the promised seed');
  // A file that somebody has changed is found out.
  const changed = info.outputPath('changed.json');
  const text = readFileSync(finished, 'utf8');
  const seed = (JSON.parse(text) as { seed?: string }).seed ?? '';
  expect(text.length).toBeGreaterThan(500);
  writeFileSync(
    changed,
    seed
      ? text.replaceAll(
          seed,
          seed.replace(/./, (c) => (c === 'a' ? 'b' : 'a')),
        )
      : '{}',
  );
  expect(() => verify(changed)).toThrow();

  await page.goto('/');
  await page.locator('[data-import]').setInputFiles(finished);
  await expect(page).toHaveURL(/\/match\//);
  await expect(page.locator('.counter').first()).toBeVisible();

  await page.goto(`/report/${match.id}`);
  await expect(page.locator('iframe')).toBeVisible();
  await expect(page.frameLocator('iframe').locator('h1')).toBeVisible();
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('[data-download]').click(),
  ]);
  const html = info.outputPath('report.html');
  await report.saveAs(html);
  const page1 = readFileSync(html, 'utf8');
  expect(page1).not.toContain('<script');
  for (const part of ['Strength on the map', 'Turn 1']) expect(page1).toContain(part);
  expect(page1).toMatch(/<svg|<img/);
});

test('play by file: a turn file goes out, is played on another board, and the reply comes back', async ({
  page,
  browser,
  baseURL,
}, info) => {
  const match = await make(page.request, baseURL!, { blue: { who: 'me' }, red: { who: 'me' } });
  await openMatch(page, match.id);
  await myTurn(page);
  await page.getByRole('tab', { name: 'Match' }).click();
  const [sent] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('[data-turn="blue"]').click(),
  ]);
  const turn = info.outputPath('blue.turn.json');
  await sent.saveAs(turn);

  // Somebody else opens it, plays, and takes the reply with them.
  const context = await browser.newContext({ baseURL: baseURL! });
  const other = await context.newPage();
  await other.goto('/');
  await other.locator('[data-import]').setInputFiles(turn);
  await expect(other.locator('.counter').first()).toBeVisible();
  await expect(other.locator('[data-reply]')).toHaveCount(0);
  await other.getByRole('button', { name: 'South' }).click();
  await expect(prompt(other)).toHaveText('Your turn is played: send the reply.');
  const [answered] = await Promise.all([
    other.waitForEvent('download'),
    other.locator('[data-reply]').click(),
  ]);
  const reply = info.outputPath('blue.reply.json');
  await answered.saveAs(reply);
  await context.close();

  await page.locator('[data-bring]').setInputFiles(reply);
  await expect(page.locator('[data-notice="info"]')).toContainText('1 action of the reply played.');
  await expect(page.locator('[data-handover]')).toContainText('Red');
});

test('real dice: what came is clicked or typed, and the game goes on with it', async ({ page }) => {
  await page.goto('/new/turns_east');
  await page.locator('[data-seat="soviet"]').selectOption('me');
  await page.locator('select[data-dice]').selectOption('physical');
  await page.locator('[data-start]').click();
  await expect(prompt(page)).toContainText('Roll the dice and enter the result: Command Points of the Axis');
  await page.locator('[data-rolls]').getByRole('button', { name: '5', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Log' })).toContainText('The Axis rolled 5');
});
