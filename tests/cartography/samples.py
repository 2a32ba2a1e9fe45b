"""The map file of a small board with one of everything."""

from __future__ import annotations

import json

ROWS = [
    "~~~..ffff.",
    "~~...ff.mm",
    "~..ss..mMM",
    ".fss..rrmM",
    ".ff....rr.",
    "..f..tt...",
    "~....tdd..",
    "~~~..ddjjL",
]
LEGEND = {
    ".": "clear",
    "f": "forest",
    "~": "sea",
    "s": "swamp",
    "m": "mountain",
    "M": "high_mountain",
    "r": "rough",
    "t": "steppe",
    "d": "desert",
    "j": "jungle",
    "L": "lake",
    " ": "off",
}


def board_file(orientation: str = "flat") -> bytes:
    """The map file of the small board."""
    return json.dumps(
        {
            "format": "hexfront-map/1",
            "id": "small",
            "title": "A small land",
            "provenance": "reconstruction",
            "grid": {"orientation": orientation, "columns": 10, "rows": 8, "shifted": "even", "km": 60.0},
            "terrain": {"legend": LEGEND, "rows": ROWS},
            "features": {
                "city": ["0504"],
                "fort": ["0504"],
                "port": ["0302"],
                "oil": ["0903"],
                "secret": ["0101"],
            },
            "sides": {
                "river": [["0504", "0505"]],
                "major_river": [["0504", "0604"]],
                "closed": [["0606", "0607"]],
            },
            "links": {"rail": [["0504", "0604"], ["0504", "0404"]], "ferry": [["0201", "0202"]]},
            "regions": {"north": ["0401", "0501"]},
            "places": [
                {"name": "Kiev & Co", "hex": "0504", "size": 5},
                {"name": "Łuck", "hex": "0604", "size": 4},
                {"name": "Brünn", "hex": "0404", "size": 3},
                {"name": "Kovel", "hex": "0406", "size": 2},
                {"name": "Hof", "hex": "0407", "size": 1},
            ],
        }
    ).encode()
