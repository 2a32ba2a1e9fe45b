/** "Since your last turn" in a few lines. */

import type { Digest } from '../protocol/types';

export function readDigest(digest: Digest, limit = 8): string[] {
  // A line or two need no summary.
  if (digest.lines.length < 4) return [];
  return digest.lines
    .map((line) => line.text)
    .filter(Boolean)
    .slice(-limit);
}
