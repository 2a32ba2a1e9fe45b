"""`hexfront map` describes, measures and draws."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hexfront.cli.commands import map as command
from hexfront.errors import BadData, HexfrontError, UnknownName
from tests.cartography.samples import board_file

FIT = {
    "format": "hexfront-fit/1", "id": "small", "projection": {"kind": "lcc"}, "km": 60.0, "quoted": 2, "rms": 0.403,
    "in_hex_plain": 1, "in_hex": 2, "rivers": {"Dnepr": {}},
    "residuals": [
        {"place": "Kiev", "hex": "0504", "plain_hex": "0504", "residual": 0.1, "in_hex_plain": True, "in_hex": True},
        {"place": "Oslo", "hex": "0101", "plain_hex": "", "residual": 0.56, "in_hex_plain": False, "in_hex": True},
    ],
}  # fmt: skip


@pytest.fixture
def maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of maps: `small`, and a game `pair` with two."""
    from hexfront.hexes import read_board

    names = ["pair_east", "pair_west", "small"]
    for name in names:
        (tmp_path / f"{name}.json").write_bytes(board_file().replace(b'"small"', f'"{name}"'.encode()))
    (tmp_path / "small.fit.json").write_text(json.dumps(FIT))
    monkeypatch.setattr(command, "map_names", lambda: names)
    monkeypatch.setattr(command, "map_file", lambda name: tmp_path / f"{name}.json")
    monkeypatch.setattr(
        command, "load_board", lambda name: read_board((tmp_path / f"{name}.json").read_bytes())
    )
    return tmp_path


def call(*words: str) -> int:
    parser = argparse.ArgumentParser()
    command.add(parser.add_subparsers())
    args = parser.parse_args(["map", *words])
    return command.run(args)


def test_it_describes_a_map(maps: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("small") == 0
    out = capsys.readouterr().out
    assert "80 hexes of 60 km" in out and "forest 10" in out and "places: 5" in out
    assert call("small", "--json") == 0
    assert json.loads(capsys.readouterr().out)["terrain"]["forest"] == 10


def test_it_prints_the_fit(maps: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("small", "--fit") == 0
    out = capsys.readouterr().out
    assert "rms 0.403" in out and "1 of 2 before correction, 2 after" in out
    assert "Oslo" in out and "off" in out and "misses" in out
    assert out.index("Oslo") < out.index("Kiev"), "the worst first"
    assert call("small", "--fit", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["rms"] == 0.403 and "rivers" not in data


def test_it_draws_svg_and_png(maps: Path, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    words = [
        "small",
        "--svg",
        str(svg),
        "--png",
        str(png),
        "--width",
        "200",
        "--theme",
        "screen",
        "--no-numbers",
    ]
    assert call(*words) == 0
    root = ElementTree.fromstring(svg.read_text(encoding="utf-8"))
    shown = ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "0504" not in shown and "Łuck" in shown
    assert "@font-face" in svg.read_text(encoding="utf-8")
    assert int.from_bytes(png.read_bytes()[16:20], "big") == 200


def test_a_game_with_several_maps_gives_several_files(maps: Path, tmp_path: Path) -> None:
    assert command.maps_of("pair") == ["pair_east", "pair_west"]
    assert call("pair", "--svg", str(tmp_path / "p.svg"), "--no-legend") == 0
    assert (tmp_path / "p-pair_east.svg").exists() and (tmp_path / "p-pair_west.svg").exists()


def test_what_is_not_there_is_refused_by_name(maps: Path, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="pair_east, pair_west, small"):
        call("atlantis")
    with pytest.raises(UnknownName, match="no front of '1941'"):
        call("small", "--svg", str(tmp_path / "x.svg"), "--front", "1941")
    with pytest.raises(HexfrontError, match="cannot be written"):
        call("small", "--svg", str(tmp_path / "nowhere" / "x.svg"))
    with pytest.raises(BadData, match="no fit file"):
        call("pair_east", "--fit")
    with pytest.raises(SystemExit):
        call("small", "--png", "x", "--width", "5")
