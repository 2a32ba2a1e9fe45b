import { describe, expect, it } from 'vitest';
import { Lattice, type GridSpec } from '../src/lib/geometry';

const flat: GridSpec = {
  orientation: 'flat',
  columns: 35,
  rows: 36,
  shifted: 'even',
  first_column: 1,
  first_row: 1,
  numbering: 'CCRR',
  columns_from: 'west',
};
const pointy: GridSpec = {
  orientation: 'pointy',
  columns: 57,
  rows: 52,
  shifted: 'odd',
  first_column: 1,
  first_row: 0,
  numbering: 'RRCC',
  columns_from: 'east',
};

describe.each([
  ['flat', flat],
  ['pointy', pointy],
])('a %s lattice', (_name, grid) => {
  const lattice = new Lattice(grid);

  it('reads back every label it writes', () => {
    for (let c = 0; c < grid.columns; c++)
      for (let r = 0; r < grid.rows; r++) expect(lattice.cell(lattice.label({ c, r }))).toEqual({ c, r });
  });

  it('finds the hex under its own centre, and under points near its corners', () => {
    for (let c = 0; c < grid.columns; c += 3)
      for (let r = 0; r < grid.rows; r += 3) {
        const centre = lattice.centre({ c, r });
        expect(lattice.cellAt(centre.x, centre.y)).toEqual({ c, r });
        for (const p of lattice.corners(centre, 0.95)) expect(lattice.cellAt(p.x, p.y)).toEqual({ c, r });
      }
  });

  it('has neighbours at one distance, each the neighbour of the other in the opposite direction', () => {
    const cell = { c: 10, r: 11 };
    const here = lattice.centre(cell);
    for (let d = 0; d < 6; d++) {
      const next = lattice.toward(cell, d);
      const there = lattice.centre(next);
      expect(Math.hypot(there.x - here.x, there.y - here.y)).toBeCloseTo(lattice.size * Math.sqrt(3), 6);
      expect(lattice.toward(next, (d + 3) % 6)).toEqual(cell);
    }
  });

  it('puts a side between the two hexes it divides', () => {
    const a = lattice.label({ c: 10, r: 11 });
    for (const b of lattice.neighbours(a)) {
      const [p, q] = lattice.side(a, b)!;
      const from = lattice.at(a)!;
      const to = lattice.at(b)!;
      expect((p.x + q.x) / 2).toBeCloseTo((from.x + to.x) / 2, 6);
      expect((p.y + q.y) / 2).toBeCloseTo((from.y + to.y) / 2, 6);
    }
  });
});

describe('printed numbers', () => {
  it('keep the adjacencies that fix the flat map: 1526/1625 and 1625/1726', () => {
    const lattice = new Lattice(flat);
    expect(lattice.neighbours('1625')).toContain('1526');
    expect(lattice.neighbours('1625')).toContain('1726');
  });

  it('count columns from the east where the map does', () => {
    const lattice = new Lattice(pointy);
    expect(lattice.at('1001')!.x).toBeGreaterThan(lattice.at('1002')!.x);
    expect(lattice.cell('9999')).toBeNull();
    expect(lattice.cell('box')).toBeNull();
  });

  it('give the neighbour by direction and no neighbour off the map', () => {
    const lattice = new Lattice(flat);
    expect(lattice.neighbour('0101', 0)).toBeNull();
    expect(lattice.neighbour('0101', 3)).toBe('0102');
    expect(lattice.direction('0101', '0102')).toBe(3);
    expect(lattice.direction('0101', '0505')).toBe(-1);
  });
});

describe('sheets', () => {
  const sheet = { numbering: 'CCRR', first_column: 1, first_row: 1 } as const;
  const lattice = new Lattice({
    orientation: 'pointy',
    columns: 8,
    rows: 5,
    shifted: 'even',
    ...sheet,
    columns_from: 'west',
    sheets: [
      { ...sheet, prefix: 'W', column: 0, row: 1, columns: 4, rows: 3, columns_from: 'west' },
      { ...sheet, prefix: 'E', column: 5, row: 0, columns: 3, rows: 5, columns_from: 'east' },
    ],
  });

  it('number their hexes by themselves', () => {
    expect(lattice.label({ c: 0, r: 1 })).toBe('W0101');
    expect(lattice.label({ c: 7, r: 4 })).toBe('E0105');
    expect(lattice.cell('E0301')).toEqual({ c: 5, r: 0 });
  });

  it('leave nothing between them', () => {
    expect(lattice.label({ c: 4, r: 2 })).toBe('');
    expect(lattice.holds({ c: 4, r: 2 })).toBe(false);
    expect(lattice.cell('W0501')).toBeNull();
    expect(lattice.cell('0101')).toBeNull();
  });
});
