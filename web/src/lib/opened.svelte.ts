/** A match as a page opens it: the session begins and ends with the page, and the board belongs to the view. */

import { onMount } from 'svelte';
import { api } from '../protocol/http';
import type { Board } from './board';
import { boards } from './boards';
import type { Play } from './play.svelte';
import { strings } from './strings';

export class Opened {
  board = $state.raw<Board | null>(null);
  /** Why there is nothing to see. */
  failed = $state('');

  constructor(id: string, play: Play) {
    const { session } = play;
    const fail = (otherwise: string) => (error: unknown) =>
      (this.failed = error instanceof Error ? error.message : otherwise);
    onMount(() => {
      session.start();
      api.match(id).then((info) => (session.info ??= info), fail(strings.errors.noMatch));
      return () => session.stop();
    });
    $effect(() => {
      const name = session.live?.view.map;
      if (!name || this.board?.file.id === name) return;
      boards.get(name).then((found) => {
        play.board = found;
        this.board = found;
        session.film.has = (at) => found.has(at);
      }, fail(strings.errors.unknown));
    });
  }
}
