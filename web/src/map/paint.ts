/** Paints the base map on a canvas: from the art file where there is one, else from the board itself. */

import type { ArtLabel, Board } from '../lib/board';
import type { Point } from '../lib/geometry';
import { flatten } from '../lib/paths';
import { SANS, spacing, type Canvas, type Letters } from './letters';
import { chains, smooth } from './chains';
import { obstacles, parted, place, styleOf, type Over, type Placed } from './names';
import { builtUp, crossings, signs, towns } from './signs';
import { areaColour, type MapTheme } from './theme';

export interface Frame {
  /** The part of the map, in map pixels. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Canvas pixels a map pixel. */
  scale: number;
  /** Screen pixels a map pixel: decides how much is written. */
  zoom: number;
  numbers: boolean;
  /** Hexes with counters, and with markers: names keep clear of them. */
  counters?: readonly string[];
  markers?: readonly string[];
  /** Of those with counters, the ones with several. */
  stacks?: readonly string[];
  /** Neighbouring hexes with counters of two sides: the front line runs between them. */
  touching?: readonly (readonly [string, string])[];
  /** Names that stand above boxes on the map and are not written under them once more. */
  repeated?: readonly string[];
}

interface Prepared {
  land: Path2D;
  /** The line between land and water; the whole outline of `land` where that is drawn, not made of hexes. */
  coast: Path2D;
  lakes: Path2D;
  /** Water hexes, where there is no drawn sea. */
  water: Path2D;
  areas: [string, Path2D][];
  rivers: { major: boolean; path: Path2D }[];
  rails: Path2D;
  borders: { kind: string; path: Path2D }[];
  grid: Path2D;
  /** The hexes that rules count as built-up. */
  cities: Path2D;
  relief: HTMLCanvasElement | OffscreenCanvas | null;
}

const WATERY = /sea|ocean|lake|water|strait/;
const MAJOR = /major|great|large|wide/;

function joined(paths: readonly string[]): Path2D {
  return new Path2D(paths.join(' '));
}

function hexPath(board: Board, hexes: Iterable<Point>, scale = 1): Path2D {
  const path = new Path2D();
  for (const centre of hexes) {
    const [first, ...others] = board.lattice.corners(centre, scale);
    path.moveTo(first!.x, first!.y);
    for (const p of others) path.lineTo(p.x, p.y);
    path.closePath();
  }
  return path;
}

/** The sides between land and water hexes, where the map has no drawn coast. */
function coastOf(board: Board): Path2D {
  const path = new Path2D();
  for (const cell of board.cells) {
    if (WATERY.test(cell.terrain)) continue;
    const corners = board.lattice.corners(cell.centre);
    for (let d = 0; d < 6; d++) {
      const other = board.lattice.neighbour(cell.label, d);
      if (!other || !board.isWater(other)) continue;
      const a = corners[d]!;
      const b = corners[(d + 1) % 6]!;
      path.moveTo(a.x, a.y);
      path.lineTo(b.x, b.y);
    }
  }
  return path;
}

/** Hillshade as a picture: dark slopes in shadow, light ones in light, flat land clear. */
function reliefPicture(board: Board, strength: number): HTMLCanvasElement | OffscreenCanvas | null {
  const relief = board.art?.relief;
  if (!relief?.levels || !relief.width || !relief.height) return null;
  const bytes = atob(relief.levels);
  const canvas =
    typeof OffscreenCanvas === 'undefined'
      ? Object.assign(document.createElement('canvas'), { width: relief.width, height: relief.height })
      : new OffscreenCanvas(relief.width, relief.height);
  const context = canvas.getContext('2d');
  if (!context || bytes.length < relief.width * relief.height) return null;
  const image = context.createImageData(relief.width, relief.height);
  for (let i = 0; i < relief.width * relief.height; i++) {
    const level = bytes.charCodeAt(i);
    const tone = (level - 128) / 127;
    const shade = tone < 0 ? 30 : 255;
    image.data[i * 4] = shade;
    image.data[i * 4 + 1] = tone < 0 ? 26 : 252;
    image.data[i * 4 + 2] = tone < 0 ? 20 : 240;
    image.data[i * 4 + 3] = Math.min(255, Math.abs(tone) * 255 * strength);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

export class MapPainter {
  private prepared: Prepared | null = null;

  constructor(
    readonly board: Board,
    readonly theme: MapTheme,
  ) {}

  private prepare(): Prepared {
    if (this.prepared) return this.prepared;
    const { board } = this;
    const art = board.art;
    const cells = board.cells;
    const of = (test: (terrain: string) => boolean) =>
      cells.filter((cell) => test(cell.terrain)).map((cell) => cell.centre);
    const areas: [string, Path2D][] = [];
    if (art?.areas && Object.keys(art.areas).length) {
      for (const [kind, paths] of Object.entries(art.areas)) areas.push([kind, joined(paths)]);
    } else {
      for (const kind of new Set(cells.map((cell) => cell.terrain))) {
        if (areaColour(this.theme, kind) && !WATERY.test(kind))
          areas.push([
            kind,
            hexPath(
              board,
              of((t) => t === kind),
              1.01,
            ),
          ]);
      }
    }
    const rivers: Prepared['rivers'] = [];
    if (art?.rivers?.length) {
      for (const river of art.rivers)
        rivers.push({ major: MAJOR.test(river.class), path: new Path2D(river.path) });
    } else {
      for (const [name, pairs] of Object.entries(board.file.sides ?? {})) {
        if (!/river|canal|stream/.test(name)) continue;
        const sides = pairs
          .map(([a, b]) => board.lattice.side(a, b))
          .filter((side): side is [Point, Point] => side !== null);
        for (const chain of chains(sides)) rivers.push({ major: MAJOR.test(name), path: smooth(chain) });
      }
    }
    let rails = new Path2D();
    if (art?.rails?.length) rails = joined(art.rails);
    else
      for (const [a, b] of board.file.links?.['rail'] ?? []) {
        const from = board.centre(a);
        const to = board.centre(b);
        if (!from || !to) continue;
        rails.moveTo(from.x, from.y);
        rails.lineTo(to.x, to.y);
      }
    this.prepared = {
      coast: art?.land?.length ? joined(art.land) : coastOf(board),
      land: art?.land?.length
        ? joined(art.land)
        : hexPath(
            board,
            of((t) => !WATERY.test(t)),
            1.015,
          ),
      lakes: art?.lakes
        ? joined(art.lakes)
        : hexPath(
            board,
            of((t) => /lake/.test(t)),
            1.01,
          ),
      water: art
        ? new Path2D()
        : hexPath(
            board,
            of((t) => WATERY.test(t)),
            1.01,
          ),
      areas,
      rivers,
      rails,
      borders: (art?.borders ?? []).map((b) => ({ kind: b.class, path: new Path2D(b.path) })),
      grid: hexPath(
        board,
        of(() => true),
      ),
      cities: hexPath(
        board,
        builtUp(board).flatMap((at) => board.centre(at) ?? []),
        0.95,
      ),
      relief: reliefPicture(board, this.theme.relief),
    };
    return this.prepared;
  }

  /** Paints a part of the map; the names for which there was no room are handed back. */
  paint(context: Canvas, frame: Frame): Over[] {
    const { theme, board } = this;
    const ready = this.prepare();
    const size = board.lattice.size;
    const { width, height } = board.lattice;
    // Drawn shapes may lie within one another; hexes only meet.
    const rule: CanvasFillRule = board.art ? 'evenodd' : 'nonzero';
    context.save();
    context.setTransform(frame.scale, 0, 0, frame.scale, -frame.x * frame.scale, -frame.y * frame.scale);
    context.fillStyle = board.art ? theme.sea : theme.table;
    context.fillRect(0, 0, width, height);
    if (!board.art) {
      context.fillStyle = theme.sea;
      context.fill(ready.water);
    }
    context.lineJoin = 'round';
    context.lineCap = 'round';

    // Bands of lighter water along the shore, as on an atlas sheet.
    theme.shore.forEach((colour, i) => {
      // From far off one band is all that can be seen of the three.
      if (frame.zoom < 0.4 && i !== 1) return;
      context.strokeStyle = colour;
      context.lineWidth = size * (0.5 - i * 0.16);
      context.stroke(ready.coast);
    });
    context.fillStyle = theme.land;
    context.fill(ready.land, rule);

    context.save();
    context.clip(ready.land, rule);
    for (const [kind, path] of ready.areas) {
      const colour = areaColour(theme, kind);
      if (!colour) continue;
      context.fillStyle = colour;
      context.fill(path);
    }
    if (ready.relief) {
      context.imageSmoothingEnabled = true;
      context.imageSmoothingQuality = 'high';
      context.drawImage(ready.relief, 0, 0, width, height);
    }
    context.fillStyle = theme.urban;
    context.globalAlpha = 0.2;
    context.fill(ready.cities);
    context.globalAlpha = 1;
    if (frame.zoom > 0.4) for (const [kind, path] of ready.areas) this.texture(context, kind, path, frame);
    context.restore();

    context.fillStyle = theme.lake;
    context.fill(ready.lakes, rule);
    context.strokeStyle = theme.coast;
    context.lineWidth = size * 0.025;
    if (board.art) context.stroke(ready.lakes);
    context.lineWidth = size * 0.035;
    context.stroke(ready.coast);

    for (const river of ready.rivers) {
      context.strokeStyle = river.major ? theme.riverMajor : theme.river;
      context.lineWidth = size * (river.major ? 0.12 : 0.065);
      context.stroke(river.path);
    }
    for (const { kind, path } of ready.borders) {
      const state = kind === 'state';
      const fort = kind === 'fort';
      const trigger = kind === 'trigger';
      context.strokeStyle =
        kind === 'sea' ? theme.coast : fort ? theme.city : trigger ? theme.victory : theme.border;
      context.globalAlpha = fort || trigger ? 0.9 : state ? 0.6 : kind === 'zone' ? 0.22 : 0.35;
      context.lineWidth = size * (fort ? 0.12 : trigger ? 0.08 : state ? 0.06 : 0.04);
      context.setLineDash(
        fort || trigger
          ? [size * (fort ? 0.12 : 0.28), size * (fort ? 0.06 : 0.12)]
          : state
            ? [size * 0.28, size * 0.1, size * 0.05, size * 0.1]
            : [size * 0.12, size * 0.1],
      );
      context.stroke(path);
      context.setLineDash([]);
      context.globalAlpha = 1;
    }
    context.lineCap = 'butt';
    context.strokeStyle = theme.rail;
    context.globalAlpha = 0.75;
    context.lineWidth = size * 0.05;
    context.stroke(ready.rails);
    if (frame.zoom > 0.35) {
      context.strokeStyle = theme.railGap;
      context.lineWidth = size * 0.026;
      context.setLineDash([size * 0.13, size * 0.13]);
      context.stroke(ready.rails);
      context.setLineDash([]);
    }
    context.globalAlpha = 1;

    context.strokeStyle = theme.grid;
    context.lineWidth = Math.max(0.6, Math.min(1.2, 0.8 / frame.zoom));
    context.stroke(ready.grid);

    const shown = (p: Point) => this.inFrame(p, frame);
    crossings(context, board, theme, shown);
    towns(context, board, theme, frame.zoom, shown);
    if (frame.zoom >= 0.3) signs(context, board, theme, shown);
    if (frame.numbers && frame.zoom > 0.55) this.numbers(context, frame);
    const over = this.labels(context, frame);
    context.restore();
    return over;
  }

  private inFrame(p: Point, frame: Frame, margin = 100): boolean {
    return (
      p.x > frame.x - margin &&
      p.x < frame.x + frame.width + margin &&
      p.y > frame.y - margin &&
      p.y < frame.y + frame.height + margin
    );
  }

  /** Small repeated marks that tell terrain without colour: trees, reeds, peaks. */
  private texture(context: Canvas, kind: string, path: Path2D, frame: Frame): void {
    const word = kind.toLowerCase();
    const mark = /forest|wood|jungle/.test(word)
      ? 'tree'
      : /marsh|swamp/.test(word)
        ? 'reed'
        : /mountain|alpine|himalaya/.test(word)
          ? 'peak'
          : /desert/.test(word)
            ? 'dot'
            : /rough|hill/.test(word)
              ? 'hill'
              : null;
    if (!mark) return;
    const { size } = this.board.lattice;
    const step = size * (mark === 'peak' ? 0.46 : 0.36);
    context.save();
    context.clip(path);
    context.strokeStyle = this.theme.marks;
    context.fillStyle = this.theme.marks;
    context.lineWidth = Math.max(0.9, size * 0.022);
    context.beginPath();
    const firstRow = Math.floor(frame.y / step);
    const lastRow = Math.ceil((frame.y + frame.height) / step);
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = Math.floor(frame.x / step); column <= (frame.x + frame.width) / step; column++) {
        // A fixed scatter: the same marks at every zoom and on every redraw.
        const seed = Math.abs(Math.sin(row * 12.9898 + column * 78.233) * 43758.5453) % 1;
        const x = (column + (row % 2 ? 0.5 : 0) + (seed - 0.5) * 0.5) * step;
        const y = (row + (((seed * 7) % 1) - 0.5) * 0.4) * step;
        const u = size * 0.055;
        if (mark === 'tree') {
          context.moveTo(x - u, y + u);
          context.lineTo(x, y - u * 1.5);
          context.lineTo(x + u, y + u);
        } else if (mark === 'reed') {
          context.moveTo(x - u * 1.8, y);
          context.lineTo(x + u * 1.8, y);
          context.moveTo(x, y);
          context.lineTo(x, y - u * 1.6);
        } else if (mark === 'peak') {
          context.moveTo(x - u * 1.8, y + u);
          context.lineTo(x, y - u * 2);
          context.lineTo(x + u * 1.8, y + u);
        } else if (mark === 'hill') {
          context.moveTo(x - u * 1.6, y);
          context.quadraticCurveTo(x, y - u * 1.8, x + u * 1.6, y);
        } else {
          context.moveTo(x, y);
          context.lineTo(x + 1, y);
        }
      }
    }
    context.stroke();
    context.restore();
  }

  private numbers(context: Canvas, frame: Frame): void {
    const { board, theme } = this;
    const size = board.lattice.size;
    context.save();
    context.fillStyle = theme.number;
    context.font = `${size * 0.17}px ${SANS}`;
    context.textAlign = 'center';
    context.textBaseline = 'top';
    const rise = board.lattice.grid.orientation === 'flat' ? 0.83 : 0.78;
    for (const cell of board.cells) {
      if (this.inFrame(cell.centre, frame))
        context.fillText(cell.label, cell.centre.x, cell.centre.y - size * rise);
    }
    // Names stand on their line, not under it.
    context.restore();
  }

  private labels(context: Canvas, frame: Frame): Over[] {
    const { board } = this;
    const art = board.art?.labels;
    if (art?.length) {
      const isTown = (label: ArtLabel) => label.class.startsWith('city') && !label.path;
      // From afar the boxes cannot be read, and the names can.
      const said = frame.zoom >= 0.4 ? (frame.repeated ?? []) : [];
      for (const label of art)
        if (!isTown(label) && !said.includes(label.text)) this.write(context, label, frame);
      const near = art.filter(
        (each) => isTown(each) && this.inFrame({ x: each.x ?? 0, y: each.y ?? 0 }, frame, 400),
      );
      const taken = obstacles(
        board,
        frame.counters ?? [],
        frame.markers ?? [],
        frame.stacks ?? [],
        frame.touching ?? [],
      );
      const measure = (text: string, style: Letters, points: number): number => {
        context.font = style.font.replace('SIZE', `${points}px`);
        spacing(context, points * style.space);
        return context.measureText(text).width;
      };
      const { plain, over } = parted(place(near, board, taken, frame.zoom, measure));
      for (const each of plain) this.name(context, each);
      spacing(context, 0);
      return over;
    }
    const size = board.lattice.size;
    for (const place of board.file.places ?? []) {
      const centre = board.centre(place.hex);
      if (!centre || !this.inFrame(centre, frame, 400)) continue;
      const rank = place.size ?? 2;
      const wide = ['region', 'country', 'water', 'sea', 'lake'].includes(place.kind);
      this.write(
        context,
        {
          text: place.name,
          x: centre.x,
          y: centre.y + (wide ? 0 : size * 0.68),
          class: wide ? (WATERY.test(place.kind) ? 'water2' : 'region2') : `city${rank}`,
          anchor: 'middle',
        },
        frame,
      );
    }
    return [];
  }

  private name(context: Canvas, { x, y, points, style, text, label }: Placed): void {
    context.save();
    context.font = style.font.replace('SIZE', `${points}px`);
    context.fillStyle = label.victory ? this.theme.victory : this.theme.label;
    context.strokeStyle = this.theme.labelHalo;
    context.lineWidth = points * 0.26;
    context.lineJoin = 'round';
    context.textAlign = 'left';
    spacing(context, points * style.space);
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
    context.restore();
  }

  private write(context: Canvas, label: ArtLabel, frame: Frame): void {
    const line = label.path ? flatten(label.path) : [];
    const at = line[0] ?? { x: label.x ?? 0, y: label.y ?? 0 };
    if (!this.inFrame(at, frame, 400)) return;
    const { theme } = this;
    const word = label.class.toLowerCase();
    const style = styleOf(word);
    const points = style.size * (label.scale ?? 1) * (this.board.lattice.size / 50);
    // Letters too small to read are left out.
    if (points * frame.zoom < (style.water || style.region ? 6 : 7)) return;
    const text = style.capitals ? label.text.toUpperCase() : label.text;
    context.save();
    context.font = `${style.font.replace('SIZE', `${points}px`)}`;
    context.fillStyle = style.water ? theme.waterLabel : style.region ? theme.regionLabel : theme.label;
    context.strokeStyle = style.region ? 'transparent' : style.water ? theme.waterHalo : theme.labelHalo;
    context.lineWidth = points * 0.26;
    context.lineJoin = 'round';
    if (line.length > 1) {
      spacing(context, 0);
      this.along(context, text, line, points * style.space);
    } else {
      context.translate(at.x, at.y);
      if (label.angle) context.rotate((label.angle * Math.PI) / 180);
      context.textAlign = label.anchor === 'middle' ? 'center' : label.anchor === 'end' ? 'right' : 'left';
      spacing(context, points * style.space);
      if (!style.region) context.strokeText(text, 0, 0);
      context.fillText(text, 0, 0);
    }
    context.restore();
  }

  /** Letters one by one along a line, centred on it. */
  private along(context: Canvas, text: string, line: Point[], space: number): void {
    const lengths = [0];
    for (let i = 1; i < line.length; i++)
      lengths.push(lengths[i - 1]! + Math.hypot(line[i]!.x - line[i - 1]!.x, line[i]!.y - line[i - 1]!.y));
    const total = lengths.at(-1)!;
    const widths = [...text].map((letter) => context.measureText(letter).width + space);
    let at = (total - widths.reduce((a, b) => a + b, 0)) / 2;
    context.textAlign = 'center';
    [...text].forEach((letter, i) => {
      const middle = Math.max(0, Math.min(total, at + widths[i]! / 2));
      at += widths[i]!;
      let leg = lengths.findIndex((length) => length >= middle);
      leg = Math.max(1, leg);
      const a = line[leg - 1]!;
      const b = line[leg]!;
      const part = (middle - lengths[leg - 1]!) / (lengths[leg]! - lengths[leg - 1]! || 1);
      context.save();
      context.translate(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part);
      context.rotate(Math.atan2(b.y - a.y, b.x - a.x));
      context.strokeText(letter, 0, 0);
      context.fillText(letter, 0, 0);
      context.restore();
    });
  }
}
