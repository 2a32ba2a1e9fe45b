"""Hexfront plays, referees and studies strategic board wargames of the Second World War."""

__version__ = "0.1.0"
