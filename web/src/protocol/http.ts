/** Requests to the server. Every refusal becomes a `Refusal` with words for people. */

import { strings } from '../lib/strings';
import type { ArtFile, BoardFile } from '../lib/board';
import type {
  Action,
  Assistant,
  AuditEntry,
  Carried,
  Case,
  ChatLine,
  Committed,
  Dice,
  Digest,
  GameInfo,
  Invitation,
  Level,
  MatchInfo,
  Me,
  MeChange,
  NewMatch,
  TriedPlan,
  Problem,
  SeatChange,
  SeatInfo,
  Tutorial,
  Worked,
} from './types';

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly reason: string,
    readonly status: number,
    readonly rule = '',
    readonly at = '',
  ) {
    super(reason);
  }
}

type Query = Record<string, string | number | undefined>;

function address(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string | number] => pair[1] !== undefined,
  );
  const tail = pairs.map(([k, v]) => `${k}=${encodeURIComponent(v)}`).join('&');
  return `/api${path}${tail ? `?${tail}` : ''}`;
}

async function call<T>(method: string, path: string, query?: Query, body?: unknown): Promise<T> {
  let response: Response;
  try {
    const init: RequestInit = { method, credentials: 'same-origin' };
    if (method !== 'GET') {
      init.headers = { 'Content-Type': 'application/json' };
      init.body = typeof body === 'string' ? body : JSON.stringify(body ?? {});
    }
    response = await fetch(address(path, query), init);
  } catch {
    throw new Refusal('offline', strings.errors.unreachable, 0);
  }
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  let data: unknown = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    throw new Refusal('bad_answer', strings.errors.unreadable, response.status);
  }
  if (!response.ok) {
    const problem = (data ?? {}) as Partial<Problem>;
    throw new Refusal(
      problem.code ?? 'failed',
      problem.reason ?? strings.errors.refused(response.status),
      response.status,
      problem.rule,
      problem.at,
    );
  }
  return data as T;
}

export const get = <T>(path: string, query?: Query) => call<T>('GET', path, query);
export const post = <T>(path: string, body?: unknown) => call<T>('POST', path, undefined, body);
/** This browser's share of the dice. */
const seed = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
export const match = (id: string, rest = '') => `/matches/${encodeURIComponent(id)}${rest}`;

export const api = {
  me: () => get<Me>('/me'),
  changeMe: (change: MeChange) => call<Me>('PATCH', '/me', undefined, change),
  register: (name: string, password: string, email?: string) =>
    post<Me>('/accounts', email ? { name, password, email } : { name, password }),
  signIn: (name: string, password: string) => post<Me>('/sessions', { name, password }),
  signOut: () => call<Me>('DELETE', '/sessions'),
  changePassword: (old: string, fresh: string) => post<Me>('/me/password', { old, new: fresh }),
  returnLink: () => post<{ path: string }>('/me/return-link'),
  comeBack: (token: string) => post<Me>('/return', { token }),

  games: () => get<GameInfo[]>('/games'),
  seats: (game: string, scenario: string, options: Record<string, unknown> = {}) =>
    get<SeatInfo[]>(`/games/${game}/seats`, { scenario, options: JSON.stringify(options) }),
  rules: (game: string) => get<Case[]>(`/games/${game}/rules`),
  tutorial: (game: string) => get<Tutorial>(`/games/${game}/tutorial`),
  board: (map: string) => get<BoardFile>(`/maps/${map}`),
  art: (map: string) => get<ArtFile>(`/maps/${map}/art`),
  assistants: () => get<Assistant[]>('/assistants'),
  resolve: (game: string, given: Record<string, unknown>) =>
    post<Worked>(`/games/${encodeURIComponent(game)}/resolve`, { given }),
  players: () => get<Level[]>('/players'),

  /** A new match. The server binds itself to its dice first; then this browser adds its own randomness. */
  create: async (fresh: NewMatch): Promise<MatchInfo> => {
    const promise = await post<{ id: string }>('/promises').catch(() => null);
    return post<MatchInfo>('/matches', promise ? { ...fresh, promise: promise.id, seed: seed() } : fresh);
  },
  matches: (scope: 'mine' | 'open' | 'watch') => get<MatchInfo[]>('/matches', { scope }),
  match: (id: string) => get<MatchInfo>(match(id)),
  remove: (id: string) => call<void>('DELETE', match(id)),
  take: (id: string, seat: string) => post<MatchInfo>(match(id, '/join'), { seat, seed: seed() }),
  reseat: (id: string, seat: string, sitter: SeatChange) =>
    post<MatchInfo>(match(id, `/seats/${seat}`), sitter),
  invitation: (token: string) => post<Invitation>('/invitation', { token }),
  join: (token: string, name?: string, role?: string) =>
    post<{ match: string; seat: string }>('/join', {
      token,
      seed: seed(),
      ...(name ? { name } : {}),
      ...(role ? { role } : {}),
    }),
  resign: (id: string, seat: string) => post<MatchInfo>(match(id, '/resign'), { seat }),
  /** Go on without somebody who has stayed away too long. */
  absent: (id: string, seat: string, of: string, what: 'claim' | 'end' | 'computer') =>
    post<MatchInfo>(match(id, '/absent'), { seat, of, what }),
  draw: (id: string, seat: string, offer: boolean) => post<MatchInfo>(match(id, '/draw'), { seat, offer }),
  rematch: (id: string, swap: boolean) => post<MatchInfo>(match(id, '/rematch'), { swap }),
  fork: (id: string, seat: string, at?: number) =>
    post<MatchInfo>(match(id, '/fork'), at === undefined ? { seat } : { seat, at }),
  plan: (id: string, seat: string) => get<TriedPlan>(match(id, '/plan'), { seat }),
  commit: (id: string, seat: string, version: number, plan: Action[]) =>
    post<Committed>(match(id, '/commit'), { seat, version, plan }),
  exportAddress: (id: string, seat: string) => address(match(id, '/export'), { seat }),
  /** What a seat needs to be played somewhere else, as a file. */
  turnAddress: (id: string, seat: string) => address(match(id, '/turn'), { seat }),
  /** The answer to such a file, carried out here. */
  reply: (id: string, text: string) => post<Carried>(match(id, '/reply'), text),
  importSave: (text: string) => post<MatchInfo>('/matches/import', text),
  dice: (id: string) => get<Dice>(match(id, '/dice')),
  chat: (id: string) => get<ChatLine[]>(match(id, '/chat')),
  notes: (id: string) => get<{ text: string }>(match(id, '/notes')),
  keepNotes: (id: string, text: string) =>
    call<{ text: string }>('PUT', match(id, '/notes'), undefined, { text }),
  digest: (id: string, seat: string) => get<Digest>(match(id, '/digest'), { seat }),
  reportAddress: (id: string, seat: string) => address(match(id, '/report'), { seat }),
  audit: (id: string) => get<AuditEntry[]>(match(id, '/audit')),
};
