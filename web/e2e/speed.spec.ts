import { expect, test, type Browser, type Page } from '@playwright/test';
import { MockServer } from '../tests/mock';

// Recording a trace would cost more than drawing does.
test.use({ trace: 'off' });

const HEXES = 2000;
const COUNTERS = 300;

interface Pace {
  /** Frames a second that reached the screen, and the longest wait between two, in milliseconds. */
  rate: number;
  longest: number;
  /** Processor time a frame takes in all threads together, in milliseconds: the same on a busy machine. */
  work: number;
}

/** The frames Chromium itself says it drew while something was done with the mouse. */
async function pace(browser: Browser, page: Page, work: () => Promise<void>): Promise<Pace> {
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline.frame', 'devtools.timeline.frame', 'toplevel'],
  });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; ph: string; ts: number; tdur?: number; args?: { layerTreeId?: number } }[];
  };
  const frames = trace.traceEvents.filter((event) => event.name === 'DrawFrame');
  // The browser has layer trees of its own; the page's is the one that draws most.
  const trees = [...new Set(frames.map((event) => event.args?.layerTreeId))].map((tree) =>
    frames.filter((event) => event.args?.layerTreeId === tree),
  );
  const ours = trees.sort((a, b) => b.length - a.length)[0] ?? [];
  const drawn = ours.map((event) => event.ts / 1000).sort((a, b) => a - b);
  const gaps = drawn.slice(1).map((time, i) => time - drawn[i]!);
  const tasks = trace.traceEvents.filter(
    (event) => event.ph === 'X' && /^(ThreadControllerImpl::RunTask|ThreadPool_RunTask)$/.test(event.name),
  );
  return {
    rate: gaps.length / ((drawn.at(-1)! - drawn[0]!) / 1000),
    longest: Math.max(...gaps),
    work: tasks.reduce((sum, event) => sum + (event.tdur ?? 0), 0) / 1000 / drawn.length,
  };
}

const told = (pace: Pace) =>
  `${pace.rate.toFixed(1)} fps (longest ${pace.longest.toFixed(0)} ms, work ${pace.work.toFixed(1)} ms a frame)`;

/** A hand on the mouse for two seconds of sixty frames, with one event a frame: the same way however busy the machine is. */
async function drive(page: Page, kind: 'pan' | 'zoom'): Promise<void> {
  await page.evaluate(
    (kind) =>
      new Promise<void>((done) => {
        const root = document.querySelector('[role=application]')!;
        const common = { bubbles: true, cancelable: true, view: window };
        let n = 0;
        if (kind === 'pan')
          root.dispatchEvent(
            new MouseEvent('mousedown', { ...common, clientX: 700, clientY: 600, button: 0 }),
          );
        const frame = () => {
          const t = n++ / 60;
          if (kind === 'pan')
            window.dispatchEvent(
              new MouseEvent('mousemove', {
                ...common,
                clientX: 700 + 180 * Math.sin(t * 3),
                clientY: 600 - 160 * (1 - Math.cos(t * 4)),
              }),
            );
          else
            root.dispatchEvent(
              new WheelEvent('wheel', {
                ...common,
                clientX: 760,
                clientY: 400,
                deltaY: Math.sin(t * 3) > 0 ? -14 : 14,
              }),
            );
          if (t < 2) requestAnimationFrame(frame);
          else {
            if (kind === 'pan') window.dispatchEvent(new MouseEvent('mouseup', common));
            done();
          }
        };
        requestAnimationFrame(frame);
      }),
    kind,
  );
}

test(`pan and zoom hold 50 frames a second with ${HEXES} hexes and ${COUNTERS} counters`, async ({
  browser,
  page,
  request,
}) => {
  // The largest map the server has, and a toy position on it with every counter full of detail.
  const names = [
    'flames_asia',
    'flames_europe',
    'lebensraum',
    'last_war_pacific',
    'last_war_europe',
    'motherland',
  ];
  const found = await Promise.all(
    names.map(async (name) => {
      const answer = await request.get(`/api/maps/${name}`);
      if (!answer.ok()) return null;
      const art = await request.get(`/api/maps/${name}/art`);
      return { file: (await answer.json()) as MockServer['board'], art: art.ok() ? await art.text() : null };
    }),
  );
  const maps = found.filter((each) => each !== null);
  const size = (map: MockServer['board']) => map.terrain.rows.join('').replaceAll(' ', '').length;
  maps.sort((a, b) => size(b.file) - size(a.file));
  const largest = maps[0]!;
  const server = new MockServer();
  server.crowd(largest.file, COUNTERS);

  await page.route('**/api/**', (route) => {
    const address = new URL(route.request().url());
    if (address.pathname.endsWith('/art') && largest.art) return route.fulfill({ body: largest.art });
    const answer = server.http(address.pathname + address.search);
    return answer === undefined ? route.fulfill({ status: 404, json: {} }) : route.fulfill({ json: answer });
  });
  await page.routeWebSocket('**/api/**', (socket) =>
    socket.onMessage((text) =>
      server.handle(JSON.parse(String(text)) as Record<string, unknown>, (frame) =>
        socket.send(JSON.stringify(frame)),
      ),
    ),
  );
  await page.goto('/match/m1');
  await expect(page.locator('.counter').first()).toBeVisible();
  expect(await page.locator('.counter').count()).toBeGreaterThanOrEqual(COUNTERS);
  // The pictures of the map come from a worker; the hand on the mouse waits for them as a person would.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('canvas')].every((each) => each.width > 400),
  );
  await page.waitForTimeout(800);

  const pan = await pace(browser, page, () => drive(page, 'pan'));
  // The picture of where the pan came to rest is no part of the zoom.
  await page.waitForTimeout(800);
  const zoom = await pace(browser, page, () => drive(page, 'zoom'));
  console.log(
    `${largest.file.id}: ${size(largest.file)} hexes, ${COUNTERS} counters; pan ${told(pan)}, zoom ${told(zoom)}`,
  );
  expect(size(largest.file)).toBeGreaterThan(1000);
  expect(pan.rate).toBeGreaterThan(50);
  expect(zoom.rate).toBeGreaterThan(50);
  expect(pan.work).toBeLessThan(20);
  expect(zoom.work).toBeLessThan(20);
});

test('the first page can be used within a second and a half of a cold start', async ({
  browser,
  baseURL,
}) => {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const context = await browser.newContext({ baseURL: baseURL! });
    const page = await context.newPage();
    const start = Date.now();
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('[data-play-now]:enabled').waitFor();
    times.push(Date.now() - start);
    await context.close();
  }
  times.sort((a, b) => a - b);
  console.log(`first page: ${times.join(', ')} ms`);
  expect(times[2]).toBeLessThan(1500);
});
