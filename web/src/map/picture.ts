/** The painted map under the counters: a coarse picture of all of it, and a sharp one of the part in view. */

import type { ZoomTransform } from 'd3-zoom';
import type { Board } from '../lib/board';
import { paintBeyond, placeBeyond } from './beyond';
import type { Over } from './names';
import { Studio, type Picture } from './painter';
import type { Season } from './theme';

export interface Look {
  dark: boolean;
  season: Season;
  numbers: boolean;
  /** Hexes with counters, with markers and with several counters: names stand clear of them. */
  counters: readonly string[];
  markers: readonly string[];
  stacks: readonly string[];
  /** Neighbours with counters of two sides. */
  touching: readonly (readonly [string, string])[];
  /** Names that boxes on the map bear. */
  repeated: readonly string[];
}

const names = ({ numbers, counters, markers, stacks, touching, repeated }: Look) => ({
  numbers,
  counters,
  markers,
  stacks,
  touching,
  repeated,
});

function show(canvas: HTMLCanvasElement, picture: Picture): void {
  canvas.width = picture.width;
  canvas.height = picture.height;
  // A picture handed over whole costs nothing in the frames after it; a drawing surface is copied in each.
  if (typeof ImageBitmap !== 'undefined' && picture instanceof ImageBitmap)
    canvas.getContext('bitmaprenderer', { alpha: false })?.transferFromImageBitmap(picture);
  else canvas.getContext('2d', { alpha: false })?.drawImage(picture, 0, 0);
}

const hide = (canvas: HTMLCanvasElement, hidden: boolean): boolean => {
  if (canvas.hidden !== hidden) canvas.hidden = hidden;
  return hidden;
};

/** A map that lies on whole pixels is drawn without being resampled: sharper, and much less work in a pan. */
export const whole = (t: ZoomTransform) => {
  const ratio = window.devicePixelRatio || 1;
  return { x: Math.round(t.x * ratio) / ratio, y: Math.round(t.y * ratio) / ratio, k: t.k };
};

export interface PictureHooks {
  /** A gesture that has begun since goes on with the old picture until it rests again. */
  isMoving(): boolean;
  /** Names that the sharp picture has no room for. */
  left(names: Over[]): void;
}

export class MapPicture {
  private readonly studio: Studio;
  /** The part of the map that the sharp picture shows, and the scale at which it is as large as its pixels. */
  private part = { x: 0, y: 0, width: 0, height: 0, k: 1 };
  /** The screen it is seen on, as it was when last painted. */
  private room = { width: Infinity, height: Infinity };

  constructor(
    private readonly board: Board,
    private readonly root: HTMLElement,
    private readonly beyond: HTMLCanvasElement,
    private readonly low: HTMLCanvasElement,
    private readonly sharp: HTMLCanvasElement,
    private readonly hooks: PictureHooks,
  ) {
    this.studio = new Studio(board);
  }

  place(x: number, y: number, k: number): void {
    const { width, height } = this.board.lattice;
    // What another picture covers whole is not drawn: each one costs a screenful of pixels in every frame.
    const { part } = this;
    const onTop = this.fills(x + part.x * k, y + part.y * k, part.width * k, part.height * k);
    if (!hide(this.beyond, onTop || this.fills(x, y, width * k, height * k)))
      placeBeyond(this.beyond, this.board.lattice, x, y, k);
    if (!hide(this.low, onTop)) this.low.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
    this.placeSharp(x, y, k);
  }

  private fills(x: number, y: number, width: number, height: number): boolean {
    return x <= 0 && y <= 0 && x + width >= this.room.width && y + height >= this.room.height;
  }

  /** At the scale it was painted for, the sharp picture is moved and nothing else: no pixel has to be worked out. */
  private placeSharp(x: number, y: number, k: number): void {
    const ratio = window.devicePixelRatio || 1;
    const same = k === this.part.k;
    const left = x + this.part.x * k;
    const top = y + this.part.y * k;
    this.sharp.style.transform = same
      ? `translate(${Math.round(left * ratio) / ratio}px, ${Math.round(top * ratio) / ratio}px)`
      : `translate(${left}px, ${top}px) scale(${k / this.part.k})`;
  }

  /** The whole map, coarsely: what is seen at the edges while the map moves. */
  paintLow(look: Look): void {
    const { width, height } = this.board.lattice;
    const scale = Math.min(0.5, 1500 / Math.max(width, height));
    this.studio.paint(
      { x: 0, y: 0, width, height, scale, zoom: scale, ...names(look), numbers: false },
      look.dark,
      look.season,
      true,
      (picture) => {
        paintBeyond(this.beyond, picture, getComputedStyle(this.root).backgroundColor);
        show(this.low, picture);
      },
    );
  }

  /** The part in view and a little more, as sharp as the screen. */
  paintSharp(t: ZoomTransform, look: Look): void {
    const { clientWidth, clientHeight } = this.root;
    if (!clientWidth) return;
    this.room = { width: clientWidth, height: clientHeight };
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const margin = 0.12;
    const on = whole(t);
    // The part's corner and size are whole pixels of the screen.
    const pixels = (from: number, to: number, origin: number, all: number, room: number) => {
      const first = Math.floor(Math.max(origin, from - room * margin) * ratio) / ratio;
      const last = Math.ceil(Math.min(origin + all * on.k, to + room * margin) * ratio) / ratio;
      return { start: (first - origin) / on.k, length: (last - first) / on.k };
    };
    const { start: x, length: width } = pixels(0, clientWidth, on.x, this.board.lattice.width, clientWidth);
    const { start: y, length: height } = pixels(
      0,
      clientHeight,
      on.y,
      this.board.lattice.height,
      clientHeight,
    );
    if (width <= 0 || height <= 0) return;
    const frame = { x, y, width, height, scale: t.k * ratio, zoom: t.k, ...names(look) };
    this.studio.paint(frame, look.dark, look.season, false, (picture, over) => {
      if (this.hooks.isMoving()) return;
      this.sharp.style.width = `${picture.width / ratio}px`;
      this.sharp.style.height = `${picture.height / ratio}px`;
      this.part = { x, y, width, height, k: t.k };
      show(this.sharp, picture);
      this.sharp.dataset['painted'] = look.dark ? 'dark' : 'light';
      this.hooks.left(over);
      this.place(on.x, on.y, on.k);
    });
  }

  close(): void {
    this.studio.close();
  }
}
