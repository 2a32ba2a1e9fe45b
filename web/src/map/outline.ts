/** The rim of a set of hexes: only the sides whose other hex is outside. */

import type { Board } from '../lib/board';

export function rim(board: Board, hexes: readonly string[], scale = 0.97): string {
  const set = new Set(hexes);
  let d = '';
  for (const at of hexes) {
    const centre = board.has(at) ? board.centre(at) : null;
    if (!centre) continue;
    const corners = board.lattice.corners(centre, scale);
    for (let i = 0; i < 6; i++) {
      const other = board.lattice.neighbour(at, i);
      if (other && set.has(other)) continue;
      const a = corners[i]!;
      const b = corners[(i + 1) % 6]!;
      d += `M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}`;
    }
  }
  return d;
}
