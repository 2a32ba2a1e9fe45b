/** The hex lattice of a board in pixels. Labels are the only names of hexes; cells are array positions. */

/** How the hexes of a map, or of one of several sheets of it, are numbered. */
interface Numbering {
  columns: number;
  rows: number;
  first_column: number;
  first_row: number;
  numbering: 'CCRR' | 'RRCC';
  columns_from: 'west' | 'east';
  prefix?: string;
  km?: number;
}

/** A sheet lies on the grid with its north-western cell at `column`, `row`. */
export interface Sheet extends Numbering {
  prefix: string;
  title?: string;
  column: number;
  row: number;
}

export interface GridSpec extends Numbering {
  orientation: 'flat' | 'pointy';
  shifted: 'even' | 'odd';
  sheets?: readonly Sheet[];
}

export interface Point {
  x: number;
  y: number;
}

export const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, p) => sum + p.x, 0) / points.length,
  y: points.reduce((sum, p) => sum + p.y, 0) / points.length,
});

export interface Cell {
  /** Column from the west, row from the north, both from 0. */
  c: number;
  r: number;
}

export const SQRT3 = Math.sqrt(3);

/** Names of the six directions, clockwise, as the rules name them. */
export const DIRECTION_NAMES = {
  flat: ['north', 'north-east', 'south-east', 'south', 'south-west', 'north-west'],
  pointy: ['north-east', 'east', 'south-east', 'south-west', 'west', 'north-west'],
} as const;

function columnNumber({ first_column, columns, columns_from }: Numbering, c: number): number {
  return columns_from === 'east' ? first_column + columns - 1 - c : first_column + c;
}

function digitsOf({ first_column, columns, first_row, rows }: Numbering): number {
  return Math.max(first_column + columns, first_row + rows) - 1 >= 100 ? 3 : 2;
}

export class Lattice {
  readonly width: number;
  readonly height: number;
  readonly sheets: readonly Sheet[];

  constructor(
    readonly grid: GridSpec,
    readonly size = 50,
    readonly origin: Point = { x: size * 1.2, y: size * 1.2 },
    extent?: readonly [number, number],
  ) {
    this.sheets = grid.sheets?.length
      ? grid.sheets
      : [{ ...grid, prefix: grid.prefix ?? '', column: 0, row: 0 }];
    if (extent) {
      [this.width, this.height] = extent;
    } else if (grid.orientation === 'flat') {
      this.width = this.origin.x * 2 + (grid.columns - 1) * size * 1.5;
      this.height = this.origin.y * 2 + (grid.rows - 0.5) * size * SQRT3;
    } else {
      this.width = this.origin.x * 2 + (grid.columns - 0.5) * size * SQRT3;
      this.height = this.origin.y * 2 + (grid.rows - 1) * size * 1.5;
    }
  }

  /** Whether the column (flat) or row (pointy) of this cell stands half a hex lower or further east. */
  isShifted(cell: Cell): boolean {
    const number =
      this.grid.orientation === 'flat' ? columnNumber(this.grid, cell.c) : this.grid.first_row + cell.r;
    return (number % 2 === 0) === (this.grid.shifted === 'even');
  }

  /** The sheet a cell lies on; none between the sheets. */
  sheet({ c, r }: Cell): Sheet | undefined {
    return this.sheets.find(
      (s) => c >= s.column && c < s.column + s.columns && r >= s.row && r < s.row + s.rows,
    );
  }

  label(cell: Cell): string {
    const sheet = this.sheet(cell);
    if (!sheet) return '';
    const digits = digitsOf(sheet);
    const column = String(columnNumber(sheet, cell.c - sheet.column)).padStart(digits, '0');
    const row = String(sheet.first_row + cell.r - sheet.row).padStart(digits, '0');
    return sheet.prefix + (sheet.numbering === 'CCRR' ? column + row : row + column);
  }

  cell(label: string): Cell | null {
    const parts = /^(\D*)(\d+)$/.exec(label);
    const prefix = parts?.[1] ?? '';
    const number = parts?.[2] ?? '';
    const sheet = this.sheets.find((s) => s.prefix === prefix);
    if (!sheet || number.length !== 2 * digitsOf(sheet)) return null;
    const a = Number(number.slice(0, number.length / 2));
    const b = Number(number.slice(number.length / 2));
    const column = sheet.numbering === 'CCRR' ? a : b;
    const row = sheet.numbering === 'CCRR' ? b : a;
    const { first_column, columns, columns_from } = sheet;
    const c = columns_from === 'east' ? first_column + columns - 1 - column : column - first_column;
    const cell = { c: sheet.column + c, r: sheet.row + row - sheet.first_row };
    return this.sheet(cell) === sheet ? cell : null;
  }

  holds(cell: Cell): boolean {
    return this.sheet(cell) !== undefined;
  }

  centre(cell: Cell): Point {
    const half = this.isShifted(cell) ? 0.5 : 0;
    return this.grid.orientation === 'flat'
      ? {
          x: this.origin.x + cell.c * this.size * 1.5,
          y: this.origin.y + (cell.r + half) * this.size * SQRT3,
        }
      : {
          x: this.origin.x + (cell.c + half) * this.size * SQRT3,
          y: this.origin.y + cell.r * this.size * 1.5,
        };
  }

  at(label: string): Point | null {
    const cell = this.cell(label);
    return cell && this.centre(cell);
  }

  /** The neighbour in direction 0..5, clockwise (flat: from north; pointy: from north-east), on the array or not. */
  toward({ c, r }: Cell, direction: number): Cell {
    const low = this.isShifted({ c, r }) ? 1 : 0;
    if (this.grid.orientation === 'flat') {
      const up = r - 1 + low;
      const down = r + low;
      return [
        { c, r: r - 1 },
        { c: c + 1, r: up },
        { c: c + 1, r: down },
        { c, r: r + 1 },
        { c: c - 1, r: down },
        { c: c - 1, r: up },
      ][direction]!;
    }
    const left = c - 1 + low;
    const right = c + low;
    return [
      { c: right, r: r - 1 },
      { c: c + 1, r },
      { c: right, r: r + 1 },
      { c: left, r: r + 1 },
      { c: c - 1, r },
      { c: left, r: r - 1 },
    ][direction]!;
  }

  neighbour(label: string, direction: number): string | null {
    const cell = this.cell(label);
    if (!cell) return null;
    const next = this.toward(cell, direction);
    return this.holds(next) ? this.label(next) : null;
  }

  neighbours(label: string): string[] {
    return [0, 1, 2, 3, 4, 5].map((d) => this.neighbour(label, d)).filter((n): n is string => n !== null);
  }

  direction(from: string, to: string): number {
    for (let d = 0; d < 6; d++) if (this.neighbour(from, d) === to) return d;
    return -1;
  }

  /** The six corners, clockwise; side `d` lies between corners `d` and `d + 1`. */
  corners(centre: Point, scale = 1): Point[] {
    const first = this.grid.orientation === 'flat' ? -120 : -90;
    return [0, 1, 2, 3, 4, 5].map((k) => {
      const angle = ((first + 60 * k) * Math.PI) / 180;
      return {
        x: centre.x + this.size * scale * Math.cos(angle),
        y: centre.y + this.size * scale * Math.sin(angle),
      };
    });
  }

  outline(centre: Point, scale = 1): string {
    return (
      'M' +
      this.corners(centre, scale)
        .map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`)
        .join('L') +
      'Z'
    );
  }

  /** The two ends of the side between neighbouring hexes. */
  side(a: string, b: string): [Point, Point] | null {
    const cell = this.cell(a);
    const d = this.direction(a, b);
    if (!cell || d < 0) return null;
    const corners = this.corners(this.centre(cell));
    return [corners[d]!, corners[(d + 1) % 6]!];
  }

  /** The hex under a point, on the array or null. */
  cellAt(x: number, y: number): Cell | null {
    const flat = this.grid.orientation === 'flat';
    const c0 = Math.round((x - this.origin.x) / (flat ? this.size * 1.5 : this.size * SQRT3));
    const r0 = Math.round((y - this.origin.y) / (flat ? this.size * SQRT3 : this.size * 1.5));
    let best: Cell | null = null;
    let least = Infinity;
    for (let c = c0 - 1; c <= c0 + 1; c++) {
      for (let r = r0 - 1; r <= r0 + 1; r++) {
        const p = this.centre({ c, r });
        const distance = (p.x - x) ** 2 + (p.y - y) ** 2;
        if (distance < least) {
          least = distance;
          best = { c, r };
        }
      }
    }
    return best && this.holds(best) && least < this.size ** 2 ? best : null;
  }

  labelAt(x: number, y: number): string | null {
    const cell = this.cellAt(x, y);
    return cell && this.label(cell);
  }
}

export const nearest = (points: readonly Point[], to: Point): Point =>
  points.reduce((best, p) =>
    Math.hypot(p.x - to.x, p.y - to.y) < Math.hypot(best.x - to.x, best.y - to.y) ? p : best,
  );
