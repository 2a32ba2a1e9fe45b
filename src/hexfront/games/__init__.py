"""The games that can be played: their names without importing them, and each of them when it is asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from hexfront.kernel import Game, UnknownName

_HERE = Path(__file__).parent
_EXAMPLES = _HERE.parent / "examples"


def _packages(folder: Path) -> list[str]:
    return sorted(p.parent.name for p in folder.glob("*/__init__.py") if not p.parent.name.startswith("_"))


def _modules() -> dict[str, str]:
    found = {name: f"hexfront.games.{name}" for name in _packages(_HERE)}
    examples = [*_packages(_EXAMPLES), *sorted(p.stem for p in _EXAMPLES.glob("[!_]*.py"))]
    return found | {name: f"hexfront.examples.{name}" for name in examples}


def names() -> list[str]:
    """The games at hand, rulebooks first, examples last."""
    return list(_modules())


def get(name: str) -> Game[Any]:
    """A game by its name, or by the dotted name of a module of your own that has a `GAME`."""
    module = _modules().get(name)
    if module is None and "." in name:
        module = name
    try:
        if module is not None:
            game = import_module(module).GAME
            assert isinstance(game, Game)
            return game
    except ModuleNotFoundError as e:
        if e.name is None or not (module == e.name or f"{module}.".startswith(f"{e.name}.")):
            raise
    except AttributeError as e:
        raise UnknownName(f"The module {module} has no GAME.") from e
    raise UnknownName(f"There is no game {name!r}; there are {', '.join(names()) or 'none yet'}.")


__all__ = ["get", "names"]
