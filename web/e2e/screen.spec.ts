import { expect, test } from '@playwright/test';
import { make, openMatch } from './table';

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
