"""Seats: leaving one before the start, reserved seats, and handing one over (G21, G22)."""

from typing import Any

from domain.disputes.events import TakeOver
from domain.game import (
    FREE,
    Game,
    LeaveSeat,
    OfferSeat,
    ReleaseSeat,
    ReserveSeat,
    SeatReleased,
    SeatReserved,
)
from domain.messages import Illegal
from domain.shared_rules import Situation, check_is_played


def seat_for(game: Game[Any], player: str) -> int | None:
    """The seat for this player: the one reserved for them, otherwise the lowest free one; none if there is none.

    Seats reserved for others are not free.
    """
    if not game.free_seats:
        return None
    taken = {seat for seat, one in enumerate(game.seats) if one.kind != FREE}
    free = [seat for seat in range(game.players - len(game.computers)) if seat not in taken]
    kept = game.reserved or ("",) * game.players
    own = [seat for seat in free if player and kept[seat] == player]
    return next(iter(own or [seat for seat in free if not kept[seat]]), None)


def check_reserved(players: int, computers: int, reserved: tuple[str, ...], referee: str) -> None:
    """Refuse to open a game with a seat reserved for a player who cannot take it (G21)."""
    if not reserved:
        return
    kept = [player for player in reserved if player]
    if len(reserved) != players:
        raise Illegal("for each seat, name the player it is reserved for, or leave it empty if the seat is free", "G21")
    if any(reserved[players - computers :]) or len(set(kept)) != len(kept):
        raise Illegal("only human players' seats can be reserved, each for a different player", "G21")
    if referee and referee in kept:
        raise Illegal("the referee of a game can't play in it", "G13")


def check_leaving(situation: Situation, command: LeaveSeat) -> None:
    """Refuse to leave after the start, or while nonces are revealed (G21)."""
    game = situation.game
    if game.status != "waiting":
        raise Illegal("you can leave your seat only before the game starts; you can resign instead", "G21")
    if command.seat not in range(len(game.seats)) or not game.seats[command.seat].is_played:
        raise Illegal("no player has this seat", "G21")
    if not game.free_seats:
        raise Illegal(
            "you can't leave now: all seats are taken, and contributions to the random draws are being revealed", "G21"
        )


def release_seat(situation: Situation, command: ReleaseSeat) -> SeatReleased:
    """The event of a reserved seat that becomes open to anyone, or `Illegal` (G21)."""
    game = situation.game
    if game.status != "waiting" or command.kept not in game.kept_seats:
        raise Illegal("this seat is not reserved", "G21")
    if command.player not in ("", game.reserved[command.kept]):
        raise Illegal("no seat is reserved for you", "G21")
    if command.why == "released" and command.seat != game.first_seat:
        raise Illegal(
            "only the first player seated can release a reserved seat; the player it is reserved for can decline it",
            "G21",
        )
    return SeatReleased(command.kept, command.why)


def reserve_seat(situation: Situation, command: ReserveSeat) -> SeatReserved:
    """The event of the first player who reserves a free seat for a person, or `Illegal` (G21)."""
    game = situation.game
    taken = {seat for seat, one in enumerate(game.seats) if one.kind != FREE}
    if game.status != "waiting" or command.kept in taken:
        raise Illegal("only a free seat can be reserved, and only before the game starts", "G21")
    if command.kept not in range(game.players - len(game.computers)) or not command.player:
        raise Illegal("only human players' seats can be reserved, each for a different player", "G21")
    if game.first_seat is None or command.seat != game.first_seat:
        raise Illegal("only the first player seated can reserve a seat", "G21")
    if command.player == game.referee:
        raise Illegal("the referee of a game can't play in it", "G13")
    if command.player in game.expected or any(seat.player == command.player for seat in game.seats):
        raise Illegal("this player has a seat in this game, or one is reserved for them", "G21")
    return SeatReserved(command.kept, command.player)


def check_offer(situation: Situation, command: OfferSeat) -> None:
    """Refuse to offer a seat to a person who cannot take it over, or to withdraw an offer that does not exist (G22)."""
    game = situation.game
    check_is_played(game, command)
    if command.seat not in range(len(game.seats)) or not game.seats[command.seat].is_played:
        raise Illegal("only a human player in this game can hand over a seat", "G22")
    if game.fork is not None:
        raise Illegal("an analysis game is played by its owner alone, so its seats can't be handed over", "G22")
    if not command.player and not game.seats[command.seat].offered:
        raise Illegal("this seat is not offered to a player", "G22")
    if command.player:
        _check_has_no_part(game, command.seat, command.player, "G22")


def check_takeover(game: Game[Any], command: TakeOver) -> None:
    """Refuse to take a seat that was neither freed nor offered to this player (G15, G22)."""
    if game.status != "playing":
        raise Illegal("a seat can be taken over only while the game is running", "G15")
    if command.seat not in range(len(game.seats)):
        raise Illegal("there is no such seat", "G15")
    seat = game.seats[command.seat]
    if not seat.freed and not (seat.offered and seat.offered == command.player):
        raise Illegal("this seat was neither freed nor offered to you", "G15")
    if command.player == seat.player:
        raise Illegal("a player who lost a seat can't take it over", "G15")
    _check_has_no_part(game, command.seat, command.player, "G15")


def _check_has_no_part(game: Game[Any], number: int, player: str, rule: str) -> None:
    """Refuse people who have a part in the game, or who know what another seat held during play.

    A player who left a seat before the start has no such knowledge: nothing was dealt or sealed.
    """
    if player == game.referee or any(seat.player == player for seat in game.seats):
        raise Illegal("a player or the referee of this game can't take over a seat", rule)
    others = (seat for other, seat in enumerate(game.seats) if other != number)
    if game.edition >= 2 and any(player in seat.former for seat in others):
        raise Illegal(
            "a player who had another seat in this game has seen its hidden information and can't take over this one",
            rule,
        )
