import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Board } from '../src/lib/board';
import { Play } from '../src/lib/play.svelte';
import { Session } from '../src/lib/session.svelte';
import { focusPoint } from '../src/map/sight';
import { MockServer } from './mock';

let server: MockServer;
let session: Session;
let play: Play;
const settle = () => new Promise((done) => setTimeout(done, 5));
const sentActs = () =>
  server.sent
    .filter((f) => f['t'] === 'act' || f['t'] === 'play')
    .flatMap((f) => (f['plan'] ?? [f['do']]) as Record<string, unknown>[]);

beforeEach(async () => {
  server = new MockServer();
  session = new Session('m1', undefined, () => server.open());
  play = new Play(session, new Board(server.board));
  session.start();
  await settle();
  play.refresh();
});

describe('an open match', () => {
  it('shows the state and may act', () => {
    expect(session.link).toBe('live');
    expect(session.mayAct).toBe(true);
    expect(play.stacks.get('0809')!.length).toBe(2);
  });

  it('says what it has seen when it comes back, and keeps the lines it had', async () => {
    await session.act({ type: 'Pick', unit: '1 Inf' });
    await session.act({ type: 'Step', hex: '0810' });
    expect(session.live!.lines.length).toBe(1);
    vi.useFakeTimers();
    [...server.wires][0]!.drop(1006);
    expect(session.link).toBe('lost');
    expect(session.mayAct).toBe(false);
    await vi.advanceTimersByTimeAsync(300);
    vi.useRealTimers();
    await settle();
    expect(session.link).toBe('live');
    expect(server.sent.findLast((f) => f['t'] === 'hello')!['since']).toBe(3);
    expect(session.live!.lines.map((line) => line.n)).toEqual([1]);
  });

  it('says when overlays are looked at, and again when it comes back', async () => {
    expect(server.sent.find((f) => f['t'] === 'hello')!['overlays']).toBe(false);
    session.look(true);
    session.look(true);
    await settle();
    expect(server.sent.filter((f) => f['t'] === 'look')).toEqual([{ t: 'look', overlays: true }]);
    vi.useFakeTimers();
    [...server.wires][0]!.drop(1006);
    await vi.advanceTimersByTimeAsync(300);
    vi.useRealTimers();
    await settle();
    expect(server.sent.findLast((f) => f['t'] === 'hello')!['overlays']).toBe(true);
  });

  it('asks for the whole state when told its answer is stale', async () => {
    server.version = 9;
    const outcome = await session.act({ type: 'End' });
    expect(outcome).toMatchObject({ ok: false, code: 'stale' });
    await settle();
    expect(session.live!.version).toBe(9);
    expect(session.notices[0]!.text).toBe('The match has moved on.');
  });

  it('shows a refusal with its rule', async () => {
    const outcome = await session.act({ type: 'Step', hex: '0101' });
    expect(outcome).toMatchObject({ ok: false, code: 'illegal', rule: '7.2' });
    expect(session.notices.at(-1)).toMatchObject({ kind: 'refused', rule: '7.2' });
  });

  it('looks at the past without disturbing the present', async () => {
    await session.lookAt(0);
    expect(session.isPast).toBe(true);
    expect(session.mayAct).toBe(false);
    session.backToNow();
    expect(session.mayAct).toBe(true);
  });
});

describe('moving', () => {
  it('first selects the stack, then each counter of it', async () => {
    await play.click('0809');
    expect(play.selected).toEqual(['1 Inf', '2 Pz']);
    await play.click('0809');
    expect(play.selected).toEqual(['1 Inf']);
    await play.click('0809');
    expect(play.selected).toEqual(['2 Pz']);
  });

  it('lights what can be reached with its cost, and sends nothing yet', async () => {
    play.select(['1 Inf']);
    await settle();
    expect(play.lights.get('0810')).toMatchObject({ kind: 'step', cost: 1 });
    expect(play.lights.get('1109')).toMatchObject({ cost: 3 });
    expect(play.lights.has('0809')).toBe(false);
    expect(sentActs()).toEqual([]);
  });

  it('moves along the path one step at a time', async () => {
    play.select(['1 Inf']);
    await settle();
    play.hoverAt('1009');
    expect(play.path[0]).toBe('0809');
    expect(play.path.at(-1)).toBe('1009');
    await play.click('1009');
    expect(sentActs().map((a) => a['type'])).toEqual(['Pick', 'Step', 'Step', 'Stop']);
    expect(server.sent.filter((f) => f['t'] === 'play' || f['t'] === 'act').length).toBe(1);
    expect(play.pieces.get('1 Inf')!.at).toBe('1009');
    expect(play.selected).toEqual([]);
  });

  it('moves a whole stack, one counter after the other', async () => {
    await play.click('0809');
    await settle();
    await play.click('0810');
    expect(play.pieces.get('1 Inf')!.at).toBe('0810');
    expect(play.pieces.get('2 Pz')!.at).toBe('0810');
  });

  it('goes nowhere where one of a stack could not stay, and says why', async () => {
    server.noHalt.set('2 Pz', '0811');
    await play.click('0809');
    await settle();
    expect(play.selected.length).toBe(2);
    expect(play.lights.get('0811')!.kind).toBe('through');
    await play.click('0811');
    await settle();
    expect(sentActs()).toEqual([]);
    expect(session.notices.at(-1)!.text).toContain('0811');
    expect(session.notices.at(-1)!.text).toContain('Too far.');
  });

  it('goes back with cancel: first the menu, then what is in hand by undo, then the selection', async () => {
    await session.act({ type: 'Pick', unit: '1 Inf' });
    play.refresh();
    await settle();
    expect(play.inHand).toBe('1 Inf');
    play.openMenu('0810');
    expect(play.menu!.items.length).toBe(1);
    await play.cancel();
    expect(play.menu).toBeNull();
    await play.cancel();
    expect(server.sent.at(-1)!['t']).toBe('undo');
    expect(play.inHand).toBe('');
    play.select(['2 Pz']);
    expect(await play.cancel()).toBe(true);
    expect(play.selected).toEqual([]);
    expect(await play.cancel()).toBe(false);
  });

  it('asks what the move under the cursor would change, once it rests there', async () => {
    play.select(['1 Inf']);
    await settle();
    play.hoverAt('0811');
    play.hoverAt('0810');
    await new Promise((done) => setTimeout(done, 180));
    const asked = server.sent.filter((f) => f['what'] === 'preview');
    expect(asked.length).toBe(1);
    expect(play.preview!.overlays[0]!.gained).toEqual({ west: ['1010'] });
    play.hoverAt(null);
    expect(play.preview).toBeNull();
  });

  it('asks why when a hex that is not lit is clicked with a unit selected', async () => {
    play.select(['1 Inf']);
    await settle();
    await play.click('2010');
    expect(play.why).toMatchObject({ piece: '1 Inf', at: '2010' });
    expect(play.why!.causes![0]!.rule).toBe('7.3');
    expect(play.selected).toEqual(['1 Inf']);
  });

  it('moves by dragging, and asks why when it cannot', async () => {
    await play.drag('1 Inf', '0810');
    expect(play.pieces.get('1 Inf')!.at).toBe('0810');
    await play.drag('2 Pz', '2010');
    expect(play.why!.at).toBe('2010');
  });
});

describe('attacking', () => {
  beforeEach(async () => {
    await play.drag('2 Pz', '1109');
  });

  it('names the target by a click, adds attackers by a click, and rolls', async () => {
    expect(play.lights.get('1209')).toMatchObject({ kind: 'target' });
    await play.click('1209');
    expect(session.live!.forecast!.at).toBe('1209');
    expect(play.byPiece.get('2 Pz')![0]!.option.kind).toBe('join');
    await play.click('1109');
    expect(session.live!.forecast!.attackers).toEqual(['2 Pz']);
    await play.act(play.legal.find((l) => l.option.kind === 'commit')!);
    expect(session.fresh[0]!.dice).toEqual([5]);
    expect(play.pieces.get('11 Rif')!.steps).toBe(1);
  });

  it('attacks by dragging a counter onto the target', async () => {
    await play.drag('2 Pz', '1209');
    expect(session.live!.forecast!.attackers).toEqual(['2 Pz']);
  });
});

describe('places with something to do', () => {
  it('come in order and go round', () => {
    expect(play.stops).toEqual(['0809']);
    expect(play.nextStop(null)).toBe('0809');
    expect(play.nextStop('0809')).toBe('0809');
    expect(play.nextStop('0809', true)).toBe('0809');
  });
});

describe('a piece in hand', () => {
  it('is where the view opens, wherever the fighting is', async () => {
    const board = new Board(server.board);
    const before = focusPoint(board, play);
    await session.act({ type: 'Pick', unit: '1 Inf' });
    await session.act({ type: 'Step', hex: '0810' });
    play.refresh();
    expect(play.inHand).toBe('1 Inf');
    expect(focusPoint(board, play)).toEqual(board.centre('0810'));
    expect(before).not.toEqual(board.centre('0810'));
  });

  it('is put down when another counter of its side is clicked', async () => {
    await session.act({ type: 'Pick', unit: '1 Inf' });
    for (const hex of ['0810', '0811', '0812']) await session.act({ type: 'Step', hex });
    play.refresh();
    await settle();
    expect(play.legal.map((each) => each.option.kind)).toEqual(['stop']);
    await play.click('0809');
    expect(sentActs().at(-1)).toEqual({ type: 'Stop' });
    expect(play.selected).toEqual(['2 Pz']);
  });
});

describe('a click that could mean two things', () => {
  const offer = (legal: NonNullable<Session['live']>['legal']) => {
    session.live = { ...session.live!, legal };
  };

  it('asks before it moves onto counters that could be taken up instead', async () => {
    await play.drag('2 Pz', '0811');
    offer([
      {
        id: 0,
        do: { type: 'Pick', unit: '1 Inf' },
        option: { label: '1 Inf', kind: 'pick', piece: '1 Inf' },
      },
      { id: 1, do: { type: 'Pick', unit: '2 Pz' }, option: { label: '2 Pz', kind: 'pick', piece: '2 Pz' } },
    ]);
    play.selected = ['1 Inf'];
    play.reach = { piece: '1 Inf', version: 1, places: { '0811': { cost: 2, plan: [], path: ['0811'] } } };
    const acts = sentActs().length;
    await play.click('0811');
    expect(play.menu!.lead!.label).toBe('Move here');
    expect(play.menu!.items.map((each) => each.option.piece)).toEqual(['2 Pz']);
    expect(sentActs().length).toBe(acts);
  });

  it('offers the whole stack for an attack', async () => {
    offer([
      { id: 0, do: { type: 'Join', unit: '1 Inf' }, option: { label: 'a', kind: 'join', piece: '1 Inf' } },
      { id: 1, do: { type: 'Join', unit: '2 Pz' }, option: { label: 'b', kind: 'join', piece: '2 Pz' } },
    ]);
    await play.click('0809');
    expect(play.menu!.lead!.label).toBe('Add all 2');
    await play.takeLead();
    expect(play.menu).toBeNull();
    expect(sentActs().at(-1)).toEqual({ type: 'Join', unit: '1 Inf' });
  });

  it('picks a hex that holds no counter by a click, and lights it', async () => {
    offer([
      { id: 0, do: { type: 'PickHex', hex: '0711' }, option: { label: '0711', kind: 'pick', at: '0711' } },
    ]);
    expect(play.lights.get('0711')).toMatchObject({ kind: 'pick' });
    await play.click('0711');
    expect(sentActs().at(-1)).toEqual({ type: 'PickHex', hex: '0711' });
  });

  it('makes buttons of what has no place and of what says so, and leaves the rest on the map', () => {
    const choice = (id: number, at: string, panel = false) => ({
      id,
      do: { type: 'Choose', id },
      option: { label: String(id), kind: 'choose', at, ...(panel && { panel }) },
    });
    offer([choice(0, '0809'), choice(1, '0809'), choice(2, '0811', true), choice(3, '')]);
    expect(play.buttons.map((each) => each.id)).toEqual([2, 3]);
    expect(play.lights.has('0809')).toBe(true);
  });

  it('lets all that may advance do so by one click', async () => {
    offer([
      {
        id: 0,
        do: { type: 'Advance', unit: 'a' },
        option: { label: 'a', kind: 'advance', piece: '1 Inf', at: '0811' },
      },
      {
        id: 1,
        do: { type: 'Advance', unit: 'b' },
        option: { label: 'b', kind: 'advance', piece: '2 Pz', at: '0811' },
      },
    ]);
    await play.click('0811');
    expect(play.menu!.lead!.label).toContain('All 2 advance');
    await play.takeLead();
    expect(sentActs().at(-1)).toEqual({ type: 'Advance', unit: 'a' });
  });
});
