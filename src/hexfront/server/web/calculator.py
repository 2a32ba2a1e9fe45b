"""The table assistants over HTTP: what can be said about a combat, and the combat worked out.

Nothing here knows a game: a game declares its fields and does the working (see wargame.calculator).
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Annotated, Any

from msgspec import Meta

from hexfront import games
from hexfront.errors import BadData
from hexfront.kernel import Game, Working
from hexfront.server.web.api import Call
from hexfront.server.web.routes import api
from hexfront.server.wire import replies, requests
from hexfront.server.wire.refusals import missing
from hexfront.wargame import BadField, Calculator, Field

__all__ = ["api", "work_out"]  # the endpoints: those of routes, and these

LIMIT = 8 * 1024
Word = Annotated[str, Meta(max_length=60)]
Number = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Items = Annotated[list[Number | Word], Meta(max_length=60)]
Given = Annotated[dict[Word, bool | Number | Word | Items | None], Meta(max_length=80)]


class Combat(requests.In):
    """A combat as it is described, one field a name; what is left out takes its default."""

    given: Given


class Assistant(replies.Out):
    """A game that has a table assistant, and what it asks."""

    game: str
    title: str
    fields: tuple[Field, ...]


class Fault(replies.Out):
    """What is wrong with one field, or with the whole where no field is named."""

    field: str
    reason: str
    rule: str = ""


class Worked(replies.Out):
    """A combat worked out, or what keeps it from being worked out, field by field."""

    faults: list[Fault]
    title: str = ""
    working: tuple[Working, ...] = ()
    column: str = ""
    rolled: tuple[int, ...] = ()
    result: str = ""
    words: str = ""
    chances: dict[str, float] = {}
    extra: dict[str, Any] = {}


@lru_cache(maxsize=64)
def calculator(game: Game[Any]) -> Calculator | None:
    """A game's table assistant, made once."""
    found = game.calculator()
    return found if isinstance(found, Calculator) else None


def assistant(game: Game[Any]) -> Assistant | None:
    found = calculator(game)
    return Assistant(game=game.id, title=game.title, fields=found.fields) if found else None


def work_out(found: Calculator, given: dict[str, Any]) -> Worked:
    """The answer; or every field that is wrong, or the rule that forbids the whole."""
    faults = [Fault(field=e.field, reason=str(e), rule=e.rule) for e in found.faults(given)]
    if faults:
        return Worked(faults=faults)
    try:
        answer = found.resolve(given)
    except BadField as e:
        return Worked(faults=[Fault(field=e.field, reason=str(e), rule=e.rule)])
    except BadData as e:
        return Worked(faults=[Fault(field="", reason=str(e))])
    return Worked(
        faults=[], title=answer.title, working=answer.working, column=answer.column, rolled=answer.rolled,
        result=answer.result, words=answer.words, chances=answer.chances, extra=answer.extra,
    )  # fmt: skip


def resolve(package: str, given: dict[str, Any]) -> Worked:
    """The same, for a game given by where it is found."""
    found = calculator(games.get(package))
    assert found is not None
    return work_out(found, given)


def _calculator(call: Call) -> Calculator:
    found = calculator(call.club.catalogue.game(call.path("game")))
    if found is None:
        raise missing("table assistant")
    return found


@api("GET", "/api/assistants", reply=list[Assistant])
async def list_assistants(call: Call) -> list[Assistant]:
    """The games that have a table assistant, and what each asks."""
    offered = [call.club.catalogue.game(each.id) for each in call.club.catalogue.infos()]
    found = await call.club.aside.here.run(call.network, lambda: [assistant(game) for game in offered])
    return [each for each in found if each is not None]


@api("POST", "/api/games/{game}/resolve", body=Combat, reply=Worked, limit=LIMIT, rate="think")
async def resolve_combat(call: Call) -> Worked:
    """Work out a combat with every step and its case."""
    body: Combat = call.body
    game = call.club.catalogue.game(call.path("game"))
    _calculator(call)
    return await call.club.aside.question(call.network, partial(resolve, game.package, dict(body.given)))
