/**
 * A server small enough to hold in the hand: one toy game with picks, steps, an attack and a die, over the real
 * protocol. Component tests talk to it in memory.
 */

import type { BoardFile } from '../src/lib/board';
import { Lattice } from '../src/lib/geometry';
import type { Wire } from '../src/protocol/socket';
import type {
  Action,
  Forecast,
  GameInfo,
  Legal,
  LogLine,
  MatchInfo,
  Piece,
  State,
  View,
} from '../src/protocol/types';

const COLUMNS = 24;
const ROWS = 16;

export function toyBoard(columns = COLUMNS, rows = ROWS): BoardFile {
  const lines: string[] = [];
  for (let r = 0; r < rows; r++) {
    let line = '';
    for (let c = 0; c < columns; c++) {
      const wave = Math.sin(c * 0.7 + r * 0.9) + Math.cos(c * 0.31 - r * 0.53);
      line += r < 3 && c < 6 - r ? '~' : wave > 1.3 ? 'f' : wave < -1.45 ? 'm' : wave < -1.2 ? 's' : '.';
    }
    lines.push(line);
  }
  const label = (c: number, r: number) => String(c).padStart(2, '0') + String(r).padStart(2, '0');
  const river: [string, string][] = [];
  for (let r = 4; r < Math.min(rows, 14); r++) {
    river.push([label(11, r), label(12, r)]);
    if (r > 4) river.push([label(11, r), label(12, r - 1)]);
  }
  const rail: [string, string][] = [];
  for (let c = 6; c < Math.min(columns, 22); c++) rail.push([label(c, 9), label(c + 1, 9)]);
  return {
    format: 'hexfront-map/1',
    id: 'toy',
    title: 'A Toy Front',
    grid: {
      orientation: 'flat',
      columns,
      rows,
      shifted: 'even',
      first_column: 1,
      first_row: 1,
      numbering: 'CCRR',
      columns_from: 'west',
    },
    terrain: {
      legend: { '.': 'clear', f: 'forest', m: 'mountain', s: 'marsh', '~': 'sea' },
      rows: lines,
    },
    features: { city: ['0809', '1609'], fort: ['1609'] },
    sides: { major_river: river },
    links: { rail },
    places: [
      { name: 'Westburg', hex: '0809', kind: 'city', size: 4 },
      { name: 'Ostograd', hex: '1609', kind: 'city', size: 5 },
      { name: 'Grey Sea', hex: '0202', kind: 'sea' },
      { name: 'Borderland', hex: '1304', kind: 'region' },
    ],
  };
}

function piece(id: string, side: string, at: string, more: Partial<Piece> = {}): Piece {
  return {
    id,
    name: id,
    side,
    at,
    symbol: 'infantry',
    size: 'XXX',
    factors: '4-4',
    steps: 2,
    full: 2,
    ...more,
  };
}

type Move = Record<string, unknown>;

interface Position {
  pieces: Piece[];
  hand: string;
  left: number;
  target: string;
  joined: string[];
  turn: number;
  lines: LogLine[];
}

export class MockServer {
  board: BoardFile;
  private lattice: Lattice;
  private past: Position[] = [];
  private position: Position;
  version = 1;
  readonly sent: Record<string, unknown>[] = [];
  readonly wires = new Set<{ push(frame: unknown): void; drop(code: number): void }>();
  /** The next roll of the die. */
  die = 5;
  seat = 'west';

  constructor(columns = COLUMNS, rows = ROWS) {
    this.board = toyBoard(columns, rows);
    this.lattice = new Lattice(this.board.grid);
    this.position = {
      pieces: [
        piece('1 Inf', 'west', '0809'),
        piece('2 Pz', 'west', '0809', { symbol: 'armor', factors: '9-6', name: '2 Pz' }),
        piece('3 Cav', 'west', '1008', { symbol: 'cavalry', factors: '2-7', steps: 1, badges: ['moved'] }),
        piece('11 Rif', 'east', '1209', { nation: 'soviet' }),
        piece('12 Gds', 'east', '1307', {
          symbol: 'mechanized',
          factors: '6-5',
          nation: 'guards',
          badges: ['out-of-supply'],
        }),
        piece('res', 'west', 'arrivals', { name: '4 Mtn', symbol: 'mountain' }),
      ],
      hand: '',
      left: 0,
      target: '',
      joined: [],
      turn: 1,
      lines: [],
    };
  }

  /** Another board, with as many counters on it, in stacks of three. */
  crowd(board: BoardFile, count: number): void {
    this.board = { ...board, id: 'toy' };
    this.lattice = new Lattice(board.grid);
    const symbols = ['infantry', 'armor', 'mechanized', 'cavalry', 'mountain', 'artillery', 'air'];
    const land: string[] = [];
    board.terrain.rows.forEach((row, r) =>
      [...row].forEach((mark, c) => {
        if (!/sea|lake|off/.test(board.terrain.legend[mark] ?? '')) land.push(this.lattice.label({ c, r }));
      }),
    );
    const stride = Math.max(1, Math.floor(land.length / (count / 2)));
    this.position.pieces = Array.from({ length: count }, (_, i) =>
      piece(
        `u${i}`,
        i % 2 ? 'west' : 'east',
        land[(Math.floor(i / (i % 3 ? 1 : 3)) * stride) % land.length]!,
        {
          symbol: symbols[i % symbols.length]!,
          badges: i % 5 ? [] : ['out-of-supply'],
          steps: 1 + (i % 2),
        },
      ),
    );
  }

  get legal(): Legal[] {
    const p = this.position;
    const list: { do: Action; option: Legal['option'] }[] = [];
    const at = (id: string) => p.pieces.find((each) => each.id === id)?.at ?? '';
    if (p.target) {
      for (const each of p.pieces.filter((x) => x.side === 'west' && !p.joined.includes(x.id)))
        if (this.lattice.neighbours(p.target).includes(each.at))
          list.push({
            do: { type: 'Join', unit: each.id },
            option: { label: each.name, kind: 'join', piece: each.id },
          });
      if (p.joined.length)
        list.push({ do: { type: 'Commit' }, option: { label: 'Roll the die', kind: 'commit' } });
    } else if (p.hand) {
      for (const to of this.lattice.neighbours(at(p.hand)))
        if (p.left > 0 && !p.pieces.some((x) => x.at === to && x.side !== 'west'))
          list.push({
            do: { type: 'Step', hex: to },
            option: { label: `to ${to}`, kind: 'step', piece: p.hand, at: to, cost: 1 },
          });
      list.push({ do: { type: 'Stop' }, option: { label: 'Stop here', kind: 'stop', ends: true } });
    } else {
      for (const each of p.pieces.filter(
        (x) => x.side === 'west' && x.at !== 'arrivals' && !x.badges?.includes('moved'),
      ))
        list.push({
          do: { type: 'Pick', unit: each.id },
          option: { label: `Move ${each.name}`, kind: 'pick', piece: each.id },
        });
      for (const foe of p.pieces.filter((x) => x.side === 'east'))
        if (
          this.lattice.neighbours(foe.at).some((n) => p.pieces.some((x) => x.side === 'west' && x.at === n))
        )
          list.push({
            do: { type: 'Target', hex: foe.at },
            option: { label: `Attack ${foe.at}`, kind: 'target', at: foe.at },
          });
      list.push({ do: { type: 'End' }, option: { label: 'End the phase', kind: 'done', ends: true } });
    }
    return list.map((each, id) => ({ id, ...each }));
  }

  private forecast(): Forecast | null {
    const p = this.position;
    if (!p.target) return null;
    const attack = p.joined.length * 4;
    return {
      title: `Attack on ${p.target}`,
      at: p.target,
      working: [
        { label: 'Attackers', value: String(attack), rule: '9.1' },
        { label: 'Odds', value: `${Math.max(1, Math.floor(attack / 4))}:1`, rule: '9.2' },
        { label: 'River', value: '−1', rule: '9.4b' },
      ],
      columns: ['1:1', '2:1', '3:1'],
      column: Math.min(2, p.joined.length - 1),
      rows: ['1-2', '3-4', '5-6'],
      cells: [
        ['A1', 'EX', 'D1'],
        ['EX', 'D1', 'DR'],
        ['D1', 'DR', 'DE'],
      ],
      chances: [
        ['D1', 0.5],
        ['DR', 0.33],
        ['EX', 0.17],
      ],
      attackers: p.joined,
      defenders: p.pieces.filter((x) => x.at === p.target).map((x) => x.id),
    };
  }

  view(): View {
    const p = this.position;
    return {
      game: 'toy',
      scenario: 'first',
      seat: this.seat,
      map: 'toy',
      turn: p.turn,
      turns: [
        { number: 1, label: 'Jun 41', weather: 'clear' },
        { number: 2, label: 'Jul 41', weather: 'mud', note: 'Arrivals' },
        { number: 3, label: 'Aug 41', weather: 'snow' },
      ],
      phases: [
        { id: 'move', title: 'Movement' },
        { id: 'combat', title: 'Combat' },
      ],
      phase: p.target ? 'combat' : 'move',
      active: ['west'],
      sides: [
        { id: 'west', name: 'West', colour: 'feldgrau' },
        { id: 'east', name: 'East', colour: 'brown' },
      ],
      pieces: p.pieces,
      markers: [{ at: '1609', kind: 'victory', label: '3' }],
      boxes: [
        { id: 'arrivals', title: 'Arrivals', group: 'West', side: 'west' },
        { id: 'cup', title: 'Cup A', group: 'Chits', count: 12 },
      ],
      tracks: [{ id: 'vp', title: 'Victory points', value: 4, low: 0, high: 10, side: 'west' }],
    };
  }

  state(since = 0): State {
    const p = this.position;
    return {
      t: 'state',
      seat: this.seat,
      version: this.version,
      of: p.lines.length,
      view: this.view(),
      overlays: [
        { id: 'zones', title: 'Zones', key: 'z', hexes: { east: this.lattice.neighbours('1209') } },
        { id: 'held', title: 'Held', key: 'h', hexes: { east: ['1209'] } },
        { id: 'trace', title: 'Trace', hexes: { '2 Pz': ['0809', '0709', '0609'] } },
      ],
      deciders: [this.seat],
      legal: this.legal,
      prompt: {
        text: p.target ? 'Add attackers, then roll.' : 'Move a unit, or end the phase.',
        rule: '7.1',
        hint: 'A hint.',
      },
      forecast: this.forecast(),
      lines: p.lines.filter((line) => line.version > since),
      cut: 1 + p.lines.filter((line) => line.version <= since).length,
      can: { undo: this.past.length > 0, redo: false, resign: true, draw: true },
      handover: null,
      clocks: {},
      presence: { west: true, east: false },
      watching: 0,
      thinking: null,
      draw: [],
      result: null,
      status: 'running',
    };
  }

  info(): MatchInfo {
    const person = { id: 'p1', name: 'Ann', guest: true };
    return {
      id: 'm1',
      title: 'A toy match',
      game: 'toy',
      scenario: 'first',
      options: {},
      rules: '1',
      commitment: 'c0ffee',
      why: '',
      result: null,
      forked_from: '',
      rematch: '',
      draw: [],
      created: '2026-01-01T00:00:00Z',
      host: person,
      status: 'running',
      seats: [
        { id: 'west', name: 'West', side: 'west', control: false, who: 'person', person },
        { id: 'east', name: 'East', side: 'east', control: false, who: 'link', invite: '/join/abc' },
      ],
      you: ['west'],
      public: false,
      analysis: false,
      has_secrets: false,
      clock: { kind: 'none' },
      turn: 1,
      turns: 3,
      phase: 'move',
      moved: '2026-01-01T00:00:00Z',
      deciders: ['west'],
    };
  }

  games(): GameInfo[] {
    return [
      {
        id: 'toy',
        title: 'Toy Front',
        version: '1',
        summary: 'A toy.',
        has_secrets: false,
        scenarios: [{ id: 'first', title: 'First steps', summary: 'Small.', turns: 3, minutes: 5 }],
        options: [{ id: 'weather', title: 'Weather', summary: 'Mud and snow.', default: true, rule: '12.1' }],
      },
    ];
  }

  private say(text: string, more: Partial<LogLine> = {}): void {
    const n = this.position.lines.length + 1;
    this.position.lines.push({ n, version: this.version + 1, text, time: '2026-01-01T00:00:00Z', ...more });
  }

  private apply(action: Move): string | null {
    const wanted = JSON.stringify(action);
    if (!this.legal.some((each) => JSON.stringify(each.do) === wanted)) return 'That is not legal now.';
    this.past.push(structuredClone(this.position));
    const p = this.position;
    const unit = (id: string) => p.pieces.find((each) => each.id === id)!;
    const change = (id: string, fields: Partial<Piece>) => {
      p.pieces = p.pieces.map((each) => (each.id === id ? { ...each, ...fields } : each));
    };
    switch (action['type']) {
      case 'Pick':
        p.hand = String(action['unit']);
        p.left = 3;
        break;
      case 'Step':
        change(p.hand, { at: String(action['hex']) });
        p.left -= 1;
        this.say(`${p.hand} moves to ${String(action['hex'])}.`, {
          at: String(action['hex']),
          piece: p.hand,
          rule: '7.2',
        });
        break;
      case 'Stop':
        change(p.hand, { badges: ['moved'] });
        p.hand = '';
        break;
      case 'Target':
        p.target = String(action['hex']);
        break;
      case 'Join':
        p.joined = [...p.joined, String(action['unit'])];
        break;
      case 'Commit': {
        const foe = p.pieces.find((x) => x.at === p.target);
        this.say(`Die ${this.die}: the defender loses a step.`, {
          dice: [this.die],
          at: p.target,
          rule: '9.5',
        });
        if (foe) change(foe.id, { steps: (unit(foe.id).steps ?? 1) - 1 });
        p.target = '';
        p.joined = [];
        this.past = [];
        break;
      }
      case 'End':
        p.turn += 1;
        p.pieces = p.pieces.map((each) => ({ ...each, badges: [] }));
        this.say(`Turn ${p.turn} begins.`, { kind: 'turn' });
        this.past = [];
        break;
    }
    return null;
  }

  /** Where a counter may pass and not stay: a hex by the counter. */
  readonly noHalt = new Map<string, string>();

  private reach(id: string): unknown {
    const p = this.position;
    const start = p.pieces.find((each) => each.id === id)?.at ?? '';
    const inHand = p.hand === id;
    const places: Record<string, unknown> = {};
    let edge = [{ at: start, path: [start], plan: (inHand ? [] : [{ type: 'Pick', unit: id }]) as Action[] }];
    const seen = new Set([start]);
    for (let cost = 1; cost <= (inHand ? p.left : 3); cost++) {
      const next: typeof edge = [];
      for (const from of edge)
        for (const to of this.lattice.neighbours(from.at)) {
          if (seen.has(to) || p.pieces.some((x) => x.at === to && x.side !== 'west')) continue;
          seen.add(to);
          const step = { at: to, path: [...from.path, to], plan: [...from.plan, { type: 'Step', hex: to }] };
          next.push(step);
          places[to] = { cost, path: step.path, plan: [...step.plan, { type: 'Stop' }], stop: true };
          if (this.noHalt.get(id) === to) Object.assign(places[to] as object, { stop: false, passes: true });
        }
      edge = next;
    }
    return { piece: id, version: this.version, budget: 3, places };
  }

  broadcast(): void {
    for (const wire of this.wires) wire.push(this.state());
  }

  /** One frame in, its answers out. */
  handle(frame: Record<string, unknown>, push: (frame: unknown) => void): void {
    this.sent.push(frame);
    const ref = frame['ref'];
    switch (frame['t']) {
      case 'hello':
        push(this.state(Number(frame['since'] ?? 0)));
        return;
      case 'sit':
        this.seat = String(frame['seat']);
        push(this.state());
        return;
      case 'sync':
        push(this.state());
        return;
      case 'play':
      case 'act': {
        const stale = frame['version'] !== this.version;
        const from = this.version;
        let refusal: string | null | undefined = stale ? 'The match has moved on.' : '';
        for (const move of (frame['plan'] ?? [frame['do']]) as Move[]) {
          if (!refusal) refusal = this.apply(move);
          if (!refusal) this.version += 1;
        }
        if (refusal) {
          push({
            t: 'refused',
            ref,
            code: stale ? 'stale' : 'illegal',
            reason: refusal,
            rule: '7.2',
            version: this.version,
          });
          return;
        }
        const full = this.state(from);
        push({
          ...full,
          t: 'change',
          from,
          view: { ...full.view, pieces: { set: full.view.pieces, gone: [] } },
          overlays: undefined,
        });
        push({ t: 'done', ref, version: this.version });
        return;
      }
      case 'undo': {
        const last = this.past.pop();
        if (!last) {
          push({
            t: 'refused',
            ref,
            code: 'illegal',
            reason: 'Nothing can be undone.',
            version: this.version,
          });
          return;
        }
        const cut = last.lines.length + 1;
        const from = this.version;
        this.position = last;
        this.version += 1;
        const full = this.state(this.version);
        push({
          ...full,
          t: 'change',
          from,
          cut,
          lines: [],
          view: { ...full.view, pieces: { set: full.view.pieces, gone: [] } },
          overlays: undefined,
        });
        push({ t: 'done', ref, version: this.version });
        return;
      }
      case 'ask':
        if (frame['what'] === 'reach')
          push({ t: 'answer', ref, what: 'reach', reach: this.reach(String(frame['piece'])) });
        else if (frame['what'] === 'why')
          push({
            t: 'answer',
            ref,
            what: 'why',
            causes: [{ label: 'Move', rule: '7.3', reason: 'Too far.', at: frame['at'] }],
          });
        else if (frame['what'] === 'preview')
          push({
            t: 'answer',
            ref,
            what: 'preview',
            preview: {
              version: this.version,
              applied: 1,
              refused: null,
              chance: false,
              pieces: { set: [], gone: [] },
              overlays: [{ id: 'zones', title: 'Zones', gained: { west: ['1010'] }, lost: {} }],
              lines: [],
              forecast: null,
            },
          });
        else if (frame['what'] === 'step')
          push({ t: 'answer', ref, what: 'step', state: { ...this.state(), step: frame['n'], legal: [] } });
        return;
      case 'chat':
        push({
          t: 'chat',
          line: { n: 1, person: 'p1', name: 'Ann', text: frame['text'], time: '2026-01-01T00:00:00Z' },
        });
        return;
    }
  }

  /** A wire in memory; frames arrive a moment later, as over a network. */
  open(): Wire {
    const wire: Wire = {
      onopen: null,
      onmessage: null,
      onclose: null,
      send: () => undefined,
      close: () => undefined,
    };
    const push = (frame: unknown) => queueMicrotask(() => wire.onmessage?.({ data: JSON.stringify(frame) }));
    const end = { push, drop: (code: number) => wire.onclose?.({ code, reason: '' }) };
    this.wires.add(end);
    wire.send = (text) => this.handle(JSON.parse(text) as Record<string, unknown>, push);
    wire.close = () => this.wires.delete(end);
    queueMicrotask(() => wire.onopen?.(undefined as never));
    return wire;
  }

  /** Answers to HTTP requests, by path. */
  /** An address to which nothing can be sent just now. */
  refuses = '';

  http(path: string): unknown {
    if (path.startsWith('/api/games/toy/rules'))
      return [
        { id: '7.1', topic: 'Movement', summary: 'Units move hex by hex.' },
        { id: '7.2', topic: 'Cost', summary: 'Each hex costs one point.', see: ['7.3'] },
        { id: '7.3', topic: 'Limits', summary: 'No unit goes further than its allowance.' },
        { id: '9.4b', topic: 'Rivers', summary: 'Attacks across a river shift one column left.' },
      ];
    if (path.startsWith('/api/games/toy/seats'))
      return [
        { id: 'west', name: 'West', side: 'west', control: false },
        { id: 'east', name: 'East', side: 'east', control: false },
      ];
    if (path.endsWith('/tutorial')) return [];
    if (path === '/api/games') return this.games();
    if (path === '/api/players')
      return [
        { name: 'staff', title: 'Staff', summary: 'Plays soundly.', seconds: 5 },
        { name: 'general', title: 'General', summary: 'Thinks.', seconds: 10, timed: true },
      ];
    if (path.startsWith('/api/maps/toy/art')) return null;
    if (path.startsWith('/api/maps/toy')) return this.board;
    if (path.startsWith('/api/matches?')) return path.includes('mine') ? [this.info()] : [];
    if (path === '/api/matches' || path === '/api/matches/m1') return this.info();
    if (path.endsWith('/chat')) return [];
    if (path.endsWith('/notes')) return { text: '' };
    if (path.startsWith('/api/me'))
      return { person: { id: 'p1', name: 'Ann', guest: true }, local: true, version: '0', games: ['toy'] };
    return undefined;
  }
}
