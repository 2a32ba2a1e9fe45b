import { describe, expect, it, vi } from 'vitest';
import { merge } from '../src/protocol/merge';
import { MatchSocket, type Frame, type Link, type Wire } from '../src/protocol/socket';
import type { Change } from '../src/protocol/types';
import { MockServer } from './mock';

describe('merge', () => {
  const old = new MockServer().state();

  it('replaces pieces by id, drops those that are gone, puts new ones last', () => {
    const change: Change = {
      t: 'change',
      from: 1,
      version: 2,
      view: {
        turn: 2,
        pieces: {
          set: [
            { id: '2 Pz', name: '2 Pz', side: 'west', at: '0910' },
            { id: 'new', name: 'new', side: 'east', at: '1010' },
          ],
          gone: ['1 Inf'],
        },
      },
    };
    const next = merge(old, change)!;
    expect(next.view.turn).toBe(2);
    expect(next.view.map).toBe('toy');
    expect(next.view.pieces!.map((p) => p.id)).toEqual(['2 Pz', '3 Cav', '11 Rif', '12 Gds', 'res', 'new']);
    expect(next.view.pieces![0]!.at).toBe('0910');
    expect(next.version).toBe(2);
    expect(next.overlays).toBe(old.overlays);
  });

  it('cuts log lines that were undone', () => {
    const lines = [1, 2, 3].map((n) => ({ n, version: n, text: String(n), time: '' }));
    const next = merge(
      { ...old, lines },
      { t: 'change', from: 1, version: 2, cut: 2, lines: [{ n: 2, version: 2, text: 'b', time: '' }] },
    )!;
    expect(next.lines.map((line) => line.text)).toEqual(['1', 'b']);
  });

  it('patches overlays by id', () => {
    const next = merge(old, {
      t: 'change',
      from: 1,
      version: 2,
      overlays: { set: [{ id: 'zones', title: 'Z' }], gone: ['trace', 'held'] },
    })!;
    expect(next.overlays).toEqual([{ id: 'zones', title: 'Z' }]);
  });

  it('refuses a change that does not follow', () => {
    expect(merge(old, { t: 'change', from: 7, version: 8 })).toBeNull();
  });
});

class FakeWire implements Wire {
  static all: FakeWire[] = [];
  sent: Frame[] = [];
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  constructor() {
    FakeWire.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Frame);
  }
  close(): void {}
  open(): void {
    this.onopen?.(undefined as never);
  }
  get(frame: Frame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  drop(code: number): void {
    this.onclose?.({ code, reason: '' });
  }
}

function connect() {
  FakeWire.all = [];
  const frames: Frame[] = [];
  const links: Link[] = [];
  const socket = new MatchSocket(() => new FakeWire(), {
    hello: () => ({ since: 4 }),
    frame: (frame) => frames.push(frame),
    link: (link) => links.push(link),
  });
  socket.connect();
  return { socket, frames, links, wire: () => FakeWire.all.at(-1)! };
}

describe('the socket', () => {
  it('says hello with what it has seen', () => {
    const { wire } = connect();
    wire().open();
    expect(wire().sent).toEqual([{ t: 'hello', since: 4 }]);
  });

  it('tries again after a quarter of a second, then longer and longer', () => {
    vi.useFakeTimers();
    const { links, wire } = connect();
    wire().open();
    wire().drop(1001);
    expect(links.at(-1)).toBe('lost');
    for (const [wait, count] of [
      [250, 2],
      [500, 3],
      [1000, 4],
    ] as const) {
      vi.advanceTimersByTime(wait - 1);
      expect(FakeWire.all.length).toBe(count - 1);
      vi.advanceTimersByTime(1);
      expect(FakeWire.all.length).toBe(count);
      wire().drop(1006);
    }
    vi.useRealTimers();
  });

  it('does not try again where it would only be refused', () => {
    vi.useFakeTimers();
    const { links, wire } = connect();
    wire().drop(4404);
    vi.advanceTimersByTime(60000);
    expect(FakeWire.all.length).toBe(1);
    expect(links.at(-1)).toBe('refused');
    vi.useRealTimers();
  });

  it('pairs an answer with its question and keeps it from the others', async () => {
    const { socket, frames, wire } = connect();
    wire().open();
    const first = socket.request({ t: 'ask', what: 'reach' });
    const second = socket.request({ t: 'ask', what: 'why' });
    const [, a, b] = wire().sent;
    wire().get({ t: 'answer', ref: b!.ref!, what: 'why' });
    wire().get({ t: 'answer', ref: a!.ref!, what: 'reach' });
    expect((await first)['what']).toBe('reach');
    expect((await second)['what']).toBe('why');
    expect(frames).toEqual([]);
  });

  it('keeps quiet about a question that was refused, not about an action', async () => {
    const { socket, frames, wire } = connect();
    wire().open();
    const question = socket.request({ t: 'ask', what: 'reach' });
    const action = socket.request({ t: 'act' });
    const [, a, b] = wire().sent;
    wire().get({ t: 'error', ref: a!.ref!, code: 'not_allowed' });
    wire().get({ t: 'refused', ref: b!.ref!, code: 'illegal' });
    expect((await question).t).toBe('error');
    expect((await action).t).toBe('refused');
    expect(frames.map((frame) => frame.t)).toEqual(['refused']);
  });

  it('fails what was asked when the connection breaks', async () => {
    const { socket, wire } = connect();
    wire().open();
    const asked = socket.request({ t: 'act' });
    wire().drop(1006);
    await expect(asked).rejects.toThrow();
    socket.close();
  });
});
