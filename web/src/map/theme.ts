/** The colours of the printed map, by day and by night. */

export interface MapTheme {
  /** What lies around a map that has no sea of its own. */
  table: string;
  sea: string;
  seaDeep: string;
  shore: string[];
  land: string;
  coast: string;
  lake: string;
  river: string;
  riverMajor: string;
  rail: string;
  railGap: string;
  border: string;
  grid: string;
  number: string;
  label: string;
  labelHalo: string;
  waterLabel: string;
  waterHalo: string;
  regionLabel: string;
  city: string;
  cityFill: string;
  /** Houses, and the ground of built-up hexes. */
  urban: string;
  /** What decides the game, and what bears a warning. */
  victory: string;
  areas: Record<string, string>;
  marks: string;
  relief: number;
}

const LIGHT: MapTheme = {
  table: '#dcd5c4',
  sea: '#c3d7de',
  seaDeep: '#b4cbd5',
  shore: ['#bbd1da', '#cadde3', '#d9e8ea'],
  land: '#f3eddc',
  coast: '#5f8391',
  lake: '#c9dde4',
  river: '#7ba6bb',
  riverMajor: '#5d92ad',
  rail: '#57514a',
  railGap: '#f3eddc',
  border: '#a8485f',
  grid: 'rgba(70, 62, 45, 0.26)',
  number: 'rgba(70, 62, 45, 0.55)',
  label: '#2c2820',
  labelHalo: 'rgba(246, 241, 227, 0.85)',
  waterLabel: '#3f6f86',
  waterHalo: 'rgba(230, 240, 240, 0.55)',
  regionLabel: 'rgba(107, 86, 55, 0.62)',
  city: '#2c2820',
  cityFill: '#f4ecd8',
  urban: '#b0523a',
  victory: '#a3140f',
  areas: {
    forest: '#c9d6ab',
    woods: '#c9d6ab',
    light_woods: '#d9e0bf',
    rough: '#e0d1b1',
    hills: '#e2d2b0',
    hill: '#e2d2b0',
    mountain: '#cdb592',
    high_mountain: '#b79c7c',
    alpine: '#b79c7c',
    marsh: '#cfdccb',
    swamp: '#cfdccb',
    desert: '#efdfae',
    steppe: '#efe6c2',
    tundra: '#e3e4d6',
    city: '#dccfb6',
    urban: '#dccfb6',
    ice: '#eef3f4',
    jungle: '#b9cf9d',
  },
  marks: 'rgba(62, 84, 48, 0.5)',
  relief: 0.34,
};

const DARK: MapTheme = {
  table: '#202427',
  sea: '#182530',
  seaDeep: '#13202a',
  shore: ['#1b2a36', '#20323e', '#273c48'],
  land: '#33362f',
  coast: '#6f8e99',
  lake: '#1c2c38',
  river: '#4d7c93',
  riverMajor: '#5b93ae',
  rail: '#a39c8d',
  railGap: '#33362f',
  border: '#c9758a',
  grid: 'rgba(220, 214, 196, 0.16)',
  number: 'rgba(220, 214, 196, 0.45)',
  label: '#ece6d6',
  labelHalo: 'rgba(35, 38, 33, 0.85)',
  waterLabel: '#7fb0c6',
  waterHalo: 'rgba(20, 32, 40, 0.55)',
  regionLabel: 'rgba(214, 196, 160, 0.5)',
  city: '#ece6d6',
  cityFill: '#3b382f',
  urban: '#c4705a',
  victory: '#ff9384',
  areas: {
    forest: '#364a35',
    woods: '#364a35',
    light_woods: '#3a4636',
    rough: '#4a4537',
    hills: '#4b4637',
    hill: '#4b4637',
    mountain: '#5b5040',
    high_mountain: '#6d6050',
    alpine: '#6d6050',
    marsh: '#33453f',
    swamp: '#33453f',
    desert: '#544c33',
    steppe: '#3d3d2e',
    tundra: '#3c413c',
    city: '#55503f',
    urban: '#55503f',
    ice: '#56626a',
    jungle: '#2f4a2c',
  },
  marks: 'rgba(170, 200, 150, 0.32)',
  relief: 0.4,
};

export type Season = '' | 'snow' | 'mud';

/** How the ground looks in some weather, by the words games have for it. */
export function seasonOf(weather: string): Season {
  if (/snow|winter|frost|blizzard|frozen|arctic|ice/i.test(weather)) return 'snow';
  return /mud|rain|thaw|storm|wet/i.test(weather) ? 'mud' : '';
}

/** A colour with some of another in it; both as #rrggbb. */
export function mixed(colour: string, into: string, part: number): string {
  const channel = (of: string, i: number) => parseInt(of.slice(1 + i * 2, 3 + i * 2), 16);
  const mix = (i: number) => Math.round(channel(colour, i) * (1 - part) + channel(into, i) * part);
  return '#' + [0, 1, 2].map((i) => mix(i).toString(16).padStart(2, '0')).join('');
}

interface Cover {
  ground: [string, number];
  water: [string, number];
}
const COVERS: Record<'snow' | 'mud', { light: Cover; dark: Cover }> = {
  snow: {
    light: { ground: ['#fbfdff', 0.74], water: ['#e8f1f5', 0.5] },
    dark: { ground: ['#8995a0', 0.34], water: ['#8fa6b3', 0.3] },
  },
  mud: {
    light: { ground: ['#a98b62', 0.27], water: ['#8f8a6c', 0.16] },
    dark: { ground: ['#5c4428', 0.34], water: ['#4a4636', 0.16] },
  },
};

function covered(theme: MapTheme, { ground, water }: Cover): MapTheme {
  const land = mixed(theme.land, ...ground);
  return {
    ...theme,
    land,
    railGap: land,
    lake: mixed(theme.lake, ...water),
    river: mixed(theme.river, ...water),
    riverMajor: mixed(theme.riverMajor, water[0], water[1] * 0.7),
    areas: Object.fromEntries(
      Object.entries(theme.areas).map(([kind, colour]) => [kind, mixed(colour, ground[0], ground[1] * 0.72)]),
    ),
  };
}

export function mapTheme(dark: boolean, season: Season = ''): MapTheme {
  const theme = dark ? DARK : LIGHT;
  return season ? covered(theme, COVERS[season][dark ? 'dark' : 'light']) : theme;
}

/** The tint of a kind of terrain by its name; nothing for open ground. */
export function areaColour(theme: MapTheme, kind: string): string | null {
  const word = kind.toLowerCase();
  if (/^(clear|open|plain|plains|none)$/.test(word)) return null;
  const exact = theme.areas[word];
  if (exact) return exact;
  const family = [
    [/high|alpine|himalaya/, 'high_mountain'],
    [/mountain/, 'mountain'],
    [/light/, 'light_woods'],
    [/wood|forest/, 'forest'],
    [/jungle/, 'jungle'],
    [/marsh|swamp|bog/, 'marsh'],
    [/desert|sand/, 'desert'],
    [/steppe|grass/, 'steppe'],
    [/tundra|arctic/, 'tundra'],
    [/city|urban|town/, 'city'],
    [/ice|glacier/, 'ice'],
  ] as const;
  const found = family.find(([test]) => test.test(word));
  return theme.areas[found ? found[1] : 'rough'] ?? null;
}
