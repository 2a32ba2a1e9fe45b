/** Abbreviations the rules and the screen use, in plain words. */

export interface Term {
  word: string;
  name: string;
  means: string;
}

export const TERMS: readonly Term[] = [
  { word: 'LOC', name: 'line of communication', means: 'a path free of enemies from a unit or city back to its own side’s sources of supply' },
  { word: 'LSP', name: 'logistic support point', means: 'fuel and shells for one attack; attacking without any costs columns on the table' },
  { word: 'ZOC', name: 'zone of control', means: 'the six hexes around a unit, which hinder enemy movement and supply' },
  { word: 'OSM', name: 'Offensive Support marker', means: 'Soviet guns and shells: attacks within three hexes of one are stronger' },
  { word: 'CRT', name: 'Combat Results Table', means: 'odds across, die roll down; the cell gives the result' },
  { word: 'MP', name: 'movement point', means: 'what a unit spends to enter hexes' },
  { word: 'CF', name: 'Combat Factor', means: 'the strength of a unit in attack and defence' },
  { word: 'OOS', name: 'out of supply', means: 'without a supply line: the unit fights and moves worse' },
  { word: 'SSS', name: 'Soviet Sea Supply', means: 'a port, marked with an anchor, that can be supplied by sea' },
  { word: 'VP', name: 'Victory Point', means: 'what decides the game when it ends' },
  { word: 'PAG', name: 'partisan group', means: 'a band behind the lines that ties down garrisons' },
  { word: 'ME', name: 'Military Effectiveness', means: 'how well an army fights: its strength is multiplied by it' },
  { word: 'KG', name: 'Kampfgruppe', means: 'what is left of a German corps that has lost nearly everything' },
  { word: 'DE', name: 'defender eliminated', means: 'a result of the table' },
  { word: 'AE', name: 'attacker eliminated', means: 'a result of the table' },
  { word: 'DR', name: 'defender retreats', means: 'a result of the table' },
  { word: 'EX', name: 'exchange', means: 'both sides lose' },
  { word: 'NE', name: 'no effect', means: 'a result of the table' },
  { word: 'HQ', name: 'headquarters', means: 'a leader and his staff' },
  { word: 'SS', name: 'Waffen-SS', means: 'German units outside the army, with counters of their own' },
]; // prettier-ignore

const byWord = new Map(TERMS.map((term) => [term.word, term]));
const PATTERN = new RegExp(`\\b(${TERMS.map((term) => term.word).join('|')})(s?)\\b`, 'g');

export type Part = string | { text: string; term: Term };

/** A sentence with its abbreviations set apart. */
export function parts(text: string): Part[] {
  const found: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(PATTERN)) {
    if (match.index > from) found.push(text.slice(from, match.index));
    found.push({ text: match[0], term: byWord.get(match[1]!)! });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push(text.slice(from));
  return found;
}
