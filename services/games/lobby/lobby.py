"""Lobby: the public summary of every game, kept up to date from the partitions' logs.

Each request brings the lists up to date first, so a game is listed as soon as it is opened.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct

from eventstore.errors import RecordDamaged, reading
from eventstore.log import LogReader, LogRecord
from eventstore.packed_texts import PackedTexts
from eventstore.projection import Change, Projection
from replay.clocks import deadlines_json
from replay.narration import Translate, known_as, untranslated
from replay.player_names import Names
from replay.timestamps import milliseconds_of
from replay.viewer_state import Seen
from services.games.lobby.index import LOBBY, MOST_PER_PAGE, Listing, ListQuery, LobbyIndex
from services.games.lobby.summary import entry_terms_json, facets_of, summarise
from services.games.rating_terms import EntryTerms, EntryTermsStore, is_rated
from services.games.tables import NoSuchGame, Tables
from services.games.warm_game import TitleMissing

_LEFT_MILLISECONDS = 3_600_000
"""Computer players answer promptly, so a game that has waited this long for its only person has been left."""


class _ShownSeat(Struct):
    seat: int
    player: str | None
    kind: str


class _ShownDeadline(Struct):
    seat: int
    at: datetime


class _Shown(Struct):
    """The fields of every summary."""

    id: str
    rulebook: str
    title: str
    status: str
    seats: list[_ShownSeat]
    to_act: list[int]
    deadlines: list[_ShownDeadline]
    updated_at: datetime


_SHOWN = msgspec.json.Decoder(_Shown)
_FINISHED = PackedTexts(
    b',"components":null,"private":false,"status":"finished","seats":[{"seat":0,"player":"","name":null,"kind":"person",'
    b'"resigned":false},{"seat":1,"player":"","name":null,"kind":"person","resigned":false}],"free_seats":0,"position":"'
    b'","digest":"","commitment":"","to_act":[],"points":[0,1],"result":{"places":[1,2],"points":[0,1],"reason":"points"}'
    b',"deadlines":[],"created_at":"2026-01-01T00:00:00.000Z","updated_at":"2026-01-01T00:00:00.000Z","pace":{"kind":'
    b'"answer","time":259200000,"increment":0,"cap":0,"windows":false,"vacation":0,"outcome":"seat"},"signing":"2",'
    b'"rated":true}'
)
"""A change of these words needs a new version of `LobbyIndex`."""


def _read(summaries: Iterable[bytes]) -> list[dict[str, Any]]:
    """These summaries as stored; a missing field is an error here, not where it is shown."""
    texts = map(_FINISHED.unpack, summaries)
    return [msgspec.json.decode(text) for text in texts if _SHOWN.decode(text)]


def _due_of(summary: dict[str, Any], player_id: str) -> str:
    """The deadline of this player in a game that waits for them, as a sortable text; last if there is none."""
    mine = {seat["seat"] for seat in summary["seats"] if seat["player"] == player_id}
    return min((one["at"] for one in summary["deadlines"] if one["seat"] in mine), default="~")


def _call(holder: dict[str, Any], name: str | None, translate: Translate) -> None:
    """Set this player's displayed name."""
    holder.pop("former", None)
    holder.update({"name": known_as(name, translate), **({"former": True} if name is None else {})})


def _kept_names(public: Seen) -> Names:
    """The names that the read model stores, without those of players whose accounts can be deleted."""
    if public.imported is not None:
        return public.names
    is_copy = public.game.fork is not None
    return Names(public.game, lambda _player, _recorded: "", (lambda *_who: "") if is_copy else None)


class Lobby:
    """Lists of games. Each list includes all that was recorded before the request."""

    def __init__(self, tables: Tables, log: LogReader, index: LobbyIndex) -> None:
        self._tables = tables
        self._index = index
        self._entry_terms = EntryTermsStore(tables.store.redis)
        self.projection = Projection(index, log, self._fold, tables.room)
        self._soundly = self.projection.soundly
        self._catch_up = self.projection.catch_up

    def catch_up(self) -> bool:
        """Bring the lists up to date, and return whether they are. A game that cannot be read is omitted."""
        return self._soundly(self._catch_up)

    def games(
        self, *, asking: str | None, watchable: bool = False, translate: Translate = untranslated, **filters: Any
    ) -> tuple[list[dict[str, Any]], str | None]:
        """One page of games, newest first, and the cursor of the next one; private ones only for their players.

        With `watchable`, games that their only person has left to computer players are omitted.
        """
        left_before = self._tables.now() - _LEFT_MILLISECONDS if watchable else 0
        return self._soundly(lambda: self._games(asking, ListQuery(**filters, left_before=left_before), translate))

    def games_of(self, player_id: str, status: str) -> list[dict[str, Any]]:
        """All games of this status in which this player has a seat, including private ones."""
        found: list[dict[str, Any]] = []
        cursor: str | None = None
        while True:
            page, cursor = self.games(
                asking=player_id, player=player_id, status=status, cursor=cursor, limit=MOST_PER_PAGE
            )
            found += page
            if cursor is None:
                return found

    def game_ids(self) -> set[str]:
        """The ids of all games in the lobby, including private ones."""
        return self._soundly(self._index.game_ids)

    def disputed(self) -> list[str]:
        """The ids of all games with an open dispute, including private ones, for the operator."""
        return self._soundly(self._disputed)

    def running(self) -> list[dict[str, Any]]:
        """The summaries of all running games, including private ones, for the operator."""
        return self._soundly(lambda: self._all_of("playing"))

    def waiting(self) -> list[dict[str, Any]]:
        """The summaries of all games that have not started, including private ones, for the operator."""
        return self._soundly(lambda: self._all_of("waiting"))

    def timed(self) -> list[str]:
        """The ids of all games with a running clock."""
        return [summary["id"] for summary in self.running() if summary["deadlines"]]

    def due(self, kind: Literal["deadline", "reminder"], until: int, apart: Collection[str] = ()) -> list[str]:
        """The ids of games whose next deadline or reminder is due by this time, earliest first."""
        return self._soundly(lambda: self._index.due(kind, until, apart))

    def remind(self, game_id: str, reminders: Mapping[str, str]) -> bool:
        """Queue these reminders of a game, by name, each once, and return whether any was queued now."""
        return self._soundly(lambda: self._index.remind(game_id, reminders))

    def turns(self, player_id: str, translate: Translate = untranslated) -> list[dict[str, Any]]:
        """The games waiting for this player, by deadline, followed by games without a deadline, longest wait first."""
        return self._soundly(lambda: self._turns(player_id, translate))

    def _with_outages(self, summaries: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """These summaries with the deadlines that outages have moved and that are not recorded yet."""
        now = self._tables.now()
        for one in summaries:
            at = milliseconds_of(one["updated_at"])
            if one["deadlines"] and self._tables.outages.since(at, now):
                seen = self._tables.find(one["id"])
                if seen is not None:
                    moved = self._tables.with_outages(seen)
                    one["deadlines"] = deadlines_json(moved.rulebook, moved.game)
        return summaries

    def _with_names(self, summaries: list[dict[str, Any]], translate: Translate) -> list[dict[str, Any]]:
        """These summaries with the names that the read model does not store."""
        here = [one for one in summaries if "imported" not in one]
        persons = [
            person
            for one in here
            for person in (*one["seats"], *((one["referee"],) if "referee" in one else ()))
            if person["player"] is not None
        ]
        offers = [seat["offered"] for one in here for seat in one["seats"] if "offered" in seat]
        names = self._tables.names_of({one["player"] for one in (*persons, *offers)})
        for person in persons:
            _call(person, names.get(person["player"]), translate)
        for offer in offers:
            offer["name"] = known_as(names.get(offer["player"]), translate)
        for one in here:
            if "fork" in one:
                fork = one["fork"]
                for seat, name in zip(
                    one["seats"], self._tables.names_in(fork["game"], fork["position"]), strict=False
                ):
                    _call(seat, name, translate)
        return summaries

    def _fold(self, records: Sequence[LogRecord]) -> list[Change[Listing]]:
        """The listings of the games of these records, each at its last one."""
        last: dict[str, LogRecord] = {}
        for record in reversed(records):
            last.setdefault(record.game_id, record)
        terms = dict(zip(last, self._entry_terms.of_all(list(last)), strict=True))
        return [
            Change(one.partition, one.number, one.game_id, self._listing(one.game_id, terms[one.game_id]))
            for one in reversed(last.values())
        ]

    def _listing(self, game_id: str, terms: EntryTerms) -> Listing | None:
        """The listing of a game; none if it is missing, unreadable, or has no player yet.

        A player who opens a table takes a seat in a second step; until then no other player has its address.
        """
        try:
            with reading(game_id, NoSuchGame, TitleMissing):
                public = self._tables.seen(game_id)
                if not public.game.seats:
                    return None
                summary = {**summarise(public, _kept_names(public)), **entry_terms_json(public.game, terms)}
                facets = msgspec.structs.replace(facets_of(public), rated=is_rated(public.game, terms))
                text = msgspec.json.encode(summary)
                # A game that is over is stored for good, and hardly ever again.
                return Listing(_FINISHED.pack(text) if public.game.is_over else text, facets)
        except (NoSuchGame, TitleMissing):
            return None
        except RecordDamaged as damage:
            self._tables.closures.report(damage)
            return None

    def _games(
        self, asking: str | None, asked: ListQuery, translate: Translate
    ) -> tuple[list[dict[str, Any]], str | None]:
        self._catch_up()
        found, following = self._index.list_games(asked, asking)
        with reading(LOBBY):
            return self._with_names(self._with_outages(_read(found)), translate), following

    def _disputed(self) -> list[str]:
        self._catch_up()
        return self._index.disputed()

    def _all_of(self, status: str) -> list[dict[str, Any]]:
        self._catch_up()
        with reading(LOBBY):
            return _read(self._index.all_of(status))

    def _turns(self, player_id: str, translate: Translate) -> list[dict[str, Any]]:
        self._catch_up()
        with reading(LOBBY):
            waiting = self._with_names(self._with_outages(_read(self._index.turns(player_id))), translate)
            return sorted(waiting, key=lambda summary: _due_of(summary, player_id))
