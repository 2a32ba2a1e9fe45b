"""Whose ground a country is."""

from hexfront import games
from hexfront.kernel import Side
from hexfront.match import Match
from hexfront.wargame import held_by_nobody, held_whole


def test_a_country_is_held_whole_or_by_nobody_or_contested() -> None:
    countries = {"west": 0b0011, "east": 0b1100, "nowhere": 0}
    assert held_whole(countries, 0b0111) == ("west",)
    assert held_whole(countries, 0b1111) == ("west", "east")
    assert held_by_nobody(countries, 0b0001, 0) == ("east",)
    assert held_by_nobody(countries, 0b0001, 0b0100) == ()


def _lands(game: str, scenario: str) -> tuple[dict[str, Side], tuple[str, ...], frozenset[str]]:
    table = games.get(game)
    match = Match.new(table, scenario, b"7" * 32)
    view = table.view(match.state, match.seats[0])
    return {side.id: side for side in view.sides}, view.neutral, frozenset(match.state.world.board.regions)


def test_each_game_says_whose_its_countries_are() -> None:
    for game, scenario in (
        ("turns_east", "barbarossa"),
        ("motherland", "campaign"),
        ("lebensraum", "invasion"),
        ("leaders_in_flames", "barbarossa"),
    ):
        sides, neutral, regions = _lands(game, scenario)
        homes = [name for side in sides.values() for name in side.home]
        assert {*homes, *neutral} <= regions, game
        assert "germany" in sides["axis"].home, game
        assert not set(homes) & set(neutral), game
    sides, neutral, _ = _lands("turns_east", "minsk")
    assert "hungary" in sides["axis"].home  # no Soviet unit may ever enter it: case 13.1.1
    assert _lands("motherland", "campaign")[1] == ("turkey",)
