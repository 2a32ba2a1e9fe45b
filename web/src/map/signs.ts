/** Towns, and the signs of what rules ask for by hex: forts, ports, wells, sources of supply, ways off the map. */

import type { Board } from '../lib/board';
import type { Point } from '../lib/geometry';
import { SANS, type Canvas } from './letters';
import type { MapTheme } from './theme';

type Shown = (p: Point) => boolean;

/** Features and kinds of ground that make a hex a city to the rules. */
const BUILT_UP = /^((major_|minor_|large_)?city|urban)$/;
const CROSSINGS = ['strait', 'straits', 'ferry', 'bridge', 'causeway'];
const FROZEN = 'frozen_access';
const LETTERED = /^supply_([A-Z])$/;

/** The hexes that rules count as built-up, by label. */
export function builtUp(board: Board): string[] {
  const found = new Set<string>();
  for (const [name, hexes] of Object.entries(board.file.features ?? {}))
    if (BUILT_UP.test(name)) for (const at of hexes) found.add(at);
  for (const cell of board.cells) if (BUILT_UP.test(cell.terrain)) found.add(cell.label);
  return [...found];
}

/** A number in 0..1 fixed by where something stands: no two towns alike, and each the same every time. */
function noise(a: number, b: number, k: number): number {
  return Math.abs(Math.sin(a * 12.9898 + b * 78.233 + k * 37.719) * 43758.5453) % 1;
}

/** Houses and streets, more of them the larger the city. */
function houses(context: Canvas, { x, y }: Point, rank: number, unit: number, theme: MapTheme): void {
  const reach = rank >= 4 ? 2 : 1;
  const step = unit * (rank >= 5 ? 7.4 : rank === 4 ? 5.8 : 6.4);
  const path = new Path2D();
  for (let r = -reach; r <= reach; r++)
    for (let c = -reach; c <= reach; c++) {
      const far = Math.abs(r) + Math.abs(c);
      const sparse = reach > 1 && far === reach + 1;
      if (far > reach + (reach > 1 ? 1 : 0) || (sparse && noise(x + c, y + r, 3) < 0.4)) continue;
      const side = step - unit * (1.3 + 0.9 * (noise(x + c, y + r, 4) - 0.5));
      path.rect(x + c * step - side / 2, y + r * step - side / 2, side, side);
    }
  context.fillStyle = theme.city;
  context.strokeStyle = theme.city;
  context.lineWidth = unit * 3.2;
  context.lineJoin = 'round';
  context.stroke(path);
  context.fill(path);
  context.fillStyle = theme.urban;
  context.fill(path);
}

export function towns(context: Canvas, board: Board, theme: MapTheme, zoom: number, shown: Shown): void {
  const unit = board.lattice.size / 50;
  for (const place of board.art?.places ?? board.file.places ?? []) {
    const at = 'x' in place ? { x: place.x, y: place.y } : board.centre(place.hex);
    const { kind } = place;
    const rank = place.size ?? 2;
    if (!at || !shown(at) || ['region', 'water', 'sea', 'lake', 'country'].includes(kind)) continue;
    if (zoom < 0.3 && rank < 3) continue;
    if (rank >= 3 && kind !== 'fort' && kind !== 'oil') {
      houses(context, at, rank, unit, theme);
      continue;
    }
    context.fillStyle = theme.cityFill;
    context.strokeStyle = theme.city;
    context.lineWidth = unit * 1.6;
    sign(context, kind === 'fort' || kind === 'oil' ? kind : 'town', at, unit * (3 + rank * 1.2), theme);
  }
}

export function signs(context: Canvas, board: Board, theme: MapTheme, shown: Shown): void {
  const size = board.lattice.size;
  for (const each of board.art?.marks ?? []) {
    if (!shown(each)) continue;
    context.fillStyle = theme.cityFill;
    context.strokeStyle = theme.city;
    context.lineWidth = size * 0.025;
    sign(context, each.kind, each, size * 0.12, theme);
  }
}

function star(context: Canvas, { x, y }: Point, r: number): void {
  for (let i = 0; i < 10; i++) {
    const angle = (i * Math.PI) / 5 - Math.PI / 2;
    const reach = i % 2 ? r * 0.52 : r * 1.35;
    context.lineTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
  }
  context.closePath();
}

/** A cross whose arms widen outwards, as on the wings of the time. */
function cross(context: Canvas, { x, y }: Point, r: number): void {
  for (let arm = 0; arm < 4; arm++) {
    const turn = (arm * Math.PI) / 2;
    const at = (across: number, out: number): [number, number] => [
      x + r * (across * Math.cos(turn) - out * Math.sin(turn)),
      y + r * (across * Math.sin(turn) + out * Math.cos(turn)),
    ];
    context.lineTo(...at(-0.24, -0.24));
    context.lineTo(...at(-0.42, -1.3));
    context.lineTo(...at(0.42, -1.3));
  }
  context.closePath();
}

/** One sign; what has no drawing of its own is a ring. */
function sign(context: Canvas, kind: string, at: Point, r: number, theme: MapTheme): void {
  const { x, y } = at;
  const letter = LETTERED.exec(kind)?.[1];
  context.beginPath();
  if (letter) {
    context.arc(x, y, r * 1.5, 0, Math.PI * 2);
    context.fill();
    context.stroke();
    context.fillStyle = theme.city;
    context.font = `bold ${r * 2.2}px ${SANS}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(letter, x, y + r * 0.1);
    context.textBaseline = 'alphabetic';
    return;
  }
  if (kind === 'axis_supply' || kind === 'soviet_supply') {
    if (kind === 'axis_supply') cross(context, at, r * 0.95);
    else star(context, at, r);
    context.lineJoin = 'round';
    context.lineWidth = r * 0.55;
    context.strokeStyle = theme.labelHalo;
    context.stroke();
    context.fillStyle = kind === 'axis_supply' ? theme.city : theme.victory;
    context.fill();
    return;
  }
  if (kind === 'baku_exit') {
    context.roundRect(x - r * 1.4, y - r * 1.4, r * 2.8, r * 2.8, r * 0.4);
    context.fill();
    context.stroke();
    context.beginPath();
    context.strokeStyle = theme.victory;
    context.lineWidth = r * 0.4;
    context.moveTo(x - r * 0.8, y - r * 0.8);
    context.lineTo(x + r * 0.7, y + r * 0.7);
    context.lineTo(x - r * 0.3, y + r * 0.7);
    context.moveTo(x + r * 0.7, y + r * 0.7);
    context.lineTo(x + r * 0.7, y - r * 0.3);
    context.stroke();
    return;
  }
  if (/landing/.test(kind)) {
    context.moveTo(x, y + r * 1.3);
    for (const [dx, dy] of [
      [-1.1, 0],
      [-0.5, 0],
      [-0.5, -1.3],
      [0.5, -1.3],
      [0.5, 0],
      [1.1, 0],
    ] as const)
      // prettier-ignore
      context.lineTo(x + dx * r, y + dy * r);
    context.closePath();
  } else if (/supply/.test(kind) && !/sea_supply/.test(kind)) {
    context.arc(x, y, r * 1.4, 0, Math.PI * 2);
    context.moveTo(x - r * 0.7, y + r * 0.7);
    for (const [dx, dy] of [
      [-0.7, -0.1],
      [0, -0.8],
      [0.7, -0.1],
      [0.7, 0.7],
    ] as const)
      // prettier-ignore
      context.lineTo(x + dx * r, y + dy * r);
    context.closePath();
  } else if (/fort/.test(kind)) {
    context.rect(x - r, y - r, 2 * r, 2 * r);
    for (const dx of [-1.3, 0.6])
      for (const dy of [-1.3, 0.6]) context.rect(x + r * dx, y + r * dy, r * 0.7, r * 0.7);
  } else if (/oil/.test(kind)) {
    context.moveTo(x - r, y + r);
    context.lineTo(x, y - r * 1.5);
    context.lineTo(x + r, y + r);
    context.closePath();
    context.moveTo(x - r * 0.5, y);
    context.lineTo(x + r * 0.5, y);
  } else if (/victory|objective|capital/.test(kind)) {
    star(context, at, r);
  } else if (/port|naval|sea_supply/.test(kind)) {
    context.moveTo(x, y - r * 1.3);
    context.lineTo(x, y + r * 1.2);
    context.moveTo(x - r * 0.7, y - r * 0.6);
    context.lineTo(x + r * 0.7, y - r * 0.6);
    context.moveTo(x - r * 1.1, y + r * 0.2);
    context.quadraticCurveTo(x - r * 0.8, y + r * 1.2, x, y + r * 1.2);
    context.quadraticCurveTo(x + r * 0.8, y + r * 1.2, x + r * 1.1, y + r * 0.2);
  } else if (/factory|indust/.test(kind)) {
    context.moveTo(x - r * 1.3, y + r);
    context.lineTo(x - r * 1.3, y - r * 0.2);
    context.lineTo(x - r * 0.4, y + r * 0.3);
    context.lineTo(x - r * 0.4, y - r * 0.2);
    context.lineTo(x + r * 0.5, y + r * 0.3);
    context.lineTo(x + r * 0.6, y - r * 1.2);
    context.lineTo(x + r * 1.2, y - r * 1.2);
    context.lineTo(x + r * 1.2, y + r);
    context.closePath();
  } else {
    context.arc(x, y, r, 0, Math.PI * 2);
  }
  context.fill();
  context.stroke();
}

/** Arrows over water: straits and bridges, and what may be crossed while it is frozen. */
export function crossings(context: Canvas, board: Board, theme: MapTheme, shown: Shown): void {
  const size = board.lattice.size;
  for (const [names, ink] of [
    [CROSSINGS, theme.riverMajor],
    [[FROZEN], theme.victory],
  ] as const) {
    const path = new Path2D();
    for (const name of names)
      for (const [from, to] of [...(board.file.sides?.[name] ?? []), ...(board.file.links?.[name] ?? [])]) {
        const a = board.centre(from);
        const b = board.centre(to);
        if (a && b && shown(a)) arrow(path, a, b, size);
      }
    context.lineCap = 'round';
    context.strokeStyle = theme.labelHalo;
    context.lineWidth = size * 0.11;
    context.stroke(path);
    context.strokeStyle = ink;
    context.lineWidth = size * 0.055;
    context.stroke(path);
  }
}

function arrow(path: Path2D, a: Point, b: Point, size: number): void {
  const far = Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / far, (b.y - a.y) / far];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const head = size * 0.13;
  const ends = [-1, 1].map((way) => ({ x: middle.x + ux * far * 0.17 * way, y: middle.y + uy * far * 0.17 * way, way })); // prettier-ignore
  path.moveTo(ends[0]!.x, ends[0]!.y);
  path.lineTo(ends[1]!.x, ends[1]!.y);
  for (const { x, y, way } of ends)
    for (const side of [-1, 1]) {
      path.moveTo(x, y);
      path.lineTo(x - (ux * way - uy * side) * head, y - (uy * way + ux * side) * head);
    }
}
