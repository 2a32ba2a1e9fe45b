"""The umpire's calculator behind `hexfront resolve last_war`: give it a combat, and it shows every step of the working."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from hexfront.games.last_war.data import FILES
from hexfront.games.last_war.reckoning import (
    COLOURS,
    DICE,
    EFFECTS,
    Force,
    Reckoning,
    Situation,
    Tables,
    casualties,
)
from hexfront.games.last_war.words import strength
from hexfront.kernel import Working
from hexfront.wargame import Answer, BadField, Calculator, Field

GROUND = {
    "open": "open ground",
    "mountains": "mountains",
    "swamp": "a swamp",
    "jungle": "jungle",
    "forest": "a forest",
}
TERRAINS = ("open", "mountains", "swamp", "jungle", "forest")
LONGEST = 80  # characters of a title


def _times(f: Force) -> str:
    """Strength times effectiveness; of several nations only what they come to together."""
    if f.product == f.cv * f.me:
        return f"{f.cv} × {f.me} = {f.product}"
    return f"{f.cv} of several nations = {f.product}"


def _force_fields(side: str, whose: str) -> tuple[Field, ...]:
    me, pag = "Military Effectiveness", "enemy partisans within two hexes of the"
    return (
        Field(f"{side}_men", "int", f"{whose} Men", 0, low=0, high=999, rule="combat.1-sum"),
        Field(f"{side}_tanks", "int", f"{whose} Tanks", 0, low=0, high=999, rule="combat.1-sum"),
        Field(f"{side}_air", "int", f"{whose} Aircraft", 0, low=0, high=999, rule="combat.1-sum"),
        Field(f"{side}_me", "int", f"{whose} {me}", low=1, high=9, rule="me.multiplier", required=True),
        Field(f"{side}_bombers", "int", f"{whose} bombers", 0, low=0, high=999, rule="bombing.role-land", rare=True),
        Field(
            f"{side}_allies", "list", f"further {whose} nations, each as Men/Tanks/Aircraft/{me}: 3/1/0/2", [],
            rule="combat.2-multiply", rare=True,
        ),
        Field(f"{side}_lsp", "int", f"LSP the {side} allots", 0, low=0, high=99, rule="die.lsp", rare=side == "defender"),
        Field(f"{side}_cards", "list", f"values of the {side}'s cards on the die", [], rule="die.card", rare=True),
        Field(
            f"{side}_columns", "int", f"cards the {side} plays for columns", 0, low=0, high=20,
            rule="cards.use-column", rare=True,
        ),
        Field(f"{side}_near_partisans", "flag", f"{pag} {side}", False, rule="shift.enemy-pag", rare=True),
        Field(f"{side}_die", "int", f"the {side}'s die", low=1, high=6, rule="combat.5-dice"),
    )  # fmt: skip


class Nation(NamedTuple):
    """A further nation of a side: its points and its own effectiveness."""

    men: int
    tanks: int
    air: int
    me: int

    @property
    def cv(self) -> int:
        return self.men + self.tanks + self.air


def nation(name: str, item: Any) -> Nation:
    """A nation as it is typed: Men/Tanks/Aircraft/Effectiveness."""
    parts = str(item).replace(" ", "").split("/")
    if len(parts) == 4 and all(part.isdecimal() and len(part) < 4 for part in parts):
        found = Nation(*map(int, parts))
        if 1 <= found.me <= 9 and found.cv:
            return found
    raise BadField(
        name,
        f"Field {name!r} must hold nations as Men/Tanks/Aircraft/Effectiveness, like 3/1/0/2, not {item!r}.",
    )


class LastWarCalculator(Calculator):
    """One combat by the printed process."""

    fields: ClassVar[tuple[Field, ...]] = (
        Field("title", "text", "title for the log", "", rule="sequence.10-report", rare=True),
        *_force_fields("attacker", "attacking"),
        *_force_fields("defender", "defending"),
        Field(
            "terrain", "choice", "terrain of the attacked hex", "open", TERRAINS, rule="combat.target-terrain"
        ),
        Field(
            "amphibious",
            "flag",
            "it is an amphibious assault",
            False,
            rule="die.amphibious",
            rare=True,
        ),
        Field(
            "part_lands",
            "flag",
            "part, but not all, of the attack comes from the sea",
            False,
            rule="die.amphibious",
            rare=True,
        ),
        Field(
            "landing_craft",
            "flag",
            "the assault has specialised landing craft",
            True,
            rule="die.amphibious-no-craft",
            rare=True,
        ),
        Field(
            "fortification",
            "int",
            "layers of fortification on the side attacked through",
            0,
            low=0,
            high=9,
            rule="shift.fortified",
            rare=True,
        ),
        Field(
            "major_city",
            "flag",
            "the hex is a Major City of the defender or an ally of his",
            False,
            rule="shift.major-city",
            rare=True,
        ),
    )

    @cached_property
    def tables(self) -> Tables:
        return Tables(FILES.own["tables"])

    def check(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Complete and correct input, or an error that names the field."""
        values = super().check(data)
        for side in ("attacker", "defender"):
            name = f"{side}_cards"
            for item in values[name]:
                value = int(item) if isinstance(item, str) and item.isdecimal() else item
                if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 9:
                    raise BadField(name, f"Field {name!r} must hold card values from 1 to 9, not {item!r}.")
            values[name] = [int(item) for item in values[name]]
            values[f"{side}_allies"] = [nation(f"{side}_allies", item) for item in values[f"{side}_allies"]]
        if (values["attacker_die"] is None) != (values["defender_die"] is None):
            missing = "attacker_die" if values["attacker_die"] is None else "defender_die"
            raise BadField(missing, f"Field {missing!r} is missing: give both dice or neither.")
        if not values["attacker_allies"] and not sum(
            values[f"attacker_{kind}"] for kind in ("men", "tanks", "air", "bombers")
        ):
            raise BadField(
                "attacker_men",
                "Field 'attacker_men' must be at least 1 unless Tanks or Aircraft attack: nothing attacks.",
            )
        return values

    def situation(self, values: Mapping[str, Any]) -> Situation:
        """The combat described by checked input. Each nation counts with its own effectiveness; the largest contingent's
        is that of its side for losses. RULING me-a. Case combat.2-multiply."""

        def side(name: str) -> Force:
            air = values[f"{name}_air"] + values[f"{name}_bombers"]
            nations = [
                Nation(values[f"{name}_men"], values[f"{name}_tanks"], air, values[f"{name}_me"]),
                *values[f"{name}_allies"],
            ]
            return Force(
                men=sum(each.men for each in nations), tanks=sum(each.tanks for each in nations),
                air=sum(each.air for each in nations), product=sum(each.cv * each.me for each in nations),
                me=max(nations, key=lambda each: each.cv).me, lsp=values[f"{name}_lsp"],
                dice=tuple(values[f"{name}_cards"]), columns=values[f"{name}_columns"], pag=values[f"{name}_near_partisans"],
            )  # fmt: skip

        return Situation(
            attacker=side("attacker"),
            defender=side("defender"),
            terrain=values["terrain"],
            amphibious=values["amphibious"],
            part_lands=values["part_lands"] and not values["amphibious"],
            craft=values["landing_craft"],
            layers=values["fortification"],
            city=values["major_city"],
        )

    def resolve(self, data: Mapping[str, Any]) -> Answer:
        """Work out a combat; with both dice also its result and losses."""
        values = self.check(data)
        f = self.situation(values)
        t = self.tables
        r = t.reckon(f)
        working = self.steps(f, r)
        extra = self.table(r)
        extra["losses"] = self.losses(f, r)
        chances: dict[str, float] = {}
        for dice, p in DICE.chances():
            assert isinstance(dice, tuple)
            colour = COLOURS[t.verdict(f, r, int(dice[0]), int(dice[1])).colour]
            chances[colour] = chances.get(colour, 0.0) + p
        chances = {colour: round(chance, 10) for colour, chance in chances.items()}
        column = t.results.columns[r.column]
        lost = extra["losses"]
        working += (
            Working(
                "Effectiveness for losses",
                f"{lost['attacker_me']} to {lost['defender_me']}, ratio {lost['ratio']}:1",
                "losses.me-ratio",
            ),
            Working("Attacker loses", self.lost_words(lost["attacker"]), "losses.lookup"),
            Working("Defender loses", self.lost_words(lost["defender"]), "losses.lookup"),
        )
        what = "A landing" if f.amphibious else f"An attack into {GROUND.get(f.terrain, f.terrain)}"
        title = values["title"].strip()[:LONGEST] or what
        if values["attacker_die"] is None:
            return Answer(title, working, column, chances=chances, extra=extra)
        a, d = values["attacker_die"], values["defender_die"]
        v = t.verdict(f, r, a, d)
        scores = Working(
            "Scores",
            f"{a}{r.attacker_die:+d} = {a + r.attacker_die} against {d}{r.defender_die:+d} = {d + r.defender_die}",
            "combat.5-dice",
        )
        row = Working("Difference", f"{v.difference:+d}, row {v.row:+d}", "results.lookup")
        extra["difference"], extra["row"], extra["colour"] = v.difference, v.row, COLOURS[v.colour]
        extra["effect"] = v.effect
        return Answer(
            title,
            (*working, scores, row),
            column,
            (a, d),
            COLOURS[v.colour],
            f"{EFFECTS[v.effect].capitalize()}.",
            chances,
            extra,
        )

    def steps(self, f: Situation, r: Reckoning) -> tuple[Working, ...]:
        """The working up to the column."""
        a, d = f.attacker, f.defender
        columns = self.tables.results.columns
        return (
            Working(
                "Attacker's strength",
                strength(a),
                "combat.1-sum",
            ),
            Working(
                "Defender's strength",
                strength(d),
                "combat.1-sum",
            ),
            Working(
                "Times effectiveness",
                f"{_times(a)} to {_times(d)}",
                "combat.2-multiply",
            ),
            Working("Odds, rounded down", columns[r.base], "combat.3-odds"),
            *(
                Working(
                    each.label, f"{each.columns:+d} column{'s' if abs(each.columns) > 1 else ''}", each.rule
                )
                for each in r.shifts
            ),
            Working("Column", columns[r.column], "combat.4-shifts"),
            Working("Attacker's die", f"{r.attacker_die:+d}", "combat.5-dice"),
            Working("Defender's die", f"{r.defender_die:+d}", "combat.5-dice"),
        )

    def table(self, r: Reckoning) -> dict[str, Any]:
        """The results table with the column in use, for a client to light up."""
        t = self.tables.results
        return {
            "columns": list(t.columns),
            "column_index": r.column,
            "rows": {f"{n:+d}": list(t.rows[n]) for n in sorted(t.rows)},
            "names": dict(COLOURS),
            "shifts": [
                {"label": each.label, "columns": each.columns, "rule": each.rule} for each in r.shifts
            ],
        }

    def losses(self, f: Situation, r: Reckoning) -> dict[str, Any]:
        """What both sides lose, in the order in which it is lost."""
        t = self.tables
        found = t.losses(f)
        out: dict[str, Any] = {
            "ratio": found.ratio,
            "attacker_me": found.attacker_me,
            "defender_me": found.defender_me,
        }
        for name, own, number, enemy in (
            ("attacker", f.attacker, found.attacker, -1),
            ("defender", f.defender, found.defender, 1),
        ):
            order = t.order(r.tank, r.air, enemy)
            lost = casualties(order, number, own.men, own.tanks, own.air)
            sequence = []
            before = dict.fromkeys(lost, 0)
            for n in range(1, sum(lost.values()) + 1):
                now = casualties(order, n, own.men, own.tanks, own.air)
                sequence.append(next(kind for kind in now if now[kind] > before[kind]))
                before = now
            out[name] = {
                "table": number, "men": lost["man"], "tanks": lost["tank"], "air": lost["air"], "order": sequence,
                "left": {"men": own.men - lost["man"], "tanks": own.tanks - lost["tank"], "air": own.air - lost["air"]},
            }  # fmt: skip
        return out

    def lost_words(self, lost: Mapping[str, Any]) -> str:
        order = ", ".join(lost["order"]) or "nothing"
        return f"{lost['table']}: {order}"
