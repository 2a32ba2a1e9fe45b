import { expect, test, type Browser, type Page } from '@playwright/test';
import { make, overhear } from './table';

/**
 * A day of The Last War: Europe with seven teams, each in a browser of its own, two people in one of them, a team that never
 * comes, a clock that ends a step, a disputed combat, and Control's corrections. Dice are real and typed in at the desk.
 */

const TEAMS = ['germany', 'italy', 'balkans', 'britain', 'usa', 'ussr'];
const SECRET = 'A favour nobody hears of.';

async function someone(browser: Browser, base: string, link: string, name: string, role = ''): Promise<Page> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: role ? { width: 390, height: 844 } : { width: 900, height: 600 },
  });
  const page = await context.newPage();
  await page.goto(link);
  await page.locator('[data-name]').fill(name);
  if (role) await page.locator('[data-role]').selectOption(role);
  await page.locator('[data-sit]').click();
  await page.waitForURL(/\/match\//);
  return page;
}

const said = (page: Page) => page.getByRole('list', { name: 'Log' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

/** Control does whatever the game waits for: types dice, ends the step for all, or goes on. */
async function push(desk: Page): Promise<void> {
  const latest = desk.locator('[data-entry]').first();
  const before = (await latest.count()) ? await latest.getAttribute('data-entry') : '';
  // The log and the position come by two ways: what is next is known when both are here.
  const page = desk.locator('[data-desk-page]');
  const version = (await page.getAttribute('data-version')) ?? '';
  const dice = desk.locator('[data-dice]');
  const all = desk.locator('[data-force-all]');
  const mine = desk.locator('[data-mine] .choices button').first();
  const typed = dice.locator('input[type=text]');
  const quick = dice.locator('.outcomes button').first();
  await expect(typed.or(quick).or(all).or(mine).first()).toBeVisible();
  if (await typed.count()) {
    await typed.fill('3 3');
    await dice.locator('button.primary').click();
  } else if (await quick.count()) await quick.click();
  else if (await all.count()) await all.click();
  else await mine.click();
  await expect(latest).not.toHaveAttribute('data-entry', before ?? '');
  await expect(page).not.toHaveAttribute('data-version', version);
}

const until = async (desk: Page, there: () => Promise<boolean>): Promise<void> => {
  for (let i = 0; i < 60 && !(await there()); i++) await push(desk);
  expect(await there()).toBe(true);
};

test('a day with seven teams, Control, and all that goes wrong', async ({ page: desk, browser, baseURL }) => {
  test.setTimeout(600_000); // nine browsers on a slow machine
  const base = baseURL!;
  await desk.setViewportSize({ width: 1440, height: 900 });
  const seats = Object.fromEntries([...TEAMS, 'finland'].map((id) => [id, { who: 'link' }]));
  const match = await make(
    desk.request,
    base,
    { ...seats, control: { who: 'me' } },
    { game: 'last_war', scenario: 'europe', options: { umpire: true, seats: 7 }, dice: 'physical' },
  );
  const link = (id: string) => match.seats.find((seat) => seat.id === id)!.invite!;
  const phase = desk.locator('[data-desk-page] [data-step]');
  const inPhase = (name: RegExp) => async () => name.test((await phase.textContent()) ?? '');

  // Six teams sit down, Germany with two people; Finland does not come, and the computer has its place.
  const teams: Record<string, Page> = {};
  for (const id of TEAMS) teams[id] = await someone(browser, base, link(id), `Captain of ${id}`);
  const germany = teams['germany']!;
  await tab(germany, 'Match');
  await germany.locator('[data-team-link]').click();
  const more = await germany.locator('[data-team] .invite input').inputValue();
  const army = await someone(browser, base, new URL(more).pathname, 'Manstein', 'army');
  await expect(germany.locator('[data-member="Manstein"]')).toBeVisible();
  await desk.goto(`/desk/${match.id}`);
  await desk.locator('[data-team-row="finland"] .head').click();
  await desk.locator('[data-stand-in-good="finland"]').click();
  await expect(desk.locator('[data-dice]')).toContainText('Assessment');

  const wall = await (await desk.context().newPage()).context().newPage();
  const onTheWall = overhear(wall);
  const heard = overhear(army);
  await wall.goto(`/room/${match.id}`);
  await expect(wall.locator('[data-room] .counter').first()).toBeVisible();
  await until(desk, inPhase(/Air/));

  // The map fills the wall, and seven teams leave the turn and the step their place in the bar.
  const room = (await wall.locator('main.field').boundingBox())!;
  const ground = (await wall.locator('.stage').boundingBox())!;
  expect(Math.max(ground.width / room.width, ground.height / room.height)).toBeGreaterThan(0.9);
  const bar = germany.locator('header.bar');
  for (const row of ['.turns', '.phases']) {
    const track = (await bar.locator(row).boundingBox())!;
    const here = (await bar.locator(`${row} [aria-current]`).boundingBox())!;
    expect(here.x).toBeGreaterThanOrEqual(track.x - 1);
    expect(here.x + here.width).toBeLessThanOrEqual(track.x + track.width + 1);
  }

  // Each team says for itself that it is done; the desk and the wall see it.
  for (const id of ['italy', 'balkans', 'usa']) {
    await teams[id]!.locator('[data-ends]').first().click();
    await expect(desk.locator(`[data-team-row="${id}"]`)).toHaveAttribute('data-status', 'done');
  }
  await expect(wall.locator('.teams [data-status="done"]').first()).toBeVisible();
  await desk.locator('[data-force="britain"]').click();
  await expect(desk.locator('[data-team-row="britain"]')).not.toHaveAttribute('data-status', 'deciding');
  await until(desk, inPhase(/Sea/));

  // The clock of the room ends the step for those who dawdle.
  await desk.locator('[data-minutes]').fill('0.05');
  await desk.locator('[data-clock-start]').click();
  await expect(wall.locator('[data-room-clock]')).toBeVisible();
  await expect(germany.locator('[data-room-clock]')).toBeVisible();
  await tab(teams['ussr']!, 'Log');
  await expect(said(teams['ussr']!)).toContainText('Time is up.');
  await desk.getByRole('button', { name: 'No clock' }).click();
  await expect(wall.locator('[data-room-clock]')).toHaveCount(0);
  await until(desk, async () => (await inPhase(/Deployment/)()) && (await germanyDecides()));

  async function germanyDecides(): Promise<boolean> {
    return (await desk.locator('[data-team-row="germany"]').getAttribute('data-status')) === 'deciding';
  }

  // Two people, one power: the officer of the army deploys, and cannot say that the team is done.
  await expect(army.locator('.prompt .text:not(.wait)')).toBeVisible();
  await army.keyboard.press('.');
  await army.keyboard.press('Enter');
  await army.getByRole('button', { name: 'Add 1 Man' }).first().click();
  await expect(germany.locator('.prompt .text:not(.wait)')).toBeVisible();
  await army.getByRole('button', { name: 'Another hex' }).click();
  await expect(army.locator('.prompt .text')).toContainText('Choose a hex to send');
  await army.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(army.locator('[data-notice=refused]').last()).toContainText(
    'Only your captain can say that the team is done.',
  );
  await germany.locator('[data-ends]').first().click();
  await expect(desk.locator('[data-team-row="germany"]')).toHaveAttribute('data-status', 'done');

  // A correction that is told, and one that is not.
  const form = desk.locator('[data-corrections]');
  await form.locator('[data-field=power]').selectOption({ label: 'Soviet Union' });
  await form.locator('[data-field=number]').fill('3');
  await form.locator('[data-field=why]').fill('Counted twice.');
  await form.locator('[data-do]').click();
  await expect(said(teams['ussr']!)).toContainText('Counted twice.');
  await form.locator('[data-field=power]').selectOption({ label: 'Germany' });
  await form.locator('[data-field=why]').fill(SECRET);
  await form.locator('[data-field=hidden]').check();
  await form.locator('[data-do]').click();
  await expect(desk.locator('[data-entry]').first()).toContainText(SECRET);

  // A German attack, put up by Germany itself; the dice come down at the desk, and the Soviet team disputes them.
  await until(
    desk,
    async () => (await inPhase(/Flags/)()) && /Choose a hex to attack/.test((await prompt(germany)) ?? ''),
  );
  await germany.keyboard.press('.');
  await germany.keyboard.press('Enter');
  await expect(germany.locator('.prompt .text')).toContainText('Attack which hex');
  await germany.keyboard.press('.');
  await germany.keyboard.press('Enter');
  await expect(germany.locator('.prompt .text')).toContainText('Choose a hex to attack');
  await until(desk, async () => /Attack on/.test((await desk.locator('[data-dice]').textContent()) ?? ''));

  // While the dice are waited for Control puts something right, and they are still waited for.
  await form.locator('[data-field=power]').selectOption({ label: 'Soviet Union' });
  await form.locator('[data-field=number]').fill('1');
  await form.locator('[data-field=why]').fill('Found under the map.');
  await form.locator('[data-field=hidden]').uncheck();
  await form.locator('[data-do]').click();
  await expect(desk.locator('[data-entry]').first()).toContainText('Found under the map.');
  await expect(desk.locator('[data-dice]')).toContainText('Attack on');
  await desk.locator('[data-dice] input[type=text]').fill('6 1');
  await desk.locator('[data-dice] button.primary').click();
  const rolled = desk.locator('[data-entry][data-action=roll]', { hasText: 'Attack on' }).first();
  await expect(rolled).toContainText('6 1');
  await expect(wall.locator('[data-results]')).toContainText('attack');
  const ussr = teams['ussr']!;
  await tab(ussr, 'Match');
  await ussr.locator('[data-dispute]').fill('The attacker’s die was a one.');
  await ussr.locator('[data-dispute-send]').click();
  const dispute = desk.locator('[data-dispute-row]');
  await expect(dispute).toContainText('The attacker’s die was a one.');
  await expect(wall.locator('[data-results]')).toContainText('One dispute is waiting for Control');

  // Control finds for them: the roll is corrected, and what followed is played again as far as it fits.
  await rolled.locator('.line').click();
  await rolled.locator('[data-roll-words]').fill('1 6');
  await rolled.locator('[data-reason]').fill('The die was read wrong.');
  await rolled.locator('[data-correct]').click();
  await expect(desk.locator('[data-amended]')).toContainText('The die was read wrong.');
  await expect(
    desk.locator('[data-entry][data-action=roll]', { hasText: 'Attack on' }).first(),
  ).toContainText('1 6');
  await tab(germany, 'Log');
  await expect(said(germany)).toContainText('Control corrects what was done: The die was read wrong.');
  await dispute.locator('[data-ruling]').fill('So it was.');
  await dispute.locator('[data-settle]').click();
  await expect(ussr.locator('[data-team]')).toContainText('So it was.');

  // Three turns, and the whole game in a file. Four teams have closed their laptops: the day goes on without them.
  for (const id of ['italy', 'balkans', 'britain', 'usa']) await teams[id]!.context().close();
  const turn = desk.locator('.where strong');
  const first = await turn.textContent();
  const seen = new Set([first]);
  await until(desk, async () => {
    seen.add(await turn.textContent());
    return seen.size >= 4;
  });
  const [file] = await Promise.all([desk.waitForEvent('download'), desk.locator('[data-save]').click()]);
  expect(file.suggestedFilename()).toContain('.save.json');

  // What was hidden reached neither the wall nor another team.
  expect(onTheWall.length).toBeGreaterThan(10);
  for (const frames of [onTheWall, heard]) expect(frames.join('\n')).not.toContain(SECRET);
  for (const page of [germany, ussr, army]) await page.context().close();
});

async function prompt(page: Page): Promise<string | null> {
  return page.locator('.prompt .text').first().textContent();
}
