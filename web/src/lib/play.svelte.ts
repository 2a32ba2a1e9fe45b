/**
 * What a person is about to do: selection, reach, menus, plans. It turns clicks and keys into legal actions and
 * knows nothing of any game: everything comes from the options the server offers.
 */

import type { Cause, Legal, Piece, Preview, Reach, Reached } from '../protocol/types';
import type { Board } from './board';
import type { Session } from './session.svelte';
import { strings } from './strings';

export interface Light {
  kind: string;
  cost: number | null;
  label: string;
}

export interface Menu {
  at: string;
  items: Legal[];
  /** What a click here usually means, when it could mean more than one thing. */
  lead?: { label: string; run: () => Promise<void> };
}

export interface WhyNot {
  piece: string;
  at: string;
  causes: Cause[] | null;
}

const kindOf = (legal: Legal): string => legal.option.kind ?? 'choose';
/** Kinds that are clicked on a counter rather than on a hex. */
const ON_PIECES = new Set(['pick', 'join', 'loss']);

export class Play {
  hover = $state<string | null>(null);
  cursor = $state<string | null>(null);
  selected = $state.raw<string[]>([]);
  reach = $state.raw<Reach | null>(null);
  menu = $state.raw<Menu | null>(null);
  preview = $state.raw<Preview | null>(null);
  why = $state.raw<WhyNot | null>(null);
  inspected = $state<string | null>(null);
  busy = $state(false);

  private stopping = false;
  private grouping = false;
  private running: Promise<unknown> | null = null;
  /** Runs of actions that came of one click, by how many of one's actions stood before and after. */
  private groups: { from: number; to: number }[] = [];
  private reachFor = '';
  private previewTimer: ReturnType<typeof setTimeout> | null = null;
  private previewTurn = 0;

  /** Known a moment after the match: what is laid out by it is laid out again then. */
  board = $state.raw<Board | null>(null);

  constructor(
    readonly session: Session,
    board: Board | null = null,
  ) {
    this.board = board;
  }

  readonly pieces = $derived.by(() => new Map((this.session.shown?.view.pieces ?? []).map((p) => [p.id, p])));

  readonly stacks = $derived.by(() => {
    const at = new Map<string, Piece[]>();
    for (const piece of this.pieces.values()) {
      const list = at.get(piece.at);
      if (list) list.push(piece);
      else at.set(piece.at, [piece]);
    }
    return at;
  });

  /** A question of a turn that is to be ended without asking again: its turn and case. */
  quiet = $state('');

  readonly legal = $derived.by(() => (this.session.mayAct ? (this.session.live?.legal ?? []) : []));

  placeOf(legal: Legal): string {
    const { at, piece } = legal.option;
    return at || (piece ? (this.pieces.get(piece)?.at ?? '') : '');
  }

  readonly byPlace = $derived.by(() => {
    const map = new Map<string, Legal[]>();
    for (const legal of this.legal) {
      const place = this.placeOf(legal);
      if (!place) continue;
      const list = map.get(place);
      if (list) list.push(legal);
      else map.set(place, [legal]);
    }
    return map;
  });

  /** Buttons: options with no place on the map or in a box, and those that say they ask what to do, not where. */
  readonly buttons = $derived.by(() => this.legal.filter((each) => each.option.panel || !this.placeOf(each)));

  /** A choice between purchases is a shop. */
  readonly wares = $derived.by(() =>
    this.legal.length > 1 && this.legal.every((each) => each.option.basket?.length) ? this.legal : [],
  );

  /** Places that the choice under the pointer is about. */
  shown = $state.raw<readonly string[]>([]);

  /** The hex an attack is being put together against, before there are odds to show. */
  private target = $state('');
  readonly aimed = $derived.by(() =>
    !this.session.shown?.forecast && this.legal.some((each) => kindOf(each) === 'join') ? this.target : '',
  );

  readonly byPiece = $derived.by(() => {
    const map = new Map<string, Legal[]>();
    for (const legal of this.legal) {
      const id = legal.option.piece;
      if (!id || !ON_PIECES.has(kindOf(legal))) continue;
      const list = map.get(id);
      if (list) list.push(legal);
      else map.set(id, [legal]);
    }
    return map;
  });

  /** The piece the server has in hand: the one whose steps are offered. */
  readonly inHand = $derived(this.legal.find((each) => kindOf(each) === 'step')?.option.piece ?? '');

  readonly lights = $derived.by(() => {
    const map = new Map<string, Light>();
    for (const legal of this.legal) {
      const kind = kindOf(legal);
      if ((legal.option.piece && ON_PIECES.has(kind)) || !legal.option.at) continue;
      if (!map.has(legal.option.at))
        map.set(legal.option.at, { kind, cost: legal.option.cost ?? null, label: legal.option.label });
    }
    if (this.reach && this.session.mayAct) {
      for (const [at, place] of Object.entries(this.reach.places)) {
        const kind = place.crowds || place.passes ? 'through' : this.isCut(at) ? 'cut' : 'step';
        map.set(at, { kind, cost: place.cost, label: '' });
      }
    }
    return map;
  });

  /** Where the side of the selected units is in supply, as the supply overlay has it; nothing where there is none. */
  private readonly supplied = $derived.by(() => {
    const side = this.pieces.get(this.selected[0] ?? '')?.side ?? '';
    const overlay = this.session.shown?.overlays.find((each) => each.id === 'supply');
    const hexes = overlay?.hexes?.[side];
    return hexes?.length ? new Set(hexes) : null;
  });

  private isCut(at: string): boolean {
    return this.supplied !== null && !this.supplied.has(at);
  }

  readonly path = $derived.by(() => {
    const at = this.hover ?? this.cursor;
    const place = at ? this.reach?.places[at] : undefined;
    if (!place) return [];
    const from = this.pieces.get(this.selected[0] ?? '')?.at ?? '';
    return place.path[0] === from ? place.path : [from, ...place.path];
  });

  /** Called whenever a new state has come: drop what no longer holds, take up what the server has in hand. */
  refresh(): void {
    this.menu = null;
    this.preview = null;
    // What was asked about the last state says nothing of this one.
    this.previewTurn++;
    if (this.previewTimer) clearTimeout(this.previewTimer);
    this.why = null;
    this.shown = [];
    if (!this.session.mayAct) {
      this.clear();
      return;
    }
    if (this.busy) return;
    if (this.inHand) {
      this.selected = [this.inHand];
      void this.loadReach();
      return;
    }
    const still = this.selected.filter((id) => this.byPiece.get(id)?.some((l) => kindOf(l) === 'pick'));
    this.selected = still;
    this.reach = null;
    this.reachFor = '';
    if (still.length) void this.loadReach();
  }

  clear(): void {
    this.selected = [];
    this.reach = null;
    this.reachFor = '';
    this.preview = null;
    this.why = null;
    this.menu = null;
  }

  private async loadReach(): Promise<void> {
    const key = `${this.session.live?.version}:${this.selected.join(',')}`;
    if (key === this.reachFor) return;
    this.reachFor = key;
    this.reach = null;
    const all = await Promise.all(this.selected.map((id) => this.session.reach(id)));
    if (this.reachFor !== key) return;
    const found = all.filter((each): each is Reach => each !== null);
    if (found.length !== this.selected.length || !found[0]) return;
    const places: Reach['places'] = {};
    const standing = new Set(this.selected.map((id) => this.pieces.get(id)?.at));
    for (const [at, place] of Object.entries(found[0].places)) {
      if (standing.has(at)) continue;
      const costs = found.map((each) => each.places[at]?.cost);
      if (costs.every((cost) => cost !== undefined))
        places[at] = {
          ...place,
          cost: Math.max(...(costs as number[])),
          passes: found.some((each) => each.places[at]?.passes),
        };
    }
    this.reach = { ...found[0], places };
    const only = this.selected[0];
    // A piece that is picked for something other than a walk: pick it, so that its choices appear.
    if (!Object.keys(places).length && this.selected.length === 1 && only && !this.inHand) {
      const pick = this.byPiece.get(only)?.find((l) => kindOf(l) === 'pick');
      if (pick) await this.act(pick);
    }
  }

  async act(legal: Legal): Promise<boolean> {
    this.menu = null;
    this.why = null;
    if (kindOf(legal) === 'target') this.target = legal.option.at ?? '';
    const outcome = await this.session.act(legal.do);
    return outcome.ok;
  }

  /** Everything done between two clicks is taken back by one undo. */
  private asOne<T>(work: () => Promise<T>): Promise<T> {
    if (this.grouping) return work();
    const run = this.grouped(work);
    this.running = run;
    return run;
  }

  private async grouped<T>(work: () => Promise<T>): Promise<T> {
    this.grouping = true;
    const from = this.session.standing;
    try {
      return await work();
    } finally {
      this.grouping = false;
      const to = this.session.standing;
      this.groups = this.groups.filter((each) => each.to <= from);
      if (to > from + 1) this.groups.push({ from, to });
    }
  }

  /** Takes back what the last click did. */
  async undo(): Promise<void> {
    if (this.grouping) {
      // A march under way stops where it is, and all of it comes back.
      this.stopping = true;
      await this.running?.catch(() => undefined);
    }
    if (this.busy) return;
    const stands = this.session.standing;
    const from = this.groups.find((each) => each.to === stands)?.from ?? stands - 1;
    await this.quietly(async () => {
      do {
        if (!(await this.session.undo()).ok) return;
      } while (this.session.live?.can.undo && this.session.standing > from);
    });
  }

  /** Does again what was taken back last. */
  async redo(): Promise<void> {
    if (this.busy) return;
    const stands = this.session.standing;
    const to = this.groups.find((each) => each.from === stands)?.to ?? stands + 1;
    await this.quietly(async () => {
      do {
        if (!(await this.session.redo()).ok) return;
      } while (this.session.live?.can.redo && this.session.standing < to);
    });
  }

  async runPlan(piece: string, place: Reached): Promise<boolean> {
    return this.asOne(() => this.walk(piece, place));
  }

  /** A whole move is one message. It is done if no roll, reveal or refusal came before its end. */
  private async walk(piece: string, place: Reached): Promise<boolean> {
    return this.quietly(async () => {
      this.preview = null;
      const outcome = await this.session.play(place.plan, piece, place.path);
      return outcome.ok && !outcome.left;
    });
  }

  /** While one thing after another is done, nothing is clicked and nothing is asked about what lies between. */
  private async quietly<T>(work: () => Promise<T>): Promise<T> {
    if (this.busy) return work();
    this.busy = true;
    try {
      return await work();
    } finally {
      this.busy = false;
      this.reachFor = '';
      this.refresh();
    }
  }

  /** Moves the selected pieces one after another to a hex, each along its own path. Whoever stays behind says why. */
  private async moveTo(at: string): Promise<void> {
    const [first, ...others] = this.selected;
    const place = this.reach?.places[at];
    if (!first || !place) return;
    if (place.passes) {
      await this.stayed(this.selected, at, true);
      return;
    }
    this.stopping = false;
    await this.asOne(() => this.quietly(() => this.moveEach(first, place, others, at)));
  }

  private async moveEach(first: string, place: Reached, others: string[], at: string): Promise<void> {
    if (!(await this.runPlan(first, place)) || !others.length) return;
    for (const [n, id] of others.entries()) {
      if (this.stopping) return;
      await this.putDown();
      const next = (await this.session.reach(id))?.places[at];
      if (next && (await this.runPlan(id, next))) continue;
      await this.stayed(others.slice(n), at);
      break;
    }
    this.clear();
  }

  private async stayed(ids: readonly string[], at: string, passes = false): Promise<void> {
    const names = ids.map((id) => this.pieces.get(id)?.name ?? id).join(', ');
    const causes = await Promise.all(ids.map((id) => this.session.why(id, at)));
    const cause = causes.find((each) => each.length)?.[0];
    this.session.say(
      strings.play[passes ? 'passes' : 'stayed'](names, at, ids.length, cause?.reason ?? ''),
      'refused',
      cause?.rule,
      this.pieces.get(ids[0]!)?.at,
    );
  }

  /** Ends the move of the piece in hand, where the rules let one. */
  private async putDown(): Promise<boolean> {
    const stop = this.legal.find((each) => kindOf(each) === 'stop');
    return stop ? this.act(stop) : false;
  }

  picksAt(at: string): Legal[] {
    return (this.byPlace.get(at) ?? []).filter((each) => kindOf(each) === 'pick' && each.option.piece);
  }

  select(ids: string[]): void {
    this.why = null;
    this.menu = null;
    this.selected = ids;
    this.reachFor = '';
    this.reach = null;
    if (ids.length) void this.loadReach();
  }

  /** A click (or Enter) on a hex, or on one counter of it. */
  async click(at: string, piece = '', adding = false, again = false): Promise<void> {
    this.inspected = at;
    this.menu = null;
    if (!this.session.mayAct || this.busy) {
      this.selected = [];
      return;
    }
    const standing = this.selected.some((id) => this.pieces.get(id)?.at === at);
    if (this.reach?.places[at] && !standing) {
      const others = this.picksAt(at);
      const run = () => this.moveTo(at);
      const onward = (this.byPlace.get(at) ?? []).find((each) => kindOf(each) === 'step');
      if (onward && this.reach.places[at]!.passes) await this.act(onward);
      else if (others.length)
        this.menu = { at, items: others, lead: { label: strings.play.moveHere(this.selected.length), run } };
      else await run();
      return;
    }
    const here = this.byPlace.get(at) ?? [];
    let direct = here.filter((each) => kindOf(each) !== 'pick' || !each.option.piece);
    if (piece) {
      const mine = direct.filter((each) => each.option.piece === piece);
      if (mine.length) direct = mine;
    }
    const picks = this.picksAt(at);
    if (direct.length === 1 && !picks.length) {
      await this.act(direct[0]!);
      return;
    }
    if (direct.length) {
      this.menu = { at, items: [...direct, ...picks] };
      for (const kind of ['join', 'advance'] as const)
        if (!picks.length && direct.every((each) => kindOf(each) === kind && each.option.piece))
          this.menu.lead = {
            label: strings.play.all[kind](direct.length),
            run: () =>
              this.takeAll(
                kind,
                at,
                direct.map((each) => each.option.piece ?? ''),
              ),
          };
      return;
    }
    if (picks.length) {
      const ids = [...new Set(picks.map((each) => each.option.piece ?? ''))].filter(Boolean);
      if (piece && ids.includes(piece)) {
        if (adding)
          this.select(
            this.selected.includes(piece)
              ? this.selected.filter((id) => id !== piece)
              : [...this.selected, piece],
          );
        else this.select(this.selected.length === 1 && this.selected[0] === piece ? [] : [piece]);
        return;
      }
      if (adding) {
        this.select([...new Set([...this.selected, ...ids])]);
        return;
      }
      this.select(this.nextInStack(ids));
      return;
    }
    // Another piece of the same side is clicked while one is in hand: that one is done, this one comes next.
    const seat = this.session.live?.seat ?? '';
    const side = this.session.info?.seats.find((each) => each.id === seat)?.side || seat;
    const others = (this.stacks.get(at) ?? []).some((each) => each.side === side);
    if (others && !standing && !again && (await this.putDown())) {
      this.clear();
      await this.click(at, piece, adding, true);
      return;
    }
    if (this.selected.length && !standing) {
      await this.askWhy(this.selected[0]!, at);
      return;
    }
    if (!this.inHand) this.clear();
  }

  /** Does what the open menu has on top. */
  async takeLead(): Promise<void> {
    const lead = this.menu?.lead;
    this.menu = null;
    await lead?.run();
  }

  /** Takes the same for several counters one by one, as far as the rules let them. */
  private async takeAll(kind: string, at: string, ids: string[]): Promise<void> {
    await this.asOne(() => this.takeEach(kind, at, ids));
  }

  private async takeEach(kind: string, at: string, ids: string[]): Promise<void> {
    for (const id of ids) {
      const found = this.legal.find(
        (each) => kindOf(each) === kind && each.option.piece === id && this.placeOf(each) === at,
      );
      if (found && !(await this.act(found))) return;
    }
  }

  /** First the whole stack, then each of its counters in turn. */
  private nextInStack(ids: string[]): string[] {
    if (ids.length === 1) return ids;
    const chosen = this.selected.filter((id) => ids.includes(id));
    if (chosen.length === 0) return ids;
    if (chosen.length > 1) return [ids[0]!];
    const next = ids[ids.indexOf(chosen[0]!) + 1];
    return next ? [next] : ids;
  }

  /** A counter dragged onto a hex: a move if it can go there, else an attack with it. */
  async drag(piece: string, at: string): Promise<void> {
    if (!this.session.mayAct || this.busy) return;
    const joinable = this.byPiece.get(piece)?.find((each) => kindOf(each) === 'join');
    if (joinable) {
      await this.act(joinable);
      return;
    }
    const target = (this.byPlace.get(at) ?? []).find((each) => kindOf(each) === 'target');
    if (target) {
      if (!(await this.act(target))) return;
      const join = this.byPiece.get(piece)?.find((each) => kindOf(each) === 'join');
      if (join) await this.act(join);
      return;
    }
    const reach = await this.session.reach(piece);
    const place = reach?.places[at];
    if (place) {
      this.selected = [piece];
      if (place.passes) await this.stayed([piece], at, true);
      else await this.runPlan(piece, place);
      this.clear();
      this.refresh();
      return;
    }
    await this.askWhy(piece, at);
  }

  openMenu(at: string): void {
    const items = this.byPlace.get(at) ?? [];
    this.menu = items.length ? { at, items } : null;
  }

  async askWhy(piece: string, at: string): Promise<void> {
    this.why = { piece, at, causes: null };
    const causes = await this.session.why(piece, at);
    if (this.why?.piece === piece && this.why.at === at) this.why = { piece, at, causes };
  }

  /** Esc, right-click: one step back from whatever is open; true when there was something to close. */
  async cancel(): Promise<boolean> {
    if (this.busy) {
      this.stopping = true;
      return true;
    }
    if (this.menu || this.why) {
      this.menu = null;
      this.why = null;
      return true;
    }
    if (this.inHand && this.session.live?.can.undo) {
      this.clear();
      await this.undo();
      return true;
    }
    if (this.selected.length) {
      this.clear();
      return true;
    }
    return false;
  }

  /** A click on nothing: what is open is closed, what is selected is let go. A unit in hand stays in hand. */
  letGo(): void {
    this.menu = null;
    this.why = null;
    this.inspected = null;
    if (!this.inHand && !this.busy) this.clear();
  }

  /** What the move under the cursor would change, asked once the cursor rests. */
  hoverAt(at: string | null): void {
    if (this.hover === at) return;
    this.hover = at;
    this.preview = null;
    if (this.previewTimer) clearTimeout(this.previewTimer);
    const target = at ? (this.byPlace.get(at) ?? []).filter((each) => kindOf(each) === 'target') : [];
    const plan = at
      ? (this.reach?.places[at]?.plan ?? (target.length === 1 ? [target[0]!.do] : undefined))
      : undefined;
    if (!plan || this.busy) return;
    const turn = ++this.previewTurn;
    this.previewTimer = setTimeout(() => {
      void this.session.preview(plan).then((preview) => {
        if (turn === this.previewTurn && this.hover === at) this.preview = preview;
      });
    }, 140);
  }

  /** Places with something to do, in map order: for "next unit". */
  readonly stops = $derived.by(() => {
    const board = this.board;
    const spots = [...this.byPlace.entries()]
      .filter(([place, all]) => board?.has(place) && all.some((l) => l.option.piece || l.option.at))
      .map(([place]) => place);
    return spots.sort();
  });

  nextStop(from: string | null, backwards = false): string | null {
    const list = backwards ? [...this.stops].reverse() : this.stops;
    if (!list.length) return null;
    if (!from) return list[0]!;
    return list.find((each) => (backwards ? each < from : each > from)) ?? list[0]!;
  }
}
