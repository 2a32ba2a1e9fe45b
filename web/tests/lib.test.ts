import type Milsymbol from 'milsymbol';
import { createRequire } from 'node:module';
import { INKS, inkOf, inksByLetter } from '../src/lib/inks';
import { describe, expect, it, vi } from 'vitest';
import { Board } from '../src/lib/board';
import { readDigest } from '../src/lib/digest';
import { find } from '../src/lib/find';
import { keepFocus } from '../src/lib/focus';
import { KeyMap } from '../src/lib/keys';
import { PAINTS, paintFor } from '../src/lib/palette';
import { flatten, shifted } from '../src/lib/paths';
import { readResult } from '../src/lib/result';
import { rollWords } from '../src/lib/rolls';
import { parse } from '../src/lib/route.svelte';
import { searchRules } from '../src/lib/rules';
import { stackTotals } from '../src/lib/speech';
import { strings } from '../src/lib/strings';
import { glyphFor, milsymbolPicture, needsMilsymbol } from '../src/lib/symbols';
import { ago, shortly, span } from '../src/lib/times';
import { byNext, generalSteps, isOver, nextStep } from '../src/lib/tutorial';
import { chains } from '../src/map/chains';
import type { Digest, Legal } from '../src/protocol/types';
import { toyBoard } from './mock';

const board = new Board(toyBoard());

describe('the board', () => {
  it('knows terrain, names and what runs along a side', () => {
    expect(board.describe('1609')).toContain('fort');
    expect(board.name('0809')).toBe('Westburg');
    expect(board.isWater('0101')).toBe(true);
    expect(board.sidesOf('1106').some((each) => each.name === 'major_river')).toBe(true);
    expect(board.centre('9999')).toBeNull();
  });
});

describe('search', () => {
  it('finds places by the start of a name, hexes by number, counters by name, and takes accents lightly', () => {
    expect(find(board, [], 'ost')[0]).toEqual({ name: 'Ostograd', at: '1609' });
    expect(find(board, [], '0304')[0]!.at).toBe('0304');
    const pieces = [{ id: 'a', name: 'Königsberg Fortress', side: 'w', at: '0505' }];
    expect(find(board, pieces, 'konigs')[0]!.at).toBe('0505');
    expect(find(board, [{ ...pieces[0]!, face_down: true }], 'konigs')).toEqual([]);
    expect(find(board, [], 'nowhere')).toEqual([]);
  });

  it('ranks rule cases: number, then topic, then words; all words must occur', () => {
    const cases = [
      { id: '7.1', topic: 'Movement', summary: 'Units move; supply matters.' },
      { id: '8.1', topic: 'Supply', summary: 'Trace a line.' },
      { id: '8.2', topic: 'Supply', summary: 'Movement without supply.' },
    ];
    expect(searchRules(cases, 'supply').map((c) => c.id)).toEqual(['8.1', '8.2', '7.1']);
    expect(searchRules(cases, '8').map((c) => c.id)).toEqual(['8.1', '8.2']);
    expect(searchRules(cases, 'supply movement').map((c) => c.id)).toEqual(['7.1', '8.2']);
    expect(searchRules(cases, 'zeppelin')).toEqual([]);
    expect(searchRules(cases, '').length).toBe(3);
  });
});

describe('keys', () => {
  const event = (key: string, ctrlKey = false) => new KeyboardEvent('keydown', { key, ctrlKey });

  it('find their commands and can be changed, for good', () => {
    const keys = new KeyMap(localStorage);
    expect(keys.command(event('z', true))).toBe('undo');
    expect(keys.command(event('='))).toBe('zoomIn');
    keys.set('log', 'j');
    expect(new KeyMap(localStorage).command(event('j'))).toBe('log');
    expect(keys.command(event('l'))).toBeNull();
  });

  it('leave no key with two commands', () => {
    const keys = new KeyMap(localStorage);
    keys.set('log', 't');
    expect(keys.command(event('t'))).toBe('log');
    expect(keys.key('terrain')).toBe('');
    keys.reset();
    expect(keys.command(event('t'))).toBe('terrain');
  });
});

describe('addresses', () => {
  it.each([
    ['/', { page: 'lobby' }],
    ['/new/turns_east', { page: 'new', game: 'turns_east' }],
    ['/match/abc', { page: 'match', id: 'abc' }],
    ['/report/abc', { page: 'report', id: 'abc' }],
    ['/join/t0k', { page: 'join', token: 't0k' }],
    ['/rules/toy/7.2', { page: 'rules', game: 'toy', case: '7.2' }],
    ['/nonsense', { page: 'lost' }],
  ])('%s', (path, page) => expect(parse(path)).toEqual(page));

  it('take the seat from the query', () => {
    expect(parse('/match/abc', '?seat=observer')).toEqual({ page: 'match', id: 'abc', seat: 'observer' });
  });
});

// Simulation of colour-blind sight after Viénot, Brettel and Mollon (1999), in linear light.
type RGB = [number, number, number];
const linear = (hex: string): RGB =>
  [1, 3, 5].map((i) => {
    const v = parseInt(hex.slice(i, i + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }) as RGB;
const SIGHT: Record<string, RGB[]> = {
  protanopia: [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
  deuteranopia: [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
  tritanopia: [[1.00001, 0.1461, -0.1461], [0, 0.92, 0.08], [0, 0.75, 0.25]],
}; // prettier-ignore
const seen = (rgb: RGB, m: RGB[]): RGB =>
  m.map((row) => row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]) as RGB;
const luminance = (rgb: RGB) => 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
const contrast = (a: RGB, b: RGB) => {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p) as [number, number];
  return (x + 0.05) / (y + 0.05);
};

describe('colours', () => {
  it('give every nation a pattern or a hue of its own, and the same name the same paint', () => {
    expect(paintFor('german')).toBe(PAINTS['feldgrau']);
    expect(paintFor('Soviet')).toBe(PAINTS['brown']);
    expect(paintFor('', 'blue')).toBe(PAINTS['blue']);
    expect(paintFor('Ruritania')).toBe(paintFor('Ruritania'));
    const looks = Object.values(PAINTS).map((p) => `${p.pattern}/${p.face}`);
    expect(new Set(looks).size).toBe(looks.length);
  });

  it('write on every counter with enough contrast, on both faces', () => {
    for (const paint of Object.values(PAINTS)) {
      expect(contrast(linear(paint.ink), linear(paint.face))).toBeGreaterThan(4.5);
      if (paint.ink !== '#fbf8ef')
        expect(contrast(linear(paint.ink), linear(paint.light))).toBeGreaterThan(4.5);
    }
  });

  it.each(Object.entries(SIGHT))('keep the common opponents apart in %s', (_name, matrix) => {
    for (const [a, b] of [
      ['german', 'soviet'],
      ['german', 'british'],
      ['german', 'guards'],
      ['american', 'japanese'],
      ['blue', 'red'],
      ['italian', 'british'],
    ] as const) {
      const x = paintFor(a);
      const y = paintFor(b);
      const p = seen(linear(x.face), matrix);
      const q = seen(linear(y.face), matrix);
      const apart = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
      expect(x.pattern !== y.pattern || apart > 0.1, `${a} and ${b}`).toBe(true);
      expect(apart, `${a} and ${b}`).toBeGreaterThan(0.03);
    }
  });
});

describe('the focus', () => {
  const settle = () => new Promise((done) => setTimeout(done, 40));

  it('comes back to what was switched off and on again, and goes on from what stays off', async () => {
    document.body.innerHTML = '<main tabindex="-1"></main><p><button>Done</button></p>';
    vi.stubGlobal('requestAnimationFrame', (drawn: () => void) => setTimeout(drawn));
    const button = document.querySelector('button')!;
    const stop = keepFocus();
    button.focus();
    // A browser takes the focus from what is switched off when it next draws, and tells nobody.
    const active = vi.spyOn(document, 'activeElement', 'get').mockReturnValue(button);
    const again = vi.spyOn(button, 'focus');
    button.disabled = true;
    await settle();
    expect(again).not.toHaveBeenCalled();
    active.mockReturnValue(document.body);
    button.disabled = false;
    await settle();
    expect(again).toHaveBeenCalled();
    const refuge = vi.spyOn(document.querySelector('main')!, 'focus');
    active.mockReturnValue(button);
    button.disabled = true;
    active.mockReturnValue(document.body);
    await settle();
    expect(refuge).toHaveBeenCalled();
    stop();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('stays with nothing where a person let go of it', async () => {
    document.body.innerHTML = '<main tabindex="-1"></main><input />';
    const field = document.querySelector('input')!;
    const stop = keepFocus();
    field.focus();
    field.blur();
    document.body.append('news');
    await settle();
    expect(document.activeElement).toBe(document.body);
    stop();
  });
});

describe('symbols', () => {
  it('are known by many names; rare ones come from milsymbol, others are written out', () => {
    expect(glyphFor('panzer')).toBe(glyphFor('armor'));
    expect(glyphFor('infantry')!.frame).toBe(true);
    expect(needsMilsymbol('reconnaissance')).toBe(true);
    expect(needsMilsymbol('infantry')).toBe(false);
    for (const asset of ['factory', 'ore', 'coal-mine', 'oil-field', 'oil-pipeline'])
      expect(glyphFor(asset), asset).not.toBeNull();
    expect(glyphFor('zebra')).toBeNull();
  });

  it('by number are drawn as the whole of milsymbol draws them', async () => {
    const whole = createRequire(import.meta.url)('milsymbol') as typeof Milsymbol;
    const code = (set: string, entity: string) => `1003${set}0000${entity}0000`;
    const recon = code('10', '121300');
    for (const sidc of [
      recon,
      code('10', '161300'),
      code('15', '120200'),
      code('20', '120300'),
      code('01', '110104'),
      code('30', '120202'),
      code('35', '110100'),
    ]) {
      const theirs = new whole.Symbol(sidc, { size: 40, fill: false, frame: true, strokeWidth: 5 });
      const ours = decodeURIComponent(await milsymbolPicture(`sidc:${sidc}`));
      expect(theirs.isValid(), sidc).toBe(true);
      expect(ours.slice(ours.indexOf('<svg')), sidc).toBe(theirs.asSVG());
    }
    expect(await milsymbolPicture('Reconnaissance')).toBe(await milsymbolPicture(`sidc:${recon}`));
  });
});

describe('totals of a stack', () => {
  const unit = (factors: string, steps = 1) => ({
    id: factors,
    name: factors,
    side: 'w',
    at: '0101',
    factors,
    steps,
  });
  it('add strengths, take the slowest, count steps', () => {
    expect(stackTotals([unit('9-6', 2), unit('4-4')])).toEqual({ counters: 2, steps: 3, factors: '13-4' });
    expect(stackTotals([unit('3'), unit('4')]).factors).toBe('7');
    expect(stackTotals([unit('A-6'), unit('4-4')]).factors).toBe('');
    // Men and supplies are not added up, nor called counters.
    const men = { ...unit('5', 5), name: '5 Men' };
    const supplies = { ...unit('2', 2), name: '2 LSP' };
    expect(strings.map.totals(stackTotals([men, supplies]))).toBe('5 Men, 2 LSP');
  });
});

describe('times', () => {
  it('are short', () => {
    expect(span(65)).toBe('1:05');
    expect(span(3700)).toBe('1 h 01');
    expect(span(90000)).toBe('1 d 1 h');
    expect(span(-3)).toBe('0:00');
    expect(shortly('January-February 1943')).toBe('Jan-Feb 1943');
    expect(shortly('May/June 1941, Maybe')).toBe('May/Jun 1941, Maybe');
    expect(ago('2026-01-01T00:00:00Z', Date.parse('2026-01-01T03:00:00Z'))).toBe('3 hours ago');
  });
});

describe('results', () => {
  it('are read whatever their shape', () => {
    expect(readResult({ winners: ['west'], reason: 'Taken.', scores: { west: 3 } })).toEqual({
      winners: ['west'],
      words: ['Taken.'],
      scores: [['west', 3]],
    });
    expect(readResult({ winners: [] }).winners).toEqual([]);
    expect(readResult(null).words).toEqual([]);
  });
});

describe('the tutorial', () => {
  const moment = { acted: false, last: null, lines: [], turn: 1 };
  const option = (kind: string, at = '') => ({ id: 0, do: {}, option: { label: '', kind, at } });

  it('waits for what a step names', () => {
    expect(isOver({ title: '', text: '' }, { ...moment, acted: true })).toBe(false);
    expect(isOver({ title: '', text: '', until: { acted: true } }, { ...moment, acted: true })).toBe(true);
    const step = { title: '', text: '', until: { kind: 'step', at: '0101' } };
    expect(isOver(step, { ...moment, acted: true, last: option('step', '0102') })).toBe(false);
    expect(isOver(step, { ...moment, acted: true, last: option('step', '0101') })).toBe(true);
    expect(isOver({ title: '', text: '', until: { turn: 2 } }, { ...moment, turn: 2 })).toBe(true);
    const line = { n: 1, version: 1, text: '', kind: 'combat', time: '' };
    expect(isOver({ title: '', text: '', until: { line: 'combat' } }, { ...moment, lines: [line] })).toBe(
      true,
    );
  });

  it('shows a step under the prompt it waits for, in order, each once', () => {
    const steps = [
      { title: 'hello', text: '' },
      { title: 'move', text: '', when: '11.2' },
      { title: 'buy', text: '', when: '7.1' },
      { title: 'move on', text: '', when: '11.2.2' },
    ];
    expect(nextStep(steps, new Set(), '7.1.4')).toBe(0);
    expect(nextStep(steps, new Set([0]), '7.1.4')).toBe(2);
    expect(nextStep(steps, new Set([0, 2]), '11.2.2')).toBe(1);
    expect(nextStep(steps, new Set([0, 1, 2]), '11.2.2')).toBe(3);
    expect(nextStep(steps, new Set([0, 2]), '12.1')).toBe(-1);
    const either = [{ title: 'flags', text: '', when: '4-flags on-side' }];
    expect([nextStep(either, new Set(), 'on-side'), nextStep(either, new Set(), '5')]).toEqual([0, -1]);
    expect(byNext(steps[0]!)).toBe(true);
    expect(byNext({ title: '', text: '', until: { kind: 'done' } })).toBe(false);
    expect(generalSteps.length).toBeGreaterThan(5);
  });
});

describe('rivers', () => {
  it('are strung together from their hexsides', () => {
    const p = (x: number) => ({ x, y: 0 });
    const found = chains([
      [p(10), p(20)],
      [p(0), p(10)],
      [p(20), p(30)],
      [p(100), p(110)],
    ]);
    expect(found.map((chain) => chain.length).sort()).toEqual([2, 4]);
  });
});

describe('path data', () => {
  it('is moved and scaled whatever it is written with', () => {
    expect(shifted('M0 0 30 20', 1, 2)).toBe('M1 2L31 22');
    expect(shifted('m1 1h2v3l-2 0z', 10, 10, 2)).toBe('M12 12L16 12L16 18L12 18Z');
    expect(shifted('M0-7.5a7.5 7.5 0 1 0 .01 0z', 0, 0, 2)).toBe('M0 -15A15 15 0 1 0 0.02 -15Z');
    const curve = flatten('M0 0q5 5 10 0t10 0', 2);
    expect(curve).toEqual([
      { x: 0, y: 0 },
      { x: 5, y: 2.5 },
      { x: 10, y: 0 },
      { x: 15, y: -2.5 },
      { x: 20, y: 0 },
    ]);
    expect(shifted('M1 1c1 0 1.5 3 1.5 6', 0, 0)).toBe('M1 1C2 1 2.5 4 2.5 7');
  });
});

describe('since your last turn', () => {
  const line = (n: number, text: string, more: object = {}) => ({ n, text, version: n, time: 0, ...more });
  const digest = (lines: object[]) => ({ lines }) as unknown as Digest;

  it('says nothing of a line or two', () => {
    expect(readDigest(digest([line(1, 'A: 0101 to 0102.'), line(2, 'B is eliminated.')])).lines).toEqual([]);
  });

  it('keeps what weighs most, in the order it happened, and counts the rest', () => {
    const moves = Array.from({ length: 20 }, (_, i) => line(i + 2, `Army ${i}: 0101 to 0102.`));
    const found = readDigest(
      digest([line(1, 'Minsk is taken.'), ...moves, line(30, 'Turn 2.', { kind: 'turn' })]),
      4,
    );
    expect(found.lines.map((each) => each.text)).toEqual([
      'Minsk is taken.',
      'Army 18: 0101 to 0102.',
      'Army 19: 0101 to 0102.',
      'Turn 2.',
    ]);
    expect(found.more).toBe(18);
  });

  it('tells of a battle where and how it ended, not how it was worked out', () => {
    const battle = {
      working: ['odds 5:1', 'Air Supremacy, attacker +1'],
      result: 'green',
      words: 'the hex is taken',
    };
    const told =
      'The Axis attacks Orel: odds 5:1; Air Supremacy, attacker +1; dice 4 and 1: green, the hex is taken.';
    const found = readDigest(
      digest([
        line(1, told, { battle }),
        line(2, '5 to 1, rolled 5: DE.', { battle: { result: 'DE' }, at: '2008' }),
        line(3, 'B.'),
        line(4, 'C.'),
      ]),
    );
    expect(found.lines.map((each) => each.text)).toEqual([
      'The Axis attacks Orel: green, the hex is taken.',
      '2008: 5 to 1, rolled 5: DE.',
      'B.',
      'C.',
    ]);
  });
});

describe('rolls typed in', () => {
  it('are told from actions of the game', () => {
    const roll = {
      id: 1,
      do: { type: '$roll', words: ['4', '3'] },
      option: { label: '4 3' },
    } as unknown as Legal;
    expect(rollWords(roll)).toEqual(['4', '3']);
    expect(rollWords({ ...roll, do: { type: 'Roll' } })).toBeNull();
  });
});

describe('results that are colours', () => {
  it('have the ink of their name, and letters only in a table of colours', () => {
    expect(inkOf('yellow: the attacker takes the hex')).toBe(INKS['yellow']);
    expect(inkOf('DE')).toBeUndefined();
    expect(inksByLetter(['green: it advances', 'red: it fails']).get('O')).toBe(INKS['orange']);
    expect(inksByLetter(['DE', 'EX', 'NE']).size).toBe(0);
  });
});
