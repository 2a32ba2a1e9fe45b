/** Places, hexes and counters by name. */

import type { Piece } from '../protocol/types';
import type { Board } from './board';

export interface Found {
  name: string;
  at: string;
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

export function find(board: Board, pieces: readonly Piece[], query: string, limit = 12): Found[] {
  const wanted = plain(query.trim());
  if (!wanted) return [];
  const all: Found[] = [];
  if (board.has(query.trim())) all.push({ name: board.name(query.trim()) || query.trim(), at: query.trim() });
  for (const place of board.file.places ?? []) all.push({ name: place.name, at: place.hex });
  for (const piece of pieces)
    if (!piece.face_down && board.has(piece.at)) all.push({ name: piece.name, at: piece.at });
  const score = ({ name, at }: Found): number => {
    const word = plain(name);
    if (at === wanted) return 4;
    if (word === wanted) return 3;
    if (word.startsWith(wanted)) return 2;
    return word.includes(wanted) ? 1 : 0;
  };
  const seen = new Set<string>();
  return all
    .map((each) => ({ each, score: score(each) }))
    .filter(({ each, score }) => {
      const key = `${each.at}/${each.name}`;
      if (!score || seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ each }) => each);
}
