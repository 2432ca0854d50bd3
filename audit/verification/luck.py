"""Luck check: whether a game's luck is bound as its scheme requires, and what that scheme cannot exclude."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.chance import nonce_commitment
from domain.game import PERSON, GameCreated, NonceOpened, SeatLeft, SeatTaken
from domain.messages import Record
from eventstore.entries import Entry, Position

Placed = tuple[Position, Record[Any]]
_FIRST_VERSION_OF_SCHEME_2 = 3

_CANNOT_EXCLUDE = {
    "1": "scheme 1, which cannot rule out that the operator chose the game key after seeing the first player's nonce, "
    "or that a player who knew the key and joined last chose a nonce to suit it",
    "2": "scheme 2, which cannot rule out that a player who knew the game key and joined last chose a nonce to suit it",
    "strict": "scheme 2, strict: the last to open a nonce could only refuse, and the game would not have started",
}


def nonces_in(records: Sequence[Record[Any]]) -> list[str]:
    """Each seat's contribution to the luck, as far as public; a nonce that was not opened is empty."""
    nonces: dict[int, str] = {}
    for record in records:
        match record.data:
            case SeatTaken(seat, nonce=nonce):
                nonces[seat] = nonce
            case SeatLeft(seat):
                nonces.pop(seat, None)
            case NonceOpened(seat, nonce) if seat in nonces:
                nonces[seat] = nonce
    return [nonces.get(seat, "") for seat in range(max(nonces, default=-1) + 1)]


def first_unbound(game_id: str, entries: Sequence[Entry], placed: Sequence[Placed]) -> tuple[Position, str] | None:
    """The first place where the luck is not bound as its scheme requires, and why; none if it is.

    This needs no game key.
    """
    place, first = placed[0]
    created: GameCreated = first.data
    written = msgspec.json.decode(entries[0].public).get("version", 1)
    if created.luck == "1":
        return None if written < _FIRST_VERSION_OF_SCHEME_2 else (place, "scheme 1 of the luck is of the past")
    if len(created.nonce_commitments) != len(created.computers):
        return place, "not every computer player is bound to a nonce"
    persons = created.players - len(created.computers)
    committed: dict[int, str] = {}
    for position, record in placed:
        match record.data:
            case SeatTaken(seat, kind=kind, nonce=nonce, nonce_commitment=bound):
                if kind == PERSON:
                    is_right = (not nonce and bound) if created.strict else not bound
                else:
                    bound = created.nonce_commitments[seat - persons] if seat >= persons else ""
                    is_right = bound == (nonce and nonce_commitment(game_id, seat, nonce))
                committed[seat] = bound
                if not is_right:
                    return position, f"the nonce of seat {seat} is not bound as it must be"
            case NonceOpened(seat, nonce):
                if not nonce or nonce_commitment(game_id, seat, nonce) != committed[seat]:
                    return position, f"this is not the nonce that seat {seat} committed to"
    return None


def said_of(records: Sequence[Record[Any]]) -> str:
    """The scheme that binds the luck, what it cannot exclude, and the seats without a nonce."""
    created: GameCreated = records[0].data
    said = [_CANNOT_EXCLUDE["strict" if created.strict else created.luck]]
    persons = {one.data.seat for one in records if isinstance(one.data, SeatTaken) and one.data.kind == PERSON}
    nonces = nonces_in(records)
    without = [str(seat) for seat, nonce in enumerate(nonces) if not nonce]
    if without:
        said.append(f"{_seats(without)} brought no nonce")
    if not any(nonce and seat in persons for seat, nonce in enumerate(nonces)):
        said.append("no person brought one, so the operator could choose all of the luck")
    return "; ".join(said)


def _seats(numbers: Sequence[str]) -> str:
    if len(numbers) == 1:
        return f"seat {numbers[0]}"
    return f"seats {', '.join(numbers[:-1])} and {numbers[-1]}"
