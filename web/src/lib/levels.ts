/** The strength offered first: a sound opponent that answers at once, not the strongest and not a random one. */

import type { Level } from '../protocol/types';

export function usualLevel(levels: readonly Level[]): string | undefined {
  return (levels.find((level) => level.name === 'staff') ?? levels[Math.floor(levels.length / 2)])?.name;
}
