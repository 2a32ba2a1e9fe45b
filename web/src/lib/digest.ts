/** "Since your last turn" in a few lines: what weighs most, in the order it happened. */

import type { Digest, LogLine } from '../protocol/types';

const WEIGHTY =
  /eliminat|destroy|lost|loses?\b|taken|takes\b|captur|surrender|retreat|out of supply|isolated|attack|wins?\b|victory/i;

function weight(line: LogLine): number {
  if (line.kind === 'turn' || line.kind === 'end') return 3;
  if (WEIGHTY.test(line.text)) return 2;
  return line.dice?.length || line.kind ? 1 : 0;
}

/** A battle in a summary: where, and how it ended. Its working is on the card and in the log. */
function brief(line: LogLine): LogLine {
  const { working, result, words } = line.battle ?? {};
  const head = line.text.indexOf(': ');
  // The line before it, which said where, may be left out here.
  if (line.battle && line.at && !line.text.includes(line.at))
    return { ...line, text: `${line.at}: ${line.text}` };
  if (!working?.length || !result || head < 0) return line;
  return { ...line, text: `${line.text.slice(0, head)}: ${result}${words ? `, ${words}` : ''}.` };
}

export function readDigest(digest: Digest, limit = 9): { lines: LogLine[]; more: number } {
  const all = digest.lines.filter((line) => line.text);
  // A line or two need no summary.
  if (all.length < 4) return { lines: [], more: 0 };
  const chosen = new Set(
    all
      .map((line, i) => ({ i, rank: weight(line) }))
      .sort((a, b) => b.rank - a.rank || b.i - a.i)
      .slice(0, limit)
      .map((each) => each.i),
  );
  return { lines: all.filter((_, i) => chosen.has(i)).map(brief), more: all.length - chosen.size };
}
