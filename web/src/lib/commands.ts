/** What a key does at the table. The page says what can be done; nothing here touches the screen. */

import type { Command, KeyMap } from './keys';
import type { Play } from './play.svelte';
import type { Overlay } from '../protocol/types';

export interface Table {
  play: Play;
  keys: KeyMap;
  overlays(): readonly Overlay[];
  toggle(overlay: string): void;
  pan(dx: number, dy: number): void;
  /** Commands that are the page's own. */
  run: Partial<Record<Command, () => void>>;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function byNumber(play: Play, key: string): boolean {
  const list = play.menu?.items ?? play.buttons;
  const chosen = list[Number(key) - 1];
  if (!chosen || play.busy) return false;
  void play.act(chosen);
  return true;
}

/** A film that runs takes two keys for itself. */
function forFilm(table: Table, event: KeyboardEvent): boolean {
  const film = table.play.session.film;
  if (!film.running || event.key !== ' ') return false;
  film.toggle();
  return true;
}

/** Does what a key asks for; whether it meant anything. */
export function perform(table: Table, event: KeyboardEvent): boolean {
  const { play } = table;
  if (forFilm(table, event)) return true;
  if (/^[1-9]$/.test(event.key) && !event.ctrlKey) return byNumber(play, event.key);
  const arrow = ARROWS[event.key];
  // Nothing in particular has the focus: the page itself, or a part of it that only holds others.
  const idle = document.activeElement?.matches('body, [tabindex="-1"]') ?? true;
  if (arrow && idle) {
    table.pan(arrow[0] * 120, arrow[1] * 120);
    return true;
  }
  // A game's own overlays come first: their keys stand on their buttons.
  const overlay = table
    .overlays()
    .find((each) => each.key && each.key.toLowerCase() === event.key.toLowerCase());
  if (overlay && !event.ctrlKey && !event.metaKey) {
    table.toggle(overlay.id);
    return true;
  }
  const command = table.keys.command(event);
  if (command === 'end') {
    const ends = play.legal.filter((each) => each.option.ends);
    if (ends.length === 1 && !play.busy) void play.act(ends[0]!);
    return ends.length > 0;
  }
  const run = command && table.run[command];
  run?.();
  return !!run;
}
