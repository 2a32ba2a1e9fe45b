/** Paints the base map off the page's own thread, so that a pan or zoom never waits for it. */

import { Board, type ArtFile, type BoardFile } from '../lib/board';
import { MapPainter, type Frame } from './paint';
import { mapTheme, type Season } from './theme';

export interface BoardMessage {
  file: BoardFile;
  art: ArtFile | null;
}
export interface PaintMessage {
  n: number;
  dark: boolean;
  season: Season;
  frame: Frame;
  width: number;
  height: number;
}

let board: Board | null = null;
const painters = new Map<string, MapPainter>();
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<BoardMessage | PaintMessage>) => void) | null;
  postMessage(message: unknown, transfer: Transferable[]): void;
};
let waiting: PaintMessage[] = [];
let scheduled = false;

function paint({ n, dark, season, frame, width, height }: PaintMessage): void {
  if (!board) return;
  const look = `${dark}${season}`;
  let painter = painters.get(look);
  if (!painter) {
    painter = new MapPainter(board, mapTheme(dark, season));
    painters.set(look, painter);
  }
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return;
  const over = painter.paint(context, frame);
  const bitmap = canvas.transferToImageBitmap();
  scope.postMessage({ n, bitmap, over }, [bitmap]);
}

/** Only the newest wish of each kind is painted; a view that was left again is not worth the work. */
function work(): void {
  scheduled = false;
  const todo = waiting;
  waiting = [];
  for (const each of todo) paint(each);
}

scope.onmessage = ({ data }) => {
  if ('file' in data) {
    board = new Board(data.file, data.art);
    painters.clear();
    return;
  }
  waiting = [...waiting.filter((each) => each.n < 0 !== data.n < 0), data];
  if (!scheduled) {
    scheduled = true;
    setTimeout(work, 0);
  }
};
