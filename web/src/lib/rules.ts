/** Search in the rulebook: all words must occur; cases that name them in number or topic come first. */

import type { Case } from '../protocol/types';

export function searchRules(cases: readonly Case[], query: string): Case[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [...cases];
  const scored: { each: Case; score: number; order: number }[] = [];
  cases.forEach((each, order) => {
    const id = each.id.toLowerCase();
    const topic = each.topic.toLowerCase();
    const summary = each.summary.toLowerCase();
    let score = 0;
    for (const word of words) {
      if (id === word) score += 100;
      else if (id.startsWith(word)) score += 30;
      else if (topic.includes(word)) score += 10;
      else if (summary.includes(word)) score += 1;
      else return;
    }
    scored.push({ each, score, order });
  });
  return scored.sort((a, b) => b.score - a.score || a.order - b.order).map((entry) => entry.each);
}
