/** Rolls of real dice, typed in: the one action that is the server's own and no game's. */

import type { Legal } from '../protocol/types';

/** What came, word by word; nothing for an action of the game. */
export function rollWords(legal: Legal): string[] | null {
  const action = legal.do as { type?: unknown; words?: unknown } | null;
  return action?.type === '$roll' && Array.isArray(action.words) ? action.words.map(String) : null;
}
