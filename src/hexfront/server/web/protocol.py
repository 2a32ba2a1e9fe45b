"""The lowest layer: bytes of sockets and requests, read at a pace that leaves time for everybody.

A network card delivers a quarter of a megabyte at once. As frames of six bytes that would be a second's work before anyone
else is served. So a little is read at a time, those who send least come first, and anyone who sends faster than a client does
is read more slowly. A request whose head does not arrive, or arrives a letter a minute, is dropped.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import time
from collections import Counter, deque
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from hexfront.server.people.limits import network

SLICE = 512  # bytes of a socket at a time: at most 85 frames
RATE, BURST = 60.0, 120.0  # frames a second, and at once
PIECES = 100  # of one message
TURN = 0.004  # seconds for those who send much, before others are served
FULL = 128 * 1024  # bytes waiting, until no more are taken from the network
HEAD = 10.0  # seconds for the head of a request, and for the first of a connection
HEAD_BYTES = 64 * 1024  # no browser sends more
STALL = 30.0  # seconds in which something of an answer has to be read by whoever asked for it
LINES = 500  # connections of one network at a time


class Pace:
    """Makes those who send much take turns."""

    def __init__(self) -> None:
        self._waiting: deque[CalmSocket] = deque()
        self._going = False

    def wait(self, socket: CalmSocket) -> None:
        self._waiting.append(socket)
        self._go(socket.loop)

    def _go(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._waiting and not self._going:
            self._going = True
            loop.call_soon(self._turn, loop)

    def _turn(self, loop: asyncio.AbstractEventLoop) -> None:
        self._going = False
        until = time.perf_counter() + TURN
        while self._waiting and time.perf_counter() < until:
            self._waiting.popleft().take_slice()
        self._go(loop)


_paces: WeakKeyDictionary[asyncio.AbstractEventLoop, Pace] = WeakKeyDictionary()  # one for each server


class CalmSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is read no faster than a client sends."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._pace = _paces.setdefault(self.loop, Pace())
        self._rest = bytearray()
        self._left, self._at = BURST, self.loop.time()
        self._counted = 0
        self._held = False

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        if not self._rest and not self._held and len(data) <= SLICE and self._refill() > BURST / 2:
            self._feed(data)
            return
        self._rest += data
        if len(self._rest) > FULL:
            self.transport.pause_reading()
        if not self._held:
            self._held = True
            self._pace.wait(self)

    def _refill(self) -> float:
        now = self.loop.time()
        self._left = min(BURST, self._left + (now - self._at) * RATE)
        self._at = now
        return self._left

    def _feed(self, data: bytes) -> None:
        self._counted = 0
        super().data_received(data)
        self._left -= self._counted

    def take_slice(self) -> None:
        """Read a little of what is waiting; the rest when the pace allows."""
        if self.transport.is_closing():
            self._rest.clear()
        if not self._rest:
            self._held = False
            return
        part = bytes(self._rest[:SLICE])
        del self._rest[:SLICE]
        self._feed(part)
        left = self._refill()
        if left < 0:
            self.loop.call_later(-left / RATE, self._pace.wait, self)
        else:
            self._pace.wait(self)
        if not self._rest and not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def handle_cont(self, event: Frame) -> None:
        """A further piece of a message. Pieces are kept until the last has come, and empty ones count for no bytes: so there is a limit."""
        if len(self.frames) < PIECES:
            super().handle_cont(event)
        else:
            self.frames = []
            self.transport.abort()

    def handle_events(self) -> None:
        """As the parent does; each frame counts, a ping of the protocol as well."""
        self._counted += len(self.conn.events)
        super().handle_events()


_lines: WeakKeyDictionary[asyncio.AbstractEventLoop, Counter[str]] = (
    WeakKeyDictionary()
)  # open ones, by network


class PatientHttp(HttpToolsProtocol):
    """HTTP that does not wait forever for the head of a request, and does not accept an endless one."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._head: asyncio.TimerHandle | None = None
        self._head_bytes = 0
        self._stall: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._head is not None:  # still the head
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES and not self.transport.is_closing():
                self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait_for_head()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._flows()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Answers that nobody reads stay in memory: a client that reads nothing for long is disconnected."""
        super().pause_writing()
        self._flows()
        self._stall = self.loop.call_later(STALL, self._look, self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        self._flows()
        super().resume_writing()

    def _flows(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None

    def _look(self, before: int) -> None:
        left = self.transport.get_write_buffer_size()
        if left >= before:
            self._stall = None
            # At once, and without what is still in the kernel: it would wait there for a reader as well.
            line = self.transport.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.transport.abort()
        else:
            self._stall = self.loop.call_later(STALL, self._look, left)

    def _wait_for_head(self) -> None:
        if self._head is None:
            self._head = self.loop.call_later(HEAD, self._too_late)

    def _stop_waiting(self) -> None:
        self._head_bytes = 0
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _too_late(self) -> None:
        self._head = None
        if not self.transport.is_closing():
            self.transport.close()


class CountedHttp(PatientHttp):
    """The same where callers come directly and not through a proxy: each network has only so many connections at a time, so that it
    cannot take them all. Sockets are counted elsewhere."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._mine = network(self.client[0] if self.client else "")
        self._others = _lines.setdefault(self.loop, Counter())
        self._others[self._mine] += 1
        if self._others[self._mine] > LINES:
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()

    def _leave(self) -> None:
        if self._mine:
            self._others[self._mine] -= 1
            if not self._others[self._mine]:
                del self._others[self._mine]
            self._mine = ""
