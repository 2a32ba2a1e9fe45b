"""The WebSocket of a client: one for each open match."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from hexfront.kernel import OBSERVER, HexfrontError, Overlay
from hexfront.server.club.club import Club
from hexfront.server.lobby.talk import say
from hexfront.server.match import questions
from hexfront.server.match.live import Live
from hexfront.server.people.accounts import digest
from hexfront.server.people.limits import counted, network
from hexfront.server.store.database import FAULTS
from hexfront.server.web.api import caller_address, check_host, check_origin, cookie_name, words
from hexfront.server.wire import replies, requests
from hexfront.server.wire.refusals import Refusal, forbidden, unavailable

log = logging.getLogger("hexfront.server")
_decode = msgspec.json.Decoder(requests.AnyFrame).decode
_named = msgspec.json.Decoder(requests.Named).decode
BAD_FRAMES = 10
QUEUE = 512
QUEUE_BYTES = 8 * 1024 * 1024
SOCKETS_AN_ADDRESS = 200
SHORT = 200  # bytes of a frame that costs nothing to read
HELLO = 30.0  # seconds until a socket has to say who it is for


class Client:
    """One socket: who it is, what it shows, and a queue of what is still to be sent."""

    def __init__(
        self, socket: WebSocket, person: replies.Person | None, caller: str, session: str = ""
    ) -> None:
        self.person = person
        self.person_id = person.id if person else None
        self.caller = caller
        self.session = session  # the hash of the cookie it came with
        self.viewer = ""
        self.version = 0
        self.whole = False
        self.looks = True  # whether overlays are looked at; else they are worked out when they are
        self.overlays: tuple[Overlay, ...] = ()  # those it was last sent
        self.sent = 0  # bytes, in all
        self._socket = socket
        self._queue: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._bytes = 0  # in the queue
        self._closed = False

    def send(self, message: Any) -> None:
        self.send_raw(msgspec.json.encode(message))

    def send_raw(self, raw: bytes) -> None:
        """Queue a message; a client that does not read is disconnected and can come back."""
        if self._closed:
            return
        if self._queue.qsize() >= QUEUE or (self._bytes + len(raw) > QUEUE_BYTES and self._queue.qsize()):
            self._closed = True
            while not self._queue.empty():
                self._queue.get_nowait()
            self._queue.put_nowait(1013)
            return
        self._bytes += len(raw)
        self.sent += len(raw)
        self._queue.put_nowait(raw)

    def close(self, code: int) -> None:
        if not self._closed:
            self._closed = True
            self._queue.put_nowait(code)

    async def write(self) -> None:
        """Send what is queued until the socket closes."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                item = await self._queue.get()
                if isinstance(item, int):
                    await self._socket.close(item)
                    return
                self._bytes -= len(item)
                await self._socket.send({"type": "websocket.send", "text": item.decode()})


async def serve_socket(club: Club, socket: WebSocket) -> None:
    """Everything from the handshake to the close."""
    caller = caller_address(club, socket)
    try:
        check_host(club, socket)
        check_origin(club, socket, required=True)
        club.limits.take("socket", caller)
        if club.config.rate and club.sockets[network(caller)] >= SOCKETS_AN_ADDRESS:
            raise Refusal(429, "slow_down", "Too many open matches from this address.")
        if club.closing:
            raise Refusal(503, "closing", "The server is restarting.")
        token = socket.cookies.get(cookie_name(club), "")
        await club.door.enter(caller)
        person, live = await club.door.timed(caller, _admit(club, socket, caller, token))
    except (Refusal, Exception) as fault:
        if not isinstance(fault, (Refusal, *FAULTS)):
            raise
        e = fault if isinstance(fault, Refusal) else unavailable()
        club.metrics.count("sockets_refused", e.code)
        log.info("refused a socket from %s: %s", caller, e.code)
        await _pace(club, caller)
        # An accepted and closed socket tells the client why; a refused handshake tells a browser nothing.
        await socket.accept()
        await socket.send_text(msgspec.json.encode(replies.Error(code=e.code, reason=e.reason)).decode())
        await socket.close({404: 4404, 403: 4403, 429: 1013, 503: 1012}.get(e.status, 1008))
        return
    await socket.accept()
    client = Client(socket, person, caller, digest(token))
    writer = asyncio.create_task(client.write())
    try:
        with counted(club.sockets, network(caller)):
            await _read(club, live, client, socket)
    except WebSocketDisconnect:
        pass
    finally:
        here = client in live.clients
        live.clients.discard(client)
        live.used = time.monotonic()
        if here and not club.closing:
            with contextlib.suppress(*FAULTS):
                await club.came_or_went(live)
        if not writer.done():
            client.close(1000)
            with contextlib.suppress(asyncio.TimeoutError, asyncio.CancelledError):
                await asyncio.wait_for(writer, 2)
        if socket.application_state == WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError):
                await socket.close()


async def _admit(
    club: Club, socket: WebSocket, caller: str, token: str
) -> tuple[replies.Person | None, Live]:
    """Who opens a socket, and the match it is for, if it is theirs to see."""
    person = await club.people.of_session(token)
    if person is None and club.is_local(caller, socket.headers.get("host", "")):
        person = (await club.people.local())[0]
    live = await club.live(str(socket.path_params["id"]))
    await club.begin_if_full(live)
    live.viewer_for(person.id if person else None, "")
    return person, live


async def _pace(club: Club, caller: str) -> None:
    """Whoever goes on asking after a refusal waits for the next; not with more sockets than an address may have."""
    who = network(caller)
    if club.sockets[who] < SOCKETS_AN_ADDRESS:
        with counted(club.sockets, who):
            await club.limits.pace("refused", caller)


async def _read(club: Club, live: Live, client: Client, socket: WebSocket) -> None:
    wrong = 0
    while True:
        try:
            async with asyncio.timeout(None if client.viewer else HELLO):
                message = await socket.receive()
        except TimeoutError:
            client.close(1008)
            return
        if message["type"] == "websocket.disconnect":
            if message.get("code") == 1009:
                log.info("refused a frame of match %s from %s: too_large", live.id, client.caller)
                club.metrics.count("frames_refused", "too_large")
            return
        began, ref, frame = time.perf_counter(), "", None
        try:
            club.limits.take("frame", f"{client.caller}/{id(client)}")
            club.limits.take("frames", client.caller)
            if len(message.get("text") or "") <= SHORT:
                frame = _parse(message)
            if isinstance(frame, requests.Ping) and club.limits.spare("ping", client.caller):
                await asyncio.sleep(
                    0
                )  # a ping takes less time than a place in the queue, but two hundred do not
            else:
                await club.door.enter(client.caller)
                began = time.perf_counter()
            frame = frame or _parse(message)
            ref = getattr(frame, "ref", "")
            await club.door.timed(client.caller, _handle(club, live, client, frame))
            wrong = 0
        except Refusal as e:
            club.metrics.count("frames_refused", e.code)
            log.info("refused a frame of match %s from %s: %s", live.id, client.caller, e.code)
            client.send(replies.Error(code=e.code, reason=e.reason, ref=ref or _ref_of(message)))
            if e.code == "slow_down":
                # Nothing more is read from it until then, and little from whoever has many such. Timers end up to a
                # millisecond early.
                await asyncio.sleep(min(e.wait + 0.002, 2.0))
                await club.limits.pace("refused", client.caller)
            wrong += e.code == "bad_request"
            if wrong >= BAD_FRAMES:
                log.info("a socket of match %s is closed after %d bad frames", live.id, wrong)
                client.close(1008)
                return
        except HexfrontError as e:
            client.send(replies.Error(code="bad_request", reason=str(e), ref=ref))
        except FAULTS as e:
            club.metrics.count("database_faults")
            log.warning("the database failed in a frame of match %s: %s", live.id, type(e).__name__)
            why = unavailable()
            client.send(replies.Error(code=why.code, reason=why.reason, ref=ref))
        except Exception:
            log.exception("fault in a frame of match %s", live.id)
            client.send(replies.Error(code="fault", reason="Something went wrong on the server.", ref=ref))
        live.used = time.monotonic()
        club.metrics.frame_time.observe(time.perf_counter() - began)


def _parse(message: Any) -> Any:
    text = message.get("text")
    if text is None:
        raise Refusal(400, "bad_request", "Frames are JSON text.")
    if len(text) > requests.FRAME_LIMIT:
        raise Refusal(400, "bad_request", f"A frame has at most {requests.FRAME_LIMIT} bytes.")
    if "\\u0000" in text:
        raise Refusal(400, "bad_request", "A frame has no zero characters.")
    try:
        return _decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as e:
        raise Refusal(400, "bad_request", f"This frame is not what it should be: {words(e)}.") from None


def _ref_of(message: Any) -> str:
    """What a frame that was not read calls itself, so that its sender knows which was refused."""
    try:
        return _named(message.get("text") or "").ref
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""


async def _show(
    club: Club, live: Live, client: Client, frame: requests.Hello | requests.Sit | requests.Sync
) -> None:
    """Send all that a client may know: up to megabytes for a long match, so there is a limit for each address."""
    await club.limits.settled("states", client.caller)
    before = client.sent
    match frame:
        case requests.Hello():
            client.whole, client.looks = frame.whole, frame.overlays
            await _sit(club, live, client, frame.seat, frame.since)
        case requests.Sit():
            await _sit(club, live, client, frame.seat, 0)
        case requests.Sync():
            async with live.lock:
                live.send_state(client, 0)
    club.limits.charge("states", client.caller, (client.sent - before) / 1000)


async def _handle(club: Club, live: Live, client: Client, frame: Any) -> None:
    match frame:
        case requests.Hello():
            await _show(club, live, client, frame)
        case requests.Ping():
            client.send(replies.Pong(ref=frame.ref))
        case _ if not client.viewer:
            raise Refusal(400, "bad_request", "Say hello first.")
        case requests.Sit() | requests.Sync():
            await _show(club, live, client, frame)
        case requests.LookOver():
            async with live.lock:
                client.looks = frame.overlays
                if client.looks:
                    live.freshen(client.viewer)
        case requests.Act() | requests.Play() | requests.Undo() | requests.Redo():
            await _act(live, client, frame)
            if isinstance(frame, requests.Play):  # each of them is a row
                club.limits.charge("frames", client.caller, len(frame.plan) - 1)
        case requests.Asking():
            await _ask(club, live, client, frame)
        case requests.Cancel():
            if not live.row.seats_of(client.person_id):
                raise forbidden("You do not play in this match.")
            club.computers.cancel(live.id)
            await club.bus.tell(club.bus.news("cancel", live.id))
        case requests.Chat():
            await say(club, live, client.person, frame.text, client.caller)


async def _sit(club: Club, live: Live, client: Client, seat: str, since: int) -> None:
    async with live.lock:
        await live.catch_up()
        viewer = live.viewer_for(client.person_id, seat)
        new = client not in live.clients
        changed = viewer != client.viewer
        client.viewer = viewer
        live.send_state(client, since)
        live.clients.add(client)
    if new or changed:
        if viewer in live.controls and client.person is not None:
            await club.note_look(live, client.person)
        await club.came_or_went(live)


async def _act(
    live: Live, client: Client, frame: requests.Act | requests.Play | requests.Undo | requests.Redo
) -> None:
    seat, left = client.viewer, 0
    try:
        live.check_seat(client.person_id, seat)
        if isinstance(frame, requests.Act):
            live.check_part(client.person_id, seat, frame.do)
            await live.act(seat, frame.version, frame.do)
        elif isinstance(frame, requests.Play):
            for do in frame.plan:
                live.check_part(client.person_id, seat, do)
            rows, refused = await live.play(seat, frame.version, frame.plan)
            if refused is not None:
                raise refused
            left = len(frame.plan) - len(rows)
        elif isinstance(frame, requests.Undo):
            await live.undo(seat, frame.version)
        else:
            await live.redo(seat, frame.version)
    except Refusal as e:
        live.house.metrics.count("actions_refused", e.code)
        log.info("refused an action of %s in match %s from %s: %s", seat, live.id, client.caller, e.code)
        if e.code == "bad_request":
            raise
        client.send(
            replies.Refused(
                code=e.code, reason=e.reason, rule=e.rule, at=e.at, version=client.version, ref=frame.ref
            )
        )
        return
    if frame.ref:
        client.send(replies.Done(ref=frame.ref, version=client.version, left=left))


async def _ask(club: Club, live: Live, client: Client, frame: requests.Asking) -> None:
    club.limits.take("think", f"{client.caller}/{id(client)}")
    club.limits.take("thinking", client.caller)
    answer, who = replies.Answer(ref=frame.ref, what=frame.what), network(client.caller)
    if frame.what == "step":
        answer.state = await questions.step(live, who, client.viewer, frame.n)
    else:
        if client.viewer == OBSERVER:
            raise forbidden("Only a player can ask this.")
        if frame.what == "reach":
            answer.reach = await questions.reach(live, who, client.viewer, frame.piece)
        elif frame.what == "preview":
            answer.preview = await questions.preview(live, who, client.viewer, frame.plan)
        else:
            answer.causes = await questions.why(live, who, client.viewer, frame.piece, frame.at)
    client.send(answer)
