import { describe, expect, it } from 'vitest';
import { begin, fromQuery, given, groups, isDie, lossesOf, tableOf, toQuery } from '../src/lib/calculator';
import { frontAt, monthOf } from '../src/lib/fronts';
import type { Field, Worked } from '../src/protocol/types';

const FIELDS: Field[] = [
  { name: 'attacker_men', kind: 'int', prompt: 'attacking Men', default: 0, low: 0, high: 99 },
  { name: 'attacker_me', kind: 'int', prompt: 'effectiveness', low: 1, high: 9, required: true },
  { name: 'attacker_cards', kind: 'list', prompt: 'cards', default: [] },
  { name: 'attacker_die', kind: 'int', prompt: 'die', low: 1, high: 6 },
  { name: 'terrain', kind: 'choice', prompt: 'terrain', default: 'open', choices: ['open', 'swamp'] },
  { name: 'craft', kind: 'flag', prompt: 'craft', default: true },
];

describe('a form made from declared fields', () => {
  it('puts fields of one side together', () => {
    expect(groups(FIELDS).map((group) => [group.id, group.fields.length])).toEqual([
      ['attacker', 4],
      ['', 2],
    ]);
  });

  it('asks for a title once, in the queue', () => {
    const title: Field = { name: 'title', kind: 'text', prompt: 'a title for the log', default: '' };
    expect(groups([title, ...FIELDS])).toEqual(groups(FIELDS));
  });

  it('knows a die by what it may be', () => {
    expect(FIELDS.filter(isDie).map((field) => field.name)).toEqual(['attacker_die']);
  });

  it('sends only what differs from the default, in its own type, and wrong text as typed', () => {
    const entries = {
      attacker_men: '14',
      attacker_me: 'two',
      attacker_cards: '3, 1,',
      attacker_die: ' ',
      terrain: 'open',
      craft: false,
    };
    expect(given(FIELDS, entries)).toEqual({
      attacker_men: 14,
      attacker_me: 'two',
      attacker_cards: ['3', '1'],
      craft: false,
    });
  });

  it('goes into an address and comes back the same; what an address may not say is left out', () => {
    const entries = {
      attacker_men: '14',
      attacker_me: '2',
      attacker_cards: '3,1',
      attacker_die: '',
      terrain: 'swamp',
      craft: false,
    };
    const query = toQuery(FIELDS, entries);
    expect(query).toBe('attacker_men=14&attacker_me=2&attacker_cards=3%2C1&terrain=swamp&craft=0');
    expect(fromQuery(FIELDS, `?${query}`)).toEqual(entries);
    const odd = fromQuery(FIELDS, '?terrain=moon&navy=3');
    expect(odd).toEqual(Object.fromEntries(FIELDS.map((field) => [field.name, begin(field)])));
  });

  it('reads the table, the cell in use and the losses, and survives their absence', () => {
    const worked: Worked = {
      faults: [],
      extra: {
        columns: ['1:1', '2:1'],
        column_index: 1,
        rows: { '+1': ['R', 'G'], '-1': ['R', 'O'] },
        row: -1,
        names: { O: 'orange' },
        losses: { ratio: 2, attacker: { order: ['man', 'tank'], left: { men: 3 } } },
      },
    };
    expect(tableOf(worked)).toEqual({
      columns: ['1:1', '2:1'],
      rows: [
        ['-1', ['R', 'O']],
        ['+1', ['R', 'G']],
      ],
      column: 1,
      row: '-1',
      names: { O: 'orange' },
    });
    expect(lossesOf(worked)).toEqual([{ side: 'attacker', order: ['man', 'tank'], left: [['men', 3]] }]);
    expect(tableOf({ faults: [] })).toBeNull();
    expect(lossesOf({ faults: [], extra: { losses: 3 } })).toEqual([]);
  });
});

describe('the real front', () => {
  const fronts = ['1941-06-22', '1941-12-05', '1942-11-18', '1943-07-04'].map((id) => ({
    id,
    name: id,
    path: '',
  }));

  it('is the one nearest in time to the turn', () => {
    expect(frontAt(fronts, 'Jun 1941')?.id).toBe('1941-06-22');
    expect(frontAt(fronts, 'November-December 1942')?.id).toBe('1942-11-18');
    expect(frontAt(fronts, 'Summer 1943')?.id).toBe('1943-07-04');
    expect(frontAt(fronts, 'October 1941')?.id).toBe('1941-12-05');
    expect(frontAt(fronts, 'winter 1942-43')?.id).toBe('1942-11-18');
    expect(frontAt(fronts, 'winter 1941-42')?.id).toBe('1941-12-05');
  });

  it('is not shown for a time of which nothing is known', () => {
    expect(frontAt(fronts, 'May 1945')).toBeNull();
    expect(frontAt(fronts, 'Turn 3')).toBeNull();
    expect(monthOf('1944')).toBe(1944 * 12 + 6);
  });
});
