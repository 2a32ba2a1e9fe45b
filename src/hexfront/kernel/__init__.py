"""The kernel: an agenda of frames, decisions and chance, violations, events, views, and their codec.

It runs any game: nothing in it knows about hexes or counters. What `view` declares (pieces, boxes, combats to come) are words
for clients, which the kernel hands on unread. Read `frames`, then `engine`, then `game`; the rest is detail.
"""

from hexfront.errors import (
    BadData,
    BadSave,
    HexfrontError,
    IllegalAction,
    IllegalOutcome,
    UnknownName,
    WrongSeat,
)
from hexfront.kernel.bounds import check_pack, check_position
from hexfront.kernel.chance import Cup, Dice, Die, Distribution, Outcome, SeededSource, Source, Weighted
from hexfront.kernel.codec import Codec
from hexfront.kernel.engine import (
    apply,
    deciders,
    decision_of,
    legal,
    outcomes,
    pending,
    refusals,
    resolve,
    roll,
    settle,
    why_not,
)
from hexfront.kernel.events import Battle, Event, Line, Revealed, Told
from hexfront.kernel.frames import (
    CONTROL,
    OBSERVER,
    Action,
    Agenda,
    Auto,
    Chance,
    Decision,
    Frame,
    Seat,
    Violation,
    Walk,
)
from hexfront.kernel.game import Choice, Fortune, Game, Scenario, SeatInfo
from hexfront.kernel.rules import Case, RuleBook
from hexfront.kernel.seating import Seating
from hexfront.kernel.state import Result, Setup, State, World, with_item, with_more, without
from hexfront.kernel.view import (
    Box,
    Briefing,
    Cause,
    Commander,
    Face,
    Forecast,
    Form,
    FormField,
    Handout,
    Marker,
    Option,
    Overlay,
    Phase,
    Piece,
    Prompt,
    Side,
    Stock,
    Track,
    TurnSpace,
    View,
    Ware,
    Working,
    steps_lost,
)

__all__ = [
    "CONTROL", "OBSERVER", "Action", "Agenda", "Auto", "BadData", "BadSave", "Battle", "Box", "Briefing", "Case", "Cause",
    "Chance", "Choice", "Codec", "Commander", "Cup", "Decision", "Dice", "Die", "Distribution", "Event", "Face", "Forecast", "Form", "FormField", "Fortune", "Frame", "Game",
    "Handout", "HexfrontError", "IllegalAction", "IllegalOutcome", "Line", "Marker", "Option", "Outcome", "Overlay", "Phase",
    "Piece", "Prompt", "Result", "Revealed", "RuleBook", "Scenario", "Seat", "SeatInfo", "Seating", "SeededSource", "Setup",
    "Side", "Source", "State", "Stock", "Told", "Track", "TurnSpace", "UnknownName", "View", "Violation", "Walk", "Ware", "Weighted", "Working",
    "World", "WrongSeat", "apply", "check_pack", "check_position", "deciders", "decision_of", "legal", "outcomes", "pending", "refusals", "resolve", "roll",
    "settle", "steps_lost", "why_not", "with_item", "with_more", "without",
]  # fmt: skip
