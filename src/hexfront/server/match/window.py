"""What one viewer is shown, and how it differs from what they were shown before."""

from __future__ import annotations

import time
from typing import Any, Protocol

import msgspec
from msgspec import UNSET

from hexfront.kernel import OBSERVER, Overlay, Piece, View
from hexfront.server.match.clocks import Clocks
from hexfront.server.match.record import Record
from hexfront.server.store import queries
from hexfront.server.wire import replies

_COMPARED = (
    "deciders",
    "legal",
    "prompt",
    "forecast",
    "can",
    "handover",
    "clocks",
    "draw",
    "result",
    "status",
    "of",
)
_VIEW_FIELDS = tuple(name for name in View.__struct_fields__ if name != "pieces")


class Shows(Protocol):
    """What a window needs to know of a live match beside its record."""

    row: queries.MatchRow
    broken: str
    clocks: Clocks
    seat_names: dict[str, str]
    thinking: replies.Progress | None

    @property
    def can_draw(self) -> bool:
        """Whether there are two to agree to a draw."""

    def presence(self) -> dict[str, bool]:
        """Which seats have someone at them."""

    def watching(self) -> int:
        """How many look on."""


class Shown(msgspec.Struct):
    """The contents of a state message, except what depends on the socket."""

    version: int
    view: View
    overlays: tuple[Overlay, ...]
    deciders: tuple[str, ...]
    legal: list[replies.Legal]
    prompt: Any
    forecast: Any
    can: replies.Can
    handover: replies.Handover | None
    clocks: dict[str, replies.ClockState]
    draw: list[str]
    result: Any
    status: str
    of: int


def show(live: Shows, record: Record, viewer: str, overlays: tuple[Overlay, ...] | None = None) -> Shown:
    """All that a viewer may know now. Given overlays are taken as they are."""
    match, game = record.match, record.game
    seated = viewer in match.seats and not record.is_over and not live.broken
    legal = record.options(viewer) if seated else []
    return Shown(
        version=record.seen[viewer].version,
        view=record.view(viewer),
        overlays=record.overlays(viewer) if overlays is None else overlays,
        deciders=() if live.broken else record.deciders,
        legal=[replies.Legal(id=n, do=action, option=option) for n, (action, option) in enumerate(legal)],
        prompt=record.prompt(viewer) if seated else None,
        forecast=game.forecast(match.state, viewer) if seated else None,
        can=replies.Can(
            undo=seated and record.can_undo(viewer),
            redo=seated and record.can_redo(viewer),
            resign=seated,
            draw=seated and live.can_draw,
        ),
        handover=handover(live, record, viewer),
        clocks=live.clocks.states(time.time()),
        draw=list(record.draw),
        result=record.result,
        status="broken" if live.broken else live.row.status,
        of=len(record.seen[viewer].steps),
    )


def handover(live: Shows, record: Record, viewer: str) -> replies.Handover | None:
    """Another seat of the same person that has to decide, when this one has not."""
    if viewer == OBSERVER or viewer in record.deciders or live.broken:
        return None
    here = live.row.seat(viewer)
    if here is None or here.person is None:
        return None
    for seat in record.deciders:
        other = live.row.seat(seat)
        if other is not None and other.person == here.person:
            return replies.Handover(
                seat=seat, name=live.seat_names.get(seat, seat), screen=record.game.has_secrets
            )
    return None


def pieces_diff(old: tuple[Piece, ...], new: tuple[Piece, ...]) -> replies.PieceDiff | None:
    """Pieces that are new or have changed, and ids of those that are gone; None if nothing has changed."""
    if old == new:
        return None
    before = {piece.id: piece for piece in old}
    changed = [piece for piece in new if before.get(piece.id) != piece]
    here = {piece.id for piece in new}
    return replies.PieceDiff(set=changed, gone=[name for name in before if name not in here])


def overlays_diff(old: tuple[Overlay, ...], new: tuple[Overlay, ...]) -> replies.OverlaySet | None:
    if old == new:
        return None
    before = {overlay.id: overlay for overlay in old}
    here = {overlay.id for overlay in new}
    changed = [overlay for overlay in new if before.get(overlay.id) != overlay]
    return replies.OverlaySet(set=changed, gone=[name for name in before if name not in here])


def difference(old: Shown, new: Shown, lines: list[replies.LogLine], cut: int | None) -> replies.Change:
    """A change message from one showing to the next, without the overlays."""
    change = replies.Change(from_=old.version, version=new.version)
    view: dict[str, Any] = {
        name: getattr(new.view, name)
        for name in _VIEW_FIELDS
        if getattr(new.view, name) != getattr(old.view, name)
    }
    pieces = pieces_diff(old.view.pieces, new.view.pieces)
    if pieces is not None:
        view["pieces"] = pieces
    if view:
        change.view = view
    for name in _COMPARED:
        value = getattr(new, name)
        if value != getattr(old, name):
            setattr(change, name, value)
    if lines:
        change.lines = lines
    change.cut = UNSET if cut is None else cut
    return change


def whole(
    live: Shows, shown: Shown, viewer: str, lines: list[replies.LogLine], cut: int, step: int | None = None
) -> replies.State:
    """A state message."""
    return replies.State(
        seat=viewer,
        version=shown.version,
        of=shown.of,
        view=shown.view,
        overlays=shown.overlays,
        deciders=shown.deciders,
        legal=shown.legal,
        prompt=shown.prompt,
        forecast=shown.forecast,
        lines=lines,
        cut=cut,
        can=shown.can,
        handover=shown.handover,
        clocks=shown.clocks,
        presence=live.presence(),
        watching=live.watching(),
        thinking=live.thinking,
        draw=shown.draw,
        result=shown.result,
        status=shown.status,
        step=step,
    )


class Window:
    """The showing that all sockets of one viewer share.

    Overlays cost more than all the rest and are looked at only now and then: after an action they follow a moment later, in a
    change of their own, for those who look at them.
    """

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        self.shown: Shown | None = None
        self.behind = False  # whether the overlays are still those of an earlier version

    def current(self, live: Shows, record: Record) -> Shown:
        """What is shown now; built anew only when the version has changed."""
        old = self.shown
        if old is None or old.version != record.seen[self.viewer].version:
            self.behind = old is not None
            self.shown = show(live, record, self.viewer, old.overlays if old is not None else None)
        assert self.shown is not None
        return self.shown

    def fresh(self, live: Shows, record: Record) -> Shown:
        """What is shown now, its overlays up to date."""
        shown = self.current(live, record)
        if self.behind:
            self.behind = False
            shown = self.shown = msgspec.structs.replace(shown, overlays=record.overlays(self.viewer))
        return shown
