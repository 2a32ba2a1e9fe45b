"""What wargames share: counters, odds, results tables, supply traces, stacking, data files, the table assistant."""

from hexfront.wargame.calculator import Answer, BadField, Calculator, Field
from hexfront.wargame.counters import Counter, Face, excess
from hexfront.wargame.odds import Rounding, odds_column, odds_value, ratio
from hexfront.wargame.results import Reading, ResultsTable
from hexfront.wargame.supply import network, open_ground, supplied, within, within_points
from hexfront.wargame.tables import (
    KINDS,
    known_only,
    load_data,
    overlay,
    provenances,
    read_pack,
    read_toml,
    whole,
    wholes,
)

__all__ = [
    "KINDS", "Answer", "BadField", "Calculator", "Counter", "Face", "Field", "Reading", "ResultsTable", "Rounding", "excess",
    "known_only", "load_data", "network", "odds_column", "odds_value", "open_ground", "overlay", "provenances", "ratio", "read_pack",
    "read_toml", "supplied", "whole", "wholes", "within", "within_points",
]  # fmt: skip
