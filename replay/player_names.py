"""Player names: a record holds players' ids, and their names are looked up when something is shown.

So a name can change, and a player can leave, and every record stays intact. Old records also hold names; they are shown
only if the players are unknown here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from domain.game import FREE, PERSON, Game, computer_name
from domain.messages import say

FORMER = say("a former player")
"""The phrase for a player without a name."""
_SHORT = 8

Find = Callable[[Iterable[str]], Mapping[str, str]]
"""The names of these players by id, for those who have one."""
Named = Callable[[str, str], str | None]
"""A player's name from the id and the name in an old record; none if the player is gone."""
Sitting = Callable[[int, str, str, str], str | None]
"""The name of a seat's player, from the seat, the player's id, the kind, and the name in an old record."""


class Names(tuple[str | None, ...]):
    """The names of a game's players, seat by seat: empty for an empty seat, none for a player who is gone.

    `offered` are the names of the players to whom seats are offered, empty if a seat is not offered.
    """

    offered: tuple[str | None, ...]
    player: Named
    sitting: Sitting

    def __new__(cls, game: Game[Any], player: Named, sitting: Sitting | None = None) -> "Names":
        """The names in this game; `sitting` has by default the names by `player`, and those of computer players."""

        def usual(seat: int, player_id: str, kind: str, recorded: str) -> str | None:
            if kind != PERSON:
                return recorded or computer_name(kind, seat)
            return player(player_id, recorded)

        found = sitting or usual
        names = super().__new__(
            cls,
            (
                "" if seat.kind == FREE else found(number, seat.player, seat.kind, seat.name)
                for number, seat in enumerate(game.seats)
            ),
        )
        names.player, names.sitting = player, found
        names.offered = tuple(player(seat.offered, seat.offered_name) if seat.offered else "" for seat in game.seats)
        return names


Naming = Callable[[Game[Any]], Names]
"""The names of a game's players, at any of its positions."""


def called(names: Mapping[str, str]) -> Naming:
    """The naming of an imported game: by these names, otherwise by the record's names, otherwise by id."""

    def player(player_id: str, recorded: str) -> str:
        return names.get(player_id) or recorded or player_id[:_SHORT]

    return lambda game: Names(game, player)


as_recorded = called({})


def found_by(find: Find) -> Naming:
    """The naming of the games on this server. Players who are not found no longer exist, whatever an old record
    says.
    """

    def naming(game: Game[Any]) -> Names:
        known = find(players_at(game))  # together, because one by one would take more queries

        def player(player_id: str, _recorded: str) -> str | None:
            return known.get(player_id) or find((player_id,)).get(player_id)

        return Names(game, player)

    return naming


def kept_while(changes: Callable[[], int], naming: Naming) -> Naming:
    """This naming of one game, cached until a player or a name changes.

    `changes` counts changed names.
    """
    latest: tuple[Any, int, Names] | None = None

    def of_game(game: Game[Any]) -> Names:
        nonlocal latest
        kept, count = latest, changes()
        if kept is not None and kept[0] == (game.seats, game.referee, game.reserved) and kept[1] == count:
            return kept[2]
        names = naming(game)
        latest = (game.seats, game.referee, game.reserved), count, names
        return names

    return of_game


def copied(origin: Sequence[str | None], naming: Naming) -> Naming:
    """The naming of an analysis game: its seats keep the names of the original game."""

    def of_copy(game: Game[Any]) -> Names:
        own = naming(game)
        return Names(game, own.player, lambda seat, *_who: origin[seat]) if len(origin) == game.players else own

    return of_copy


def players_at(game: Game[Any]) -> tuple[str, ...]:
    """The ids of all players in the game at this position."""
    found = (game.referee, *game.reserved, *(one for seat in game.seats for one in (seat.player, seat.offered)))
    return tuple(dict.fromkeys(filter(None, found)))
