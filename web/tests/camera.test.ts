import { expect, test } from 'vitest';
import { fullest } from '../src/map/camera';

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
