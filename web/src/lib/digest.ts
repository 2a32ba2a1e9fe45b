/** "Since your last turn" in a few lines. */

import type { Digest } from '../protocol/types';

export function readDigest(digest: Digest, limit = 8): string[] {
  return digest.lines
    .map((line) => line.text)
    .filter(Boolean)
    .slice(-limit);
}
