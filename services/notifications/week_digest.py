"""Weekly digest: finished games, leaders, free seats and future rounds, once a week by mail and webhook.

A week ends on Sunday at 17:00 UTC, before Monday morning begins anywhere; each receiver gets it on Monday at 8:00 in
their own time zone. It is worded when it is sent, from public games only, and left out if there is nothing to tell.
"""

import time
from collections.abc import Iterator
from itertools import islice

import msgspec

from domain.clocks.availability import DAY, HOUR
from domain.game import FREE
from domain.messages import SeatName, Sentence, Verbatim, say, say_number
from domain.title_loader import find_rulebooks
from eventstore.valkey.connection import Client
from replay.languages import translator
from replay.narration import render
from replay.viewer_state import Seen
from services.accounts.club_settings import ClubStore
from services.accounts.players import Players
from services.community.ladders import Ladders
from services.community.results import ladder_of
from services.community.tournaments import Tournament, Tournaments
from services.games.lobby.index import ListQuery, LobbyIndex
from services.games.tables import Tables
from services.notifications.club_notices import WEEK, EndedGames
from services.notifications.inbox import Notice
from services.notifications.kinds import DIGEST
from services.notifications.log_follower import NoticeSink
from services.notifications.opponents import game_with_opponents
from services.notifications.webhooks import CLUB

_FIRST_END = 3 * DAY + 17 * HOUR
"""The first Sunday at 17:00 UTC; day 0 of 1970 was a Thursday."""
_LATEST = 3 * DAY
_DONE = "stele:week-told"
_LOOK_SECONDS = 60.0
_TOGETHER = 500
_MOST_GAMES = 10
_MOST_TOURNAMENTS = 5
_MOST_LOOKED_AT = 10
_KEPT_MILLISECONDS = 5 * 60_000
"""All mails of these minutes have the same lines, so that a thousand members do not cost a thousand times the games."""


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
        self._kept: dict[tuple[int, str], tuple[int, tuple[str, ...]]] = {}

    def heading(self, language: str) -> str:
        """The heading of each digest."""
        name = Verbatim(self._club.recent().called)
        return render(say("The week in {name}", name=name), (), translator(language))

    def lines(self, end: int, language: str) -> tuple[str, ...]:
        """The sentences about the week with this end; none if there is nothing to tell."""
        now = self._tables.now()
        self._kept = {key: one for key, one in self._kept.items() if now - one[0] < _KEPT_MILLISECONDS}
        if (end, language) not in self._kept:
            self._kept[end, language] = now, self._worded(end, language)
        return self._kept[end, language][1]

    def _worded(self, end: int, language: str) -> tuple[str, ...]:
        news = (*self._games(end, language), *self._seats(language), *self._rounds(language))
        return (*news, *self._leaders(language)) if news else ()

    def _games(self, end: int, language: str) -> Iterator[str]:
        ended = iter(self._ended.of_week(end))
        for one in islice(filter(None, map(self._seen, ended)), _MOST_GAMES):
            assert one.game.result is not None, "it is finished"
            title = game_with_opponents(one, one.names, "", -1)
            winners = tuple(map(SeatName, one.game.result.winners()))
            won = say("{title}: won by {players}.", title=title, players=winners)
            lost = say("{title}: all players lost.", title=title)
            yield render(won if winners else lost, one.names, translator(language))
        if left := len(list(ended)):
            more = say_number("One more game ended.", "{number} more games ended.", left)
            yield render(more, (), translator(language))

    def _seen(self, game_id: str) -> Seen | None:
        """The public game with this id, which is finished; none if it is gone."""
        seen = self._tables.find(game_id)
        return None if seen is None or seen.game.private or seen.game.result is None else seen

    def _seats(self, language: str) -> Iterator[str]:
        seats_of = (msgspec.json.decode(one)["seats"] for one in self._open_games())
        free = sum(seat["kind"] == FREE and "reserved" not in seat for seats in seats_of for seat in seats)
        if free:
            seats = say_number("One seat is free in an open game.", "{number} seats are free in open games.", free)
            yield render(seats, (), translator(language))

    def _open_games(self) -> Iterator[bytes]:
        cursor: str | None = None
        while True:
            found, cursor = self._lobby.list_games(ListQuery("waiting", open=True, cursor=cursor, limit=100))
            yield from found
            if cursor is None:
                return

    def _rounds(self, language: str) -> Iterator[str]:
        going_on = [one for one in self._tournaments.all() if one.status in ("open", "running")]
        told = [one for one in going_on if one.status == "open" or one.shown]  # none before the first round's games
        for one in told[:_MOST_TOURNAMENTS]:
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
    number = len(one.shown)
    return say("{name}: round {number} of {rounds} is being played.", name=name, number=number, rounds=one.rounds)


class WeekDigest:
    """Tells of each week once the people who want it by a channel that reaches them, and the club's webhook."""

    def __init__(self, tables: Tables, redis: Client) -> None:
        self._tables = tables
        self._redis = redis
        self._players = Players(redis)
        self._wording = DigestWording(tables, redis)
        self._looked_at = float("-inf")

    def work(self, telling: NoticeSink) -> int:
        """Send the last week's digest, unless that is done; does nothing until the next check is due.

        If it fails midway it is repeated, but no receiver gets the digest twice.
        """
        if time.monotonic() - self._looked_at < _LOOK_SECONDS:
            return 0
        self._looked_at = time.monotonic()
        return self.tell(telling)

    def tell(self, telling: NoticeSink) -> int:
        """Send the last week's digest, unless that is done, and return the number of receivers."""
        now = self._tables.now()
        end, done = end_of_week(now), self._redis.get(_DONE)
        if done is not None and int(done) >= end:
            return 0
        told = 0
        if done is not None and now - end < _LATEST and self._wording.lines(end, "en"):
            for people in self._receivers(telling, _notice(end)):
                telling.tell([(person, _notice(end)) for person in people])
                told += len(people)
        self._redis.set(_DONE, end)
        return told

    def _receivers(self, telling: NoticeSink, notice: Notice) -> Iterator[list[str]]:
        """The club and the people whom a channel reaches, some at a time."""
        if telling.is_sent(CLUB, notice):
            yield [CLUB]
        first = 0
        while joined := self._players.joined(first, _TOGETHER):
            yield [one for one, _at in joined if telling.is_sent(one, notice)]
            first += len(joined)


def _notice(end: int) -> Notice:
    return Notice(f"{DIGEST}:{end}", DIGEST, "", "", end)
