/** The scenes: what a person does until there is something to look at. Nothing here knows a rule. */

/** A scenario of each game, and the step from which its moments are taken. */
export const GAMES = {
  turns_east: ['barbarossa', 150],
  motherland: ['uranus', 150],
  last_war: ['kursk', 60],
  lebensraum: ['invasion', 300],
  leaders_in_flames: ['barbarossa', 300],
};

const FILM = { film: 'all', filmSpeed: 1 };

async function open(page, address) {
  await page.goto(address);
  await page.locator('.counter').first().waitFor();
  const take = page.locator('[data-handover] button').first();
  if (await take.count()) await take.click();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('canvas')].every((each) => each.width > 300 && each.height > 200),
  );
}

const at = (stage, game, sort) => stage.moment(game, ...GAMES[game], sort);

/** Points at, taps or clicks something on the map that nothing covers. */
async function point(page, selector, how, dy = 0) {
  await page.locator(selector).first().waitFor({ state: 'attached' });
  const spot = await page.locator(selector).evaluateAll((all, down) => {
    const near = (each) => {
      const box = each.getBoundingClientRect();
      return Math.hypot(box.x - innerWidth / 2, box.y - innerHeight / 2.5);
    };
    for (const each of all.sort((a, b) => near(a) - near(b))) {
      const box = each.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 + down * box.height];
      if (document.elementFromPoint(x, y)?.closest('[role=application]')) return { x, y };
    }
    return null;
  }, dy);
  if (!spot) throw new Error(`${selector} is covered everywhere`);
  if (how === 'hover') await page.mouse.move(spot.x, spot.y);
  else if (how === 'tap') await page.touchscreen.tap(spot.x, spot.y);
  else await page.mouse.click(spot.x, spot.y);
  return spot;
}

/** Takes a lit counter in hand; of a stack, all of it. */
async function take(page, phone) {
  await page.locator('.counter.lit').or(page.locator('[data-cost]')).first().waitFor();
  await page.waitForTimeout(500);
  if (await page.locator('[data-cost]').count()) return;
  await point(page, '.counter.lit', phone ? 'tap' : 'click');
  await page.waitForTimeout(400);
  const menu = page.locator('[role=menu] [role=menuitem]').first();
  if (await menu.count()) await menu.click();
  await page.locator('[data-cost]').first().waitFor();
}

/** The film of what was missed, stopped at its first battle. */
async function film(page) {
  await page.locator('[data-replay]').click();
  await page.locator('[data-battle] [data-result]').first().waitFor({ timeout: 60_000 });
  await page.locator('[data-film-pause]').click();
}

const match = async (stage, game, given, more) =>
  `/match/${(await stage.match(game, GAMES[game][0], given, more)).id}`;

export const SCENES = [
  {
    name: 'briefing',
    prefs: { briefings: true },
    run: async (page, stage, game) => {
      await open(page, await match(stage, game));
      await page.locator('[data-briefing]').waitFor();
    },
  },
  { name: 'start', run: async (page, stage, game) => open(page, await match(stage, game)) },
  { name: 'middle', run: async (page, stage, game) => open(page, await at(stage, game, 'odds')) },
  {
    name: 'reach',
    games: ['turns_east', 'motherland', 'lebensraum', 'leaders_in_flames'],
    run: async (page, stage, game, phone) => {
      await open(page, await at(stage, game, 'move'));
      await take(page, phone);
      if (!phone) await point(page, '[data-cost]', 'hover', -1);
    },
  },
  {
    name: 'flags',
    games: ['last_war'],
    run: async (page, stage, game) => open(page, await at(stage, game, 'flags')),
  },
  {
    name: 'odds',
    run: async (page, stage, game, phone) => {
      await open(page, await at(stage, game, 'odds'));
      const line = page.locator('[data-odds-line]');
      if (phone && (await line.count())) await line.tap();
      await page.locator('[data-attack]').waitFor();
    },
  },
  {
    name: 'tapped',
    run: async (page, stage, game, phone) => {
      await open(page, await at(stage, game, 'odds'));
      await point(page, '.counter:not(.lit)', phone ? 'tap' : 'hover');
      if (!phone) await page.keyboard.press('?');
    },
  },
  {
    name: 'missed',
    games: ['turns_east', 'last_war', 'lebensraum', 'leaders_in_flames'],
    prefs: FILM,
    run: async (page, stage, game) => {
      await open(page, await stage.played(game, ...GAMES[game], 'after'));
      await page.locator('.digest').waitFor();
    },
  },
  {
    name: 'film',
    games: ['turns_east', 'last_war', 'lebensraum', 'leaders_in_flames'],
    prefs: FILM,
    run: async (page, stage, game) => {
      await open(page, await stage.played(game, ...GAMES[game], 'after'));
      await film(page);
    },
  },
  {
    name: 'supply',
    games: ['turns_east', 'motherland', 'lebensraum', 'leaders_in_flames'],
    run: async (page, stage, game, phone) => {
      await open(page, await at(stage, game, 'after'));
      const ok = page.locator('[data-digest-ok]');
      if (await ok.count()) await ok.click();
      const layer = page.locator('[role=toolbar] button', { hasText: /supply|fed|effect/i }).first();
      if (phone) await layer.tap();
      else await layer.click();
    },
  },
  {
    name: 'lesson',
    prefs: { tips: true },
    run: async (page, stage, game) => {
      await page.goto('/');
      await page.locator(`[data-lesson="${game}"]`).click();
      await page.locator('[data-tip]').waitFor();
    },
  },
];

const two = async (stage) =>
  stage.match(
    'turns_east',
    'minsk',
    { soviet: { who: 'link' } },
    { clock: { kind: 'live', minutes: 60 }, public: true },
  );

/** Scenes that are no game's own. */
export const PLAIN = [
  {
    name: 'lobby',
    run: async (page) => {
      await page.goto('/');
      await page.locator('[data-play-now]').waitFor();
    },
  },
  {
    name: 'new',
    run: async (page) => {
      await page.goto('/new/motherland');
      await page.locator('[data-start]').waitFor();
    },
  },
  {
    name: 'settings',
    run: async (page) => {
      await page.goto('/settings');
      await page.waitForTimeout(500);
    },
  },
  {
    name: 'rules',
    run: async (page) => {
      await page.goto('/rules/turns_east');
      await page.locator('[data-case]').first().waitFor();
    },
  },
  {
    name: 'calculator',
    run: async (page) => {
      await page.goto('/calculator/last_war?attacker_men=14&attacker_me=2&defender_men=4&defender_me=5');
      await page.locator('[data-answer] .crt').waitFor();
    },
  },
  {
    name: 'invited',
    run: async (page, stage) => open(page, `/match/${(await two(stage)).id}`),
  },
  {
    name: 'guest',
    run: async (page, stage) => {
      const made = await two(stage);
      await page.context().clearCookies();
      await page.goto(made.seats.find((seat) => seat.invite).invite);
      await page.locator('[data-sit]').waitFor();
    },
  },
  {
    name: 'keys',
    run: async (page, stage) => {
      await open(page, `/match/${(await stage.match('turns_east', 'minsk')).id}`);
      await page.keyboard.press('k');
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'matchtab',
    run: async (page, stage) => {
      await open(page, `/match/${(await two(stage)).id}`);
      await page.locator('header button').last().click();
      await page.waitForTimeout(300);
    },
  },
];
