/** The guide of a first game: what is taken back is to be done again. */

import { beforeEach, expect, test, vi } from 'vitest';
import { Guide, teach } from '../src/lib/guide.svelte';
import type { Play } from '../src/lib/play.svelte';
import type { Session } from '../src/lib/session.svelte';

vi.mock('../src/protocol/http', () => ({
  api: {
    tutorial: () =>
      Promise.resolve({
        steps: [
          { title: 'March', text: '', when: 'move', until: { acted: true } },
          { title: 'Finish', text: '', when: 'move', until: { kind: 'done' } },
        ],
      }),
  },
}));

function table() {
  return {
    id: 'm1',
    info: { game: 'any' },
    live: { version: 1, prompt: { rule: 'move' }, view: { turn: 1 }, lines: [], result: null },
    mayAct: true,
    deeds: [] as { kind: string; at: string }[],
    done: 0,
    undone: 0,
    get standing() {
      return this.done - this.undone;
    },
  };
}

beforeEach(() => sessionStorage.clear());

test('a stack that marched four hexes and is taken back is to march again', async () => {
  const session = table();
  teach('m1');
  const guide = new Guide(session as unknown as Session, {} as Play);
  await guide.begin();
  expect(guide.step?.title).toBe('March');

  // Two units go four hexes each: to the server that is taking up and marching, twice.
  for (const _ of ['first', 'second']) {
    session.live.version += 1;
    for (const at of ['a', 'b', 'c', 'd']) session.deeds.push({ kind: 'step', at });
    session.done += 2;
    guide.check();
    expect(guide.step?.title).toBe('Finish');
  }
  for (let i = 0; i < 4; i++) {
    session.live.version += 1;
    session.undone += 1;
    guide.check();
  }
  expect(guide.step?.title).toBe('March');
});
