import { expect, test } from '@playwright/test';
import { make, myTurn, openMatch } from './table';
import { war } from './war';

const numbers = (points: string) =>
  points
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(',').map(Number));

test('the report of a finished war: the victory curve, the losses, a map for each turn', async ({
  page,
  baseURL,
}) => {
  const match = await war(page, baseURL!, 'turns_east', 'minsk', 1);
  await openMatch(page, match.id);
  await expect(page.locator('.outcome')).toContainText(/Victory: (Axis|Soviets)/); // who wins is the players' affair

  // Replay at speed: faster speeds pass over the game quickly, and end where it ended.
  const slider = page.locator('.history input[type=range]');
  const last = Number(await slider.getAttribute('max'));
  expect(last).toBeGreaterThan(20);
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('25');
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.locator('.prompt .text')).toHaveText('You are looking at an earlier position.');
  const at = async () => Number(await slider.inputValue());
  await expect.poll(at).toBeGreaterThan(2);
  const from = await at();
  await page.waitForTimeout(1000);
  expect(await at()).toBeGreaterThan(from + 4);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.waitForTimeout(300);
  const still = await at();
  await page.waitForTimeout(300);
  expect(await at()).toBe(still);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(page.locator('.outcome')).toBeVisible();

  await page.locator('.outcome a').first().click();
  const report = page.frameLocator('iframe');
  await expect(report.getByRole('heading', { name: 'Victory, turn by turn' })).toBeVisible({
    timeout: 20_000,
  });
  const chart = report.locator('h2:has-text("Victory, turn by turn") + svg');
  const turns = await report.locator('h2', { hasText: /^Turn \d/ }).count();
  expect(turns).toBe(2);
  const lines = await chart
    .locator('polyline')
    .evaluateAll((all) => all.map((each) => each.getAttribute('points') ?? ''));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    const points = numbers(line);
    expect(points).toHaveLength(turns);
    for (const [i, [x]] of points.entries()) if (i) expect(x).toBeGreaterThan(points[i - 1]![0]!);
  }
  // Somewhere the score changed: the curve is not a ruler.
  expect(new Set(lines.flatMap((line) => numbers(line).map(([, y]) => y))).size).toBeGreaterThan(1);
  await expect(report.locator('table', { hasText: 'lost in all' })).toBeVisible();
  await expect(report.locator('img[alt^="The map after turn"]')).toHaveCount(turns);
  expect(
    await report
      .locator('img[alt^="The map after turn"]')
      .evaluateAll((all) => (all as HTMLImageElement[]).every((each) => each.naturalWidth > 100)),
  ).toBe(true);
});

test('a resignation is told in the report', async ({ page, baseURL }) => {
  const match = await make(page.request, baseURL!, { blue: { who: 'me' }, red: { who: 'computer' } });
  await openMatch(page, match.id);
  await myTurn(page);
  await page.getByRole('tab', { name: 'Match' }).click();
  await page.locator('[data-resign]').click();
  await page.locator('button.danger', { hasText: 'Resign' }).click();
  await expect(page.locator('.outcome')).toContainText('Blue gave up.');
  await page.goto(`/report/${match.id}`);
  await expect(page.frameLocator('iframe').locator('body')).toContainText('Blue gave up.');
});
