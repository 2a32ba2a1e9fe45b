/** An open match: the newest state, the link to the server, and what has been said in it. */

import { merge } from '../protocol/merge';
import { MatchSocket, browserWire, type Frame, type Link, type Wire } from '../protocol/socket';
import type {
  Action,
  Cause,
  Change,
  ChatLine,
  LogLine,
  MatchInfo,
  Preview,
  Progress,
  Reach,
  State,
} from '../protocol/types';
import { Film } from './film.svelte';
import { strings } from './strings';

export interface Notice {
  id: number;
  text: string;
  rule?: string;
  at?: string;
  kind: 'info' | 'refused';
}

export interface Accepted {
  ok: true;
  /** Actions of several that were not played, because a roll or a reveal came. */
  left?: number;
}
export interface Rejected {
  ok: false;
  code: string;
  reason: string;
  rule: string;
  at: string;
}
export type Outcome = Accepted | Rejected;

/** What an action did, as far as a guide wants to know. */
export interface Deed {
  kind?: string;
  piece?: string;
  at?: string;
}

export class Session {
  info = $state.raw<MatchInfo | null>(null);
  live = $state.raw<State | null>(null);
  /** A position of the past while the history is being looked at. */
  past = $state.raw<State | null>(null);
  link = $state<Link>('connecting');
  closeCode = $state(0);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  notices = $state.raw<Notice[]>([]);
  private progress = $state.raw<Progress | null>(null);
  /** Log lines that came with the last change, to be animated; replaced by each change. */
  fresh = $state.raw<LogLine[]>([]);
  sending = $state(0);
  /** How many actions of ours have been accepted since the page was opened. */
  acted = $state(0);
  /** What was done, one click or step after another, for the guide. */
  readonly deeds: Deed[] = [];
  /** How many actions these were to the server, each with an undo of its own: a whole march may be one of them. */
  done = 0;
  /** How many of them were taken back. */
  undone = $state(0);

  /** How many of the actions done here stand. */
  get standing(): number {
    return this.done - this.undone;
  }

  readonly film = new Film();

  readonly shown = $derived(this.past ?? this.film.beat?.state ?? this.live);
  /** The computer's progress, for as long as it is its turn to decide. */
  readonly thinking = $derived.by(() =>
    this.progress && this.live?.deciders.includes(this.progress.seat) ? this.progress : null,
  );
  readonly isPast = $derived(this.past !== null);
  readonly mayAct = $derived(
    !this.past && !this.film.running && this.link === 'live' && (this.live?.legal.length ?? 0) > 0,
  );

  private readonly socket: MatchSocket;
  private seat: string | undefined;
  private looking = false;
  private noticeCount = 0;

  constructor(
    readonly id: string,
    seat?: string,
    open: () => Wire = () => browserWire(id),
  ) {
    this.seat = seat;
    this.socket = new MatchSocket(open, {
      hello: () => {
        const hello: Record<string, unknown> = { overlays: this.looking };
        if (this.seat) hello['seat'] = this.seat;
        if (this.live) hello['since'] = this.live.version;
        return hello;
      },
      frame: (frame) => this.receive(frame),
      link: (link, code) => {
        this.link = link;
        this.closeCode = code;
      },
    });
  }

  private readonly gone = () => this.socket.network(false);
  private readonly back = () => this.socket.network(true);

  start(): void {
    addEventListener('offline', this.gone);
    addEventListener('online', this.back);
    this.socket.connect();
  }

  stop(): void {
    removeEventListener('offline', this.gone);
    removeEventListener('online', this.back);
    this.socket.close();
  }

  private receive(frame: Frame): void {
    switch (frame.t) {
      case 'state': {
        const fresh = frame as unknown as State;
        // After a break the server sends only the lines that were missed, and from where to drop ours.
        if (this.live && this.live.seat === fresh.seat && fresh.cut > 0)
          fresh.lines = [...this.live.lines.filter((line) => line.n < fresh.cut), ...fresh.lines];
        this.seat = fresh.seat;
        this.film.skip();
        this.live = fresh;
        this.fresh = [];
        this.progress = fresh.thinking ?? null;
        break;
      }
      case 'change': {
        const change = frame as unknown as Change;
        if (!this.live) break;
        const next = merge(this.live, change);
        if (!next) {
          this.socket.send({ t: 'sync' });
          break;
        }
        const before = this.live;
        this.live = next;
        this.fresh = change.lines ?? [];
        // What is taken back is gone at once; overlays alone are no news.
        if (change.cut != null) this.film.skip();
        else if (next.version !== before.version)
          this.film.push(before, next, this.fresh, this.isOwn(before));
        break;
      }
      case 'refused':
        this.say(String(frame['reason'] ?? ''), 'refused', frame['rule'] as string, frame['at'] as string);
        if (frame['code'] === 'stale') this.socket.send({ t: 'sync' });
        break;
      case 'progress': {
        const progress = frame as unknown as Progress;
        this.progress = progress.part >= 1 ? null : progress;
        break;
      }
      case 'presence':
        if (this.live)
          this.live = {
            ...this.live,
            presence: frame['presence'] as Record<string, boolean>,
            watching: Number(frame['watching'] ?? 0),
          };
        break;
      case 'clocks':
        if (this.live) this.live = { ...this.live, clocks: frame['clocks'] as State['clocks'] };
        break;
      case 'chat': {
        const line = frame['line'] as ChatLine;
        if (!this.chat.some((each) => each.n === line.n)) {
          this.chat = [...this.chat, line];
          this.unread += 1;
        }
        break;
      }
      case 'notice':
        this.say(String(frame['text'] ?? ''), 'info');
        break;
      case 'info':
        this.info = frame['match'] as MatchInfo;
        break;
      case 'error':
        this.say(String(frame['reason'] ?? strings.errors.unknown), 'refused');
        break;
    }
  }

  /** Whether a change came from this player's own action. */
  private isOwn(before: State): boolean {
    const who = this.fresh[0]?.seat;
    return who ? who === before.seat : before.deciders.includes(before.seat);
  }

  say(text: string, kind: Notice['kind'], rule?: string, at?: string): void {
    const notice: Notice = { id: ++this.noticeCount, text, kind };
    if (rule) notice.rule = rule;
    if (at) notice.at = at;
    this.notices = [...this.notices.slice(-3), notice];
    setTimeout(() => this.dismiss(notice.id), kind === 'refused' ? 9000 : 6000);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  private async command(frame: Record<string, unknown>): Promise<Outcome> {
    if (!this.live) return { ok: false, code: 'offline', reason: strings.errors.offline, rule: '', at: '' };
    this.sending += 1;
    try {
      const answer = await this.socket.request({ ...frame, version: this.live.version });
      if (answer.t === 'done') return { ok: true, left: Number(answer['left'] ?? 0) };
      return {
        ok: false,
        code: String(answer['code'] ?? 'refused'),
        reason: String(answer['reason'] ?? ''),
        rule: String(answer['rule'] ?? ''),
        at: String(answer['at'] ?? ''),
      };
    } catch {
      return { ok: false, code: 'offline', reason: strings.errors.offline, rule: '', at: '' };
    } finally {
      this.sending -= 1;
    }
  }

  async act(action: Action): Promise<Outcome> {
    const option = this.optionOf(action);
    const outcome = await this.command({ t: 'act', do: action });
    if (outcome.ok) this.note([option], 1);
    return outcome;
  }

  /** Several actions in one message: a piece is picked up and walks along a path. */
  async play(plan: Action[], piece: string, path: readonly string[]): Promise<Outcome> {
    const [first] = plan;
    if (plan.length === 1 && first) return this.act(first);
    const outcome = await this.command({ t: 'play', plan });
    const picked = plan.length > path.length ? [{ kind: 'pick', piece }] : [];
    const steps = path.map((at) => ({ kind: 'step', piece, at }));
    if (outcome.ok) this.note([...picked, ...steps], plan.length - (outcome.left ?? 0));
    return outcome;
  }

  private optionOf(action: Action): Deed {
    const wanted = JSON.stringify(action);
    return this.live?.legal.find((each) => JSON.stringify(each.do) === wanted)?.option ?? {};
  }

  private note(deeds: Deed[], actions: number): void {
    this.deeds.push(...deeds);
    this.done += actions;
    this.acted += 1;
  }

  async undo(): Promise<Outcome> {
    const outcome = await this.command({ t: 'undo' });
    if (outcome.ok) this.undone += 1;
    return outcome;
  }

  async redo(): Promise<Outcome> {
    const outcome = await this.command({ t: 'redo' });
    if (outcome.ok) this.undone -= 1;
    return outcome;
  }

  sit(seat: string): void {
    this.seat = seat;
    this.past = null;
    this.live = this.live && { ...this.live, legal: [], handover: null };
    this.socket.send({ t: 'sit', seat });
  }

  /** Whether overlays are looked at: the server works them out only for those who do. */
  look(overlays: boolean): void {
    if (overlays === this.looking) return;
    this.looking = overlays;
    this.socket.send({ t: 'look', overlays });
  }

  cancelThinking(): void {
    this.socket.send({ t: 'cancel' });
  }

  sendChat(text: string): void {
    this.socket.send({ t: 'chat', text });
  }

  private async ask(what: string, fields: Record<string, unknown>): Promise<Frame | null> {
    try {
      const answer = await this.socket.request({ t: 'ask', what, ...fields });
      return answer.t === 'answer' ? answer : null;
    } catch {
      return null;
    }
  }

  async reach(piece: string): Promise<Reach | null> {
    return ((await this.ask('reach', { piece }))?.['reach'] as Reach | undefined) ?? null;
  }

  async preview(plan: Action[]): Promise<Preview | null> {
    return ((await this.ask('preview', { plan }))?.['preview'] as Preview | undefined) ?? null;
  }

  async why(piece: string, at: string): Promise<Cause[]> {
    return ((await this.ask('why', { piece, at }))?.['causes'] as Cause[] | undefined) ?? [];
  }

  private async position(n: number): Promise<State | null> {
    return ((await this.ask('step', { n }))?.['state'] as State | undefined) ?? null;
  }

  async lookAt(n: number): Promise<boolean> {
    const state = await this.position(n);
    if (!state) return false;
    this.film.skip();
    this.past = state;
    return true;
  }

  /** Shows again what happened since a position of the past. */
  replay(from: number): void {
    this.past = null;
    void this.film.again(from, this.live?.of ?? from, (n) => this.position(n));
  }

  backToNow(): void {
    this.past = null;
  }
}
