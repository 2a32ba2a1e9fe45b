/** Requests of a room: teams, its clock, disputes, Control's desk. */

import { get, match, post } from './http';
import type { Amend, AmendmentInfo, Desk, Dispute, RoomClock, StandIn, TeamChange } from './schema';
import type { MatchInfo } from './types';

export const roomApi = {
  desk: (id: string, places = false) => get<Desk>(match(id, '/desk'), places ? { places: '1' } : {}),
  amend: (id: string, asked: Amend) => post<AmendmentInfo>(match(id, '/amend'), asked),
  clock: (id: string, asked: RoomClock) => post<MatchInfo>(match(id, '/clock'), asked),
  standIn: (id: string, seat: string, asked: StandIn) =>
    post<MatchInfo>(match(id, `/seats/${seat}/stand-in`), asked),
  teamLink: (id: string, seat: string) => post<{ path: string }>(match(id, `/seats/${seat}/link`)),
  team: (id: string, seat: string, asked: TeamChange) =>
    post<MatchInfo>(match(id, `/seats/${seat}/team`), asked),
  disputes: (id: string) => get<Dispute[]>(match(id, '/disputes')),
  dispute: (id: string, seat: string, text: string, place = '') =>
    post<Dispute[]>(match(id, '/disputes'), { seat, text, place }),
  settle: (id: string, dispute: string, ruling: string) =>
    post<Dispute[]>(match(id, `/disputes/${dispute}`), { ruling }),
};
