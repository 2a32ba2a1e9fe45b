"""The lab: many games, studied."""

from hexfront.lab.playout import Playout, playout

__all__ = ["Playout", "playout"]
