import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { Board } from '../src/lib/board';
import { Play } from '../src/lib/play.svelte';
import { Session } from '../src/lib/session.svelte';
import Ending from '../src/panels/Ending.svelte';
import type { Legal } from '../src/protocol/types';
import { MockServer } from './mock';

it('a question of every defence is ended once for the turn, and asked again in the next', async () => {
  const server = new MockServer();
  const session = new Session('m1', undefined, () => server.open());
  const play = new Play(session, new Board(server.board));
  session.start();
  await waitFor(() => expect(session.live).toBeTruthy());
  const act = vi.spyOn(session, 'act').mockResolvedValue({ ok: true });
  const roll = {
    id: 0,
    do: { type: 'Resolve' },
    option: { label: 'Roll', kind: 'commit', ends: true },
  } as Legal;
  const ask = (turn: number, text: string, again: boolean) => {
    session.live = {
      ...session.live!,
      version: session.live!.version + 1,
      legal: [roll],
      view: { ...session.live!.view, turn },
      prompt: { text, rule: '8.1.3', again },
    };
  };
  ask(1, 'Call support at Minsk, or roll.', false);
  render(Ending, { play, ends: [roll] });
  expect(screen.queryByText('Not this turn')).toBeNull();
  ask(1, 'Call support at Gomel, or roll.', true);
  await fireEvent.click(await screen.findByText('Not this turn'));
  await waitFor(() => expect(act).toHaveBeenCalledTimes(1));
  ask(1, 'Call support at Kiev, or roll.', true);
  await waitFor(() => expect(act).toHaveBeenCalledTimes(2));
  ask(2, 'Call support at Kiev, or roll.', true);
  await screen.findByText('Not this turn');
  expect(act).toHaveBeenCalledTimes(2);
});
