import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beatsOf, isScene } from '../src/lib/beats';
import { Film, PACE } from '../src/lib/film.svelte';
import { prefs } from '../src/lib/prefs.svelte';
import type { LogLine, Piece, State } from '../src/protocol/types';

const has = (at: string) => /^\d{4}$/.test(at);
const unit = (id: string, side: string, at: string, more: Partial<Piece> = {}): Piece => ({
  id,
  name: id,
  side,
  at,
  ...more,
});
let n = 0;
const line = (text: string, more: Partial<LogLine> = {}): LogLine => ({
  n: ++n,
  version: 1,
  time: '',
  text,
  seat: 'east',
  ...more,
});
const state = (pieces: Piece[], version = 1): State =>
  ({ seat: 'west', version, deciders: ['east'], lines: [], legal: [], view: { pieces } }) as unknown as State;

const fight = (more: Partial<LogLine> = {}) =>
  line('6 to 2, 3:1: DE.', {
    kind: 'combat',
    at: '0102',
    dice: [4],
    battle: { side: 'east', attackers: ['a'], defenders: ['d'], odds: '3:1', result: 'DE', words: 'gone' },
    ...more,
  });

describe('beats', () => {
  const before = state([unit('a', 'east', '0101'), unit('d', 'west', '0102')]);

  it('follow a counter along the way a line tells', () => {
    const after = state([unit('a', 'east', '0104'), unit('d', 'west', '0102')]);
    const path = ['0101', '0103', '0104'];
    const beats = beatsOf(before, after, [line('a moves.', { kind: 'move', path, piece: 'a' })], false, has);
    expect(beats.map((each) => each.kind)).toEqual(['move']);
    expect(beats[0]!.moves).toEqual([{ piece: 'a', side: 'east', path }]);
  });

  it('follow a counter that no line speaks of, but not into a box', () => {
    const after = state([unit('a', 'east', '0103'), unit('d', 'west', 'pool')]);
    const beats = beatsOf(before, after, [], false, has);
    expect(beats.map((each) => each.moves.map((move) => move.path))).toEqual([[['0101', '0103']]]);
  });

  it('show a battle on the map as it was, and its outcome on the map as it is', () => {
    const after = state([unit('a', 'east', '0102')]);
    const lines = [
      line('Attack on 0102.', { kind: 'attack', at: '0102', battle: { attackers: ['a'] } }),
      fight(),
      line('d is eliminated.', { kind: 'loss', at: '0102', piece: 'd' }),
      line('a advances.', { kind: 'advance', at: '0102', piece: 'a' }),
    ];
    const beats = beatsOf(before, after, lines, false, has);
    expect(beats.map((each) => each.kind)).toEqual(['battle', 'after', 'after']);
    const [battle, loss] = beats;
    expect(battle!.card!.attackers.map((piece) => piece.id)).toEqual(['a']);
    expect(battle!.card!.defenders.map((piece) => piece.id)).toEqual(['d']);
    expect(battle!.card!.origins).toEqual(['0101']);
    expect(battle!.state.view.pieces).toHaveLength(2);
    expect(loss!.state.view.pieces).toHaveLength(1);
    expect(loss!.moves[0]!.path).toEqual(['0101', '0102']);
  });

  it('give every combat of one resolution a card of its own', () => {
    const many = state([unit('m', 'east', '0101'), unit('x', 'west', '0102'), unit('y', 'west', '0203')]);
    const lines = [
      fight({ battle: { side: 'east', origins: ['0101'], result: 'green' } }),
      line('Allies lose 1 Man.', { kind: 'loss', at: '0102' }),
      fight({ at: '0203', battle: { side: 'east', origins: ['0101'], result: 'red' } }),
    ];
    const beats = beatsOf(many, state([]), lines, false, has);
    expect(beats.map((each) => each.kind)).toEqual(['battle', 'after', 'battle', 'set']);
    const cards = beats.flatMap((each) => each.card ?? []);
    expect(cards.map((card) => card.defenders.map((piece) => piece.id))).toEqual([['x'], ['y']]);
    expect(cards[0]!.attackers.map((piece) => piece.id)).toEqual(['m']);
  });

  it('put small lines in a row into one caption', () => {
    const lines = [1, 2, 3].map((i) => line(`${i} is out of supply.`));
    const beats = beatsOf(before, before, lines, false, has);
    expect(beats.map((each) => each.line?.text)).toEqual(['3 is out of supply.']);
  });

  it('make a scene of one’s own dice, not of one’s own march', () => {
    const march = beatsOf(before, state([unit('a', 'east', '0103')]), [], true, has);
    expect(isScene(march)).toBe(false);
    expect(isScene(beatsOf(before, before, [fight()], true, has))).toBe(true);
  });
});

describe('the film', () => {
  let film: Film;
  const before = state([unit('a', 'east', '0101'), unit('d', 'west', '0102')]);
  const after = state([unit('a', 'east', '0103'), unit('d', 'west', '0102')], 2);
  const march = () => [line('a moves.', { kind: 'move', path: ['0101', '0103'] })];

  beforeEach(() => {
    vi.useFakeTimers();
    prefs.stored.film = 'all';
    prefs.stored.filmSpeed = 1;
    film = new Film();
    film.has = has;
  });
  afterEach(() => {
    film.skip();
    prefs.stored.film = 'off';
    vi.useRealTimers();
  });

  it('shows one thing after another, then the newest position', () => {
    film.push(before, after, march(), false);
    film.push(after, after, [fight()], false);
    expect(film.running).toBe(true);
    expect(film.trails.map((trail) => trail.path)).toEqual([['0101', '0103']]);
    expect(film.card).toBeNull();
    vi.advanceTimersByTime(PACE.leg + PACE.rest);
    expect(film.card?.battle.result).toBe('DE');
    expect(film.card?.settled).toBe(false);
    vi.advanceTimersByTime(PACE.tumble);
    expect(film.card?.settled).toBe(true);
    vi.advanceTimersByTime(PACE.battle);
    expect(film.running).toBe(false);
    // The last card can be read a while longer.
    expect(film.card).not.toBeNull();
    vi.advanceTimersByTime(PACE.linger);
    expect(film.card).toBeNull();
  });

  it('adds what a battle led to, and draws a march of several changes as one arrow', () => {
    film.push(after, after, [fight()], false);
    film.push(after, after, [line('d is eliminated.', { kind: 'loss' })], false);
    vi.advanceTimersByTime(PACE.battle + 10);
    expect(film.card?.after.map((each) => each.text)).toEqual(['d is eliminated.']);
    film.skip();
    const further = state([unit('a', 'east', '0104')], 3);
    film.push(before, after, [], false);
    film.push(after, further, [], false);
    vi.advanceTimersByTime(PACE.leg + PACE.rest + 10);
    expect(film.trails.map((trail) => trail.path)).toEqual([['0101', '0103', '0104']]);
  });

  it('pauses, goes on, and can be skipped', () => {
    film.push(before, after, march(), false);
    film.push(after, after, [fight()], false);
    film.toggle();
    vi.advanceTimersByTime(60_000);
    expect(film.card).toBeNull();
    expect(film.running).toBe(true);
    film.toggle();
    expect(film.card).not.toBeNull();
    film.skip();
    expect(film.running).toBe(false);
    expect(film.card).toBeNull();
    vi.advanceTimersByTime(60_000);
    expect(film.running).toBe(false);
  });

  it('runs as fast as one asks for', () => {
    prefs.stored.filmSpeed = 4;
    film.push(after, after, [fight()], false);
    vi.advanceTimersByTime(PACE.battle / 4 + 10);
    expect(film.running).toBe(false);
  });

  it('leaves one’s own march alone, and nothing at all when it is switched off', () => {
    film.push(before, after, march(), true);
    expect(film.running).toBe(false);
    prefs.stored.film = 'off';
    film.push(before, after, [fight()], false);
    expect(film.running).toBe(false);
  });

  it('shows battles only where that is wanted', () => {
    prefs.stored.film = 'battles';
    film.push(before, after, march(), false);
    expect(film.running).toBe(false);
    film.push(after, after, [fight()], false);
    expect(film.card?.battle.result).toBe('DE');
  });

  it('plays the past again from a step on', async () => {
    const steps = [before, after, { ...after, lines: [fight()] }];
    const done = film.again(0, 2, (at) => Promise.resolve(steps[at] ?? null));
    await vi.advanceTimersByTimeAsync(PACE.leg + PACE.rest + 20);
    await done;
    expect(film.replaying).toBe(true);
    expect(film.card?.battle.result).toBe('DE');
    await vi.advanceTimersByTimeAsync(PACE.battle);
    expect(film.running).toBe(false);
    expect(film.replaying).toBe(false);
  });
});
