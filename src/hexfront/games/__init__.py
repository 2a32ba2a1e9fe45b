"""The games that can be played: their names without importing them, and each of them when it is asked for."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hexfront.kernel import Game, UnknownName

_HERE = Path(__file__).parent
_EXAMPLES = _HERE.parent / "examples"


def _packages(folder: Path) -> list[str]:
    """Packages that have a game; one without is still being written, and nobody is offered it."""
    found = (p for p in folder.glob("*/__init__.py") if not p.parent.name.startswith("_"))
    return sorted(p.parent.name for p in found if "GAME" in p.read_text(encoding="utf-8"))


def _modules() -> dict[str, str]:
    found = {name: f"hexfront.games.{name}" for name in _packages(_HERE)}
    examples = [*_packages(_EXAMPLES), *sorted(p.stem for p in _EXAMPLES.glob("[!_]*.py"))]
    return found | {name: f"hexfront.examples.{name}" for name in examples}


def names() -> list[str]:
    """The games at hand, rulebooks first, examples last."""
    return list(_modules())


def module_of(name: str) -> str:
    """The module of a game: one of ours by its name, or one of your own by its dotted name. Not imported."""
    module = _modules().get(name, name if "." in name else "")
    if not module:
        raise UnknownName(f"There is no game {name!r}; there are {', '.join(names()) or 'none yet'}.")
    return module


def get(name: str) -> Game[Any]:
    """A game by its name, or by the dotted name of a module of your own that has a `GAME`, or of a package that has it in its module
    `game`: a package that does not show it yet is not on offer, but a process that thinks for a computer finds it by its name."""
    module = module_of(name)
    try:
        found = import_module(module)
    except ModuleNotFoundError as e:
        if e.name is None or not f"{module}.".startswith(f"{e.name}."):
            raise
        raise UnknownName(
            f"There is no game {name!r}; there are {', '.join(names()) or 'none yet'}."
        ) from None
    game = getattr(found, "GAME", None)
    if game is None and hasattr(found, "__path__") and find_spec(f"{module}.game"):
        game = getattr(import_module(f"{module}.game"), "GAME", None)
    if not isinstance(game, Game):
        raise UnknownName(f"The module {module} has no GAME.")
    return game


__all__ = ["get", "module_of", "names"]
