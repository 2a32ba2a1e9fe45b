/** A form made from what a game's table assistant asks: its groups, its values, and its address. */

import type { Field, Worked } from '../protocol/types';

/** What stands in a form: text as it was typed, or whether a box is ticked. */
export type Entry = string | boolean;
export type Entries = Record<string, Entry>;

export interface Group {
  /** The beginning that the fields' names share; empty for those that share none. */
  id: string;
  fields: Field[];
}

/** Fields of one side belong together: a beginning shared by three names or more makes a group. A combat's title is asked for
 * where it is kept, in the queue. */
export function groups(all: readonly Field[]): Group[] {
  const fields = all.filter((field) => field.name !== 'title');
  const head = (field: Field) => field.name.split('_')[0]!;
  const count = new Map<string, number>();
  for (const field of fields) count.set(head(field), (count.get(head(field)) ?? 0) + 1);
  const found = new Map<string, Field[]>();
  for (const field of fields) {
    const id = (count.get(head(field)) ?? 0) >= 3 ? head(field) : '';
    found.set(id, [...(found.get(id) ?? []), field]);
  }
  return [...found].map(([id, list]) => ({ id, fields: list }));
}

/** A die: one to six, and the combat can be worked out without it. */
export const isDie = (field: Field): boolean =>
  field.kind === 'int' && field.low === 1 && field.high === 6 && !field.required && field.default == null;

export function begin(field: Field): Entry {
  if (field.kind === 'flag') return field.default === true;
  if (field.kind === 'choice') return String(field.default ?? field.choices?.[0] ?? '');
  return '';
}

/** What is sent: only what differs from the default. A number that is none is sent as typed, to be refused in words. */
export function given(fields: readonly Field[], entries: Entries): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const field of fields) {
    const entry = entries[field.name] ?? begin(field);
    if (entry === begin(field)) continue;
    if (typeof entry === 'boolean') {
      found[field.name] = entry;
      continue;
    }
    const text = entry.trim();
    if (!text) continue;
    if (field.kind === 'int') found[field.name] = /^[+-]?\d{1,6}$/.test(text) ? Number(text) : text;
    else if (field.kind === 'list')
      found[field.name] = text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean);
    else found[field.name] = text;
  }
  return found;
}

/** The combat as the tail of an address, so that it can be sent to somebody. */
export function toQuery(fields: readonly Field[], entries: Entries): string {
  const query = new URLSearchParams();
  for (const field of fields) {
    const entry = entries[field.name] ?? begin(field);
    if (entry === begin(field)) continue;
    query.set(field.name, typeof entry === 'boolean' ? (entry ? '1' : '0') : entry.trim());
  }
  return query.toString();
}

export function fromQuery(fields: readonly Field[], search: string): Entries {
  const query = new URLSearchParams(search);
  return Object.fromEntries(
    fields.map((field) => {
      const value = query.get(field.name)?.slice(0, 200);
      if (value === undefined) return [field.name, begin(field)];
      if (field.kind === 'flag') return [field.name, value === '1' || value === 'true'];
      if (field.kind === 'choice' && !field.choices?.includes(value)) return [field.name, begin(field)];
      return [field.name, value];
    }),
  );
}

export interface Table {
  columns: string[];
  rows: [string, string[]][];
  column: number;
  /** The row in use once dice are known. */
  row: string | null;
  names: Record<string, string>;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The results table, where the assistant shows it. */
export function tableOf(worked: Worked): Table | null {
  const extra = worked.extra ?? {};
  const { columns, rows, column_index: column, row, names } = extra;
  if (!Array.isArray(columns) || !isRecord(rows) || typeof column !== 'number') return null;
  return {
    columns: columns.map(String),
    rows: Object.entries(rows)
      .map(([name, cells]): [string, string[]] => [name, Array.isArray(cells) ? cells.map(String) : []])
      .sort(([a], [b]) => Number(a) - Number(b)),
    column,
    row: typeof row === 'number' ? (Object.keys(rows).find((name) => Number(name) === row) ?? null) : null,
    names: isRecord(names) ? Object.fromEntries(Object.entries(names).map(([k, v]) => [k, String(v)])) : {},
  };
}

export interface Loss {
  side: string;
  /** Point by point, in the order in which they go. */
  order: string[];
  left: [string, number][];
}

export function lossesOf(worked: Worked): Loss[] {
  const losses = (worked.extra ?? {})['losses'];
  if (!isRecord(losses)) return [];
  return Object.entries(losses).flatMap(([side, each]) => {
    if (!isRecord(each) || !Array.isArray(each['order'])) return [];
    const left = isRecord(each['left']) ? each['left'] : {};
    return [
      {
        side,
        order: each['order'].map(String),
        left: Object.entries(left).map(([what, n]): [string, number] => [what, Number(n)]),
      },
    ];
  });
}
