/** Status marks on counters: told by shape as well as by colour. */

export interface BadgeGlyph {
  shape: string;
  fill: string;
  ink: string;
  letter?: string;
  line?: string;
}

const DISC = 'M0-7.5a7.5 7.5 0 1 0 .01 0z';
const SQUARE = 'M-7-7h14v14H-7z';
const TRIANGLE = 'M0-9 9 7H-9z';
const DIAMOND = 'M0-9 9 0 0 9-9 0z';
const SHIELD = 'M-7-8H7V1C7 6 0 9 0 9S-7 6-7 1z';

const KNOWN: Record<string, BadgeGlyph> = {
  moved: { shape: DISC, fill: '#4a5560', ink: '#fff', line: 'M-3.5 0h7M1-3l3 3-3 3' },
  fought: { shape: DISC, fill: '#4a5560', ink: '#fff', line: 'M-3.5-3.5l7 7M3.5-3.5l-7 7' },
  attacked: { shape: DISC, fill: '#4a5560', ink: '#fff', line: 'M-3.5-3.5l7 7M3.5-3.5l-7 7' },
  'out-of-supply': { shape: TRIANGLE, fill: '#b3261e', ink: '#fff', letter: '!' },
  unsupplied: { shape: TRIANGLE, fill: '#b3261e', ink: '#fff', letter: '!' },
  low: { shape: TRIANGLE, fill: '#d9820f', ink: '#fff', letter: '·' },
  'low-supply': { shape: TRIANGLE, fill: '#d9820f', ink: '#fff', letter: '·' },
  'lack-of-supply': { shape: TRIANGLE, fill: '#d9820f', ink: '#fff', letter: '·' },
  isolated: { shape: DIAMOND, fill: '#7d1128', ink: '#fff', line: 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0' },
  disrupted: { shape: DIAMOND, fill: '#8a4b08', ink: '#fff', letter: '~' },
  'face-down': { shape: DISC, fill: '#7a6f5d', ink: '#fff', line: 'M-4-1.5l4 4 4-4' },
  reserve: { shape: SQUARE, fill: '#20567d', ink: '#fff', letter: 'R' },
  entrenched: { shape: SHIELD, fill: '#5b4a2f', ink: '#fff', line: 'M-4 2h2v-3h4v3h2' },
  fortified: { shape: SHIELD, fill: '#5b4a2f', ink: '#fff', line: 'M-4 2h2v-3h4v3h2' },
  hold: { shape: SQUARE, fill: '#5b4a2f', ink: '#fff', letter: 'H' },
  rail: { shape: SQUARE, fill: '#333', ink: '#fff', line: 'M-2.5-4.5v9M2.5-4.5v9M-4.5-2h9M-4.5 2h9' },
  selected: { shape: DISC, fill: '#8f5a00', ink: '#fff', line: 'M-3.5 0l2.5 3 5-6' },
};

const OUT = /^(out-of-supply|unsupplied|isolated)$/;
const LOW = /^(low|low-supply|lack-of-supply)$/;
const SPENT = /^(moved|fought|attacked|expended)$/;

/** What of a counter must be told from afar: whether it is fed, and whether it has had its turn. */
export function stateOf(badges: readonly string[]): { supply: 'out' | 'low' | ''; spent: boolean } {
  const all = badges.map((each) => each.toLowerCase().replaceAll('_', '-').replaceAll(' ', '-'));
  return {
    supply: all.some((each) => OUT.test(each)) ? 'out' : all.some((each) => LOW.test(each)) ? 'low' : '',
    spent: all.some((each) => SPENT.test(each)),
  };
}

const STRIPES = ['#d9a400', '#1f6fb2', '#b0307a', '#2f8f4e', '#7a4fc0', '#c4581a', '#108a8a', '#6b6b6b'];
const striped = new Map<string, string>();

/** The colour of a formation's stripe: the same for all its counters, and no other's while there are colours left. */
export function stripeOf(formation: string): string {
  const colour = striped.get(formation) ?? STRIPES[striped.size % STRIPES.length]!;
  striped.set(formation, colour);
  return colour;
}

export function badgeGlyph(badge: string): BadgeGlyph {
  const key = badge.toLowerCase().replaceAll('_', '-').replaceAll(' ', '-');
  return (
    KNOWN[key] ?? { shape: SQUARE, fill: '#3b3f58', ink: '#fff', letter: (badge[0] ?? '?').toUpperCase() }
  );
}

/** The badge in words, for the screen reader and the unit panel. */
export function badgeWords(badge: string): string {
  return badge.replaceAll('_', ' ').replaceAll('-', ' ');
}
