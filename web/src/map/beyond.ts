/** What lies beyond the edge of the map: its own ground mirrored and out of focus, so that no empty table shows. */

import type { Picture } from './painter';

/** How far it reaches on every side, as a share of the map. */
const REACH = 0.5;
const PIXELS = 240;

export function paintBeyond(canvas: HTMLCanvasElement, picture: Picture, table: string): void {
  const width = PIXELS;
  const height = Math.max(1, Math.round((PIXELS * picture.height) / picture.width));
  canvas.width = width * (1 + 2 * REACH);
  canvas.height = height * (1 + 2 * REACH);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return;
  context.filter = 'blur(3px)';
  for (const i of [-1, 0, 1])
    for (const j of [-1, 0, 1]) {
      context.save();
      context.translate(width * (REACH + i + 0.5), height * (REACH + j + 0.5));
      context.scale(i ? -1 : 1, j ? -1 : 1);
      context.drawImage(picture, -width / 2, -height / 2, width, height);
      context.restore();
    }
  context.filter = 'none';
  context.globalAlpha = 0.5;
  context.fillStyle = table;
  context.fillRect(0, 0, canvas.width, canvas.height);
}

export function placeBeyond(
  canvas: HTMLCanvasElement,
  map: { width: number; height: number },
  x: number,
  y: number,
  k: number,
): void {
  canvas.style.width = `${map.width * (1 + 2 * REACH)}px`;
  canvas.style.height = `${map.height * (1 + 2 * REACH)}px`;
  canvas.style.transform = `translate(${x - map.width * REACH * k}px, ${y - map.height * REACH * k}px) scale(${k})`;
}
