"""Live streams of running games and of inboxes: each is an open connection and a position.

One thread reads the logs for all streams of this process, and one event loop holds their connections. An event is
serialized once for each subject (a game, a viewer, a language), and the same bytes are sent to all its followers. A
stream belongs to a player, not to a seat, so the player's view of the game is checked before events are sent. If the
view has changed, the stream ends; a new connection is checked again.
"""

import asyncio
import logging
import random
import resource
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from msgspec import Struct

from api.http.stream_expiry import Lease, Leases
from eventstore.entries import Position
from eventstore.log import LogReader, LogRecord
from eventstore.lru import LruCache
from eventstore.valkey.connection import LONGEST_WAIT_SECONDS, StoreUnavailable
from operations.metrics import FOLLOWERS
from services.community.chat import Chat, Room
from services.games.live_events import EventBatch, LiveEvents, Watch
from services.notifications.live_inbox import LiveInbox, is_inbox

_log = logging.getLogger("stele.followers")

HEARTBEAT_SECONDS = 5
"""The maximum pause is twice as long: a stream that begins during a round has its turn in the next one."""
LARGEST_BACKLOG_BYTES = 64 * 1024
"""A client with more unread bytes is dropped, and can reconnect with `Last-Event-ID`."""
ANONYMOUS_SHARE = 0.8
_MOST_GAMES_REMEMBERED = 50_000
_MOST_TELLERS = 2
_BEATEN_AT_ONCE = 10
_HEARTBEAT = b": still here\n\n"
_PATIENCE_SECONDS = 1.0
_GATHERING_SECONDS = 0.02
Mark = TypeVar("Mark")
Heard = TypeVar("Heard")


class HandedOver(OSError):
    """The connection has been handed over; raised by a response after its part has been written."""


class Limits(Struct, frozen=True):
    """The maximum number of streams of a process: in all, from one address, and of one player."""

    total: int
    address: int
    player: int


class TooMany(Exception):
    """No further stream is possible. `is_full` says that this holds for all clients, not only for this address or
    player.
    """

    def __init__(self, is_full: bool) -> None:
        super().__init__("too many followers")
        self.is_full = is_full


def in_chunk(data: bytes) -> bytes:
    """The data as one chunk of a body of unknown length (RFC 9112, 7.1)."""
    return b"%x\r\n%b\r\n" % (len(data), data)


class LiveStream(asyncio.Protocol):
    """An open connection and the position sent so far. `is_chunked`: its client uses HTTP/1.1."""

    __slots__ = ("_left", "is_chunked", "lease", "position", "transport", "watch", "who")

    def __init__(
        self,
        watch: Watch,
        position: Position,
        is_chunked: bool,
        who: tuple[str, ...],
        left: "Left",
        lease: Lease | None,
    ) -> None:
        self.lease = lease
        self.watch = watch
        self.position = position
        self.is_chunked = is_chunked
        self.who = who
        self.transport: asyncio.Transport | None = None
        self._left = left

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Limit the unsent bytes."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.set_write_buffer_limits(LARGEST_BACKLOG_BYTES)

    def pause_writing(self) -> None:
        """Drop a client that does not read."""
        if self.transport is not None:
            self.transport.abort()

    def connection_lost(self, _error: Exception | None) -> None:
        """Unregister the stream."""
        self.transport = None
        self._left(self)

    def send(self, plain: bytes, chunked: bytes) -> None:
        """Send this event, in the form that the client can read."""
        if self.transport is not None:
            self.transport.write(chunked if self.is_chunked else plain)

    def end(self) -> None:
        """End the stream."""
        if self.transport is not None:
            if self.is_chunked:
                self.transport.write(b"0\r\n\r\n")
            self.transport.close()


Left = Callable[[LiveStream], None]


class LiveStreams:
    """All live streams of this process. Its threads and loop start with the first stream."""

    def __init__(
        self, live_events: LiveEvents, inboxes: LiveInbox, log: LogReader, limits: Limits, chat: Chat, leases: Leases
    ) -> None:
        self._leases = leases
        self.live_events = live_events
        self.inboxes = inboxes
        self._chat = chat
        self._log = log
        self._limits = limits
        open_files, _most = resource.getrlimit(resource.RLIMIT_NOFILE)
        self._most = min(limits.total, open_files * 3 // 4)
        self._guard = threading.Lock()
        self._counts: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        # The following belongs to the loop's thread.
        self._games: dict[str, set[LiveStream]] = {}
        self._heard: LruCache[str, Position] = LruCache(_MOST_GAMES_REMEMBERED)
        self._telling: set[str] = set()
        self._tellers = ThreadPoolExecutor(_MOST_TELLERS, "telling")

    def __len__(self) -> int:
        return self._counts["all"]

    def admit(
        self,
        watch: Watch,
        position: Position,
        is_chunked: bool,
        address: str,
        player: str = "",
        lease: Lease | None = None,
    ) -> LiveStream:
        """A new stream, counted from now on until `release`; `TooMany` if no further one is possible."""
        with self._guard:
            who = (f"address:{address}", *((f"player:{player}",) if player else ()))
            for one in who:
                if self._counts[one] >= (self._limits.player if one.startswith("player") else self._limits.address):
                    raise TooMany(is_full=False)
            if self._counts["all"] >= self._most * (1 if player else ANONYMOUS_SHARE):
                raise TooMany(is_full=True)
            who = ("all", *who)
            self._counts.update(who)
        FOLLOWERS.inc()
        return LiveStream(watch, position, is_chunked, who, self._left, lease)

    def release(self, follower: LiveStream) -> None:
        """Remove this stream from the counts."""
        with self._guard:
            self._counts.subtract(follower.who)
            for one in follower.who:
                if self._counts[one] <= 0:
                    del self._counts[one]
        FOLLOWERS.dec()

    def start(self) -> None:
        """Start to listen; a record that is read after this, and the events of the stream, leave no gap."""
        if self._loop is not None:
            return
        with self._guard:
            if self._loop is not None:
                return
            loop = asyncio.new_event_loop()
            checkpoints, heard = self._log.heads(), self._chat.last_heard()
            threading.Thread(target=self._run, args=(loop,), name="followers", daemon=True).start()
            mark = self.inboxes.inbox.newest_news()
            ended = self._leases.begin()
            tell = loop.call_soon_threadsafe
            _listen("listening", self._wait_for_records, checkpoints, lambda records: tell(self._hear, records))
            _listen("inboxes", self.inboxes.wait, mark, lambda changed: tell(self._hear_of, changed))
            _listen("overhearing", self._chat.wait, heard, lambda spoken: tell(self._hear_chat, spoken))
            _listen("leases", self._leases.wait, ended, lambda _ended: tell(self._end_leases))
            self._loop = loop

    def take(self, follower: LiveStream, connection: socket.socket) -> None:
        """Continue this connection as a stream; everything up to the stream's position has been written to it.

        The socket is detached from its owner.
        """
        assert self._loop is not None
        unsent = bytes(getattr(connection, "unsent", b""))
        own = socket.socket(fileno=connection.detach())
        own.setblocking(False)
        self._loop.call_soon_threadsafe(self._join, follower, own, unsent)

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        asyncio.set_event_loop(loop)
        loop.create_task(self._beat())
        loop.run_forever()

    def _wait_for_records(self, checkpoints: dict[int, int]) -> tuple[dict[int, int], list[LogRecord]]:
        records = self._log.wait(checkpoints, LONGEST_WAIT_SECONDS)
        if not records:
            return self._log.within(checkpoints), records
        return {**checkpoints, **{record.partition: record.number for record in records}}, records

    def _end_leases(self) -> None:
        for one in [one for group in self._games.values() for one in group if self._leases.is_over(one.lease)]:
            one.end()

    def _hear_chat(self, spoken: list[tuple[str, Room]]) -> None:
        for game_id, room in spoken:
            if game_id in self._games:
                asyncio.get_running_loop().create_task(self._tell_of_chat(game_id, room))

    async def _tell_of_chat(self, game_id: str, room: Room) -> None:
        """Notify the followers who may read this room of a new message; they fetch the message themselves."""
        group = tuple(self._games.get(game_id, ()))
        watches, ask = {one.watch for one in group}, asyncio.get_running_loop().run_in_executor
        try:
            strangers = await ask(self._tellers, self.live_events.strangers, game_id, watches)
        except Exception:
            _log.exception("could not send the chat events of game %s", game_id)
            return
        # The type `talk` is the former name, for clients that listen to it, until version 2.
        plain = b"".join(b'event: %b\ndata: {"room":"%b"}\n\n' % (kind, room.encode()) for kind in (b"chat", b"talk"))
        chunked = in_chunk(plain)
        for one in group:
            if one.watch in strangers:
                one.end()
            elif room != "players" or isinstance(one.watch.subject.viewer, int):
                one.send(plain, chunked)

    def _hear(self, records: list[LogRecord]) -> None:
        self._hear_of({record.game_id: record.to_position for record in records})

    def _hear_of(self, positions: Mapping[str, Position]) -> None:
        for name, position in positions.items():
            self._heard.replace(name, position)
            if name in self._games:
                self._bring(name)

    def _since(self, name: str, position: Position, watches: set[Watch]) -> EventBatch | None:
        room = self.inboxes if is_inbox(name) else self.live_events
        return room.since(name, position, watches)

    def _join(self, follower: LiveStream, connection: socket.socket, unsent: bytes) -> None:
        assert self._loop is not None
        self._loop.create_task(self._attach(follower, connection, unsent))

    async def _attach(self, follower: LiveStream, connection: socket.socket, unsent: bytes) -> None:
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: follower, connection)
        except OSError:
            connection.close()
            self.release(follower)
            return
        game_id = follower.watch.subject.game_id
        if follower.transport is not None:
            if unsent:
                follower.transport.write(unsent)
            self._games.setdefault(game_id, set()).add(follower)
            self._bring(game_id)
            if self._leases.is_over(follower.lease):  # it was ended on the way here
                follower.end()

    def _left(self, follower: LiveStream) -> None:
        self.release(follower)
        game_id = follower.watch.subject.game_id
        group = self._games.get(game_id)
        if group is not None:
            group.discard(follower)
            if not group:
                del self._games[game_id]

    def _bring(self, game_id: str) -> None:
        """Send this game's new events to all its followers who lack them."""
        if game_id not in self._telling and self._behind(game_id):
            self._telling.add(game_id)
            asyncio.get_running_loop().create_task(self._tell_all(game_id))

    def _behind(self, game_id: str) -> list[LiveStream]:
        heard = self._heard.get(game_id)
        if heard is None:
            return []
        return [one for one in self._games.get(game_id, ()) if one.position < heard]

    async def _tell_all(self, game_id: str) -> None:
        loop = asyncio.get_running_loop()
        try:
            while behind := self._behind(game_id):
                position = min(one.position for one in behind)
                group = [one for one in behind if one.position == position]
                watches = {one.watch for one in group}
                try:
                    news = await loop.run_in_executor(self._tellers, self._since, game_id, position, watches)
                except StoreUnavailable:
                    await asyncio.sleep(_PATIENCE_SECONDS)
                    continue
                if news is None:
                    # The log is ahead of the stream: nothing can be sent until the next move.
                    return
                chunked = {subject: in_chunk(told) for subject, told in news.told.items()}
                for one in group:
                    one.position = news.to
                    if one.watch in news.strangers:
                        one.end()  # a new connection is checked again
                        continue
                    one.send(news.told[one.watch.subject], chunked[one.watch.subject])
                    if news.is_last:
                        one.end()
        except Exception:
            _log.exception("the news of game %s cannot be told", game_id)
            for one in tuple(self._games.get(game_id, ())):
                one.end()  # a new connection gets the reason
        finally:
            self._telling.discard(game_id)

    async def _beat(self) -> None:
        """Send a heartbeat to all streams, so that neither clients nor proxies close the connection.

        Streams whose session or token has expired are ended.
        """
        beat, chunked = _HEARTBEAT, in_chunk(_HEARTBEAT)
        while True:
            everybody = [one for group in self._games.values() for one in group]
            # In small groups: a move in the meantime waits for one.
            pause = HEARTBEAT_SECONDS / max(1, len(everybody) / _BEATEN_AT_ONCE)
            for first in range(0, max(1, len(everybody)), _BEATEN_AT_ONCE):
                await asyncio.sleep(pause)
                for one in everybody[first : first + _BEATEN_AT_ONCE]:
                    if self._leases.is_over(one.lease):
                        one.end()
                    else:
                        one.send(beat, chunked)


class StreamBody:
    """The body of a response that is written up to here and then continued as a live stream."""

    def __init__(
        self, followers: LiveStreams, follower: LiveStream, told: bytes, connection: socket.socket | None
    ) -> None:
        self._followers = followers
        self._follower: LiveStream | None = follower
        # Random, so that not all clients reconnect together after a restart.
        self._told = b"retry: %d\n\n%b" % (random.randrange(1000, 5000), told)
        self._connection = connection

    def __iter__(self) -> Iterator[bytes]:
        yield self._told
        # Under another web server the response ends here, and the client reconnects after `retry`.
        if self._connection is not None and self._follower is not None:
            follower, self._follower = self._follower, None
            self._followers.take(follower, self._connection)
            raise HandedOver

    def close(self) -> None:
        """End the response. If its connection was not handed over, the stream is no longer counted."""
        if self._follower is not None:
            self._followers.release(self._follower)
            self._follower = None


def _listen(name: str, wait: Callable[[Mark], tuple[Mark, Heard]], mark: Mark, hear: Callable[[Heard], object]) -> None:
    """Call `hear` with everything that comes after `mark`, in a thread of this name.

    `wait` returns what came after a mark, if anything, and the next mark. Without the thread all streams would stop
    unnoticed, so every failure is retried.
    """

    def go_on(mark: Mark) -> None:
        while True:
            try:
                mark, heard = wait(mark)
            except StoreUnavailable:
                time.sleep(_PATIENCE_SECONDS)
                continue
            except Exception:
                _log.exception("%s: nothing can be read; followers hear nothing of it until it can", name)
                time.sleep(_PATIENCE_SECONDS)
                continue
            if heard:
                hear(heard)
                # Several events together cost little more than one.
                time.sleep(_GATHERING_SECONDS)

    threading.Thread(target=go_on, args=(mark,), name=name, daemon=True).start()
