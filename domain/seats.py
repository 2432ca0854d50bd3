"""Seats: taking, reserving, leaving and handing over one, and its nonce and key (G2, G9 to G11, G15, G21, G22)."""

from hashlib import sha256
from typing import Any

from domain.chance import may_be_commitment, nonce_commitment
from domain.disputes.events import DecideDispute, SeatTakenOver, TakeOver
from domain.ed25519_points import has_key_form, is_public_key
from domain.game import (
    FREE,
    PERSON,
    ChangeKey,
    Game,
    KeyChanged,
    LeaveSeat,
    NonceOpened,
    OfferSeat,
    OpenNonce,
    ReleaseSeat,
    ReserveSeat,
    SeatLeft,
    SeatOffered,
    SeatReleased,
    SeatReserved,
    SeatTaken,
    TakeSeat,
)
from domain.messages import Command, Illegal
from domain.shared_rules import SharedCommand, SharedRules, Situation, check_is_played


def seat_for(game: Game[Any], player: str) -> int | None:
    """The seat for this player: the one reserved for them, otherwise the lowest free one; None without one.

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


def _take_seat(situation: Situation, command: TakeSeat) -> SeatTaken:
    game = situation.game
    if not game.free_seats:
        raise Illegal("all seats are taken", "G2")
    if any(seat.player == command.player for seat in game.seats):
        raise Illegal("you already have a seat in this game", "G2")
    if game.referee and game.referee == command.player:
        raise Illegal("the referee of a game can't play in it", "G13")
    _check_key(game, command.public_key)
    _check_recovery(game, command.recovery)
    number, bound = seat_for(game, command.player), command.nonce_commitment
    if number is None:
        raise Illegal("the free seats are reserved for other players", "G21")
    if not game.strict and bound:
        raise Illegal("this game is not strict; join with a nonce, not with a commitment to one", "G9")
    if game.strict and (command.nonce or not may_be_commitment(bound)):
        raise Illegal("to join a strict game, send the commitment to a nonce, not the nonce itself", "G9")
    if game.strict and command.seat != number:
        raise Illegal("your seat is seat {number}: commit to a nonce for that seat", "G9", number=number)
    if game.signed and game.signing == "2" and command.seat != number:
        raise Illegal("your seat is seat {number}: sign for that seat", "G10", number=number)
    return SeatTaken(
        number, command.player, PERSON, command.nonce, bound, command.public_key, recovery=command.recovery
    )


def _check_leaving(situation: Situation, command: LeaveSeat) -> None:
    """Refuse to leave after the start, or while nonces are revealed (G21)."""
    game = situation.game
    if game.status != "waiting":
        raise Illegal("you can leave your seat only before the game starts; you can resign instead", "G21")
    if command.seat not in range(len(game.seats)) or not game.seats[command.seat].is_played:
        raise Illegal("no player has this seat", "G21")
    if not game.free_seats:
        raise Illegal(
            "you can't leave now, because all seats are taken and contributions to the random draws are being revealed",
            "G21",
        )


def _release(situation: Situation, command: ReleaseSeat) -> SeatReleased:
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


def _reserve(situation: Situation, command: ReserveSeat) -> SeatReserved:
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


def _check_offer(situation: Situation, command: OfferSeat) -> None:
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


def _check_takeover(situation: Situation, command: TakeOver) -> None:
    """Refuse to take a seat that was neither freed nor offered to this player (G15, G22)."""
    game = situation.game
    _check_key(game, command.public_key)
    _check_recovery(game, command.recovery)
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

    A player who left a seat before the start has no such knowledge, because nothing was dealt or sealed yet.
    """
    if player == game.referee or any(seat.player == player for seat in game.seats):
        raise Illegal("a player or the referee of this game can't take over a seat", rule)
    others = (seat for other, seat in enumerate(game.seats) if other != number)
    if game.edition >= 2 and any(player in seat.former for seat in others):
        raise Illegal(
            "a player who had another seat in this game has seen its hidden information and can't take over this one",
            rule,
        )


def _check_key(game: Game[Any], public_key: str) -> None:
    """Refuse a player who joins without the required key (G10)."""
    if game.signed and not public_key:
        raise Illegal("to join a signed game, send a public key", "G10")
    if public_key:
        _check_public_key(game, public_key, "G10")


def _check_public_key(game: Game[Any], public_key: str, rule: str) -> None:
    """Refuse an invalid public key; the first edition of the rules accepts any 32 bytes."""
    if not has_key_form(public_key):
        raise Illegal("a public key must be 32 bytes (Ed25519) in base64", rule)
    if game.edition >= 2 and not is_public_key(public_key):
        raise Illegal("this public key is weak, so other people could sign with it too", rule)


def _check_recovery(game: Game[Any], recovery: str) -> None:
    """Refuse an invalid commitment to a recovery key (G11)."""
    if recovery and (game.signing == "1" or not may_be_commitment(recovery)):
        raise Illegal("the commitment to a recovery key must be the SHA-256 of its text", "G11")


def _check_nonce(situation: Situation, command: OpenNonce) -> None:
    game = situation.game
    if not game.strict:
        raise Illegal("this game is not strict, so there is no nonce to reveal", "G9")
    if game.free_seats or command.seat not in range(len(game.seats)):
        raise Illegal("nonces are revealed only when all seats are taken", "G9")
    if command.seat not in game.to_open:
        raise Illegal("this seat's nonce has already been revealed", "G9")
    bound = game.seats[command.seat].nonce_commitment
    if not command.nonce or nonce_commitment(game.id, command.seat, command.nonce) != bound:
        raise Illegal("this nonce does not match the commitment", "G9")


def _check_new_key(situation: Situation, command: ChangeKey) -> None:
    game = situation.game
    if command.seat not in range(len(game.seats)) or not game.seats[command.seat].is_played:
        raise Illegal("only a human player can change the key of a seat", "G11")
    old = game.seats[command.seat].public_key
    _check_public_key(game, command.public_key, "G11")
    if command.public_key == old:
        raise Illegal("this is already the key of your seat", "G11")
    if command.signature and (not old or game.signing == "2"):
        raise Illegal("this seat has no key that could sign the new one", "G11")
    if command.recovery and (game.signing == "1" or not signing_key(game, command)):
        raise Illegal("this seat was not taken with this recovery key", "G11")


def signing_key(game: Game[Any], command: Command) -> str:
    """The public key with which this command is signed (G10, G11); empty if there is none.

    Players who take a seat sign with the key they bring, which proves that it is theirs.
    """
    match command:
        case TakeSeat(public_key=key) | TakeOver(public_key=key):
            return key
        case DecideDispute():
            return game.referee_key
    if command.seat not in range(len(game.seats)):
        return ""
    seat = game.seats[command.seat]
    if isinstance(command, ChangeKey) and command.recovery:
        is_committed = seat.recovery == recovery_commitment(command.recovery)
        return command.recovery if is_committed else ""
    return seat.public_key


def recovery_commitment(public_key: str) -> str:
    """The commitment to this recovery key (in base64) on taking a seat: the SHA-256 of its text."""
    return sha256(public_key.encode()).hexdigest()


SEATS = SharedRules(
    (
        SharedCommand(LeaveSeat, SeatLeft, _check_leaving, at_first=False),
        SharedCommand(TakeSeat, SeatTaken, _take_seat, "newcomer", is_move=False, at_first=False),
        SharedCommand(ReleaseSeat, SeatReleased, _release, "unsigned", is_move=False),
        SharedCommand(ReserveSeat, SeatReserved, _reserve, "unsigned", is_move=False),
        SharedCommand(OfferSeat, SeatOffered, _check_offer, is_move=False, at_first=False),
        SharedCommand(TakeOver, SeatTakenOver, _check_takeover, "newcomer", is_move=False, at_first=False),
        SharedCommand(OpenNonce, NonceOpened, _check_nonce, is_move=False, must_sign=False),
        SharedCommand(ChangeKey, KeyChanged, _check_new_key, is_move=False, at_first=False),
    )
)
