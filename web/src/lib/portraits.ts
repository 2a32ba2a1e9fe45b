/**
 * A small face for a leader, drawn from the words of his look: the uniform first, then what is known of him. Shapes lie in a
 * box 28 wide and 26 high. No man is copied from a picture: cap, hair, moustache and glasses are all there is.
 */

export interface Shape {
  d: string;
  fill?: string;
  line?: string;
  width?: number;
}

interface Uniform {
  coat: string;
  collar: string;
  cap: string;
  band: string;
}

const UNIFORMS: Record<string, Uniform> = {
  german: { coat: '#76837a', collar: '#2f4038', cap: '#7d8a81', band: '#2f4038' },
  soviet: { coat: '#8d8454', collar: '#a5382a', cap: '#8d8454', band: '#a5382a' },
  american: { coat: '#75714f', collar: '#4d4a33', cap: '#7f7a55', band: '#5a3d20' },
  british: { coat: '#94825a', collar: '#6b5c3c', cap: '#94825a', band: '#a5382a' },
  french: { coat: '#4c5d79', collar: '#2d3850', cap: '#34405a', band: '#b09245' },
  italian: { coat: '#7f8b72', collar: '#4c5a44', cap: '#7f8b72', band: '#4c5a44' },
  japanese: { coat: '#a18c4f', collar: '#a5382a', cap: '#a18c4f', band: '#a5382a' },
  chinese: { coat: '#7b8f95', collar: '#4e5f64', cap: '#7b8f95', band: '#4e5f64' },
  finnish: { coat: '#a3a9a5', collar: '#5c6360', cap: '#a3a9a5', band: '#5c6360' },
  romanian: { coat: '#9b9660', collar: '#6a6438', cap: '#9b9660', band: '#a5382a' },
  hungarian: { coat: '#8f8358', collar: '#5d5330', cap: '#8f8358', band: '#5d5330' },
  spanish: { coat: '#8a7f4c', collar: '#5d5330', cap: '#8a7f4c', band: '#a5382a' },
}; // prettier-ignore
const NAVY: Uniform = { coat: '#27324a', collar: '#141b2b', cap: '#eceae2', band: '#1b2233' };
const HAIR: Record<string, string> = { dark: '#2c241d', fair: '#b8935a', grey: '#b9b5ab', '': '#5f4630' };
const SKIN = '#e3bd98';
const INK = '#2a2118';

const SHOULDERS = 'M1 26c0-6 5-8 9-9h8c4 1 9 3 9 9z';
const COLLAR = 'M10.5 17 14 22.5 17.5 17l1.8 1.4L15.5 25h-3L8.7 18.4z';
const HEAD = 'M8.2 10.5c0-4.5 2.4-7 5.8-7s5.8 2.5 5.8 7c0 4.4-2.6 8.2-5.8 8.2s-5.8-3.8-5.8-8.2z';
const SIDES = 'M8.1 12c-.6-3 0-5 .9-6l.6 3.4zM19.9 12c.6-3 0-5-.9-6l-.6 3.4z';
const CROWN =
  'M8 10.2C7.2 4.6 10 2.4 14 2.4s6.8 2.2 6 7.8c-.6-2.4-1.6-3.6-2.6-4.1-2 .8-5 .8-7 0-1 .5-1.8 1.7-2.4 4.1z';
const CAPS: Record<string, Shape[]> = {
  peaked: [{ d: 'M5.2 4.6C6.6 1.4 10 0 14 0s7.4 1.4 8.8 4.6L19.8 7H8.2z' }],
  beret: [{ d: 'M6.6 6.4C5.6 2.4 9.6.4 14.4.6c5.4.2 9.2 2.4 7.4 4.6-1 1.2-3 1.4-5 1.4z' }],
  garrison: [{ d: 'M6.8 7.2C8.4 2.6 12 .2 14.8.2c3 1.6 5.4 4 6.2 7z' }],
  helmet: [{ d: 'M6 8.8C5.4 2.8 9.4.2 14 .2s8.6 2.6 8 8.6c-2.6-1.4-13.4-1.4-16 0z' }],
}; // prettier-ignore

/** The shapes of a face, the lowest first. */
export function portrait(look: string): Shape[] {
  const words = look.toLowerCase().split(/\s+/);
  const has = (word: string) => words.includes(word);
  const uniform = has('navy') ? NAVY : (UNIFORMS[words[0] ?? ''] ?? UNIFORMS['german']!);
  const hair = HAIR[['dark', 'fair', 'grey'].find(has) ?? '']!;
  const shapes: Shape[] = [
    { d: SHOULDERS, fill: uniform.coat, line: INK, width: 0.8 },
    { d: COLLAR, fill: uniform.collar },
    { d: HEAD, fill: SKIN, line: INK, width: 0.7 },
  ];
  if (has('bare')) shapes.push({ d: has('bald') ? SIDES : CROWN, fill: hair });
  else {
    shapes.push({ d: SIDES, fill: hair });
    const kind = ['beret', 'garrison', 'helmet'].find(has) ?? 'peaked';
    shapes.push(...CAPS[kind]!.map((each) => ({ ...each, fill: uniform.cap, line: INK, width: 0.7 })));
    if (kind === 'peaked') {
      shapes.push({ d: 'M7.9 6.8 8.2 5h11.6l.3 1.8c-3.6-1-8.6-1-12.2 0z', fill: uniform.band });
      shapes.push({
        d: 'M8 7.6c3-1.8 9-1.8 12 0-.4 1-1 1.4-1.6 1.4-2.8-1-6-1-8.8 0-.6 0-1.2-.4-1.6-1.4z',
        fill: INK,
      });
    }
  }
  shapes.push({ d: 'M11 10.4h2M15 10.4h2', line: INK, width: 1 });
  shapes.push({ d: 'M14 11.2v2.2h-.9', line: '#a87e5c', width: 0.8 });
  if (has('great-moustache'))
    shapes.push({
      d: 'M9.2 15.6c2.6.4 4-.6 4.8-1.2.8.6 2.2 1.6 4.8 1.2-1 1.4-3.6 1.4-4.8.6-1.2.8-3.8.8-4.8-.6z',
      fill: hair,
    });
  else if (has('moustache')) shapes.push({ d: 'M11.4 15.3c1-.9 4.2-.9 5.2 0-1 .5-4.2.5-5.2 0z', fill: hair });
  if (has('beard'))
    shapes.push({
      d: 'M9.6 14c.4 4 2 5.6 4.4 5.6s4-1.6 4.4-5.6c-1 1.6-2.4 2-4.4 2s-3.4-.4-4.4-2z',
      fill: hair,
    });
  else shapes.push({ d: 'M12.3 16.5h3.4', line: '#8c5a44', width: 0.8 });
  if (has('glasses'))
    shapes.push({
      d: 'M9.5 10.4a2 2 0 1 0 4 0 2 2 0 1 0-4 0zM14.5 10.4a2 2 0 1 0 4 0 2 2 0 1 0-4 0zM13.5 10.4h1',
      line: INK,
      width: 0.7,
    });
  if (has('monocle'))
    shapes.push({
      d: 'M14.4 10.4a2.1 2.1 0 1 0 4.2 0 2.1 2.1 0 1 0-4.2 0zM18 12l.6 3',
      line: INK,
      width: 0.6,
    });
  if (has('goggles'))
    shapes.push({
      d: 'M9.4 3.6h3.8v2.2H9.4zM14.8 3.6h3.8v2.2h-3.8z',
      fill: '#cfd8d6',
      line: INK,
      width: 0.6,
    });
  if (has('pipe')) shapes.push({ d: 'M15.4 16.6 20 18.4v-2.2h1.8v3.2l-2 .4z', fill: '#5a3d20' });
  return shapes;
}

const STAR = 'M0-2.6.76-.84 2.5-.8 1.15.35 1.6 2.1 0 1.1-1.6 2.1-1.15.35-2.5-.8-.76-.84z';

/** The stars of a rank side by side, their middle at 0. */
export const stars = (count: number): { d: string; x: number }[] =>
  Array.from({ length: count }, (_, i) => ({ d: STAR, x: (i - (count - 1) / 2) * 6 }));
