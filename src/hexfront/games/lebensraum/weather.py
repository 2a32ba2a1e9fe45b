"""Chapter 8: the weather of each map section."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.kinds import SECTIONS
from hexfront.games.lebensraum.state import State, season
from hexfront.kernel import Agenda, Chance, Die


class WeatherRoll(Chance, frozen=True, tag=True):
    """The weather of one section for this turn. Cases 8.0a, 8.0b, 8.0c."""

    section: int

    def outcomes(self, s: State) -> Die:
        return Die(6)

    def apply(self, s: State, outcome: int) -> Agenda:
        found = s.world.tables.weather[season(s)][self.section][outcome - 1]
        s.weather[self.section] = found
        s.emit(ev.WeatherRolled(self.section, outcome, found))
        return ()

    def title(self, s: State) -> str:
        return f"Weather in the {SECTIONS[self.section]}"


def weather_frames(s: State) -> Agenda:
    """The Weather Determination Segment: a roll for each section. Cases 4.2.1D, 8.0a."""
    return tuple(WeatherRoll(section) for section in range(len(SECTIONS)))
