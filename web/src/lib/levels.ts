/** The strength offered first: a sound opponent that answers at once, not the strongest and not a random one. */

import type { Level } from '../protocol/types';

/** What the server lets a level be given for each decision, in seconds. */
export const SHORTEST = 1;
export const LONGEST = 30;

/** How long a level thinks by itself; nothing for one that more time does not make stronger. */
export function usualSeconds(levels: readonly Level[], name: string | undefined): number | undefined {
  const level = levels.find((each) => each.name === name);
  return level?.timed ? level.seconds : undefined;
}

export function usualLevel(levels: readonly Level[]): string | undefined {
  return (levels.find((level) => level.name === 'staff') ?? levels[Math.floor(levels.length / 2)])?.name;
}
