"""Taking a rule out of a running program, in memory: nothing is written to disk.

Inside a function the code of the function is exchanged, which costs a millisecond. What runs while a module
is imported, or while a world is built, needs the module imported anew from the changed tree.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from hexfront.testing.prove.figures import changed
from hexfront.testing.prove.sites import Site, mutated


def compiled(site: Site) -> CodeType:
    """The module's code with the rule taken out."""
    text = Path(site.path).read_text(encoding="utf-8")
    return compile(mutated(text, site), site.path, "exec", dont_inherit=True)


def live_function(module: ModuleType, name: str) -> FunctionType | None:
    """The function of a qualified name in an imported module, out of whatever wraps it."""
    found: Any = module
    for part in name.split("."):
        found = vars(found).get(part)
        if found is None:
            return None
    if isinstance(found, staticmethod | classmethod):
        found = found.__func__
    elif isinstance(found, property):
        found = found.fget
    elif isinstance(found, functools.cached_property):
        found = found.func
    if hasattr(found, "cache_clear"):
        found.cache_clear()
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    return found if isinstance(found, FunctionType) else None


def exchange(site: Site) -> bool:
    """Exchange the code of the site's function in the running program; False if that cannot be done."""
    module = sys.modules.get(site.module)
    function = live_function(module, site.function) if module is not None and site.function else None
    if function is None:
        return False
    code = _inner(compiled(site), function.__code__)
    if code is None or len(code.co_freevars) != len(function.__code__.co_freevars):
        return False
    function.__code__ = code
    return True


def exchange_data(site: Site) -> None:
    """From now on let this process read a data file with its figure changed."""
    here, read = Path(site.path), Path.read_text

    def read_text(self: Path, *args: Any, **kwargs: Any) -> str:
        text = read(self, *args, **kwargs)
        return changed(text, site) if self == here else text

    Path.read_text = read_text  # type: ignore[method-assign]


def _inner(code: CodeType, like: CodeType) -> CodeType | None:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if const.co_qualname == like.co_qualname and const.co_firstlineno == like.co_firstlineno:
                return const
            deeper = _inner(const, like)
            if deeper is not None:
                return deeper
    return None


class _Loader(SourceFileLoader):
    def __init__(self, site: Site) -> None:
        super().__init__(site.module, site.path)
        self._code = compiled(site)

    def get_code(self, fullname: str) -> CodeType:
        return self._code


class Finder(MetaPathFinder):
    """Imports one module from a changed tree, and leaves all others to the usual importers."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._site.module:
            return None
        here = Path(self._site.path)
        inside = [str(here.parent)] if here.name == "__init__.py" else None
        return spec_from_file_location(
            fullname, here, loader=_Loader(self._site), submodule_search_locations=inside
        )
