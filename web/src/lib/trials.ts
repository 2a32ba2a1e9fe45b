/** Analysis boards: trying things out from a position, and playing in the match what was tried. */

import { api } from '../protocol/http';
import { carry } from './carry';
import { route } from './route.svelte';
import type { Session } from './session.svelte';
import { strings } from './strings';

const told = (session: Session, error: unknown): void =>
  session.say(error instanceof Error ? error.message : strings.errors.unknown, 'refused');

export async function fork(session: Session, n: number): Promise<void> {
  try {
    const next = await api.fork(session.id, session.live?.seat ?? '', n);
    route.go(`/match/${next.id}`);
  } catch (error) {
    told(session, error);
  }
}

/** The plan goes with us to its match and is played there, against the position as it then is. */
export async function commitPlan(session: Session): Promise<void> {
  try {
    const found = await api.plan(session.id, session.live?.seat ?? '');
    carry.put(found);
    route.go(`/match/${found.match}`);
  } catch (error) {
    told(session, error);
  }
}

/** Plays a plan that was brought along, once there is a position to play it in. */
export function playCarried(session: Session): void {
  const live = session.live;
  const found = live && session.link === 'live' ? carry.take(session.id) : null;
  if (!live || !found) return;
  api.commit(session.id, found.seat, live.version, found.plan).then(
    (done) =>
      done.refused
        ? session.say(
            strings.match.commitRefused(done.refused.reason),
            'refused',
            done.refused.rule,
            done.refused.at,
          )
        : session.say(strings.match.committed(done.applied), 'info'),
    (error: unknown) => told(session, error),
  );
}
