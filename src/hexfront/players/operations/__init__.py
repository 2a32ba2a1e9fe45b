"""The operations layer: what every game of counters on a hex front needs, whatever its rules.

    field       a position as one side sees it: ground, units, zones, what is worth having; each game fills it in
    reading     gaps and the enemy's cheapest way through, threats, pockets, sectors, corridors
    holding     the line as a least cut, posts on it, units to posts by an optimal assignment
    attacking   attacks chosen together, each unit once; paths that take what lies on their way
    enclosing   lines behind which ground falls by itself
    feeding     bases placed together by whom they feed
    goals       what each side is after, by date and sector, from TOML

It knows no game: a doctrine tells it what its rules say, as numbers and sets of hexes.
"""

from hexfront.players.operations.attacking import Option, Raid, choose_together, raids
from hexfront.players.operations.enclosing import closing_posts
from hexfront.players.operations.feeding import Sites, shared_out
from hexfront.players.operations.field import Body, Field
from hexfront.players.operations.goals import Goal, Goals, read_goals
from hexfront.players.operations.holding import FrontLine, Post, afforded, assign, draw_line, spread
from hexfront.players.operations.reading import (
    Sector,
    Way,
    corridor,
    covered,
    cut_off,
    gaps,
    pockets,
    sectors,
    threats,
    way_through,
)

__all__ = [
    "Body", "Field", "Goal", "Goals", "FrontLine", "Option", "Post", "Raid", "Sector", "Sites", "Way", "afforded", "assign",
    "choose_together", "closing_posts", "corridor", "covered", "cut_off", "draw_line", "gaps", "pockets", "raids", "read_goals",
    "sectors", "shared_out", "spread", "threats", "way_through",
]  # fmt: skip
