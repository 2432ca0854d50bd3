"""Randomness of a game: its scheme, and the manipulations that the scheme cannot exclude."""

from collections.abc import Sequence

from verify.luck import nonces_of
from verify.record import Record

_CANNOT_EXCLUDE = {
    "1": "scheme 1, which cannot rule out that the operator chose the game key after seeing the first player's nonce, "
    "or that a player who knew the key and joined last chose a nonce to suit it",
    "2": "scheme 2, which cannot rule out that a player who knew the game key and joined last chose a nonce to suit it",
    "strict": "scheme 2, strict: the last to open a nonce could only refuse, and the game would not have started",
}


def said_of(record: Record) -> str:
    """The scheme that binds the randomness, the manipulations it cannot exclude, and the seats without a nonce."""
    created = record.created
    said = [_CANNOT_EXCLUDE["strict" if created["strict"] else created["luck"]]]
    taken = [data for _position, _said, data in record.numbered() if data["type"] == "SeatTaken"]
    persons = {data["seat"] for data in taken if data["kind"] == "person"}
    nonces = nonces_of(record)
    without = [str(seat + 1) for seat, nonce in enumerate(nonces) if not nonce]
    if without:
        said.append(f"{_seats(without)} brought no nonce")
    if not any(nonce and seat in persons for seat, nonce in enumerate(nonces)):
        said.append("no person brought one, so the operator could choose all of the luck")
    return "; ".join(said)


def _seats(numbers: Sequence[str]) -> str:
    if len(numbers) == 1:
        return f"seat {numbers[0]}"
    return f"seats {', '.join(numbers[:-1])} and {numbers[-1]}"
