"""Chapters 7.45, 7.43 and 9: what becomes of leaders who were in combat or overrun or lose combats, and drawing new ones."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum import kinds
from hexfront.games.lebensraum.actions import Retire, Terminate
from hexfront.games.lebensraum.decisions import Asked, DieRoll
from hexfront.games.lebensraum.state import State, appoint, dismiss
from hexfront.kernel import Agenda, Auto, Chance, Cup, Option, Prompt, Seat, Violation
from hexfront.words import begun

TITLES = {"in_combat": "in combat", "again": "hit in combat", "overrun": "overrun"}


class FateRoll(DieRoll, frozen=True, tag=True):
    """A roll on the Leader Fate Table. Cases 7.43f, 7.43g, 7.45f, 11.1e, 11.6h."""

    leader: int
    column: str

    def apply(self, s: State, outcome: int) -> Agenda:
        fate = s.world.tables.fates[self.column][outcome - 1]
        if fate == "again":
            return (FateRoll(self.leader, "again"),)
        s.emit(ev.fate(self.leader, fate))
        if fate == "wounded":
            return (Recovery(self.leader),)
        if fate == "escapes":
            to_pool(s, self.leader)
        elif fate != "none":
            dismiss(s, self.leader, kinds.KILLED if fate == "killed" else kinds.CAPTURED)
        return ()

    def title(self, s: State) -> str:
        return f"{begun(s.world.leaders[self.leader].name)}, {TITLES[self.column]}"


class Recovery(DieRoll, frozen=True, tag=True):
    """How many turns a wounded leader is out of play. Cases 9.5a, 9.0i."""

    leader: int

    def apply(self, s: State, outcome: int) -> Agenda:
        dismiss(s, self.leader, kinds.WOUNDED)
        s.due[self.leader] = s.turn + outcome
        back = s.due[self.leader]
        when = f"until turn {s.world.turn_name(back)}" if back in s.world.turns else "for good"
        s.emit(ev.Served(self.leader, f"is out {when}", "9.5a"))
        return ()

    def title(self, s: State) -> str:
        return f"Turns until {s.world.leaders[self.leader].name} recovers"


def to_pool(s: State, leader: int) -> None:
    """Put a leader back among those who may be drawn. Cases 7.43g, 9.1a, 9.5b.
    RULING 9.6-a: Mannerheim goes back to the Finnish HQ, or waits for it."""
    w = s.world
    dismiss(s, leader, kinds.POOL)
    if leader == w.mannerheim and not w.has("mannerheim_in_pool") and s.hq[w.finnish_hq] >= 0:
        appoint(s, leader, w.finnish_hq)


def return_the_wounded(s: State) -> None:
    """Leaders whose turns have passed enter the pool as a turn begins. Cases 9.5a, 9.0i, RULING 9.5-a."""
    for leader, post in enumerate(s.post):
        if post == kinds.WOUNDED and s.due[leader] <= s.turn:
            to_pool(s, leader)
            s.emit(ev.fate(leader, "recovered"))


BRITISH = "british"
MOST_ENGLISH = 2
"""Allied HQs with an English leader at most. Case 12.3i."""
FIELD_MEN = ("patton", "montgomery")
"""They never join the General Staff. Case 12.3k."""
LIMIT = 2
"""Combats lost one right after the other that cost a leader his post. Case 9.0b."""


def pool(s: State, power: int) -> list[int]:
    """The leaders of a power who may be drawn. Case 9.1a, RULING 9.6-a: Mannerheim waits for the Finnish HQ."""
    post, waits = s.post, -1 if s.world.has("mannerheim_in_pool") else s.world.mannerheim
    return [k for k in s.world.leaders_of[power] if post[k] == kinds.POOL and k != waits]


def eligible(s: State, k: int) -> list[int]:
    """Which leaders of the pool may be drawn for an HQ: in the free campaign one or two Allied HQs have an English leader.
    Cases 12.3i, 12.3j. RULING 12.3-c: with nobody of the right nationality left, anybody."""
    w = s.world
    found = pool(s, w.hq_power[k])
    if w.hq_power[k] != kinds.ALLIED or not w.free_landings:
        return found
    others = [s.chief[q] for q in w.hqs_of[kinds.ALLIED] if q != k and s.hq[q] >= 0]
    english = sum(leader >= 0 and w.leaders[leader].nation == BRITISH for leader in others)
    if english >= MOST_ENGLISH:
        fit = [leader for leader in found if w.leaders[leader].nation != BRITISH]
    elif not english and -1 not in others:
        fit = [leader for leader in found if w.leaders[leader].nation == BRITISH]
    else:
        fit = found
    return fit or found


def fill_staff(s: State) -> None:
    """An Allied General Staff post is never empty: the first man of its nation in the pool takes it.
    Cases 11.6j, 12.3h, 12.3k. RULING 9.4-a."""
    w = s.world
    for m, power in enumerate(w.staff_power):
        if power == kinds.ALLIED and s.staff[m] >= 0 and s.staff_chief[m] < 0:
            fit = [leader for leader in pool(s, kinds.ALLIED) if may_serve(s, leader, m)]
            if fit:
                appoint(s, fit[0], kinds.STAFF_BASE + m)
                s.emit(ev.posted(s, fit[0], kinds.STAFF_BASE + m))


def may_serve(s: State, leader: int, m: int) -> bool:
    """Whether a leader may have a General Staff post. Cases 12.3h, 12.3k."""
    man = s.world.leaders[leader]
    return s.world.staff[m].nation in ("", man.nation) and man.id not in FIELD_MEN


Fronts = tuple[tuple[int, int], ...]
"""HQs with their leaders at the time of a combat."""


class Judgement(Auto, frozen=True, tag=True):
    """Front leaders on the side with more indicated losses have lost the combat, those on the other have won it.
    Cases 9.0b, 9.0c, 9.0d, 9.0f, 9.0g. RULING 9.0-d: a combat that is neither lost nor won breaks the run and shakes
    nobody. A leader who was lost in it is not judged, nor is his successor."""

    attackers: Fronts
    defenders: Fronts

    def run(self, s: State) -> Agenda:
        a, d = s.indicated
        frames: Agenda = ()
        for fronts, own, other in ((self.attackers, a, d), (self.defenders, d, a)):
            for k, leader in fronts:
                if s.chief[k] == leader and leader >= 0:
                    frames = (*frames, *_judge(s, k, own, other))
        return frames


def _judge(s: State, k: int, own: int, other: int) -> Agenda:
    if own <= other:
        s.lost_run[k] = 0
        if own < other:
            _shake(s, k, False)
        return ()
    s.lost_run[k] += 1
    _shake(s, k, True)
    return replacement_frames(s, k) if s.lost_run[k] >= LIMIT else ()


def _shake(s: State, k: int, shaken: bool) -> None:
    leader = s.chief[k]
    if leader < 0 or bool(s.shaken >> leader & 1) == shaken:
        return
    s.shaken ^= 1 << leader
    s.emit(ev.Served(leader, "is shaken" if shaken else "is no longer shaken", "9.0c"))


def replacement_frames(s: State, *hqs: int) -> Agenda:
    """HQs change their leaders: all draw, then the old ones are dealt with. Cases 9.0b, 9.1b, 9.1c.
    RULING 9.0-c: with too few in the pool a leader stays, shaken. RULING 9.6-a: Mannerheim is never replaced."""
    draws: Agenda = ()
    disposals: Agenda = ()
    for k in hqs:
        power, leader = s.world.hq_power[k], s.chief[k]
        if leader < 0 or leader == s.world.mannerheim or len(pool(s, power)) <= len(draws):
            continue
        dismiss(s, leader, kinds.RETIRING)
        draws = (*draws, DrawLeader(k))
        disposals = (*disposals, Disposal(k, leader))
    return (*draws, *disposals)


def replace_lost(s: State, k: int) -> Agenda:
    """An HQ without a leader draws one, if there is one. Cases 9.0a, 9.0b, 9.6b, RULING 9.0-c."""
    w = s.world
    if k == w.finnish_hq or s.hq[k] < 0 or s.chief[k] >= 0 or not pool(s, w.hq_power[k]):
        return ()
    return (DrawLeader(k),)


class Disposal(Asked, frozen=True, tag=True):
    """What becomes of a leader who is replaced: the pool, or dismissal for good. Cases 9.1c, 9.1d."""

    rule = "9.1c"
    takes = (Retire, Terminate)
    hq: int
    leader: int

    def chooser(self, s: State) -> int:
        return s.world.hq_power[self.hq]

    def candidates(self, s: State, seat: Seat) -> tuple[Retire | Terminate, ...]:
        return (Retire(),) if s.world.hq_power[self.hq] == kinds.ALLIED else (Retire(), Terminate())

    def violation(self, s: State, seat: Seat, action: Retire | Terminate) -> Violation | None:
        if isinstance(action, Terminate) and s.world.hq_power[self.hq] == kinds.ALLIED:
            return Violation("9.1d", "The Western Allies cannot dismiss a leader for good.")
        return None

    def apply(self, s: State, seat: Seat, action: Retire | Terminate) -> Agenda:
        ends = isinstance(action, Terminate)
        if ends:
            dismiss(s, self.leader, kinds.TERMINATED)
        else:
            to_pool(s, self.leader)
        fate = "dismissed for good" if ends else "in the pool"
        s.emit(ev.Served(self.leader, f"gave up {s.world.hqs[self.hq].name} and is {fate}", "9.1c"))
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        name, post = s.world.leaders[self.leader].name, s.world.hqs[self.hq].name
        return Prompt(f"{begun(name)} has given up {post}: what becomes of him?", self.rule)

    def option(self, s: State, seat: Seat, action: Retire | Terminate) -> Option:
        name = s.world.leaders[self.leader].name
        if isinstance(action, Terminate):
            return Option(f"Dismiss {name} for good", "choose", rule="9.1c")
        return Option(f"{begun(name)} goes back to the pool", "choose", rule="9.1c")


class DrawLeader(Chance, frozen=True, tag=True):
    """A leader is drawn unseen from the pool. Cases 9.1a, 9.1b, 12.3j."""

    hq: int

    def outcomes(self, s: State) -> Cup:
        names = eligible(s, self.hq)
        return Cup(tuple(s.world.leaders[leader].id for leader in names))

    def apply(self, s: State, outcome: str) -> Agenda:
        leader = s.world.leader(outcome)
        appoint(s, leader, self.hq)
        s.lost_run[self.hq] = 0
        s.helpers.pop(self.hq, None)  # he is with his HQ, not where his predecessor helped
        s.emit(ev.Served(leader, f"took over {s.world.hqs[self.hq].name}", "9.1b"))
        return ()

    def title(self, s: State) -> str:
        return f"A leader for {s.world.hqs[self.hq].name}"


class OptionalLeaders(Chance, frozen=True, tag=True):
    """Three leaders of the Axis pool make room for the optional ones. Case 11.9a."""

    def outcomes(self, s: State) -> Cup:
        names = tuple(s.world.leaders[leader].id for leader in pool(s, kinds.AXIS))
        return Cup(names, len(s.world.optional))

    def apply(self, s: State, outcome: tuple[str, ...]) -> Agenda:
        for name in outcome:
            s.post[s.world.leader(name)] = kinds.ABSENT
        for leader in s.world.optional:
            s.post[leader] = kinds.POOL
        return ()

    def title(self, s: State) -> str:
        return "Leaders who make room for the optional ones"
