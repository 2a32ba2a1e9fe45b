/** How names are lettered on the map. */

export type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const SERIF = 'Georgia, "Noto Serif", "DejaVu Serif", serif';
export const SANS = 'Inter, "Noto Sans", "DejaVu Sans", system-ui, sans-serif';

export interface Letters {
  font: string;
  size: number;
  space: number;
  capitals?: boolean;
  water?: boolean;
  region?: boolean;
}

/** Lettering by class, in art pixels at 50 a hex: the sizes for which the labels were placed. */
export const LETTERS: Record<string, Letters> = {
  city5: { font: `700 SIZE ${SANS}`, size: 22, space: 0.06, capitals: true },
  city4: { font: `700 SIZE ${SANS}`, size: 20, space: 0.01 },
  city3: { font: `600 SIZE ${SANS}`, size: 17, space: 0 },
  city2: { font: `500 SIZE ${SANS}`, size: 15, space: 0 },
  city1: { font: `500 SIZE ${SANS}`, size: 13.5, space: 0 },
  water1: { font: `italic SIZE ${SERIF}`, size: 46, space: 0.22, water: true },
  water2: { font: `italic SIZE ${SERIF}`, size: 28, space: 0.12, water: true },
  water3: { font: `italic SIZE ${SERIF}`, size: 18, space: 0.02, water: true },
  region1: { font: `SIZE ${SERIF}`, size: 40, space: 0.42, capitals: true, region: true },
  region2: { font: `SIZE ${SERIF}`, size: 27, space: 0.34, capitals: true, region: true },
  region3: { font: `SIZE ${SERIF}`, size: 18, space: 0.2, capitals: true, region: true },
  area: { font: `italic SIZE ${SERIF}`, size: 19, space: 0.16, region: true },
  river: { font: `italic SIZE ${SERIF}`, size: 15, space: 0.06, water: true },
};

export function spacing(context: Canvas, pixels: number): void {
  if ('letterSpacing' in context) context.letterSpacing = `${pixels.toFixed(1)}px`;
}
