"""Week's digest: what ended, who leads, where seats are free and which rounds come, once a week by mail and webhook.

A week ends on Sunday at 17:00 UTC, before Monday morning begins anywhere; each receiver gets it on Monday at 8:00 in
their own time zone. It is worded when it is sent, from public games only, and left out if there is nothing to tell.
"""

import time
from collections.abc import Iterator

import msgspec

from domain.clocks.availability import DAY, HOUR
from domain.messages import SeatName, Sentence, Verbatim, say, say_number
from domain.title_loader import find_rulebooks
from eventstore.errors import RecordDamaged
from eventstore.valkey.connection import Client
from replay.languages import translator
from replay.narration import render
from replay.viewer_state import Seen
from services.accounts.club import ClubStore
from services.accounts.players import Players, reached
from services.community.ladders import Ladders
from services.community.results import ladder_of
from services.community.tournaments import Tournament, Tournaments
from services.games.lobby.index import LobbyIndex
from services.games.tables import NoSuchGame, Tables
from services.games.warm_table import TitleMissing
from services.notifications.club_notices import WEEK, EndedGames
from services.notifications.inbox import Notice
from services.notifications.kinds import DIGEST
from services.notifications.log_follower import NoticeSink
from services.notifications.opponents import game_with_opponents
from services.notifications.preferences import wants, wishes_of
from services.notifications.webhooks import CLUB, Webhooks

_FIRST_END = 3 * DAY + 17 * HOUR
"""The first Sunday at 17:00 UTC; day 0 of 1970 was a Thursday."""
_LATEST = 3 * DAY
_DONE = "stele:week-told"
_LOOK_SECONDS = 60.0
_TOGETHER = 500
_MOST_GAMES = 10
_MOST_TOURNAMENTS = 5
_MOST_LOOKED_AT = 10


def end_of_week(now: int) -> int:
    """The end of the last week that is over at this time, in milliseconds since 1970 UTC."""
    return _FIRST_END + (now - _FIRST_END) // WEEK * WEEK


class DigestWording:
    """Words the digest of a week."""

    def __init__(self, tables: Tables, redis: Client) -> None:
        self._tables = tables
        self._ended = EndedGames(redis)
        self._ladders = Ladders(redis)
        self._lobby = LobbyIndex(redis)
        self._tournaments = Tournaments(redis)
        self._club = ClubStore(redis)

    def heading(self, language: str) -> str:
        """The heading of each digest."""
        name = Verbatim(self._club.recent().name or "Stele")
        return render(say("The week in {name}", name=name), (), translator(language))

    def lines(self, end: int, language: str) -> tuple[str, ...]:
        """The sentences about the week with this end; none if there is nothing to tell."""
        news = (*self._games(end, language), *self._seats(language), *self._rounds(language))
        return (*news, *self._leaders(language)) if news else ()

    def _games(self, end: int, language: str) -> Iterator[str]:
        seen = [one for game_id in self._ended.of_week(end) if (one := self._seen(game_id)) is not None]
        for one in seen[:_MOST_GAMES]:
            assert one.game.result is not None, "it is finished"
            title = game_with_opponents(one, one.names, "", -1)
            winners = tuple(map(SeatName, one.game.result.winners()))
            yield render(
                say("{title}: won by {players}.", title=title, players=winners), one.names, translator(language)
            )
        if left := len(seen[_MOST_GAMES:]):
            more = say_number("One more game ended.", "{number} more games ended.", left)
            yield render(more, (), translator(language))

    def _seen(self, game_id: str) -> Seen | None:
        """The public game with this id, which is finished; none if it is gone."""
        try:
            seen = self._tables.seen(game_id)
        except (NoSuchGame, TitleMissing, RecordDamaged):
            return None
        return None if seen.game.private or seen.game.result is None else seen

    def _seats(self, language: str) -> Iterator[str]:
        found, _next = self._lobby.list_games(status="waiting", limit=100)
        free = sum(msgspec.json.decode(one)["free_seats"] for one in found)
        if free:
            seats = say_number("One seat is free in an open game.", "{number} seats are free in open games.", free)
            yield render(seats, (), translator(language))

    def _rounds(self, language: str) -> Iterator[str]:
        going_on = [one for one in self._tournaments.all() if one.status in ("open", "running")]
        for one in going_on[:_MOST_TOURNAMENTS]:
            yield render(_of_tournament(one), (), translator(language))

    def _leaders(self, language: str) -> Iterator[str]:
        for rulebook_id, title in find_rulebooks().items():
            board = [one.who for one in self._ladders.board(ladder_of(rulebook_id, False), 0, _MOST_LOOKED_AT)]
            name = next(iter(self._tables.names_of(board).values()), None)  # computer players have none
            if name is not None:
                names = {"title": Verbatim(title.meta.title), "player": Verbatim(name)}
                yield render(say("{player} leads in {title}.", **names), (), translator(language))


def _of_tournament(one: Tournament) -> Sentence:
    name = Verbatim(one.name)
    if one.status == "open":
        return say("{name}: the tournament is open for players.", name=name)
    return say(
        "{name}: round {number} of {rounds} is being played.", name=name, number=len(one.made), rounds=one.rounds
    )


class WeekDigest:
    """Tells of each week once those who get emails, unless they have switched it off, and the club's webhook."""

    def __init__(self, tables: Tables, redis: Client) -> None:
        self._tables = tables
        self._redis = redis
        self._players = Players(redis)
        self._wording = DigestWording(tables, redis)
        self._looked_at = float("-inf")

    def work(self, telling: NoticeSink) -> int:
        """Tell of the last week, unless that is done; nothing until the next check is due.

        If it breaks off it is repeated: a notice that was told is not told again.
        """
        if time.monotonic() - self._looked_at < _LOOK_SECONDS:
            return 0
        self._looked_at = time.monotonic()
        return self.tell(telling)

    def tell(self, telling: NoticeSink) -> int:
        """Tell of the last week, unless that is done; how many were told."""
        now = self._tables.now()
        end, done = end_of_week(now), self._redis.get(_DONE)
        if done is not None and int(done) >= end:
            return 0
        told = 0
        if done is not None and now - end < _LATEST and self._wording.lines(end, "en"):
            for people in self._receivers():
                telling.tell([(person, _notice(end)) for person in people])
                told += len(people)
        self._redis.set(_DONE, end)
        return told

    def _receivers(self) -> Iterator[list[str]]:
        """The people with an address who want it by email, some at a time, and the club if it has a webhook."""
        if any(not one.off for one in Webhooks(self._redis).of(CLUB)):
            yield [CLUB]
        first = 0
        while joined := self._players.joined(first, _TOGETHER):
            yield [one for one, _at in joined if self._is_wanted(one)]
            first += len(joined)

    def _is_wanted(self, person: str) -> bool:
        has_address = bool(reached(self._redis, person).address)
        return has_address and wants(wishes_of(self._redis, person), "mail", _notice(0))


def _notice(end: int) -> Notice:
    return Notice(f"{DIGEST}:{end}", DIGEST, "", "", end)
