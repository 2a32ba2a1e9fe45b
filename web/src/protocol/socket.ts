/** One socket for one open match: says hello, resumes after a break, pairs answers with questions. */

import { strings } from '../lib/strings';

export type Link = 'connecting' | 'live' | 'lost' | 'refused';

export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
}

export type Frame = { t: string; ref?: string } & Record<string, unknown>;

export interface Hooks {
  hello(): Record<string, unknown>;
  frame(frame: Frame): void;
  link(link: Link, code: number): void;
}

const WAITS = [250, 500, 1000, 2000, 4000, 8000, 15000];
/** Close codes after which trying again by itself would only be refused again. */
const FINAL = new Set([1008, 4401, 4403, 4404]);

export class MatchSocket {
  private wire: Wire | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private closed = false;
  private refs = 0;
  private waiting = new Map<
    string,
    { quiet: boolean; resolve: (frame: Frame) => void; reject: (reason: Error) => void }
  >();

  constructor(
    private readonly open: () => Wire,
    private readonly hooks: Hooks,
  ) {}

  connect(): void {
    if (this.closed) return;
    this.hooks.link(this.tries ? 'lost' : 'connecting', 0);
    const wire = this.open();
    this.wire = wire;
    wire.onopen = () => {
      this.tries = 0;
      this.hooks.link('live', 0);
      wire.send(JSON.stringify({ t: 'hello', ...this.hooks.hello() }));
    };
    wire.onmessage = (event) => {
      const frame = JSON.parse(String(event.data)) as Frame;
      const asked = frame.ref === undefined ? undefined : this.waiting.get(frame.ref);
      if (asked && ['answer', 'done', 'refused', 'error', 'pong'].includes(frame.t)) {
        this.waiting.delete(frame.ref!);
        asked.resolve(frame);
        // A question that cannot be answered is no matter for a notice; a refused action is.
        if (frame.t === 'answer' || frame.t === 'pong' || asked.quiet) return;
      }
      this.hooks.frame(frame);
    };
    wire.onclose = ({ code }) => {
      if (this.wire !== wire) return;
      this.drop(code);
    };
  }

  private drop(code: number): void {
    this.wire = null;
    for (const each of this.waiting.values()) each.reject(new Error(strings.errors.lost));
    this.waiting.clear();
    if (this.closed) return;
    if (FINAL.has(code)) {
      this.hooks.link('refused', code);
      return;
    }
    this.hooks.link('lost', code);
    const wait = WAITS[Math.min(this.tries, WAITS.length - 1)]!;
    this.tries += 1;
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** The network is known to be gone or back: do not wait for a timeout to tell. */
  network(up: boolean): void {
    if (this.closed) return;
    if (!up && this.wire) {
      const wire = this.wire;
      this.drop(1006);
      wire.onclose = null;
      wire.close();
    } else if (up && !this.wire && this.tries > 0) {
      if (this.timer) clearTimeout(this.timer);
      this.connect();
    }
  }

  get isOpen(): boolean {
    return this.wire !== null;
  }

  send(frame: Record<string, unknown>): boolean {
    if (!this.wire) return false;
    try {
      this.wire.send(JSON.stringify(frame));
      return true;
    } catch {
      return false;
    }
  }

  /** Sends a frame with a fresh `ref` and waits for what comes back under it. */
  request(frame: Record<string, unknown>): Promise<Frame> {
    const ref = `r${++this.refs}`;
    return new Promise((resolve, reject) => {
      this.waiting.set(ref, { quiet: frame['t'] === 'ask', resolve, reject });
      if (!this.send({ ...frame, ref })) {
        this.waiting.delete(ref);
        reject(new Error(strings.errors.lost));
      }
    });
  }

  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    this.wire?.close();
    this.wire = null;
  }
}

export function browserWire(match: string): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(
    `${scheme}://${location.host}/api/matches/${encodeURIComponent(match)}/socket`,
  ) as unknown as Wire;
}
