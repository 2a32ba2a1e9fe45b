"""Whether a leader may use an ability now: one function, whose every refusal names its case."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.chairs import seat_violation
from hexfront.games.leaders_in_flames.leaders.asks import (
    code,
    help_case,
    helps,
    holds_rank,
    in_use,
    is_out,
    reach_of,
    reaches,
)
from hexfront.games.leaders_in_flames.leaders.rows import Row
from hexfront.games.leaders_in_flames.leaders.tests import TESTS, WORDS
from hexfront.games.leaders_in_flames.sea.fleets import place_of
from hexfront.games.leaders_in_flames.sea.search import in_fight, included, is_here, present
from hexfront.games.leaders_in_flames.state import State, is_down, stand
from hexfront.kernel import Violation


def usable(s: State, side: int, leader: int, n: int, moment: str) -> Violation | None:
    """Why a leader may not use one of his abilities at this moment.

    Cases 1b, 2a, 2b, 3b, 3c, 3e, 3.2a, 3.2b, 3.2c, 3.2d, 3.2e, 3.2g, 3.2h, 3.2i, 3.2j, 1c.
    """
    w = s.world
    if not w.is_leader(leader) or w.side[leader] != side or not is_out(s, leader):
        return Violation("3b", "Only a leader of your own on the map can use an ability.")
    if (refused := seat_violation(s, leader)) is not None:
        return refused
    row = next((row for row in w.abilities(leader) if row.n == n), None)
    name, at = w.name(leader), w.spot(stand(s, leader))
    if row is None:
        return Violation("1b", f"{name} has no such ability.", at)
    if row.print == "white" or row.moment != moment:
        return Violation("3c", f"This is not the moment to announce it: {row.topic}.", at)
    if is_down(s, leader):
        return Violation("3.2a", f"{name} is face-down.", at)
    if code(leader, n) in s.said or code(leader, n) in s.standing:
        return Violation("3.2c", f"{name} has already used this ability in this step.", at)
    other = holds_rank(s, leader, stand(s, leader))
    if other not in (-1, leader):
        text = f"{w.name(other)} has already used an ability at this rank on this map."
        return Violation("3.2g", text, at)
    return _fits(s, leader, row)


def _fits(s: State, leader: int, row: Row) -> Violation | None:
    if s.sea >= 0 and row.moment in ("search", "naval"):
        found = _in_naval(s, leader, row)
        if found:
            return found
    elif s.target >= 0 and row.role in ("attack", "defend", "either"):
        found = _in_battle(s, leader, row)
        if found:
            return found
    elif row.moment == "port":
        with_him = {place_of(s, u) for u in s.wing}
        if leader not in s.riders and s.where[leader] not in with_him:
            return Violation(
                "2a", f"{s.world.name(leader)} is not with the aircraft.", s.world.spot(s.where[leader])
            )
    elif row.moment == "voyage":
        if not reaches(s, leader, row, s.began):
            name = s.world.name(leader)
            return Violation(
                "2c" if row.reach == "range" else "2a",
                f"{name} is not with these ships.",
                s.world.spot(s.began),
            )
    elif row.moment in ("move", "return") and leader not in s.group:
        return Violation(
            "2a", f"{s.world.name(leader)} must move with the units.", s.world.spot(stand(s, leader))
        )
    place = s.target if s.target >= 0 else s.over
    if row.at_target and not reach_of(s, leader, row) >> place & 1:
        return Violation("2c", f"{s.world.title(place)} is out of his range.", s.world.spot(stand(s, leader)))
    for name in row.when:
        if not TESTS[name](s, leader):
            return Violation(row.case, f"{WORDS[name].capitalize()}.", s.world.spot(stand(s, leader)))
    return None


def _in_naval(s: State, leader: int, row: Row) -> Violation | None:
    """His reach, and which ships he may help, in the naval combat at hand: a search serves his sea area, all else needs his section in it.

    Cases 2a, 3.2h, 3.2i. RULING naval-choice-reach."""
    w, at = s.world, s.world.spot(stand(s, leader))
    if row.moment == "search":
        if not is_here(s, leader):
            return Violation("2a", f"{w.name(leader)} is not in this sea area.", at)
        units = present(s, w.side[leader])
    else:
        if not in_fight(s, leader):
            return Violation("2a", f"The section of {w.name(leader)} is not in this combat.", at)
        units = included(s, w.side[leader])
    if units and not any(helps(s, leader, u, row) for u in units):
        return Violation(help_case(s, leader, units[0]), f"{w.name(leader)} cannot help these ships.", at)
    return None


def _in_battle(s: State, leader: int, row: Row) -> Violation | None:
    """His role, his reach, and which units he may help, in the battle at hand. Cases 2a, 2b, 2c, 3e."""
    w = s.world
    here, name = stand(s, leader), w.name(leader)
    attacks = bool(s.attackers) and w.side[leader] == w.side[s.attackers[0]]
    if (row.role == "attack" and not attacks) or (row.role == "defend" and attacks):
        return Violation(row.case, f"{name} can use it only in {row.role.removesuffix('d')}.", w.spot(here))
    if attacks:
        if here not in s.origins.values():
            return Violation("2b", f"{name} must be stacked with one of the attackers.", w.spot(here))
        units = s.attackers
    else:
        if here >= 0 and s.struck >> here & 1 and here != s.target:
            return Violation(
                "3e", f"{name} is under attack himself and can help only his own hex.", w.spot(here)
            )
        units = s.defenders
    reach = reach_of(s, leader, row)
    anywhere = row.far == "always" or (attacks and row.far == "attack")
    if row.reach == "range" and not anywhere and not reach >> s.target & 1:
        return Violation("2c", f"{w.title(s.target)} is out of his range.", w.spot(here))
    if row.reach == "stack" and not attacks and here != s.target:
        return Violation("2a", f"{name} must be in the attacked hex.", w.spot(here))
    if units and not any(helps(s, leader, u, row) for u in units):
        return Violation(help_case(s, leader, units[0]), f"{name} cannot help these units.", w.spot(here))
    return None


def applies(s: State, leader: int, row: Row) -> bool:
    """Whether a row in use counts in the battle at hand, now that the table is known. One that serves a whole step is judged for
    each battle; one announced for this battle was judged then. RULING once-per-step."""
    if row.span == "step" and _fits(s, leader, row) is not None:
        return False
    return all(TESTS[name](s, leader) for name in row.late)


def applying(s: State, question: str) -> list[tuple[int, Row]]:
    """The rows in use that count in the battle at hand for a question. Case 3.2k."""
    return [(leader, row) for leader, row in in_use(s, question) if applies(s, leader, row)]
