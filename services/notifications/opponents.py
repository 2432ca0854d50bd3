"""Opponents in texts: a game's name with the players whom its reader meets there."""

from collections.abc import Sequence

from domain.game import Game
from domain.messages import PlayerName, SeatName, Sentence, Verbatim, say, say_number
from replay.player_names import Names
from replay.viewer_state import Seen

Player = SeatName | PlayerName | Verbatim
"""A player in a text: by seat, by id, or by name."""
_MOST_NAMED = 3


def game_with_opponents(seen: Seen, names: Names, person: str, own_seat: int) -> Sentence | Verbatim:
    """The game's title with the other players, including those for whom seats are reserved.

    `own_seat` is the reader's seat (-1: none). For a reader who neither has nor gets a seat, the players are not called
    opponents.
    """
    title, others = seen.rulebook.meta.title, _others(seen.game, names, person, own_seat)
    if own_seat >= 0 or seen.is_expected(person):
        return against(title, others)
    return say("{title} ({players})", title=Verbatim(title), players=_listed(others)) if others else against(title, ())


def against(title: str, others: Sequence[Player]) -> Sentence | Verbatim:
    """A game of this title against these players; the title alone if there are none."""
    if not others:
        return Verbatim(title)
    return say("{title} against {players}", title=Verbatim(title), players=_listed(others))


def _listed(players: Sequence[Player]) -> tuple[Player | Sentence, ...]:
    if len(players) <= _MOST_NAMED:
        return tuple(players)
    number = len(players) - _MOST_NAMED + 1
    return (*players[: _MOST_NAMED - 1], say_number("{number} more", "{number} more", number))


def _others(game: Game[object], names: Names, person: str, own_seat: int) -> list[Player]:
    kept = game.kept_seats if game.status == "waiting" else ()
    found: list[Player] = []
    for seat in range(game.players):
        if seat == own_seat:
            continue
        if seat < len(names) and names[seat] != "":
            found.append(SeatName(seat))
        elif seat in kept and game.reserved[seat] != person:
            found.append(PlayerName(game.reserved[seat], ""))
    return found
