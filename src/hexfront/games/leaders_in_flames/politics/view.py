"""Politics as a seat sees it: who is at war, pools of chits, options, production. Values of chits only to their owner."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import ALL_POWERS, POWER_NAMES, POWERS, SEATS, SIDE_OF
from hexfront.games.leaders_in_flames.politics.chits import owner_of, pool_words
from hexfront.games.leaders_in_flames.state import State
from hexfront.hexes import bits
from hexfront.kernel import CONTROL, Box, Seat

FATES = ("", "incompletely conquered", "completely conquered")


def politics_boxes(s: State) -> list[Box]:
    """Wars, pools, options, intelligence: what everybody may know."""
    w = s.world
    if not w.plan.politics:
        return []
    out = []
    for power in w.powers:
        side, name = SEATS[SIDE_OF[power]], POWER_NAMES[power]
        foes = [POWER_NAMES[other] for other in bits(s.wars[power] & ALL_POWERS)]
        text = f"At war with {', '.join(foes)}" if foes else "Neutral"
        out.append(Box(f"war-{POWERS[power]}", name, "politics", side, text, note=FATES[s.fate[power]]))
        if s.intel[power]:
            out.append(
                Box(f"intel-{POWERS[power]}", f"{name}: intelligence", "politics", side, count=s.intel[power])
            )
    for pool in sorted(s.pools):
        if s.pools[pool]:
            words = pool_words(pool)
            side = SEATS[SIDE_OF[owner_of(pool)]]
            out.append(
                Box(f"pool-{pool}", words[:1].upper() + words[1:], "chits", side, count=len(s.pools[pool]))
            )
    picked = sorted(
        int(key.split(".")[1]) for key in s.deeds if key.startswith("option.") and key.count(".") == 1
    )
    if picked:
        out.append(Box("options", "US entry options", "chits", text=", ".join(map(str, picked))))
    return out


def chit_values(s: State, seat: Seat) -> dict[str, tuple[int, ...]]:
    """The values of the chits that a seat may see. Case base.chits."""
    mine = (pool for pool in sorted(s.pools) if seat == CONTROL or s.world.seat_of(owner_of(pool)) == seat)
    return {pool: tuple(sorted(s.pools[pool])) for pool in mine if s.pools[pool]}
