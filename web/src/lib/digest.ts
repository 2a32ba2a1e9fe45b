/** "Since your last turn" in a few lines, whatever of it the server tells. */

export function readDigest(digest: Record<string, unknown>, limit = 8): string[] {
  const lines = Array.isArray(digest['lines']) ? digest['lines'] : [];
  const words = lines
    .map((line: unknown) => (typeof line === 'string' ? line : ((line as { text?: unknown })?.text ?? '')))
    .filter((text): text is string => typeof text === 'string' && text !== '');
  return words.slice(-limit);
}
