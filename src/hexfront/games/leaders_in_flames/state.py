"""What can change in a game, and the few functions that move counters about."""

from __future__ import annotations

from functools import lru_cache

from hexfront.games.leaders_in_flames.kinds import (
    ABOARD,
    CIRCLE,
    CUP,
    DEAD,
    FOUL,
    FRANCE,
    PARTISAN,
    POOL,
    POWERS,
    RESERVE,
    WET,
)
from hexfront.games.leaders_in_flames.sea.waters import area_of, is_sea
from hexfront.games.leaders_in_flames.world import World
from hexfront.hexes import Hex, HexSet, bits
from hexfront.wargame import CounterState, lift

MASK = (1 << 60) - 1


class State(CounterState[World], kw_only=True):
    """A position. Lists run by counter, power or side as their comment says; a set of hexes or counters is one integer."""

    turn: int = 0
    phase: int = 0
    side: int = -1  # the active side, -1 outside impulses
    chair: list[int] = []  # by side: the seat that decides for it now, where several share it
    # counters
    where: list[int] = []  # hex, or a box of kinds.BOXES
    steps: list[int] = []
    due: dict[int, int] = {}  # counters on the production circle: the turn they arrive
    stack: dict[int, tuple[int, ...]] = {}
    held: list[HexSet] = []  # by side: hexes with any counter
    front: list[HexSet] = []  # by side: hexes with a unit that exerts a zone of control
    troops: list[HexSet] = []  # by side: hexes with a land unit that is no leader
    down: int = 0  # counters that are face-down
    control: list[HexSet] = []  # by party
    # parties: the eight powers, then minor countries
    corps: list[HexSet] = []  # by party: hexes with a unit that exerts a zone of control
    forces: list[HexSet] = []  # by party: hexes with a land unit that is no leader
    wars: list[int] = []  # by party: the parties it is at war with
    camps: list[int] = []  # by party: the parties it co-operates with, itself among them
    entry: list[int] = []  # by party: the parties whose ground it may enter in peace
    stamp: int = 0  # a number for the ground as it lies: every land unit's hex and every hex's holder
    stance: list[int] = []  # by minor country: neutral, with the Axis, with the Allies, fallen, or not there
    neutral: int = 0  # parties of neutral countries
    # politics
    fate: list[int] = []  # by power: 0 whole, 1 incompletely conquered, 2 completely
    victors: dict[int, int] = {}  # fallen minor countries: the side that conquered them
    called: list[int] = []  # by power: codes of reserves that have been called out
    pacts: dict[int, int] = {}  # two powers: the year of their pact
    pools: dict[str, tuple[int, ...]] = {}  # entry chits by pool, their values secret
    common: list[int] = []  # chits left, by value
    deeds: dict[str, int] = {}  # what has been done, and when or how often
    gassed: HexSet = 0  # hexes that gas is used against in this impulse
    guests: dict[int, int] = {}  # leaders in a neutral country: the country
    havens: dict[int, int] = {}  # hexes that are a source of supply to further parties
    # economy
    lent: dict[int, int] = {}  # giver, taker and kind: promised for this turn
    burnt: list[int] = []  # by power: oil spent on turning units up in this turn
    effort: list[int] = []  # by power: quarters that its multiple has grown by
    intel: list[int] = []  # by power: intelligence points
    ruins: dict[int, int] = {}  # hexes: factories destroyed
    works: dict[int, int] = {}  # hexes: factories that came, or went, by rail
    moving: dict[int, int] = {}  # hex and turn: factories on their way there
    repairs: dict[int, int] = {}  # hexes under repair: the turn it is done
    wrecks: HexSet = 0  # great ports that are damaged
    manned: HexSet = 0  # factory hexes that their owner had a land unit in when the impulse began
    lost: dict[int, int] = {}  # factory hexes lost in this impulse: the party that had them
    # turn and impulse
    weather: list[int] = []  # by zone
    last_weather: int = 0  # modifier of the next weather roll
    ended: int = 0  # whether the turn has been rolled to an end
    marker: int = 0  # the impulse track
    impulse: int = 0  # impulses begun this turn
    first: int = 0  # the side that has the first impulse of the turn
    last: int = -1  # the side that had the last impulse
    initiative: int = 0  # the track: above 0 is the Axis's
    surprised: int = 0  # parties that are taken by surprise in this impulse
    rerolled: int = 0  # whether the new roll of this turn has been asked for
    action: list[int] = []  # by power: the action of this impulse
    used: list[
        int
    ] = []  # by power: missions, voyages, rail moves, land moves, attacks of this impulse, five numbers each
    chits: list[int] = []  # by power: offensive chits
    moved: int = 0  # counters that have moved in this step
    fought: int = 0  # counters that have attacked or supported in this impulse
    # a move in hand
    group: list[int] = []
    spent: list[int] = []  # by counter of the group
    moves_made: int = 0  # moves begun in this step
    began: int = -1  # hex where the move in hand began, whose weather counts
    cleared: int = -1  # hex whose enemy zone the group in hand has overrun
    # land combat
    plans: dict[int, int] = {}  # declared attackers: the hex they attack
    struck: HexSet = 0  # hexes under attack in this step
    target: int = -1  # the battle at hand
    attackers: list[int] = []
    defenders: list[int] = []
    guns: list[int] = []  # artillery that supports, either side
    origins: dict[int, int] = {}  # attackers, leaders among them: the hex they attacked from
    posts: dict[
        int, int
    ] = {}  # leaders in those hexes, attacking or not: where they were when the battle began
    table: int = -1
    caller: int = -1  # the side that called the table
    column: int = 0
    bonus: int = 0  # pips that leaders added by a sacrifice or after the roll
    ghost: int = 0  # quarters of factors of a unit sacrificed to the attack
    die: int = 0
    cell: str = ""  # the result of the battle
    fates: dict[int, int] = {}  # units of the battle: KILLED, SHATTERED, RETREATED, SPENT
    was_down: int = 0  # defenders that were face-down before the battle
    second: int = 0  # whether the second attack of a leader is being fought
    strides: dict[int, int] = {}  # advancing units: movement points left, -1 for none
    kept_up: int = 0  # participants a leader keeps face-up
    forced_down: int = 0  # participants turned down whatever happens
    # air
    pilots: list[int] = []  # by power: trained, without an aircraft
    training: dict[int, int] = {}  # power and turn: pilots that will be ready then
    bombed: dict[int, int] = {}  # hexes: production points lost to bombs in this turn
    flown: int = 0  # aircraft that have flown in this impulse
    patrol: dict[int, int] = {}  # fighters on patrol: the hex
    mission: int = -1  # what is flown now
    over: int = -1  # the hex it is flown over
    flier: int = -1  # the side that flies it
    night: int = 0
    wing: dict[
        int, int
    ] = {}  # aircraft over the hex, each side's front plane first: fighter, bomber, bomber that is through
    aborted: list[int] = []  # aircraft that broke off the fight at hand
    cargo: dict[int, int] = {}  # units in the air: the transport
    riders: dict[int, int] = {}  # leaders in the air: the aircraft
    edge: list[int] = []  # by side: added to the value in the air
    shot: dict[int, int] = {}  # by power: build points lost in the fight at hand
    home: list[int] = []  # aircraft that have come home from the mission at hand
    strafed: int = -1  # the hex that the leader of a strafing step flew to
    raided: HexSet = 0  # hexes a mission was flown against in this step
    spared: int = 0  # aircraft that a leader keeps face-up in this impulse
    aid: dict[int, int] = {}  # by power: ground support in the battle at hand, in half factors
    # landings
    descent: dict[int, int] = {}  # units and leaders that land from the air or the sea: the hex
    # leaders
    said: dict[int, int] = {}  # leader and row: the occasion it was announced for, in this step
    standing: dict[int, int] = {}  # leader and row: announced for the impulse
    ranks: dict[int, int] = {}  # power, rank and map: the leader who used his abilities
    fed: int = 0  # units that a leader lets act as if supplied
    # the sea
    pairs: dict[int, int] = {}  # cargo that two ships carry: the second of them
    convoys: dict[int, int] = {}  # area and power: convoy points at sea there
    merchants: list[int] = []  # by power: convoy points at home
    slips: dict[int, int] = {}  # turn and power: convoy points that will be ready then
    keels: dict[int, int] = {}  # ships on the slips: the turn they were laid down
    sunk: list[int] = []  # by side: build points of ships and convoys lost in the game
    # naval combat
    seas_fought: int = 0  # areas in which a combat was fought in this impulse
    sea: int = -1  # the area in which a naval combat is fought
    port: int = -1  # the hex in which a port is struck
    raiders: dict[
        int, int
    ] = {}  # carriers that may strike a port after their voyage: the leader who lets them
    opener: int = -1  # the side that searched for it
    rolls: list[int] = []  # by side: search rolls of this round
    engaged: int = 0  # counters included in this round
    escorted: list[int] = []  # by side: whether its convoys are included
    guile: list[int] = []  # by side: surprise points left in this round
    paid: list[int] = []  # by side: surprise points paid to choose the kind of combat
    kind_of_fight: int = -1
    shifts: list[int] = []  # by side: columns bought for its fire
    picks: list[int] = []  # by side: targets bought
    lift: list[int] = []  # by side: bought for the fight in the air
    flights: dict[int, int] = {}  # aircraft in the combat: the section they fly from
    nests: dict[int, int] = {}  # aircraft at sea: the base they came from
    salvos: list[str] = []  # what was hit, not yet dealt out: firing side, who is fired at, letters
    aimed: int = 0  # counters hit in this round
    skies: dict[int, int] = {}  # by power: build points lost in the air in all rounds of the combat at hand
    called_back: int = 0  # sides that lost a leader by the air part of the combat at hand
    toll: list[int] = []  # by side: build points of convoys lost in this combat
    # draft
    veto: list[int] = []  # by power: veto points
    markers: dict[int, int] = {}  # by power: 0 no veto, 1 veto; secret until all are set
    votes: dict[int, int] = {}  # by power: 0 none, 1 one more, 2 no more; secret
    drawn: int = -1
    arrived: int = 0  # leaders that have arrived in this stage
    # production
    points: list[int] = []  # by power: build points left in this step
    built: dict[int, int] = {}  # power and class: built in this turn
    built_before: dict[int, int] = {}

    def has_come(self, u: int, here: HexSet) -> None:
        super().has_come(u, here)
        w = self.world
        if w.is_troop(u):
            self.troops[w.side[u]] |= here
            self.forces[w.party[u]] |= here
            self.stamp ^= spot(u, here.bit_length())
            if w.combat[u]:
                self.corps[w.party[u]] |= here

    def has_gone(self, u: int, here: HexSet, rest: tuple[int, ...]) -> None:
        super().has_gone(u, here, rest)
        w, side = self.world, self.world.side[u]
        if not any(w.side[v] == side and w.is_troop(v) for v in rest):
            self.troops[side] &= ~here
        if w.is_troop(u):
            self.stamp ^= spot(u, here.bit_length())
        party = w.party[u]
        mates = [v for v in rest if w.party[v] == party and w.is_troop(v)]
        if not mates:
            self.forces[party] &= ~here
        if not any(w.combat[v] for v in mates):
            self.corps[party] &= ~here


@lru_cache(maxsize=200_000)
def spot(who: int, where: int) -> int:
    """A number of 60 bits for a counter in a place. Combined by exclusive or, they tell positions apart, so that what was worked out
    for a position is found again."""
    x = (who * 0x9E3779B97F4A7C15 + where * 0xC2B2AE3D27D4EB4F + 0x165667B19E3779F9) & MASK
    x = (x ^ x >> 29) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 30


def blank_state(w: World) -> State:
    """Every counter beside the map, nobody's ground taken."""
    return State.blank(
        w,
        troops=[0, 0],
        chair=[] if w.alone else [w.table.seats.index(seats[0]) for seats in w.table.side_seats],
        **{name: [0] * len(w.parties) for name in ("control", "corps", "forces", "wars", "camps", "entry")},
        stance=[0] * len(w.minors),
        fate=[0] * len(POWERS),
        called=[0] * len(POWERS),
        burnt=[0] * len(POWERS),
        effort=[0] * len(POWERS),
        intel=[0] * len(POWERS),
        weather=[0] * 6,
        action=[0] * len(POWERS),
        used=[0] * 5 * len(POWERS),
        chits=[0] * len(POWERS),
        veto=[0] * len(POWERS),
        points=[0] * len(POWERS),
        pilots=[0] * len(POWERS),
        merchants=[0] * len(POWERS),
        **{
            name: [0, 0]
            for name in ("sunk", "rolls", "escorted", "guile", "paid", "shifts", "picks", "lift", "toll")
        },
    )


def is_down(s: State, u: int) -> bool:
    """Whether a counter is face-down."""
    return bool(s.down >> u & 1)


def turn_down(s: State, u: int) -> None:
    """Turn a counter face-down."""
    s.down |= 1 << u


def turn_up(s: State, u: int) -> None:
    """Turn a counter face-up."""
    s.down &= ~(1 << u)


def weather_at(s: State, place: int) -> int:
    """The weather in a hex or a section of a sea box."""
    lands = s.world.lands
    return s.weather[lands.seas.zone[area_of(place)] if is_sea(place) else lands.zone[place]]


def weather_loss(weather: int) -> int:
    """What weather takes off a supply path and the combat die: 1 in rain or snow, 2 in storm or blizzard."""
    return 1 if weather in WET else 2 if weather in FOUL else 0


def ground_of(s: State, side: int) -> HexSet:
    """All hexes that the powers of a side control."""
    kept, key = s.world.cache("ground"), (s.stamp, s.neutral, side)
    found: HexSet | None = kept.get(key)
    if found is None:  # for speed: what was worked out is kept
        found = 0
        for party, hexes in enumerate(s.control):
            if s.world.parties[party].side == side and not s.neutral >> party & 1:
                found |= hexes
        kept[key] = found
    return found


def holder(s: State, h: Hex) -> int:
    """The party that controls a hex, or -1."""
    return next((party for party, hexes in enumerate(s.control) if hexes >> h & 1), -1)


def owner(s: State, h: Hex) -> int:
    """The power that controls a hex itself or through a minor country, or -1."""
    party = holder(s, h)
    return s.world.parties[party].power if party >= 0 and not s.neutral >> party & 1 else -1


def take_control(s: State, u: int, h: Hex) -> None:
    """The last land unit with a combat factor to enter an enemy's hex controls it; a leader changes nothing. Case 3.1h."""
    w = s.world
    if not w.is_troop(u) or not w.strength[u] or w.kind[u] == PARTISAN:
        return
    party, before = w.party[u], holder(s, h)
    if before < 0 or s.wars[party] >> before & 1:
        give_hexes(s, 1 << h, party)
        if before >= 0 and w.plan.politics:
            from hexfront.games.leaders_in_flames.economy.works import note_loss

            note_loss(s, h, before)


def give_hexes(s: State, hexes: HexSet, party: int) -> None:
    """Hexes pass to a party, whoever had them."""
    for other, held in enumerate(s.control):
        if held & hexes:
            s.control[other] = held & ~hexes
            for h in bits(held & hexes):
                s.stamp ^= spot(-1 - other, h)
    s.control[party] |= hexes
    for h in bits(hexes):
        s.stamp ^= spot(-1 - party, h)


def home_cities(s: State, u: int) -> HexSet:
    """The cities in which a unit or leader can arrive, as far as its own or its power's: of its country; of one whose home is off
    the map its gates, an ally's too; of Free France and Vichy any that are theirs. Cases 4.1.2b, ability.12. RULING arrival-place."""
    w, party = s.world, s.world.party[u]
    nation = w.nation[u]
    if nation in w.plan.gates:
        camp = s.camps[party]
        return w.home[nation] & sum(hexes for k, hexes in enumerate(s.control) if camp >> k & 1)
    if nation == "vichy" or (nation == "france" and s.fate[FRANCE]):
        return (w.cities | w.realm.free_cities) & s.control[party]
    return w.home.get(nation, 0) & (s.control[party] | s.control[w.power[u]])


def troops_at(s: State, h: Hex) -> list[int]:
    """The land units in a hex, leaders left out."""
    return [u for u in s.stack.get(h, ()) if s.world.is_troop(u)]


def leaders_at(s: State, h: Hex) -> list[int]:
    """The leaders in a hex."""
    return [u for u in s.stack.get(h, ()) if s.world.is_leader(u)]


def stand(s: State, u: int) -> int:
    """Where a counter is: its hex, section or box, or that of what carries it; for one that lands from air or sea the hex it lands
    in."""
    at = s.descent.get(u, s.where[u])
    return s.where[ABOARD - at] if at <= ABOARD else at


def on_the_map(s: State, side: int) -> list[int]:
    """The leaders of a side that are on the map, ashore or at sea, or land."""
    w = s.world
    return [u for u in w.all_leaders if w.side[u] == side and ((at := stand(s, u)) >= 0 or is_sea(at))]


def destroy(s: State, u: int) -> None:
    """Take a destroyed unit off: to its force pool; a Guards Banner army back to the reserves. Case 5.1i."""
    w = s.world
    turn_up(s, u)
    s.nests.pop(u, None)
    lift(s, u, RESERVE if w.card(u).year == "Banner" else POOL)


def shatter(s: State, u: int) -> None:
    """Take a shattered unit off: it comes back next turn."""
    turn_up(s, u)
    lift(s, u, CIRCLE)
    s.due[u] = s.turn + 1


def leave_guests(s: State, leader: int) -> None:
    """Units that a leader had taken into a neutral country come back next turn if he is lost there. Case ability.25."""
    if s.guests.pop(leader, -1) < 0:
        return
    for u in [u for u in s.stack[s.where[leader]] if u != leader and s.world.is_troop(u)]:
        shatter(s, u)


def recall(s: State, u: int) -> None:
    """A leader goes back to the cup. Cases 3.3a, 3.3b."""
    leave_guests(s, u)
    turn_up(s, u)
    lift(s, u, CUP)


def kill(s: State, u: int) -> None:
    """A leader is out of the game for good. Case 3.3q."""
    leave_guests(s, u)
    turn_up(s, u)
    lift(s, u, DEAD)
