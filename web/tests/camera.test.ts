import { expect, test } from 'vitest';
import { Camera, fullest } from '../src/map/camera';

const inside = (p: { x: number; y: number }, box: ReturnType<typeof fullest>) =>
  p.x >= box.x && p.x <= box.x + box.width && p.y >= box.y && p.y <= box.y + box.height;

test('where not all can be seen, the view holds most of the front and always what it is about', () => {
  const focus = { x: 1000, y: 1000 };
  // A front to the west of the point, one counter far to the east.
  const front = [0, 1, 2, 3, 4].map((n) => ({ x: 640, y: 700 + n * 140 }));
  const box = fullest([...front, { x: 1500, y: 1000 }], focus, 600, 800, 40);
  for (const p of [...front, focus]) expect(inside(p, box)).toBe(true);
  expect(inside({ x: 1500, y: 1000 }, box)).toBe(false);
  expect(box.width).toBeLessThanOrEqual(600);
  expect(box.height).toBeLessThanOrEqual(800);
  // With nobody about, the point alone.
  expect(fullest([], focus, 600, 800, 40)).toEqual({ x: 960, y: 960, width: 80, height: 80 });
});

test('after a film the view goes back to where most can be done; somebody’s own view is left alone', () => {
  const root = document.createElement('div');
  Object.defineProperties(root, { clientWidth: { value: 1000 }, clientHeight: { value: 800 } });
  const camera = new Camera(root, 4000, 3000, {
    moved: () => undefined,
    rested: () => undefined,
    mayPan: () => true,
  });
  camera.centre({ x: 500, y: 500 }, true, 1);
  const [one, others] = [{ x: 600, y: 500 }, [0, 1, 2].map((n) => ({ x: 2000 + 90 * n, y: 1500 }))];
  const all = [one, ...others];
  const seen = () => all.map((p) => camera.sees(p));
  expect(seen()).toEqual([true, false, false, false]);
  camera.bringUp(all, false, true);
  expect(seen()).toEqual([true, false, false, false]);
  camera.bringUp(all, true, true);
  expect(seen()).toEqual([false, true, true, true]);
  // Nothing of it in view: the nearest, whoever moved the map.
  camera.bringUp([one], false, true);
  expect(camera.sees(one)).toBe(true);
  camera.destroy();
});
