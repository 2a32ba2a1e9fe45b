import { describe, expect, it } from 'vitest';
import { add, empty, keep, load, raise, remove, settle, toCsv, undo } from '../src/lib/combats';
import { clockText, fill, finishedOf, headlines, startOf, statusOf } from '../src/lib/room';
import { parse } from '../src/lib/route.svelte';
import type { Form } from '../src/protocol/schema';
import type { LogLine, Worked } from '../src/protocol/types';

const worked = (result: string): Worked => ({
  title: 'A combat',
  faults: [],
  result,
  words: 'takes the hex',
  rolled: [6, 1],
  extra: { losses: { attacker: { order: ['Man'], left: {} }, defender: { order: [], left: {} } } },
});

describe('combats of the day', () => {
  it('queues, reorders, fights, undoes and exports', () => {
    let kept = add(add(empty(), 'Third Army on "Orel"', 'a=1'), '', 'a=2');
    expect(kept.book.waiting.map((each) => each.title)).toEqual(['Third Army on "Orel"', 'Combat 2']);
    kept = raise(kept, 2);
    expect(kept.book.waiting.map((each) => each.id)).toEqual([2, 1]);
    expect(raise(kept, 2)).toBe(kept);
    kept = settle(kept, 1, '', 'a=1&d=6', worked('green'), 'T');
    expect(kept.book.waiting.map((each) => each.id)).toEqual([2]);
    expect(kept.book.log).toMatchObject([
      {
        id: 1,
        title: 'Third Army on "Orel"',
        dice: '6 1',
        result: 'green',
        losses: 'attacker: Man; defender: nothing',
      },
    ]);
    expect(settle(kept, 2, '', '', { ...worked(''), result: '' }, 'T')).toBe(kept);
    expect(toCsv(kept.book)).toBe(
      '"Time","Combat","Dice","Result","Meaning","Losses"\r\n"T","Third Army on ""Orel""","6 1","green","takes the hex","attacker: Man; defender: nothing"',
    );
    kept = remove(kept, 2);
    expect(kept.book.waiting).toEqual([]);
    kept = undo(undo(kept));
    expect(kept.book.waiting.map((each) => each.id)).toEqual([2, 1]);
    expect(kept.book.log).toEqual([]);
    for (let i = 0; i < 9; i++) kept = undo(kept);
    expect(kept).toEqual(empty());
  });

  it('is kept in the browser, and what cannot be read is nothing', () => {
    const store = new Map<string, string>();
    const storage = {
      getItem: (name: string) => store.get(name) ?? null,
      setItem: (name: string, value: string) => void store.set(name, value),
    };
    const kept = add(empty(), 'One', 'a=1');
    keep('last_war', kept, storage);
    expect(load('last_war', storage)).toEqual(kept);
    expect(load('other', storage)).toEqual(empty());
    store.set('hexfront.combats.other', '{"book":3');
    expect(load('other', storage)).toEqual(empty());
  });
});

describe('a room', () => {
  it('shows time as a clock does', () => {
    expect([0, 0.2, 59.1, 60, 600, 3725].map(clockText)).toEqual([
      '0:00',
      '0:01',
      '1:00',
      '1:00',
      '10:00',
      '1:02:05',
    ]);
  });

  it('knows who is done', () => {
    const finished = finishedOf({ done: ['axis'] });
    expect(['axis', 'allies', 'italy'].map((seat) => statusOf(seat, ['allies'], finished))).toEqual([
      'done',
      'deciding',
      'idle',
    ]);
    expect(finishedOf(undefined)).toEqual([]);
  });

  it('puts battles and rulings on the wall, the latest first', () => {
    const line = (n: number, text: string, kind = ''): LogLine => ({ n, version: n, text, time: '', kind });
    const lines = [
      line(1, 'a', 'combat'),
      line(2, 'b'),
      line(3, 'Control: so be it'),
      line(4, 'c', 'capture'),
    ];
    expect(headlines(lines, 2).map((each) => each.n)).toEqual([4, 3]);
    expect(headlines(lines.slice(1, 3), 5).map((each) => each.n)).toEqual([3, 2]);
  });

  it('has pages of its own', () => {
    expect(parse('/room/abc')).toEqual({ page: 'room', id: 'abc' });
    expect(parse('/desk/abc')).toEqual({ page: 'desk', id: 'abc' });
    expect(parse('/desk')).toEqual({ page: 'lobby' });
  });

  it('makes an action of a form, or names the field that is wrong', () => {
    const form: Form = {
      id: 'stock',
      title: 'A stock',
      action: 'Correct',
      fixed: { what: 'men' },
      fields: [
        {
          name: 'how',
          label: 'Do',
          choices: [
            ['set', 'Set'],
            ['add', 'Add'],
          ],
          value: 'add',
        },
        { name: 'card', label: 'Card', choices: [[{ power: 2, other: 3 }, 'A card']] },
        { name: 'hex', label: 'Hex', kind: 'place', optional: true, value: -1 },
        { name: 'number', label: 'How many', kind: 'number', value: 1 },
        { name: 'why', label: 'Reason', kind: 'words' },
        { name: 'hidden', label: 'Hidden', kind: 'flag' },
      ],
    };
    expect(startOf(form.fields[0]!)).toBe(1);
    expect(fill(form, {}, {})).toEqual({ ok: false, field: 'why' });
    expect(fill(form, { why: 'so', hex: '99' }, { '26': 7 })).toEqual({ ok: false, field: 'hex' });
    expect(fill(form, { why: 'so', number: '-1' }, {})).toEqual({ ok: false, field: 'number' });
    expect(fill(form, { why: ' so ', hex: '26', number: '3', hidden: true }, { '26': 7 })).toEqual({
      ok: true,
      action: {
        type: 'Correct',
        what: 'men',
        how: 'add',
        power: 2,
        other: 3,
        hex: 7,
        number: 3,
        why: 'so',
        hidden: true,
      },
    });
    expect(fill(form, { why: 'so' }, {})).toMatchObject({
      ok: true,
      action: { hex: -1, number: 1, hidden: false },
    });
  });
});
