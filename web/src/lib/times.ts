/** Times as people read them. */

/** A span of seconds: "4:05", "3 h 20", "2 d 4 h". */
export function span(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds));
  if (s >= 86400) return `${Math.floor(s / 86400)} d ${Math.floor((s % 86400) / 3600)} h`;
  if (s >= 3600) return `${Math.floor(s / 3600)} h ${String(Math.floor((s % 3600) / 60)).padStart(2, '0')}`;
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}

/** How long ago, roughly, in the reader's language. */
export function ago(time: string, now = Date.now()): string {
  const seconds = (Date.parse(time) - now) / 1000;
  if (!Number.isFinite(seconds)) return '';
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 90) return words.format(Math.round(seconds), 'second');
  if (size < 5400) return words.format(Math.round(seconds / 60), 'minute');
  if (size < 129600) return words.format(Math.round(seconds / 3600), 'hour');
  return words.format(Math.round(seconds / 86400), 'day');
}

const MONTHS = 'January|February|March|April|June|July|August|September|October|November|December';

/** A date as short as it can be read: "Jan–Feb 1943" for a screen that has no room for the months written out. */
export const shortly = (date: string): string =>
  date.replace(new RegExp(`\\b(?:${MONTHS})\\b`, 'g'), (month) => month.slice(0, 3));
