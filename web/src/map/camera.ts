/** Pan and zoom over the map: d3-zoom moves a composited layer, the sharp picture follows when it rests. */

import { select } from 'd3-selection';
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import { middle, nearest, type Point } from '../lib/geometry';

export interface CameraHooks {
  /** Every frame of a gesture. */
  moved(transform: ZoomTransform): void;
  /** The gesture is over. */
  rested(transform: ZoomTransform): void;
  /** Whether a press here may pan (not when it begins on a counter that can be dragged). */
  mayPan(event: Event): boolean;
}

/** How far from the panels something to look at is kept, in pixels of the screen. */
const CLEAR = 150;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the map begins along one edge of the screen, so that a part of it (`from`, `size`) lies in the middle of what is free.
 * The map fills the screen as far as it can, and leaves it only so far that the part is clear of the panels. */
function within(
  from: number,
  size: number,
  map: number,
  start: number,
  free: number,
  screen: number,
): number {
  const wish = start + (free - size) / 2 - from;
  if (map < free) return wish;
  const filled = Math.max(Math.min(0, screen - map), Math.min(Math.max(0, screen - map), wish));
  return size > free ? wish : Math.max(start - from, Math.min(start + free - size - from, filled));
}

const RASTER = 24;

/** Of all parts of the map of one size that hold a point well inside, the one with most of a crowd in it, counters whole; what
 * stands near the point counts more. Told as the box around what it holds. */
export function fullest(
  crowd: readonly Point[],
  focus: Point,
  width: number,
  height: number,
  room: number,
): Box {
  const worth = crowd.map(
    (p) => 1 / (1 + Math.hypot((p.x - focus.x) / width, (p.y - focus.y) / height) ** 2),
  );
  const clear = { x: Math.max(room, width / 6), y: Math.max(room, height / 6) };
  let best: { score: number; held: readonly Point[] } = { score: -1, held: [] };
  for (let i = 0; i <= RASTER; i++)
    for (let j = 0; j <= RASTER; j++) {
      const left = focus.x - clear.x - (i / RASTER) * (width - 2 * clear.x);
      const top = focus.y - clear.y - (j / RASTER) * (height - 2 * clear.y);
      const inside = (p: Point) =>
        p.x >= left + room && p.x <= left + width - room && p.y >= top + room && p.y <= top + height - room;
      const score = crowd.reduce((sum, p, n) => sum + (inside(p) ? worth[n]! : 0), 0);
      if (score > best.score) best = { score, held: crowd.filter(inside) };
    }
  const [xs, ys] = [[...best.held, focus].map((p) => p.x), [...best.held, focus].map((p) => p.y)];
  const [x, y] = [Math.min(...xs) - room, Math.min(...ys) - room];
  return { x, y, width: Math.max(...xs) + room - x, height: Math.max(...ys) + room - y };
}

export class Camera {
  transform: ZoomTransform = zoomIdentity;
  private readonly behavior: ZoomBehavior<HTMLElement, unknown>;
  /** What panels cover along the edges, in screen pixels: nothing to look at is put there. */
  insets = { left: 0, top: 0, right: 0, bottom: 0 };
  private timer: ReturnType<typeof setTimeout> | null = null;
  private animation = 0;
  private resting = 0;

  constructor(
    readonly root: HTMLElement,
    readonly width: number,
    readonly height: number,
    private readonly hooks: CameraHooks,
  ) {
    this.behavior = zoom<HTMLElement, unknown>()
      .clickDistance(5)
      .filter((event: Event) => {
        const mouse = event as MouseEvent;
        if (event.type === 'dblclick') return false;
        if (event.type !== 'wheel' && mouse.button) return false;
        return event.type === 'wheel' || hooks.mayPan(event);
      })
      .wheelDelta((event) => -event.deltaY * (event.deltaMode === 1 ? 0.05 : event.deltaMode ? 1 : 0.0016))
      .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => {
        this.transform = event.transform;
        hooks.moved(event.transform);
        this.settle();
      });
    this.limits();
    select(root).call(this.behavior);
  }

  private limits(): void {
    const { clientWidth: w, clientHeight: h } = this.root;
    const least = Math.min(w / this.width, h / this.height, 1) * 0.9;
    this.behavior.scaleExtent([Math.max(0.05, least), 4]).extent([
      [0, 0],
      [w, h],
    ]);
    const margin = 0.35;
    this.behavior.translateExtent([
      [-w * margin - 200, -h * margin - 200],
      [this.width + w * margin + 200, this.height + h * margin + 200],
    ]);
  }

  /** At rest is what has not moved for a while, and has nothing waiting for the next frame either. */
  private settle(): void {
    this.unsettle();
    this.timer = setTimeout(() => {
      this.resting = requestAnimationFrame(() => this.hooks.rested(this.transform));
    }, 130);
  }

  private unsettle(): void {
    if (this.timer) clearTimeout(this.timer);
    cancelAnimationFrame(this.resting);
  }

  resized(): void {
    this.limits();
    this.hooks.rested(this.transform);
  }

  private set(transform: ZoomTransform): void {
    select(this.root).call(this.behavior.transform, transform);
  }

  /** Goes to a transform in a quarter of a second, or at once. */
  private glide(to: ZoomTransform, still: boolean): void {
    cancelAnimationFrame(this.animation);
    if (still) {
      this.set(to);
      return;
    }
    const from = this.transform;
    const start = performance.now();
    const frame = (now: number) => {
      const part = Math.min(1, (now - start) / 260);
      const ease = 1 - (1 - part) ** 3;
      const k = from.k + (to.k - from.k) * ease;
      this.set(
        zoomIdentity.translate(from.x + (to.x - from.x) * ease, from.y + (to.y - from.y) * ease).scale(k),
      );
      if (part < 1) this.animation = requestAnimationFrame(frame);
    };
    this.animation = requestAnimationFrame(frame);
  }

  /** The free part of the screen. */
  private free(): Box {
    const { clientWidth: w, clientHeight: h } = this.root;
    const { left, top, right, bottom } = this.insets;
    return { x: left, y: top, width: Math.max(80, w - left - right), height: Math.max(80, h - top - bottom) };
  }

  /** The free part of the screen, as a part of the map. */
  view(): Box {
    const free = this.free();
    const { k } = this.transform;
    return {
      x: this.transform.invertX(free.x),
      y: this.transform.invertY(free.y),
      width: free.width / k,
      height: free.height / k,
    };
  }

  /** A part of the map goes to the middle of the free screen. */
  private around(part: Box, k: number): ZoomTransform {
    const free = this.free();
    const { clientWidth: w, clientHeight: h } = this.root;
    const x = within(part.x * k, part.width * k, this.width * k, free.x, free.width, w);
    const y = within(part.y * k, part.height * k, this.height * k, free.y, free.height, h);
    return zoomIdentity.translate(x, y).scale(k);
  }

  /** A point, and some room around it. */
  private near(point: Point, k: number): Box {
    const { width, height } = this.free();
    const [dx, dy] = [Math.min(CLEAR, width / 3) / k, Math.min(CLEAR, height / 3) / k];
    return { x: point.x - dx, y: point.y - dy, width: dx * 2, height: dy * 2 };
  }

  centre(point: Point, still: boolean, k = Math.max(this.transform.k, 0.6)): void {
    this.glide(this.around(this.near(point, k), k), still);
  }

  fit(still = true, box?: Box): void {
    const { width: w, height: h } = this.free();
    const b = box ?? { x: 0, y: 0, width: this.width, height: this.height };
    const k = Math.max(0.05, Math.min(1.4, w / b.width, h / b.height));
    this.glide(this.around(b, k), still);
  }

  /** The whole of a box if it stays legible, else the part with a point in it that holds most of what stands around it. */
  begin(box: Box, focus: Point | null, legible: number, crowd: readonly Point[], room: number): void {
    const free = this.free();
    const k = Math.min(1.2, free.width / box.width, free.height / box.height);
    if (k >= legible || !focus) {
      this.set(this.around(box, k));
      return;
    }
    const [width, height] = [free.width / legible, free.height / legible];
    this.set(this.around(fullest(crowd, focus, width, height, room), legible));
  }

  pan(dx: number, dy: number): void {
    select(this.root).call(this.behavior.translateBy, dx / this.transform.k, dy / this.transform.k);
  }

  zoomBy(factor: number): void {
    select(this.root).call(this.behavior.scaleBy, factor);
  }

  /** Whether a point can be seen, clear of the panels. */
  sees(point: Point, margin = 30): boolean {
    const free = this.free();
    const x = this.transform.applyX(point.x) - free.x;
    const y = this.transform.applyY(point.y) - free.y;
    return x > margin && x < free.width - margin && y > margin && y < free.height - margin;
  }

  /** Moves just enough that a point can be seen, clear of the panels along the edges. */
  reveal(point: Point, still: boolean, margin = 50): void {
    if (!this.sees(point, margin)) this.centre(point, still, this.transform.k);
  }

  /** Goes to where something can be done, unless some of it is in view, or, where `most` is asked for, half of it. Where it is
   * too much for the screen, goes to the part with most of it. */
  bringUp(points: readonly Point[], most: boolean, still: boolean): void {
    const seen = points.filter((p) => this.sees(p)).length;
    if (!points.length || (most ? seen * 2 >= points.length : seen)) return;
    const { transform, root } = this;
    const { k } = transform;
    const here = most
      ? middle(points)
      : { x: transform.invertX(root.clientWidth / 2), y: transform.invertY(root.clientHeight / 2) };
    const to = nearest(points, here);
    const { width, height } = this.free();
    const room = Math.min(60, width / 6, height / 6) / k;
    const part = most ? fullest(points, to, width / k, height / k, room) : this.near(to, k);
    this.glide(this.around(part, k), still);
  }

  /** Brings all of some points into view if they are not, clear of a card of so many pixels at the top. */
  gather(points: readonly Point[], top: number, still: boolean): void {
    if (!points.length) return;
    const insets = this.insets;
    this.insets = { ...insets, top: Math.min(top, this.root.clientHeight * 0.56) };
    if (!points.every((p) => this.sees(p, 20))) this.centre(middle(points), still, this.transform.k);
    this.insets = insets;
  }

  destroy(): void {
    this.unsettle();
    cancelAnimationFrame(this.animation);
    select(this.root).on('.zoom', null);
  }
}
