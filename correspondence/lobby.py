"""The lobby: what outsiders see of every game, kept by following the partitions' logs.

The first request brings the read model up to date, so a game is in the lobby as soon as it is opened, with or without
a worker. Summary and checkpoint are written in one step: a record counts exactly once.
"""

from typing import Any

import msgspec

from correspondence.lobby_index import Facets, LobbyIndex
from correspondence.table import TitleMissing
from correspondence.tables import NoSuchGame, Tables
from domain.game import PERSON, Game
from eventstore.log import LogReader
from replay.frames import seat_json, shown_options, time_text
from replay.seen import Seen


def seats_json(game: Game[Any]) -> list[dict[str, Any]]:
    """The seats taken, and those free or kept for computer players."""
    seats = [seat_json(number, seat) for number, seat in enumerate(game.seats)]
    kept = game.computers if game.status == "waiting" else ()
    for number in range(len(seats), game.players):
        kind = kept[number - game.players + len(kept)] if number >= game.players - len(kept) else "free"
        seats.append({"seat": number, "player": None, "name": None, "kind": kind, "resigned": False})
    return seats


def summarise(seen: Seen) -> dict[str, Any]:
    """The summary of a game, made from what the gallery sees."""
    rulebook, game = seen.rulebook, seen.game
    return {
        "id": seen.game_id,
        "rulebook": game.rulebook,
        "title": rulebook.meta.title,
        "players": game.players,
        "options": shown_options(game.options),
        "private": game.private,
        "status": game.status,
        "seats": seats_json(game),
        "free_seats": game.free_seats,
        "position": str(seen.position),
        "digest": seen.digest.hex(),
        "commitment": game.commitment,
        "to_act": list(seen.to_act),
        "points": list(rulebook.standing(game.table)) if game.table is not None else None,
        "result": msgspec.to_builtins(game.result),
        "deadlines": [],
        "created_at": time_text(seen.created_at),
        "updated_at": time_text(seen.at),
    }


def facets_of(public: Seen) -> Facets:
    """What a game is found by; nobody waits for a seat that resigned."""
    game = public.game
    persons = [seat.player if seat.kind == PERSON else "" for seat in game.seats]
    return Facets(
        game.status,
        game.rulebook,
        game.private,
        tuple(dict.fromkeys(player for player in persons if player)),
        tuple(
            dict.fromkeys(persons[seat] for seat in public.to_act if persons[seat] and not game.seats[seat].resigned)
        ),
        public.created_at,
        public.at,
    )


class Lobby:
    """Lists of games. Each list includes all that was recorded before it was asked for."""

    def __init__(self, tables: Tables, log: LogReader, index: LobbyIndex) -> None:
        self._tables = tables
        self._log = log
        self._index = index

    def catch_up(self) -> int:
        """Bring the read model up to date; the number of records that were new."""
        taken = 0
        while records := self._log.read_since(self._index.checkpoints()):
            listed: dict[str, tuple[bytes, Facets] | tuple[()]] = {}
            for record in records:
                if record.game_id not in listed:
                    try:
                        public = self._tables.seen(record.game_id)
                        listed[record.game_id] = (msgspec.json.encode(summarise(public)), facets_of(public))
                    except (NoSuchGame, TitleMissing):
                        listed[record.game_id] = ()
                self._index.apply(record.partition, record.number, record.game_id, *listed[record.game_id])
            taken += len(records)
        return taken

    def games(self, *, asking: str | None, **filters: Any) -> tuple[list[dict[str, Any]], str | None]:
        """One page of games, newest first, and the cursor of the next one; private ones only for their players."""
        self.catch_up()
        found, following = self._index.list_games(include_private_for=asking, **filters)
        return [msgspec.json.decode(summary) for summary in found], following

    def game_ids(self) -> set[str]:
        """The ids of all games in the lobby, including private ones."""
        return self._index.game_ids()

    def turns(self, player_id: str) -> list[dict[str, Any]]:
        """The games waiting for this player, longest wait first."""
        self.catch_up()
        return [msgspec.json.decode(summary) for summary in self._index.turns(player_id)]

    def checkpoints(self) -> dict[int, int]:
        """The number of the last record of each partition that the lists include."""
        return self._index.checkpoints()
