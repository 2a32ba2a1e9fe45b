/** A day's combats at the table: those that wait, those that were fought, and every step back. Kept in this browser alone. */

import type { Worked } from '../protocol/types';
import { lossesOf } from './calculator';

export interface Combat {
  id: number;
  title: string;
  /** The form as the tail of an address. */
  query: string;
}
export interface Fought extends Combat {
  time: string;
  dice: string;
  result: string;
  words: string;
  losses: string;
}
export interface Book {
  waiting: Combat[];
  log: Fought[];
  next: number;
}
export interface Kept {
  book: Book;
  /** What it was before each step, the latest last. */
  past: Book[];
}

const MOST = 50; // steps that can be taken back
const LONGEST = 80; // letters in a title
export const empty = (): Kept => ({ book: { waiting: [], log: [], next: 1 }, past: [] });

const step = (kept: Kept, book: Book): Kept => ({ book, past: [...kept.past, kept.book].slice(-MOST) });

export function add(kept: Kept, title: string, query: string): Kept {
  const { book } = kept;
  const name = title.trim().slice(0, LONGEST) || `Combat ${book.next}`;
  const fresh = { id: book.next, title: name, query };
  return step(kept, { ...book, waiting: [...book.waiting, fresh], next: book.next + 1 });
}

export function remove(kept: Kept, id: number): Kept {
  return step(kept, { ...kept.book, waiting: kept.book.waiting.filter((each) => each.id !== id) });
}

/** Moves a combat one place up in the queue. */
export function raise(kept: Kept, id: number): Kept {
  const waiting = [...kept.book.waiting];
  const at = waiting.findIndex((each) => each.id === id);
  if (at < 1) return kept;
  [waiting[at - 1], waiting[at]] = [waiting[at]!, waiting[at - 1]!];
  return step(kept, { ...kept.book, waiting });
}

/** A combat has its result: it leaves the queue for the log. One that was never queued can be logged as well. */
export function settle(
  kept: Kept,
  id: number,
  title: string,
  query: string,
  worked: Worked,
  time: string,
): Kept {
  if (!worked.result) return kept;
  const { book } = kept;
  const own = book.waiting.find((each) => each.id === id);
  const fought: Fought = {
    id: own?.id ?? book.next,
    title: (title.trim() || own?.title || worked.title || '').slice(0, LONGEST),
    query,
    time,
    dice: (worked.rolled ?? []).join(' '),
    result: worked.result,
    words: worked.words ?? '',
    losses: lossesOf(worked)
      .map((loss) => `${loss.side}: ${loss.order.join(', ') || 'nothing'}`)
      .join('; '),
  };
  return step(kept, {
    waiting: book.waiting.filter((each) => each.id !== id),
    log: [...book.log, fought],
    next: own ? book.next : book.next + 1,
  });
}

export function undo(kept: Kept): Kept {
  const book = kept.past.at(-1);
  return book ? { book, past: kept.past.slice(0, -1) } : kept;
}

/** The log as a table that any spreadsheet reads. */
export function toCsv(book: Book): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = book.log.map((each) => [
    each.time,
    each.title,
    each.dice,
    each.result,
    each.words,
    each.losses,
  ]);
  return [['Time', 'Combat', 'Dice', 'Result', 'Meaning', 'Losses'], ...rows]
    .map((row) => row.map(cell).join(','))
    .join('\r\n');
}

const key = (game: string) => `hexfront.combats.${game}`;

export function load(game: string, storage: Pick<Storage, 'getItem'> = localStorage): Kept {
  try {
    const found = JSON.parse(storage.getItem(key(game)) ?? 'null') as Kept | null;
    if (found && Array.isArray(found.book.waiting) && Array.isArray(found.book.log)) return found;
  } catch {
    // What cannot be read is as good as nothing.
  }
  return empty();
}

export function keep(game: string, kept: Kept, storage: Pick<Storage, 'setItem'> = localStorage): void {
  try {
    storage.setItem(key(game), JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still counts until it is closed.
  }
}
