"""Tournament notices of rounds, byes, results and places, sent once to each player concerned.

A notice contains only its kind and its round. The opponents, the points and the place are read when its text is made,
so that it takes decided disputes into account.
"""

import logging
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from babel.numbers import format_decimal

from domain.messages import Sentence, Verbatim, say
from eventstore.valkey.connection import Client, StoreUnavailable
from services.community.blocks import Blocks
from services.community.ladders import Ladders
from services.community.tournament_standings import StandingsRow, after_round, standings
from services.community.tournaments import Announced, Announcement, RepairKind, Tournament, Tournaments
from services.games.tables import Tables
from services.notifications.inbox import Dismissal, Notice
from services.notifications.kinds import NOTICE_KINDS
from services.notifications.log_follower import NoticeSink

_PREFIX = "tournament-"
_ENDS_ENTRY: tuple[Announced, ...] = ("start", "called-off")
_OWN_END = say("{title}: the tournament is over. Your place: {place}. Your points: {points}. Winner: {names}.")
_AGAIN = say("{title}: your game of round {number} is played again. You play against {names}.")
_REPAIRED: dict[RepairKind | Literal["time-limit"], Sentence] = {
    "play-again": say("{title}: an organiser has your game of round {number} played again. Reason: {reason}"),
    "decide": say(
        "{title}: an organiser has decided your game of round {number}. Reason: {reason} "
        "You can ask the operators of this server to look at it."
    ),
    "more-time": say("{title}: your game of round {number} waits longer for its players. Reason: {reason}"),
    "time-limit": say(
        "{title}: the time limit of round {number} is over. Your game counts by the time that its players have used; "
        "the organiser can decide it otherwise."
    ),
}
_log = logging.getLogger("stele.deliveries")


class TournamentNotices:
    """Notifies people of their tournaments."""

    def __init__(self, tables: Tables, redis: Client) -> None:
        self._tables = tables
        self._tournaments = Tournaments(redis)
        self._ladders = Ladders(redis)
        self._blocks = Blocks(redis)

    def work(self, telling: NoticeSink) -> int:
        """Send the notices of new announcements, and return the number of announcements handled."""
        handed_over = self._tournaments.untold()
        for number, one in handed_over:
            try:
                notice = _notice(number, one, self._tables.now())
                ended = _entries(one.tournament)
                over = [Dismissal(person, ended, notice.at + 1) for person in one.people if one.kind in _ENDS_ENTRY]
                telling.tell([(person, notice) for person in self._readers(one)], over)
            except StoreUnavailable:
                raise
            except Exception:
                _log.exception("could not send the notifications of tournament %s", one.tournament)
            self._tournaments.told(number)
        return len(handed_over)

    def _readers(self, one: Announcement) -> Iterator[str]:
        """The receivers. A message or an invitation does not reach people who have muted or blocked its author, or whom
        the author has blocked.
        """
        tournament = self._tournaments.get(one.tournament) if one.kind in ("message", "invited") else None
        author = ""
        if tournament is not None:
            author = tournament.messages[one.number - 1].by if one.kind == "message" else tournament.organiser
        return (person for person in one.people if not author or author not in self._blocks.unheard(person))

    def sentence(self, person: str, notice: Notice, language: str) -> Sentence | None:
        """The text of this notice for this person; none if the tournament or the text that it repeats is gone."""
        tournament = self._tournaments.get(notice.tournament)
        if tournament is None:
            return None
        values: dict[str, Any] = {"title": Verbatim(tournament.name), "number": notice.number}
        template = NOTICE_KINDS[notice.kind].sentence.template
        if notice.kind == f"{_PREFIX}round":
            values["names"] = self._names(_opponents(tournament, person, notice.number))
            template = _AGAIN.template if notice.game in tournament.again else template
        elif notice.kind in (f"{_PREFIX}result", f"{_PREFIX}end"):
            table = self._standings(tournament, notice.number)
            own = next((one for one in table if tournament.holder(one.player, notice.number or None) == person), None)
            if own is not None:
                values["place"] = own.place
                values["points"] = Verbatim(str(format_decimal(own.points, locale=language)))
            if notice.kind == f"{_PREFIX}end":
                values["names"] = self._names(tournament.holder(one.player) for one in table if one.place == 1)
                template = template if own is None else _OWN_END.template
        elif notice.kind == f"{_PREFIX}repair":
            made = [one for one in tournament.repairs if notice.game in (one.game, one.instead)]
            if made and not made[-1].reason and made[-1].kind != "time-limit":
                return None  # the account of its author is deleted
            if made:
                values["reason"] = Verbatim(made[-1].reason)
                template = _REPAIRED[made[-1].kind].template
        elif notice.kind == f"{_PREFIX}message":
            message = tournament.messages[notice.number - 1]
            if not message.text:
                return None
            values |= {"names": self._names([message.by]), "text": Verbatim(message.text)}
        return Sentence(template, values)

    def _standings(self, tournament: Tournament, number: int) -> list[StandingsRow]:
        """The standings after this round; 0 stands for the current standings."""
        then = after_round(tournament, number) if number else tournament
        return standings(then, self._ladders.results(then.all_games))

    def _names(self, people: Iterable[str]) -> tuple[Verbatim, ...]:
        return tuple(map(Verbatim, self._tables.names_of(tuple(people)).values()))


def _opponents(tournament: Tournament, person: str, number: int) -> Iterator[str]:
    """The other players at this person's table in the round with this number."""
    for table in tournament.made[number - 1].tables:
        players = [tournament.holder(place, number - 1) for place in table]
        if person in players:
            yield from (one for one in players if one != person)


def _entries(tournament_id: str) -> str:
    """The subject of the notices about new players."""
    return f"{_PREFIX}entry:{tournament_id}"


def _notice(number: str, one: Announcement, at: int) -> Notice:
    kind, is_entry = _PREFIX + one.kind, one.kind == "entry"
    return Notice(
        f"{one.tournament}:{number}:{kind}",
        kind,
        one.game,
        "1-0" if one.game else "",
        at,
        number=one.number,
        subject=_entries(one.tournament) if is_entry else "",
        place=at if is_entry else 0,
        is_gathered=is_entry,
        tournament=one.tournament,
    )
