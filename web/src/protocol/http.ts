/** Requests to the server. Every refusal becomes a `Refusal` with words for people. */

import type {
  Case,
  ChatLine,
  GameInfo,
  Level,
  MatchInfo,
  Me,
  NewMatch,
  Preview,
  Problem,
  Reach,
  SeatInfo,
  Sitter,
  State,
  Step,
  Cause,
  Action,
} from './types';
import type { ArtFile, BoardFile } from '../lib/board';

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
    throw new Refusal(
      'offline',
      'The server cannot be reached. Check that it is running, then try again.',
      0,
    );
  }
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  let data: unknown = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    throw new Refusal('bad_answer', 'The server gave an answer that cannot be read.', response.status);
  }
  if (!response.ok) {
    const problem = (data ?? {}) as Partial<Problem>;
    throw new Refusal(
      problem.code ?? 'failed',
      problem.reason ?? `The server refused (${response.status}).`,
      response.status,
      problem.rule,
      problem.at,
    );
  }
  return data as T;
}

const get = <T>(path: string, query?: Query) => call<T>('GET', path, query);
const post = <T>(path: string, body?: unknown) => call<T>('POST', path, undefined, body);
const match = (id: string, rest = '') => `/matches/${encodeURIComponent(id)}${rest}`;

export const api = {
  me: () => get<Me>('/me'),
  changeMe: (change: {
    name?: string;
    timezone?: string;
    email?: string;
    webhook?: string;
    notify?: string;
  }) => call<Me>('PATCH', '/me', undefined, change),
  register: (name: string, password: string, email?: string) =>
    post<Me>('/accounts', email ? { name, password, email } : { name, password }),
  signIn: (name: string, password: string) => post<Me>('/sessions', { name, password }),
  signOut: () => call<Me>('DELETE', '/sessions'),
  changePassword: (old: string, fresh: string) => post<Me>('/me/password', { old, new: fresh }),
  returnLink: () => post<{ path: string }>('/me/return-link'),
  comeBack: (token: string) => post<Me>('/return', { token }),

  games: () => get<GameInfo[]>('/games'),
  seats: (game: string, scenario: string) => get<SeatInfo[]>(`/games/${game}/seats`, { scenario }),
  rules: (game: string) => get<Case[]>(`/games/${game}/rules`),
  tutorial: (game: string) => get<unknown>(`/games/${game}/tutorial`),
  board: (map: string) => get<BoardFile>(`/maps/${map}`),
  art: (map: string) => get<ArtFile>(`/maps/${map}/art`),
  players: () => get<Level[]>('/players'),

  create: (fresh: NewMatch) => post<MatchInfo>('/matches', fresh),
  matches: (scope: 'mine' | 'open' | 'watch') => get<MatchInfo[]>('/matches', { scope }),
  match: (id: string) => get<MatchInfo>(match(id)),
  remove: (id: string) => call<void>('DELETE', match(id)),
  take: (id: string, seat: string) => post<MatchInfo>(match(id, '/join'), { seat }),
  reseat: (id: string, seat: string, sitter: Sitter) => post<MatchInfo>(match(id, `/seats/${seat}`), sitter),
  join: (token: string, name?: string) =>
    post<{ match: string; seat: string }>('/join', name ? { token, name } : { token }),
  resign: (id: string, seat: string) => post<MatchInfo>(match(id, '/resign'), { seat }),
  draw: (id: string, seat: string, offer: boolean) => post<MatchInfo>(match(id, '/draw'), { seat, offer }),
  rematch: (id: string, swap: boolean) => post<MatchInfo>(match(id, '/rematch'), { swap }),
  fork: (id: string, seat: string, at?: number) =>
    post<MatchInfo>(match(id, '/fork'), at === undefined ? { seat } : { seat, at }),
  commit: (id: string, seat: string, version: number, plan: Action[]) =>
    post<{ applied: number; refused?: Problem | null }>(match(id, '/commit'), { seat, version, plan }),
  /** The newest version a seat may know, for a plan made elsewhere. */
  peek: async (id: string, seat: string): Promise<number> => {
    const steps = await get<Step[]>(match(id, '/history'), { seat });
    return steps.at(-1)?.version ?? 0;
  },
  exportAddress: (id: string, seat: string) => address(match(id, '/export'), { seat }),
  importSave: (text: string) => post<MatchInfo>('/matches/import', text),
  diceAddress: (id: string) => address(match(id, '/dice')),
  dice: (id: string) => get<Record<string, unknown>>(match(id, '/dice')),
  giveSeed: (id: string, seat: string, seed: string) =>
    post<Record<string, unknown>>(match(id, '/seed'), { seat, seed }),
  chat: (id: string) => get<ChatLine[]>(match(id, '/chat')),
  notes: (id: string) => get<{ text: string }>(match(id, '/notes')),
  keepNotes: (id: string, text: string) =>
    call<{ text: string }>('PUT', match(id, '/notes'), undefined, { text }),
  history: (id: string, seat: string) => get<Step[]>(match(id, '/history'), { seat }),
  step: (id: string, n: number, seat: string) => get<State>(match(id, `/history/${n}`), { seat }),
  digest: (id: string, seat: string) => get<Record<string, unknown>>(match(id, '/digest'), { seat }),
  reach: (id: string, seat: string, piece: string) => get<Reach>(match(id, '/reach'), { seat, piece }),
  preview: (id: string, seat: string, version: number, plan: Action[]) =>
    post<Preview>(match(id, '/preview'), { seat, version, plan }),
  why: (id: string, seat: string, piece: string, at: string) =>
    get<Cause[]>(match(id, '/why'), { seat, piece, at }),
  reportAddress: (id: string, seat: string) => address(match(id, '/report'), { seat }),
  report: (id: string, seat: string) =>
    get<Record<string, unknown>>(match(id, '/report'), { seat, format: 'json' }),
  audit: (id: string) => get<Record<string, unknown>[]>(match(id, '/audit')),
};
