"""Blocking client."""

import time
from collections.abc import Iterator
from itertools import count
from typing import Self, TypeVar

import httpx
import msgspec

from stele_client import calls
from stele_client.problems import Problem, Unreachable
from stele_client.shapes import Event, Inbox, LegalMoves, Notice
from stele_client.streams import ENDS, SILENCE_SECONDS, Stream, place
from stele_client.wire import address, headers_for, headers_of, is_passing, is_stream, wait_after

Said = TypeVar("Said")


class Client:
    """One player's client of the server at a URL; without a token, a spectator's.

    An invalid address or token raises `ValueError`.
    """

    def __init__(
        self, url: str, token: str | None = None, *, language: str = "en", timeout_seconds: float = 30
    ) -> None:
        self._http = httpx.Client(base_url=address(url), headers=headers_of(token, language), timeout=timeout_seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def send(self, call: calls.Call[Said]) -> Said:
        """Send the call, again if that is safe and the server could not answer, and return the response."""
        for attempt in count(1):
            try:
                response = self._http.request(call.method, call.path, content=call.body, headers=headers_for(call))
            except httpx.TransportError as error:
                seconds = wait_after(attempt, call, None, {})
                if seconds is None:
                    raise Unreachable(f"{call.method} {call.path}: {error!r}") from error
            else:
                seconds = wait_after(attempt, call, response.status_code, response.headers)
                if seconds is None:
                    return call.read(response.status_code, response.content)
            time.sleep(seconds)
        raise AssertionError("never reached")

    def follow(self, game: str, after: str = "") -> Iterator[Event]:
        """The events of a game after a position (by default from its beginning), as they happen, until it is over."""
        for data in self._follow(calls.game(game).path + "/events", Stream(after)):
            event = msgspec.json.decode(data, type=Event)
            yield event
            if event.type in ENDS:
                return

    def turns(self, game: str) -> Iterator[LegalMoves]:
        """My legal moves, each time it is my turn in this game, until it is over."""
        known = (0, 0)
        for event in self.follow(game):
            if place(event.position) > known:
                legal = self._legal_moves(game)
                known = place(legal.position)
                while legal.moves:
                    yield legal
                    legal = self._legal_moves(game)
                    if place(legal.position) <= known:
                        break
                    known = place(legal.position)

    def _legal_moves(self, game: str) -> LegalMoves:
        """My legal moves; if the server is down, the request is repeated until it answers, like a stream."""
        stream = Stream()
        while True:
            try:
                return self.send(calls.legal_moves(game))
            except Unreachable:
                pass
            except Problem as problem:
                if not is_passing(problem.status):
                    raise
            time.sleep(stream.pause(is_broken=True))

    def news(self, after: str = "") -> Iterator[Notice]:
        """My notifications from all games: first the current ones, then new ones, without end."""
        for data in self._follow("/api/me/events?standing=true", Stream(after)):
            yield from msgspec.json.decode(data, type=Inbox).notices

    def _follow(self, path: str, stream: Stream) -> Iterator[bytes]:
        """The data of all events, reconnecting as needed, until there are no more."""
        while True:
            is_broken = False
            try:
                timeout = httpx.Timeout(SILENCE_SECONDS)
                with self._http.stream("GET", path, headers=stream.headers(), timeout=timeout) as response:
                    if response.status_code == 204:
                        return
                    is_broken = is_passing(response.status_code)
                    if not is_broken and not is_stream(response.status_code, response.headers):
                        raise Problem.read(response.status_code, response.read())
                    for data in response.iter_bytes():
                        yield from (told.data for told in stream.feed(data) if told.kind == "message")
            except httpx.TransportError:
                is_broken = True
            time.sleep(stream.pause(is_broken))
