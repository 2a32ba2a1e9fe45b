/** Where the real front ran about the time of a turn. */

export interface Front {
  /** The day, as 1941-06-22. */
  id: string;
  name: string;
  path: string;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Months since year 0 of a turn's label: "Jun 1941", "November-December 1942", "Summer 1943". */
export function monthOf(label: string): number | null {
  const year = /\b(19\d\d)\b/.exec(label)?.[1];
  if (!year) return null;
  const seasons: [RegExp, number][] = [
    [/winter/i, 12], // January of the year after the one named first: winter 1942-43
    [/spring/i, 3],
    [/summer/i, 6],
    [/autumn|fall/i, 9],
  ];
  const found = label.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  const month = found.map((word) => MONTHS.indexOf(word.slice(0, 3))).find((n) => n >= 0);
  const season = seasons.find(([test]) => test.test(label))?.[1];
  return Number(year) * 12 + (month ?? season ?? 6);
}

const monthOfDay = (day: string): number => {
  const [year = '0', month = '1'] = day.split('-');
  return Number(year) * 12 + Number(month) - 1;
};

/** The front nearest in time to a turn; nothing where none is known within half a year. */
export function frontAt(fronts: readonly Front[], label: string): Front | null {
  const month = monthOf(label);
  if (month === null) return null;
  let best: Front | null = null;
  for (const front of fronts) {
    const apart = Math.abs(monthOfDay(front.id) - month);
    if (apart <= 6 && (!best || apart < Math.abs(monthOfDay(best.id) - month))) best = front;
  }
  return best;
}
