import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Board } from '../src/lib/board';
import { Play } from '../src/lib/play.svelte';
import { prefs } from '../src/lib/prefs.svelte';
import { Session } from '../src/lib/session.svelte';
import { Layers } from '../src/lib/layers.svelte';
import { forFinger } from '../src/lib/strings';
import type { Legal } from '../src/protocol/types';
import { MockServer } from './mock';
import Lights from '../src/map/Lights.svelte';
import ActionMenu from '../src/panels/ActionMenu.svelte';
import AttackPanel from '../src/panels/AttackPanel.svelte';
import CaseLink from '../src/panels/CaseLink.svelte';
import BoxesStrip from '../src/panels/BoxesStrip.svelte';
import Dice from '../src/panels/Dice.svelte';
import Handover from '../src/panels/Handover.svelte';
import HistoryBar from '../src/panels/HistoryBar.svelte';
import LogPanel from '../src/panels/LogPanel.svelte';
import MatchPanel from '../src/panels/MatchPanel.svelte';
import MatchPage from '../src/pages/MatchPage.svelte';
import Lobby from '../src/pages/Lobby.svelte';
import NewMatch from '../src/pages/NewMatch.svelte';
import { rim } from '../src/map/outline';
import OverlayBar from '../src/panels/OverlayBar.svelte';
import PromptPanel from '../src/panels/PromptPanel.svelte';
import RollEntry from '../src/panels/RollEntry.svelte';
import RulesPanel from '../src/panels/RulesPanel.svelte';
import SelectionPanel from '../src/panels/SelectionPanel.svelte';
import Tutorial from '../src/panels/Tutorial.svelte';

let server: MockServer;
let session: Session;
let play: Play;
let posted: { path: string; body: unknown }[];
const settle = () => new Promise((done) => setTimeout(done, 5));

beforeEach(async () => {
  server = new MockServer();
  posted = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (init?.body) posted.push({ path: address, body: JSON.parse(String(init.body)) });
    const answer = init?.body && address === server.refuses ? undefined : server.http(address);
    return new Response(
      JSON.stringify(answer === undefined ? { code: 'not_found', reason: 'None.' } : answer),
      {
        status: answer === undefined ? 404 : 200,
      },
    );
  });
  vi.stubGlobal(
    'WebSocket',
    class {
      constructor() {
        return server.open();
      }
    },
  );
  session = new Session('m1', undefined, () => server.open());
  play = new Play(session, new Board(server.board));
  session.start();
  await settle();
  session.info = server.info();
  play.refresh();
});

describe('what is lit', () => {
  const lit = (count: number) => {
    const board = new Board(server.board);
    const lights = new Map(
      board.cells.slice(0, count).map(({ label }) => [label, { kind: 'cut', cost: 3, label: '' }]),
    );
    const some = { lights, aimed: '', byPiece: new Map(), pieces: new Map() } as unknown as Play;
    return render(Lights, { board, play: some }).container;
  };

  it('is marked faintly beyond supply where that is nearly everywhere', () => {
    expect(lit(20).querySelectorAll('.faint').length).toBe(0);
    expect(lit(80).querySelectorAll('.cost.faint').length).toBe(80);
  });
});

describe('the prompt', () => {
  it('says the next thing to do in one line, with its case and its end', async () => {
    render(PromptPanel, { play });
    expect(screen.getByText('Move a unit, or end the phase.')).toBeTruthy();
    expect(screen.getByLabelText('Rule 7.1')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'End the phase' }));
    await waitFor(() => expect(session.live!.view.turn).toBe(2));
  });

  it('tells the odds of an attack in a line where there is no room for their panel', async () => {
    await play.drag('2 Pz', '1109');
    await play.click('1209');
    await play.click('1109');
    prefs.narrow = true;
    render(PromptPanel, { play });
    const told = [...document.querySelectorAll('[data-odds-line] .chances span')].map((each) =>
      each.textContent.trim(),
    );
    prefs.narrow = false;
    expect(told.length).toBeGreaterThan(0);
    for (const each of told) expect(each).toMatch(/^\d+% \S/);
  });

  it('offers undo only when there is something to undo', async () => {
    render(PromptPanel, { play });
    expect(screen.queryByText('Undo')).toBeNull();
    await session.act({ type: 'Pick', unit: '1 Inf' });
    await fireEvent.click(await screen.findByText('Undo'));
    await waitFor(() => expect(play.inHand).toBe(''));
  });

  it("takes words of one's own where an action has a free field", async () => {
    const remark = { type: 'Annotate', text: 'Noted.', hex: -1 };
    const option = { label: 'Noted.', kind: 'choose', group: 'Annotate', free: 'text' };
    session.live = { ...session.live!, legal: [{ id: 0, do: remark, option }] };
    const sent = vi.spyOn(session, 'act').mockResolvedValue({ ok: true });
    render(PromptPanel, { play });
    const line = screen.getByLabelText('Your own words');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Write' }).disabled).toBe(true);
    await fireEvent.input(line, { target: { value: ' The line stands at Orel. ' } });
    await fireEvent.click(screen.getByRole('button', { name: 'Write' }));
    expect(sent).toHaveBeenCalledWith({ ...remark, text: 'The line stands at Orel.' });
    await waitFor(() => expect((line as HTMLInputElement).value).toBe(''));
  });

  it('keeps talking when the connection is lost', async () => {
    render(PromptPanel, { play });
    [...server.wires][0]!.drop(1006);
    expect(await screen.findByText(/Reconnecting/)).toBeTruthy();
    session.stop();
  });
});

describe('what now?', () => {
  const offer = (...options: object[]) => {
    session.live = {
      ...session.live!,
      legal: options.map((option, i) => ({ id: i, do: { type: 'Take', n: i }, option })) as Legal[],
    };
  };
  const list = () => document.querySelector<HTMLDetailsElement>('.prompt details.all');

  it('lists a handful of places at once when there is no other way on', async () => {
    render(PromptPanel, { play });
    offer(
      { label: 'Back to 0809', kind: 'retreat', at: '0809' },
      { label: 'Back to 0810', kind: 'retreat', at: '0810' },
    );
    await screen.findByText('Back to 0809');
    expect(list()?.open).toBe(true);
    // With a way on, the list waits until it is asked for.
    offer({ label: 'To 0809', kind: 'step', at: '0809' }, { label: 'Stay', kind: 'stop', ends: true });
    await screen.findByText('Stay');
    expect(list()?.open).toBe(false);
    await fireEvent.click(screen.getByText('All choices (1)'));
    expect(list()?.open).toBe(true);
  });

  it('makes buttons of what asks which and not where', async () => {
    render(PromptPanel, { play });
    offer(
      { label: 'The line of Tanks', kind: 'loss', at: '0809', panel: true },
      { label: 'The line of Aircraft', kind: 'loss', at: '0809', panel: true },
      { label: 'Give up this attack', kind: 'pass', at: '0810', panel: true },
    );
    for (const name of ['The line of Tanks', 'The line of Aircraft', 'Give up this attack'])
      expect(await screen.findByRole('button', { name })).toBeTruthy();
    expect(list()).toBeNull();
  });
});

describe('a roll of real dice', () => {
  const outcomes = (n: number) =>
    Array.from({ length: n }, (_, i) => {
      const words = [
        String(1 + Math.floor(i / 36)),
        String(1 + (Math.floor(i / 6) % 6)),
        String(1 + (i % 6)),
      ];
      return { id: `roll${i}`, do: { type: '$roll', words }, option: { label: words.join(' ') } };
    }) as unknown as Legal[];
  const show = (rolls: Legal[]) => render(RollEntry, { play, rolls, hint: 'Type three numbers.' });

  it('has a button for each outcome while they are few', async () => {
    const act = vi.spyOn(session, 'act').mockResolvedValue({ ok: true });
    show(outcomes(6));
    expect(screen.queryByRole('textbox')).toBeNull();
    await fireEvent.click(screen.getByRole('button', { name: '1 1 4' }));
    expect(act).toHaveBeenCalledWith({ type: '$roll', words: ['1', '1', '4'] });
  });

  it('is typed when there are many; what fits so far is offered', async () => {
    const act = vi.spyOn(session, 'act').mockResolvedValue({ ok: true });
    show(outcomes(216));
    expect(screen.getAllByRole('button')).toHaveLength(1);
    const box = screen.getByRole('textbox', { name: 'Result of the roll' });
    await fireEvent.input(box, { target: { value: '6, 5' } });
    expect(
      screen
        .getAllByRole('button')
        .slice(1)
        .map((each) => each.textContent),
    ).toEqual(['6 5 1', '6 5 2', '6 5 3', '6 5 4', '6 5 5', '6 5 6']);
    // An outcome that is in no list goes to the server, too: it knows best.
    await fireEvent.input(box, { target: { value: '6 6 6 6' } });
    await fireEvent.click(screen.getByRole('button', { name: 'Enter the result' }));
    expect(act).toHaveBeenCalledWith({ type: '$roll', words: ['6', '6', '6', '6'] });
  });
});

describe('the board of a turn file', () => {
  it('offers the reply as soon as something has been done', async () => {
    session.info = { ...server.info(), analysis: true, reply_for: 'west' };
    session.live = { ...session.live!, of: 0 };
    render(PromptPanel, { play });
    await settle();
    expect(screen.queryByRole('link', { name: 'Download the reply' })).toBeNull();
    session.live = { ...session.live, of: 2 };
    const link = await screen.findByRole('link', { name: 'Download the reply' });
    expect(link.getAttribute('href')).toBe('/api/matches/m1/export?seat=west');
  });
});

describe('the attack panel', () => {
  beforeEach(async () => {
    await play.drag('2 Pz', '1109');
    await play.click('1209');
  });

  it('works the odds out line by line with the case of each, and shows the chances', async () => {
    render(AttackPanel, { play });
    expect(screen.getByText('Attack on 1209')).toBeTruthy();
    await fireEvent.click(screen.getByText('+ 2 Pz'));
    await waitFor(() => expect(session.live!.forecast!.attackers).toEqual(['2 Pz']));
    expect(screen.getByText('River')).toBeTruthy();
    expect(screen.getByLabelText('Rule 9.4b')).toBeTruthy();
    expect(screen.getByText('50%')).toBeTruthy();
    await fireEvent.click(screen.getByText('Roll the die'));
    await waitFor(() => expect(session.live!.forecast).toBeNull());
  });
});

describe('dice', () => {
  it('are shown and read out', async () => {
    render(Dice, { session });
    await play.drag('2 Pz', '1109');
    await session.act({ type: 'Target', hex: '1209' });
    await session.act({ type: 'Join', unit: '2 Pz' });
    server.die = 6;
    await session.act({ type: 'Commit' });
    expect(await screen.findByText('Rolled 6.')).toBeTruthy();
  });
});

describe('the log', () => {
  it('lists lines with their case', async () => {
    render(LogPanel, { session });
    expect(screen.getByText('Nothing has happened yet.')).toBeTruthy();
    await play.drag('1 Inf', '0810');
    expect(await screen.findByText('1 Inf moves to 0810.')).toBeTruthy();
    expect(screen.getByLabelText('Rule 7.2')).toBeTruthy();
  });
});

describe('why the computer did it', () => {
  it('stands beside the line it belongs to', async () => {
    render(LogPanel, { session });
    await play.drag('1 Inf', '0810');
    await screen.findByText('1 Inf moves to 0810.');
    expect(screen.queryByText(/^Why:/)).toBeNull();
    const state = session.live!;
    const why = 'strike: 61% over 80 playouts, because Rostov taken in 61% of playouts, not 40%';
    session.live = { ...state, lines: state.lines.map((each) => ({ ...each, why })) };
    const reason = await screen.findByText(`Why: ${why}`);
    expect(reason.closest('li')).toBe(screen.getByText('1 Inf moves to 0810.').closest('li'));
  });

  it('is named among the facts of a match that tells it at once', async () => {
    session.info = {
      ...server.info(),
      explains: true,
      seats: [
        { id: 'west', name: 'West', who: 'person' },
        { id: 'east', name: 'East', who: 'computer', level: 'general', seconds: 12 },
      ],
    };
    render(MatchPanel, { session, onkeys: () => {} });
    expect(screen.getByText(/explains its moves/)).toBeTruthy();
    expect(screen.getByText('The computer (general, 12 s per decision)')).toBeTruthy();
  });
});

describe('an opponent who stays away', () => {
  const seats = [
    { id: 'west', name: 'West', who: 'person' as const },
    { id: 'east', name: 'East', who: 'person' as const },
  ];

  it('need not be waited for', () => {
    session.info = { ...server.info(), seats, you: ['west'], absent: ['east'] };
    render(MatchPanel, { session, onkeys: () => {} });
    expect(screen.getByText(/East has been away/)).toBeTruthy();
    for (const name of ['Claim the win', 'Let the computer play', 'End the match'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
  });

  it('is not asked about oneself, nor when all are there', () => {
    session.info = { ...server.info(), seats, you: ['west'], absent: ['west'] };
    render(MatchPanel, { session, onkeys: () => {} });
    expect(screen.queryByText('Claim the win')).toBeNull();
  });
});

describe('boxes and tracks', () => {
  it('are drawn as declared, counters that nobody can take now behind a button', async () => {
    render(BoxesStrip, { play });
    expect(screen.getByText('Victory points')).toBeTruthy();
    expect(screen.getByText('4 of 10')).toBeTruthy();
    expect(screen.getByText('12')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '4 Mtn' })).toBeNull();
    await fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(screen.getByRole('button', { name: '4 Mtn' })).toBeTruthy();
  });

  it('that lie on the map are not told again beside it, once the map is there', async () => {
    const board = play.board;
    play.board = null;
    session.shown!.view.boxes!.push({ id: 'sea-0', title: 'Baltic 0', at: '0809', text: 'fine' });
    render(BoxesStrip, { play });
    expect(screen.getByText('Baltic 0')).toBeTruthy();
    play.board = board;
    await waitFor(() => expect(screen.queryByText('Baltic 0')).toBeNull());
  });

  it('open a briefing of several lines to be read', async () => {
    HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
      this.open = true;
    };
    const boxes = session.shown!.view.boxes!;
    boxes.push({
      id: 'brief',
      title: 'Germany: briefing',
      group: 'briefings',
      text: 'War aims: win.\nMorale: 10.',
    });
    render(BoxesStrip, { play });
    expect(screen.queryByText('Morale: 10.')).toBeNull();
    await fireEvent.click(screen.getByRole('button', { name: 'Read' }));
    const paper = await screen.findByRole('dialog', { name: 'Germany: briefing' });
    expect(within(paper).getByText('War aims: win.')).toBeTruthy();
    expect(within(paper).getByText('Morale: 10.')).toBeTruthy();
  });
});

describe('the menu of a hex', () => {
  it('lists choices and takes one by its number', async () => {
    await session.act({ type: 'Pick', unit: '1 Inf' });
    render(ActionMenu, { play });
    play.openMenu('0810');
    const menu = await screen.findByRole('menu');
    await fireEvent.keyDown(within(menu).getByRole('menuitem'), { key: '1' });
    await waitFor(() => expect(play.pieces.get('1 Inf')!.at).toBe('0810'));
  });
});

describe('the panel of a hex', () => {
  it('tells terrain, counters, and why not', async () => {
    render(SelectionPanel, { play, board: play.board! });
    play.hoverAt('1307');
    expect((await screen.findAllByText('12 Gds')).length).toBeGreaterThan(1); // on the counter and beside it
    expect(screen.getByText(/out of supply/)).toBeTruthy();
    await play.askWhy('1 Inf', '1307');
    expect(await screen.findByText(/Too far/)).toBeTruthy();
  });

  it('shows any stack pointed at while a unit is selected, beside that unit', async () => {
    const { container } = render(SelectionPanel, { play, board: play.board! });
    play.select(['1 Inf']);
    await settle();
    const cards = () => [...container.querySelectorAll('.units strong')].map((each) => each.textContent);
    await waitFor(() => expect(cards()).toEqual(['1 Inf']));
    // An enemy far off, one's own stack that is not selected, then nothing: the selected unit stays.
    play.hoverAt('1307');
    await waitFor(() => expect(cards()).toEqual(['1 Inf', '12 Gds']));
    play.hoverAt('1008');
    await waitFor(() => expect(cards()).toEqual(['1 Inf', '3 Cav']));
    play.hoverAt(null);
    await waitFor(() => expect(cards()).toEqual(['1 Inf']));
    expect(play.selected).toEqual(['1 Inf']);
  });
});

describe('the words of what to do', () => {
  afterEach(() => (prefs.touch = false));

  it('are those of a mouse, and of a finger on a screen that is touched', async () => {
    render(PromptPanel, { play });
    render(SelectionPanel, { play, board: play.board! });
    const text = 'Click a lit hex. If it stays dark, point at it and press ?. Each click can be taken back.';
    const step = { title: 'March', text, until: { next: true } };
    render(Tutorial, { step, n: 0, of: 2, onnext: () => undefined, onstop: () => undefined });
    play.hoverAt(null);
    expect(await screen.findByText('Point at a hex or a counter to see what it is.')).toBeTruthy();
    play.select(['1 Inf']);
    expect(await screen.findByText(/Click a green hex to move there/)).toBeTruthy();
    expect(screen.getByText(/Click a lit hex/)).toBeTruthy();

    prefs.touch = true;
    expect(await screen.findByText(/Tap a green hex to move there/)).toBeTruthy();
    expect(
      screen.getByText(
        /Tap a lit hex. If it stays dark, tap it and press “Why not\?”. Each tap can be taken back./,
      ),
    ).toBeTruthy();
    play.select([]);
    expect(await screen.findByText('Tap a hex or a counter to see what it is.')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/click/i);
  });

  it('names the button of a key', () => {
    const layers = [{ key: 's', title: 'Supply lines' }];
    expect(forFinger('Press S to see where it runs, or press V.', layers)).toBe(
      'Tap “Supply lines” to see where it runs, or press V.',
    );
    expect(forFinger('Ctrl-Z takes the move back.')).toBe('“Undo” takes the move back.');
  });

  it('changes only words about the mouse', () => {
    expect(forFinger('Every line can be clicked; click on him.')).toBe('Every line can be tapped; tap him.');
    expect(forFinger('Esc, right-click: go back')).toBe('Esc, right-click: go back');
    expect(forFinger('a supply point at 0512')).toBe('a supply point at 0512');
  });
});

describe('history', () => {
  it('steps back, plays on and returns to now', async () => {
    await play.drag('1 Inf', '0810');
    render(HistoryBar, { session });
    await fireEvent.click(screen.getByLabelText('One step back'));
    await waitFor(() => expect(session.isPast).toBe(true));
    await fireEvent.click(screen.getByText('Now'));
    expect(session.isPast).toBe(false);
  });
});

describe('handing over', () => {
  it('covers the map until the next player says so', async () => {
    session.live = { ...session.live!, handover: { seat: 'east', name: 'East', screen: true } };
    render(Handover, { session });
    expect(screen.getByRole('dialog')).toBeTruthy();
    await fireEvent.click(screen.getByText('I play East: show the map'));
    expect(server.sent.at(-1)).toMatchObject({ t: 'sit', seat: 'east' });
  });
});

describe('the rules browser', () => {
  it('searches and shows where a case leads', async () => {
    render(RulesPanel, { game: 'toy', open: '7.2' });
    await screen.findByText('Each hex costs one point.');
    await fireEvent.input(screen.getByLabelText('Search the rules'), { target: { value: 'river' } });
    expect(screen.getByText('Attacks across a river shift one column left.')).toBeTruthy();
    expect(screen.queryByText('Each hex costs one point.')).toBeNull();
  });
});

describe('the lobby', () => {
  it('starts the smallest scenario against the computer with one click', async () => {
    render(Lobby);
    expect(await screen.findByText('A toy match')).toBeTruthy();
    expect(screen.getByText('Your move')).toBeTruthy();
    await fireEvent.click(screen.getByText('Play now'));
    await waitFor(() => expect(location.pathname).toBe('/match/m1'));
    const created = posted.find((each) => each.path === '/api/matches')!.body;
    expect(created).toMatchObject({
      game: 'toy',
      scenario: 'first',
      seats: { west: { who: 'me' }, east: { who: 'computer', level: 'staff' } },
    });
  });

  it('goes to the words when a match is refused, however far down the button was', async () => {
    const scrolled = vi.fn();
    Element.prototype.scrollIntoView = scrolled;
    render(Lobby);
    const play = await screen.findByText('Play now');
    server.refuses = '/api/matches';
    await fireEvent.click(play);
    expect((await screen.findByRole('alert')).textContent).toContain('None.');
    expect(scrolled).toHaveBeenCalled();
    // What the list does meanwhile does not wipe them away.
    server.refuses = '';
    await fireEvent.click(play);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('keeps the match to be taught in mind', async () => {
    render(Lobby);
    await fireEvent.click(await screen.findByText('Teach me'));
    await waitFor(() => expect(sessionStorage.getItem('hexfront.teach')).toBe('m1'));
  });
});

describe('the reach of ships', () => {
  it('is no hex where it is a cell of the sea', () => {
    const board = play.board!;
    board.lay([{ id: 'sea-0', title: 'Baltic 0', at: '0809', cell: 0 }]);
    expect(board.centre('sea-0')).toBeTruthy();
    expect(rim(board, ['sea-0'])).toBe('');
    expect(rim(board, ['0809'])).not.toBe('');
  });
});

describe('a link to a rule', () => {
  it('shows a number whole and a name short, and says which rule it is', () => {
    render(CaseLink, { rule: '12.1.2a' });
    expect(screen.getByRole('button', { name: 'Rule 12.1.2a' }).textContent).toBe('12.1.2a');
    render(CaseLink, { rule: 'sequence.1-industry' });
    expect(screen.getByRole('button', { name: 'Rule sequence.1-industry' }).textContent).toBe('§ industry');
    render(CaseLink, { rule: 'die.amphibious-no-craft' });
    expect(screen.getByLabelText('Rule die.amphibious-no-craft').textContent).toBe('§ amphibious-no-craft');
    render(CaseLink, { rule: 'base.naval_air' });
    expect(screen.getByLabelText('Rule base.naval_air').textContent).toBe('§ naval air');
  });
});

describe('setting up a match', () => {
  it('offers optional rules as checkboxes and every kind of sitter', async () => {
    render(NewMatch, { page: { page: 'new' } });
    const weather = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Weather/ });
    expect(weather.checked).toBe(true);
    await fireEvent.click(weather);
    const east = await screen.findByRole('combobox', { name: 'East' });
    await fireEvent.change(east, { target: { value: 'link' } });
    await fireEvent.click(screen.getByText('Start'));
    await waitFor(() => expect(posted.some((each) => each.path === '/api/matches')).toBe(true));
    expect(posted.find((each) => each.path === '/api/matches')!.body).toMatchObject({
      options: { weather: false },
      seats: { east: { who: 'link' } },
    });
  });

  it('asks how long a computer that searches may think, and whether it shall say why', async () => {
    render(NewMatch, { page: { page: 'new' } });
    const level = await screen.findByRole('combobox', { name: 'Strength: East' });
    expect(screen.queryByRole('spinbutton', { name: 'Seconds per decision: East' })).toBeNull();
    await fireEvent.change(level, { target: { value: 'general' } });
    const seconds = await screen.findByRole<HTMLInputElement>('spinbutton', {
      name: 'Seconds per decision: East',
    });
    expect([seconds.value, seconds.min, seconds.max]).toEqual(['10', '1', '30']);
    for (const [typed, fits] of [
      ['0.5', false],
      ['31', false],
      ['', false],
      ['12', true],
    ] as const) {
      await fireEvent.input(seconds, { target: { value: typed } });
      expect(seconds.checkValidity()).toBe(fits);
    }
    const explains = screen.getByRole<HTMLInputElement>('checkbox', { name: /explains its moves/ });
    expect(explains.checked).toBe(false);
    await fireEvent.click(explains);
    await fireEvent.click(screen.getByText('Start'));
    await waitFor(() => expect(posted.some((each) => each.path === '/api/matches')).toBe(true));
    expect(posted.find((each) => each.path === '/api/matches')!.body).toMatchObject({
      seats: { east: { who: 'computer', level: 'general', seconds: 12 } },
      explains: true,
    });
  });

  it('asks for no reasons where no computer thinks it over', async () => {
    render(NewMatch, { page: { page: 'new' } });
    const east = await screen.findByRole('combobox', { name: 'East' });
    const level = await screen.findByRole('combobox', { name: 'Strength: East' });
    expect(screen.queryByRole('checkbox', { name: /explains its moves/ })).toBeNull();
    await fireEvent.change(level, { target: { value: 'general' } });
    expect(screen.getByRole('checkbox', { name: /explains its moves/ })).toBeTruthy();
    await fireEvent.change(east, { target: { value: 'me' } });
    expect(screen.queryByRole('checkbox', { name: /explains its moves/ })).toBeNull();
  });
});

describe('the match page', () => {
  it('can be played by keyboard: next unit, pick, walk, move, end', async () => {
    render(MatchPage, { id: 'm1' });
    const map = await screen.findByRole('application');
    await waitFor(() => expect(document.querySelectorAll('.counter').length).toBe(5));
    map.focus();
    await fireEvent.keyDown(map, { key: '.' });
    await waitFor(() => expect(screen.getByText(/^0809, Westburg/)).toBeTruthy());
    await fireEvent.keyDown(map, { key: 'Enter' });
    await fireEvent.keyDown(map, { key: 'Enter' });
    await settle();
    await fireEvent.keyDown(map, { key: 'ArrowDown' });
    await waitFor(() => expect(screen.getByText(/^0810.*can move here for 1/)).toBeTruthy());
    await fireEvent.keyDown(map, { key: 'Enter' });
    await waitFor(() =>
      expect(document.querySelector('[data-piece="1 Inf"]')!.getAttribute('data-at')).toBe('0810'),
    );
    const end = await screen.findByRole('button', { name: 'End the phase' });
    await waitFor(() => expect((end as HTMLButtonElement).disabled).toBe(false));
    await fireEvent.keyDown(map, { key: 'e' });
    await waitFor(() =>
      expect(server.sent.some((f) => (f['do'] as { type?: string })?.type === 'End')).toBe(true),
    );
  });

  it('says what the texts of an overlay mean, in the words of the game', async () => {
    const layers = new Layers();
    layers.toggle('supply');
    const supply = { id: 'supply', title: 'Supply', labels: { '0101': '-3', '0102': '-1' } };
    const { rerender } = render(OverlayBar, {
      overlays: [{ ...supply, signs: 'strength lost' }],
      layers,
      onzoom: () => undefined,
    });
    const legend = () => document.querySelector('[data-legend]')!.textContent.replace(/\s+/g, ' ');
    expect(legend()).toMatch(/-1\s*-3\s*strength lost/);
    await rerender({ overlays: [{ ...supply, labels: {}, signs: 'strength lost' }] });
    expect(legend()).not.toContain('lost');
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`010${n}`, `${n}!`]));
    await rerender({ overlays: [{ ...supply, labels: many, signs: 'points' }] });
    expect(legend()).toContain('points');
    expect(legend()).not.toContain('1!');
  });

  it('toggles overlays by their key', async () => {
    render(MatchPage, { id: 'm1' });
    const zones = await screen.findByRole('button', { name: /Zones/ });
    expect(zones.getAttribute('aria-pressed')).toBe('false');
    await fireEvent.keyDown(window, { key: 'z' });
    await waitFor(() => expect(zones.getAttribute('aria-pressed')).toBe('true'));
    // A key that a game gives its overlay goes before a command of the client's own.
    await fireEvent.keyDown(window, { key: 'h' });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /Held/ }).getAttribute('aria-pressed')).toBe('true'),
    );
    expect(screen.getByRole('button', { name: /Hide counters/ }).getAttribute('aria-pressed')).toBe('false');
  });

  it('opens the rules at the case of the prompt', async () => {
    render(MatchPage, { id: 'm1' });
    await fireEvent.click(await screen.findByLabelText('Rule 7.1'));
    expect(await screen.findByText('Units move hex by hex.')).toBeTruthy();
  });
});
