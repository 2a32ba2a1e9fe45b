"""The USA goes to war: a roll against entry and tension, the fleet in the Pacific. Cases 5.3.2.32a to 5.3.2.32d, 5.3.2.46a."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import ALL_POWERS, BB, CV, GERMANY, ITALY, JAPAN, SCS, USA
from hexfront.games.leaders_in_flames.politics.chits import total
from hexfront.games.leaders_in_flames.politics.entry import lose_chit
from hexfront.games.leaders_in_flames.state import State
from hexfront.kernel import Agenda, Chance, Die
from hexfront.wargame import Noted

CARRIERS, SQUADRONS, SINGLE = 1, 4, 8
"""The fleet that avoids the penalty: carriers, and battleship squadrons, or ships where each is a counter. Case 5.3.2.32d."""
PENALTY = 2
LEAST_COST = 2


def pool_against(target: int) -> str:
    """The entry pool against a power."""
    return "ja" if target == JAPAN else "ge"


def war_number(s: State, target: int) -> int:
    """The highest roll with which the USA gets its war: (entry + twice the tension - 20) / 4, rounded down. Case base.uswar."""
    pool = pool_against(target)
    return (total(s, pool) + 2 * total(s, f"{pool}.t") - 20) // 4


def counts_for_fleet(s: State, u: int) -> bool:
    """Whether a ship counts where each is a counter: its first payment is 2 or more, and it is not the Langley. Case 5.3.2.32d."""
    ship = s.world.ship(u)
    return ship.lay >= LEAST_COST and "Langley" not in ship.name


def has_fleet(s: State) -> bool:
    """Whether the fleet of option 31 or 32 lies in Honolulu or Singapore. Cases 5.3.2.32a, 5.3.2.32b, 5.3.2.32d."""
    w = s.world
    if not (s.deeds.get("option.31") or s.deeds.get("option.32")):
        return False
    single = w.option("single_ships")
    for name in ("Honolulu", "Singapore"):
        here = [u for u in s.stack.get(w.find(name), ()) if w.is_ship(u) and w.power[u] == USA]
        if single:
            here = [u for u in here if counts_for_fleet(s, u)]
        carriers = sum(w.kind[u] == CV for u in here)
        others = sum(w.kind[u] in SCS if single else w.kind[u] == BB for u in here)
        if carriers >= CARRIERS and others >= (SINGLE if single else SQUADRONS):
            return True
    return False


def is_automatic(s: State, target: int) -> bool:
    """Whether the USA may declare war without a roll: Japan has attacked a country it guaranteed. Case 5.3.2.46a."""
    return target == JAPAN and bool(s.deeds.get("us.challenged"))


def challenge(s: State, power: int, party: int) -> None:
    """Japan has gone to war with a country: if the USA had guaranteed it, it may answer at any time. Case 5.3.2.46a."""
    name = s.world.parties[party].nation
    if power == JAPAN and s.deeds.get(f"option.46.{name}"):
        s.deeds["us.challenged"] = 1


def us_war(s: State, target: int) -> Agenda:
    """The USA at war: with Germany also with Italy, if that is at war."""
    from hexfront.games.leaders_in_flames.politics.wars import war_between

    frames = war_between(s, USA, target)
    for other in (GERMANY, ITALY):
        if (
            target in (GERMANY, ITALY)
            and other != target
            and s.wars[other] & ALL_POWERS
            and not s.wars[USA] >> other & 1
        ):
            frames = (*frames, *war_between(s, USA, other))
    return frames


class UsWarRoll(Chance, frozen=True, tag=True):
    """The USA tries to declare war. Cases base.uswar, 5.3.2.32a."""

    target: int

    def outcomes(self, s: State) -> Die:
        return Die(10)

    def apply(self, s: State, die: int) -> Agenda:
        more = PENALTY if self.target == JAPAN and not has_fleet(s) else 0
        if die + more <= war_number(s, self.target):
            return us_war(s, self.target)
        s.emit(Noted(f"Congress refuses: {die}{f' and {more}' if more else ''}.", "base.uswar"))
        s.deeds[f"tried.{USA}.{self.target}"] = s.turn
        return lose_chit(s, pool_against(self.target))

    def title(self, s: State) -> str:
        return "Does Congress declare war?"
