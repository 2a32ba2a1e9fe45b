/**
 * Colours and patterns of sides and nations. Hue and pattern always go together, so that a counter can be told
 * by either alone; the hues are apart in lightness as well, which keeps them apart for colour-blind eyes.
 */

export type Pattern = 'plain' | 'bar' | 'diagonal' | 'dots' | 'cross' | 'chevron' | 'double' | 'edge';

export interface Paint {
  /** The counter's face, its reduced face, its border and band, and the ink on it. */
  face: string;
  light: string;
  edge: string;
  ink: string;
  pattern: Pattern;
}

function paint(face: string, light: string, edge: string, ink: string, pattern: Pattern): Paint {
  return { face, light, edge, ink, pattern };
}

const DARK = '#16191a';
const PALE = '#fbf8ef';

export const PAINTS: Record<string, Paint> = {
  grey: paint('#aab4ae', '#d6dbd7', '#4e5a55', DARK, 'plain'),
  feldgrau: paint('#9aaba0', '#ccd6cf', '#3f5047', DARK, 'plain'),
  black: paint('#3a3f42', '#7a8084', '#121415', PALE, 'edge'),
  red: paint('#c9694f', '#e6b3a3', '#7a2a17', DARK, 'bar'),
  brown: paint('#c79a63', '#e6cfae', '#6d4616', DARK, 'bar'),
  sand: paint('#e0c98c', '#f0e4c4', '#80692a', DARK, 'dots'),
  yellow: paint('#ecd04e', '#f6e8a6', '#82700f', DARK, 'double'),
  olive: paint('#9da05a', '#d0d2a6', '#4d5020', DARK, 'diagonal'),
  green: paint('#5fae83', '#b0d7c0', '#17593a', DARK, 'diagonal'),
  teal: paint('#4fa3a5', '#a9d3d3', '#114f51', DARK, 'cross'),
  blue: paint('#5f97c9', '#b1cde6', '#1b4672', DARK, 'cross'),
  sky: paint('#93c8e4', '#cbe4f2', '#2b6a8c', DARK, 'chevron'),
  purple: paint('#a58ac4', '#d3c5e4', '#4e3273', DARK, 'chevron'),
  pink: paint('#d898b3', '#edcddb', '#7c3154', DARK, 'dots'),
  orange: paint('#e39a45', '#f3cfa1', '#84500f', DARK, 'double'),
  white: paint('#eeece4', '#faf9f5', '#6f6c61', DARK, 'edge'),
};

/** Nations as rules modules name them, by the paint they wear unless their side's colour says otherwise. */
const NATIONS: Record<string, string> = {
  german: 'feldgrau', germany: 'feldgrau', axis: 'feldgrau', ge: 'feldgrau', wehrmacht: 'feldgrau',
  ss: 'black', waffen_ss: 'black', luftwaffe: 'sky',
  soviet: 'brown', ussr: 'brown', su: 'brown', russia: 'brown', russian: 'brown', guards: 'red', soviet_guards: 'red',
  romanian: 'olive', romania: 'olive', rumanian: 'olive', rumania: 'olive', ro: 'olive',
  hungarian: 'pink', hungary: 'pink', hu: 'pink',
  italian: 'green', italy: 'green', it: 'green',
  finnish: 'white', finland: 'white', fi: 'white',
  bulgarian: 'purple', bulgaria: 'purple', slovak: 'purple', slovakia: 'purple', yugoslav: 'purple', yugoslavia: 'purple',
  british: 'sand', britain: 'sand', uk: 'sand', commonwealth: 'sand', cw: 'sand', allies: 'sand', allied: 'sand', western: 'sand',
  american: 'teal', usa: 'teal', us: 'teal', united_states: 'teal',
  french: 'blue', france: 'blue', free_french: 'blue', fr: 'blue', vichy: 'sky',
  polish: 'orange', poland: 'orange',
  japanese: 'yellow', japan: 'yellow', ja: 'yellow',
  chinese: 'orange', china: 'orange', chinese_nationalist: 'orange', chinese_communist: 'red', ch: 'orange',
  spanish: 'yellow', spain: 'yellow', turkish: 'teal', turkey: 'teal',
  neutral: 'white', partisan: 'green', partisans: 'green', comintern: 'brown', ally: 'sand',
}; // prettier-ignore

const ALIASES: Record<string, string> = {
  gray: 'grey', 'field-grey': 'feldgrau', fieldgrey: 'feldgrau', field_grey: 'feldgrau', tan: 'sand', khaki: 'sand', maroon: 'red',
  crimson: 'red', cyan: 'sky', lightblue: 'sky', navy: 'blue', violet: 'purple', magenta: 'pink', gold: 'yellow', lime: 'green',
}; // prettier-ignore

const ORDER = Object.keys(PAINTS);

/** The paint for a colour or nation name; an unknown name always gets the same one. */
export function paintFor(...names: (string | undefined)[]): Paint {
  for (const raw of names) {
    if (!raw) continue;
    const name = raw.toLowerCase().replaceAll(' ', '_');
    const known = PAINTS[name] ?? PAINTS[ALIASES[name] ?? ''] ?? PAINTS[NATIONS[name] ?? ''];
    if (known) return known;
  }
  const word = names.find((n) => n) ?? '';
  let sum = 7;
  for (const letter of word) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return PAINTS[ORDER[sum % ORDER.length]!]!;
}
