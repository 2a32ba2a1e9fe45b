/** The painter as the map view sees it: frames in, pictures out, in a worker where there is one. */

import type { Board } from '../lib/board';
import type { Over } from './names';
import { MapPainter, type Frame } from './paint';
import type { BoardMessage, PaintMessage } from './painter.worker';
import { mapTheme, type Season } from './theme';

export type Picture = CanvasImageSource & { width: number; height: number };

type Done = (picture: Picture, over: Over[]) => void;

export class Studio {
  private worker: Worker | null = null;
  private here: MapPainter | null = null;
  private hereLook = '';
  private asked = new Map<number, Done>();
  private count = 0;

  constructor(private readonly board: Board) {
    if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return;
    this.worker = new Worker(new URL('./painter.worker.ts', import.meta.url), { type: 'module' });
    const message: BoardMessage = { file: board.file, art: board.art };
    this.worker.postMessage(message);
    this.worker.onmessage = ({ data }: MessageEvent<{ n: number; bitmap: ImageBitmap; over: Over[] }>) => {
      this.asked.get(data.n)?.(data.bitmap, data.over);
      // Older wishes of the same kind were passed over.
      for (const n of [...this.asked.keys()])
        if (n < 0 === data.n < 0 && Math.abs(n) <= Math.abs(data.n)) this.asked.delete(n);
    };
  }

  /** Paints a part of the map; `done` gets it unless a newer wish of the same kind overtakes it. */
  paint(frame: Frame, dark: boolean, season: Season, whole: boolean, done: Done): void {
    const width = Math.max(1, Math.ceil(frame.width * frame.scale - 0.01));
    const height = Math.max(1, Math.ceil(frame.height * frame.scale - 0.01));
    if (this.worker) {
      this.count += 1;
      const n = whole ? -this.count : this.count;
      const message: PaintMessage = { n, dark, season, frame, width, height };
      this.asked.set(n, done);
      this.worker.postMessage(message);
      return;
    }
    const look = `${dark}${season}`;
    if (!this.here || this.hereLook !== look) this.here = new MapPainter(this.board, mapTheme(dark, season));
    this.hereLook = look;
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (!context) return;
    done(canvas, this.here.paint(context, frame));
  }

  close(): void {
    this.worker?.terminate();
    this.asked.clear();
  }
}
