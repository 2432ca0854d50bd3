"""Luck check: whether a game's luck is bound as its scheme requires, and what that scheme cannot exclude."""

from collections.abc import Sequence
from typing import Any

import msgspec

from audit.verification.seat_names import seat_name
from domain.chance import nonce_commitment
from domain.game import (
    PERSON,
    Beacon,
    BeaconAwaited,
    BeaconRecorded,
    GameAborted,
    GameCreated,
    GameStarted,
    NonceOpened,
    SeatLeft,
    SeatTaken,
    randomness_of,
)
from domain.messages import Record
from eventstore.entries import Entry, Position

Placed = tuple[Position, Record[Any]]
MARGIN_MILLISECONDS = 60_000
"""How much later than the event that fixes it the round of a beacon is at least."""
_FIRST_VERSION_OF_SCHEME_2 = 3

_CANNOT_EXCLUDE = {
    "1": "scheme 1, which cannot rule out that the operator chose the game key after seeing the first player's nonce, "
    "or that a player who knew the key and joined last chose a nonce to suit it",
    "2": "scheme 2, which cannot rule out that a player who knew the game key and joined last chose a nonce to suit it",
    "strict": "scheme 2, strict: the last to open a nonce could only refuse, and the game would not have started",
}


def nonces_in(records: Sequence[Record[Any]]) -> list[str]:
    """The contributions to the luck, as far as public: each seat's, then the beacon's if it is recorded.

    A nonce that was not opened is empty.
    """
    nonces: dict[int, str] = {}
    drawn: list[str] = []
    for record in records:
        match record.data:
            case SeatTaken(seat, nonce=nonce):
                nonces[seat] = nonce
            case SeatLeft(seat):
                nonces.pop(seat, None)
            case NonceOpened(seat, nonce) if seat in nonces:
                nonces[seat] = nonce
            case BeaconRecorded(signature=signature):
                drawn = [randomness_of(signature)]
    return [*(nonces.get(seat, "") for seat in range(max(nonces, default=-1) + 1)), *drawn]


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
                    return position, f"the nonce of {seat_name(seat)} is not bound as it must be"
            case NonceOpened(seat, nonce):
                if not nonce or nonce_commitment(game_id, seat, nonce) != committed[seat]:
                    return position, f"this is not the nonce that {seat_name(seat)} committed to"
    return None


def said_of(records: Sequence[Record[Any]]) -> str:
    """The scheme that binds the luck, what it cannot exclude, and the seats without a nonce."""
    created: GameCreated = records[0].data
    said = [_CANNOT_EXCLUDE["strict" if created.strict else created.luck]]
    persons = {one.data.seat for one in records if isinstance(one.data, SeatTaken) and one.data.kind == PERSON}
    nonces = nonces_in(records)
    without = [str(seat + 1) for seat, nonce in enumerate(nonces) if not nonce]
    if without:
        said.append(f"{_seats(without)} brought no nonce")
    if not any(nonce and seat in persons for seat, nonce in enumerate(nonces)):
        said.append("no person brought one, so the operator could choose all of the luck")
    return "; ".join(said)


def time_of(beacon: Beacon, number: int) -> int:
    """The time of this round, in milliseconds since 1970 UTC."""
    return 1000 * (beacon.genesis_time + (number - 1) * beacon.period)


def round_after(beacon: Beacon, at: int) -> int:
    """The first round that is at least the margin later than this time (G28)."""
    since_genesis = at + MARGIN_MILLISECONDS - 1000 * beacon.genesis_time
    return max(1, 1 - (-since_genesis // (1000 * beacon.period)))


def warnings_of(placed: Sequence[Placed]) -> tuple[str, ...]:
    """Warnings if a beacon's part in the luck is not checked, and if the operator knew the luck and called the game
    off.
    """
    beacon = placed[0][1].data.beacon
    warnings = [
        f"not checked here: whether the beacon {beacon.id} signed round {record.data.round} at {position}, on which "
        "the luck depends, too; if not, the operator may have chosen it"
        for position, record in placed
        if isinstance(record.data, BeaconRecorded)
    ]
    called_off = _called_off_knowingly(placed)
    if called_off is not None:
        warnings.append(
            f"the operator called the game off at {called_off}, when the server could already know the luck: only the "
            "operator can say whether that was the reason"
        )
    return tuple(warnings)


def _called_off_knowingly(placed: Sequence[Placed]) -> Position | None:
    """Where the operator called the game off although the server could know its luck; none if it did not.

    In a strict game one nonce may be missing: the server can compute the luck when it arrives, and refuse it.
    """
    created: GameCreated = placed[0][1].data
    persons = created.players - len(created.computers)
    seated, opened = set[int](), set[int]()
    is_started, known_at = False, None
    for position, record in placed:
        match record.data:
            case SeatTaken(seat, kind=kind) if kind == PERSON:
                seated.add(seat)
            case SeatLeft(seat):
                seated.discard(seat)
            case NonceOpened(seat):
                opened.add(seat)
            case BeaconAwaited(number):
                known_at = time_of(created.beacon, number)  # type: ignore[arg-type]
            case GameStarted():
                is_started = True
            case GameAborted(None):
                is_bound = created.strict and len(seated) == persons and len(opened) >= persons - 1
                is_known = is_bound if known_at is None else record.at >= known_at
                return position if is_started or is_known else None
    return None


def _seats(numbers: Sequence[str]) -> str:
    if len(numbers) == 1:
        return f"seat {numbers[0]}"
    return f"seats {', '.join(numbers[:-1])} and {numbers[-1]}"
