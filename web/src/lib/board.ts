/** A board as the map file gives it (docs/reference/map-format.md), with the lookups a client needs. */

import type { Box } from '../protocol/types';
import type { Front } from './fronts';
import { Lattice, type GridSpec, type Point } from './geometry';

export interface Place {
  name: string;
  hex: string;
  kind: string;
  size?: number;
  tags?: string[];
}

export interface BoardFile {
  format: string;
  id: string;
  title: string;
  grid: GridSpec;
  terrain: { legend: Record<string, string>; rows: string[] };
  features?: Record<string, string[]>;
  sides?: Record<string, [string, string][]>;
  links?: Record<string, [string, string][]>;
  regions?: Record<string, string[]>;
  edges?: Record<string, string[]>;
  places?: Place[];
}

export interface ArtLabel {
  text: string;
  /** The baseline at the anchor; absent where a path carries the text. */
  x?: number;
  y?: number;
  path?: string;
  class: string;
  anchor?: 'start' | 'middle' | 'end';
  angle?: number;
  scale?: number;
  /** The place counts at the end: its name is written in red. */
  victory?: boolean;
}

export interface ArtFile {
  format: string;
  id: string;
  size: [number, number];
  hex: number;
  origin: [number, number];
  land?: string[];
  lakes?: string[];
  rivers?: { name?: string; class: string; path: string }[];
  rails?: string[];
  borders?: { class: string; path: string }[];
  fronts?: Front[];
  areas?: Record<string, string[]>;
  relief?: { width: number; height: number; levels: string } | null;
  labels?: ArtLabel[];
  /** Where places stand exactly, and marks such as forts and wells. */
  places?: { name: string; hex: string; x: number; y: number; size?: number; kind: string }[];
  marks?: { kind: string; hex: string; x: number; y: number }[];
}

/** A box on the map: its middle and size. */
export interface LaidBox {
  id: string;
  centre: Point;
  width: number;
  height: number;
}

export interface HexCell {
  label: string;
  centre: Point;
  terrain: string;
}

/** Terrain words that are water, by what map makers call it. */
const WATER = /sea|ocean|lake|water|strait/;

export class Board {
  readonly lattice: Lattice;
  readonly cells: HexCell[] = [];
  readonly byLabel = new Map<string, HexCell>();
  readonly features = new Map<string, string[]>();
  readonly placesAt = new Map<string, Place[]>();
  private readonly regionsAt = new Map<string, string[]>();
  private readonly wetSides = new Map<string, string[]>();
  /** Boxes that lie on the map, by their id. */
  readonly laid = new Map<string, LaidBox>();

  constructor(
    readonly file: BoardFile,
    readonly art: ArtFile | null = null,
  ) {
    this.lattice = art
      ? new Lattice(file.grid, art.hex, { x: art.origin[0], y: art.origin[1] }, art.size)
      : new Lattice(file.grid);
    file.terrain.rows.forEach((row, r) => {
      [...row].forEach((mark, c) => {
        const terrain = file.terrain.legend[mark] ?? 'clear';
        if (terrain === 'off' || !this.lattice.holds({ c, r })) return;
        const cell = { label: this.lattice.label({ c, r }), centre: this.lattice.centre({ c, r }), terrain };
        this.cells.push(cell);
        this.byLabel.set(cell.label, cell);
      });
    });
    for (const [name, hexes] of Object.entries(file.features ?? {})) {
      for (const hex of hexes) push(this.features, hex, name);
    }
    for (const [name, hexes] of Object.entries(file.regions ?? {})) {
      for (const hex of hexes) push(this.regionsAt, hex, name);
    }
    for (const place of file.places ?? []) push(this.placesAt, place.hex, place);
    const { sea = [], lake = [], strait = [] } = file.sides ?? {};
    const crossed = new Set(strait.map((side) => [...side].sort().join()));
    for (const [a, b] of [...sea, ...lake]) {
      if (crossed.has([a, b].sort().join())) continue;
      push(this.wetSides, a, b);
      push(this.wetSides, b, a);
    }
  }

  has(label: string): boolean {
    return this.byLabel.has(label);
  }

  isWater(label: string): boolean {
    return WATER.test(this.byLabel.get(label)?.terrain ?? '');
  }

  /** Whether open water lies between two neighbours; a strait can be crossed. */
  isParted(a: string, b: string): boolean {
    return this.wetSides.get(a)?.includes(b) ?? false;
  }

  /** The middle of a hex, or of a box that lies on the map. */
  centre(label: string): Point | null {
    return this.byLabel.get(label)?.centre ?? this.laid.get(label)?.centre ?? null;
  }

  /** Lays the boxes that say where on the map: those of one hex side by side, in the order of their cells. */
  lay(boxes: readonly Box[]): void {
    this.laid.clear();
    const rows = new Map<string, Box[]>();
    for (const box of boxes) if (box.at && this.byLabel.has(box.at)) push(rows, box.at, box);
    const width = this.lattice.size * 1.3;
    const height = this.lattice.size * 2.6;
    for (const [at, row] of rows) {
      const middle = this.byLabel.get(at)!.centre;
      row.sort((a, b) => (a.cell ?? 0) - (b.cell ?? 0));
      row.forEach((box, i) => {
        const x = middle.x + (i - (row.length - 1) / 2) * width;
        this.laid.set(box.id, { id: box.id, centre: { x, y: middle.y }, width, height });
      });
    }
  }

  /** The box under a point of the map. */
  boxAt({ x, y }: Point): string | null {
    for (const { id, centre, width, height } of this.laid.values()) {
      if (Math.abs(x - centre.x) <= width / 2 && Math.abs(y - centre.y) <= height / 2) return id;
    }
    return null;
  }

  /** The sheet of a map that has several, as a part of the picture. */
  sheetBox(prefix: string): { x: number; y: number; width: number; height: number } | null {
    const points = this.cells.filter((cell) => cell.label.startsWith(prefix)).map((cell) => cell.centre);
    if (!points.length) return null;
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    const x = Math.min(...xs);
    const y = Math.min(...ys);
    return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  }

  name(label: string): string {
    const places = this.placesAt.get(label) ?? [];
    const towns = places.filter((p) => p.kind !== 'region' && p.kind !== 'water');
    const best = [...(towns.length ? towns : places)].sort((a, b) => (b.size ?? 0) - (a.size ?? 0))[0];
    return best?.name ?? '';
  }

  /** Terrain and features in plain words: "forest, city, fort". */
  describe(label: string): string[] {
    const cell = this.byLabel.get(label);
    if (!cell) return [];
    return [cell.terrain, ...(this.features.get(label) ?? [])].map((word) => word.replaceAll('_', ' '));
  }

  /** What runs along the six sides of a hex: "major river north, north-east". */
  sidesOf(label: string): { name: string; to: string }[] {
    const found: { name: string; to: string }[] = [];
    for (const [name, pairs] of Object.entries(this.file.sides ?? {})) {
      for (const [a, b] of pairs) {
        if (a === label) found.push({ name, to: b });
        else if (b === label) found.push({ name, to: a });
      }
    }
    return found;
  }

  regionsOf(label: string): string[] {
    return this.regionsAt.get(label) ?? [];
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
