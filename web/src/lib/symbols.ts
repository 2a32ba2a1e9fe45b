/**
 * Unit symbols by name, as strokes and fills in a box 30 wide and 20 high. Names the box does not know are drawn by
 * milsymbol when it has them (loaded only then), else written out.
 */

export interface Glyph {
  /** Strokes. */
  line?: string;
  /** Filled shapes. */
  fill?: string;
  /** Whether the unit frame is drawn round it. */
  frame: boolean;
  text?: string;
}

const X = 'M0 0 30 20M30 0 0 20';
const TRACK = 'M9 6h12a4 4 0 0 1 0 8H9a4 4 0 0 1 0-8z';
const WHEELS = 'M8.5 17.2a1.4 1.4 0 1 0 .01 0zM21.5 17.2a1.4 1.4 0 1 0 .01 0z';
const PEAK = 'M11 20 15 12.5 19 20z';
const WING = 'M15 10C10 5 5 6.5 5 10s5 5 10 0 10-3.5 10 0-5 5-10 0z';

const GLYPHS: Record<string, Glyph> = {
  infantry: { line: X, frame: true },
  armor: { line: TRACK, frame: true },
  mechanized: { line: `${X}${TRACK}`, frame: true },
  motorized: { line: `${X}M15 0V20`, fill: '', frame: true },
  cavalry: { line: 'M0 20 30 0', frame: true },
  mountain: { line: X, fill: PEAK, frame: true },
  airborne: { line: `${X}M7.5 19c1-3.5 6.5-3.5 7.5 0 1-3.5 6.5-3.5 7.5 0`, frame: true },
  marine: { line: `${X}M15 4v12M11 12c0 6 8 6 8 0M12.5 6.5h5`, frame: true },
  artillery: { fill: 'M15 6.5a3.5 3.5 0 1 0 .01 0z', frame: true },
  engineer: { line: 'M7 15V6h16v9M15 6v7', frame: true },
  hq: { line: 'M0 6h30', frame: true, text: '' },
  garrison: { line: X, fill: 'M0 0h6v20H0z', frame: true },
  security: { line: X, frame: true, text: 'SEC' },
  militia: { line: X, frame: true, text: 'M' },
  guards: { line: X, frame: true, text: 'G' },
  partisan: { line: X, frame: true, text: 'P' },
  fortress: { fill: 'M4 18V5h5v3h4V5h4v3h4V5h5v13z', frame: false },
  supply: { line: 'M0 15h30', frame: true },
  air: { line: WING, fill: WING, frame: true },
  fighter: { fill: 'M15 1l2 7 11 4v2l-11-1-1 4 3 2H11l3-2-1-4-11 1v-2l11-4z', frame: false },
  bomber: { fill: 'M15 1c1 0 1.5 3 1.5 6L29 9v3l-12.5 1-.5 4 4 2H10l4-2-.5-4L1 12V9l12.5-2C13.5 4 14 1 15 1z', frame: false },
  transport: { fill: 'M15 1c1.5 0 2 4 2 6l12 2v3l-12 .5-.5 4.5 5 2H8.5l5-2-.5-4.5L1 12V9l12-2c0-2 .5-6 2-6z', frame: false },
  fleet: { fill: 'M1 12h28l-4 6H5zM8 11V8h4V4h3v4h7v3z', frame: false },
  carrier: { fill: 'M1 9h28l-4 8H5zM17 8V3h4v5z', frame: false },
  submarine: { fill: 'M1 13c0-3 6-4 11-4V5h5v4c6 0 12 1 12 4s-8 4-14 4S1 16 1 13z', frame: false },
  convoy: { fill: 'M1 12h28l-3 6H5zM5 11V7h5v4zM12 11V7h5v4zM19 11V5h5v6z', frame: false },
  leader: { fill: 'M15 1l2.8 6.2 6.7.6-5 4.5 1.5 6.6-6-3.5-6 3.5 1.5-6.6-5-4.5 6.7-.6z', frame: false },
  factory: { fill: 'M3 18V9l6 4V9l6 4V9l6 4V2h5v16z', frame: false },
  mine: { fill: 'M13 2h4l7 17h-3l-1.4-3.6h-9.2L9 19H6zM11.6 12.6h6.8L15 4.2zM15 1a3.4 3.4 0 1 0 .01 0zM3 19h24v1H3z', frame: false },
  ore: { fill: 'M8 19l-5-5 3-5 6 2 2 5-2 3zM18 19l-3-4 3-6 6 1 3 5-3 4zM10 8l3-6h5l3 4-4 4-5 0z', frame: false },
  oil: { fill: 'M15 1c4 5 7 8.5 7 12a7 6.5 0 0 1-14 0c0-3.5 3-7 7-12z', frame: false },
  pipeline: { fill: 'M2 4h3v4h20V4h3v12h-3v-4H5v4H2z', frame: false },
  train: { fill: 'M3 14V6h4V2h4v4h15v8zM7 15.5a2 2 0 1 0 .01 0zM15 15.5a2 2 0 1 0 .01 0zM23 15.5a2 2 0 1 0 .01 0z', frame: false },
}; // prettier-ignore
GLYPHS['motorized'] = { line: X, fill: WHEELS, frame: true };

const ALIASES: Record<string, string> = {
  inf: 'infantry', rifle: 'infantry', army: 'infantry', corps: 'infantry', division: 'infantry', volksgrenadier: 'infantry', shock: 'guards',
  panzer: 'armor', tank: 'armor', armour: 'armor', armoured: 'armor', armored: 'armor', arm: 'armor',
  mech: 'mechanized', mechanised: 'mechanized', panzergrenadier: 'mechanized', 'panzer-grenadier': 'mechanized', pzgr: 'mechanized',
  mot: 'motorized', motorised: 'motorized', motor: 'motorized', cav: 'cavalry', mtn: 'mountain', gebirgs: 'mountain', alpine: 'mountain',
  para: 'airborne', paratroop: 'airborne', parachute: 'airborne', marines: 'marine', amphibious: 'marine', naval_infantry: 'marine',
  art: 'artillery', gun: 'artillery', siege: 'artillery', rocket: 'artillery', eng: 'engineer', headquarters: 'hq', staff: 'hq', front: 'hq',
  gar: 'garrison', fort: 'fortress', fortification: 'fortress', fortified: 'fortress', partisans: 'partisan', workers: 'militia', territorial: 'militia',
  aircraft: 'air', wing: 'air', luftflotte: 'air', air_unit: 'air', ftr: 'fighter', bmb: 'bomber', strategic_bomber: 'bomber', tactical: 'bomber',
  ship: 'fleet', navy: 'fleet', naval: 'fleet', battleship: 'fleet', cruiser: 'fleet', surface: 'fleet', cv: 'carrier', sub: 'submarine', uboat: 'submarine',
  'u-boat': 'submarine', merchant: 'convoy', depot: 'supply', general: 'leader', commander: 'leader', rail: 'train', railhead: 'train', truck: 'motorized',
  'coal-mine': 'mine', coal: 'mine', 'oil-field': 'oil', oil_field: 'oil', 'oil-pipeline': 'pipeline', oil_pipeline: 'pipeline',
  heavy_armor: 'armor', cavalry_mech: 'cavalry', ski: 'mountain', landing: 'marine',
}; // prettier-ignore

export function glyphFor(symbol: string): Glyph | null {
  const name = symbol.toLowerCase();
  return GLYPHS[name] ?? GLYPHS[ALIASES[name] ?? ''] ?? null;
}

/** Land units that only milsymbol draws, by their code in its numeric scheme (entity of the land-unit set). */
const ENTITIES: Record<string, string> = {
  reconnaissance: '121300', recon: '121300', anti_tank: '120400', antitank: '120400', 'anti-tank': '120400', anti_air: '130100', 'anti-air': '130100', flak: '130100',
  signals: '111000', medical: '161300', maintenance: '161100', missile: '130700', chemical: '140100', military_police: '141200', radar: '110400',
}; // prettier-ignore

export function needsMilsymbol(symbol: string): boolean {
  return !glyphFor(symbol) && (symbol.startsWith('sidc:') || symbol.toLowerCase() in ENTITIES);
}

const pictures = new Map<string, Promise<string>>();

/** A picture (data address) of a symbol that milsymbol draws. */
export function milsymbolPicture(symbol: string): Promise<string> {
  let picture = pictures.get(symbol);
  if (!picture) {
    picture = import('./milsymbol').then(({ drawn }) => {
      const entity = ENTITIES[symbol.toLowerCase()];
      const sidc = entity ? `10031000000000000000`.replace(/^(.{10})(.{6})/, `$1${entity}`) : symbol.slice(5);
      return `data:image/svg+xml,${encodeURIComponent(drawn(sidc))}`;
    });
    pictures.set(symbol, picture);
  }
  return picture;
}
