/** A result read without knowing the game: who won, by how much, in what words. */

export interface Read {
  winners: string[];
  words: string[];
  scores: [string, number][];
}

const list = (value: unknown): string[] =>
  typeof value === 'string' && value
    ? [value]
    : Array.isArray(value)
      ? value.filter((each): each is string => typeof each === 'string')
      : [];

export function readResult(result: unknown): Read {
  const read: Read = { winners: [], words: [], scores: [] };
  if (typeof result === 'string') read.words.push(result);
  if (typeof result !== 'object' || result === null) return read;
  const fields = result as Record<string, unknown>;
  read.winners = [...list(fields['winners']), ...list(fields['winner'])];
  for (const key of ['level', 'title', 'reason', 'text', 'how']) {
    const value = fields[key];
    if (typeof value === 'string' && value) read.words.push(value);
  }
  const scores = fields['scores'] ?? fields['score'];
  if (typeof scores === 'object' && scores !== null)
    for (const [id, value] of Object.entries(scores))
      if (typeof value === 'number') read.scores.push([id, value]);
  return read;
}
