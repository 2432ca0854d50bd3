"""Randomness: whether it is bound as its scheme requires, the game key, and the draws.

The signatures of beacons, which earlier games have, are not checked.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from typing import Any

from verify.bundle import DIGEST, Failed, NotPossible, Position, has_form
from verify.commitments import salt_of
from verify.record import LAST_TIME, Record, seat_name

MOST_DRAWS = 100_000
"""More draws are not listed: no game comes near."""
BEACON_MARGIN = 60_000
"""How many milliseconds after the event that fixes it a round is at least."""
_BEACON: dict[str, Any] = {
    "hash": str, "id": str, "public_key": str, "group_hash": str, "genesis_time": int, "period": int, "scheme": str,
}  # fmt: skip


def is_beacon(beacon: dict[str, Any]) -> bool:
    """Whether these have the form of a network's parameters; whether such a network exists is not checked."""
    if not has_form(beacon, _BEACON) or beacon["scheme"] != "bls-unchained-g1-rfc9380":
        return False
    key, group, name = beacon["public_key"], beacon["group_hash"], beacon["id"]
    genesis, period = beacon["genesis_time"], beacon["period"]
    if not (re.fullmatch("[0-9a-f]{192}", key) and DIGEST.fullmatch(group) and DIGEST.fullmatch(beacon["hash"])):
        return False
    is_name = re.fullmatch("[A-Za-z0-9_-]{1,64}", name) is not None
    return is_name and 0 <= genesis <= LAST_TIME // 1000 and 1 <= period <= 3600


def round_after(beacon: dict[str, Any], at: int) -> int:
    """The first round of this beacon that is at least the margin later than this time."""
    since_genesis = at + BEACON_MARGIN - 1000 * beacon["genesis_time"]
    return int(max(1, 1 - (-since_genesis // (1000 * beacon["period"]))))


def time_of(beacon: dict[str, Any], number: int) -> int:
    """The time of this round, in milliseconds since 1970 UTC."""
    return int(1000 * (beacon["genesis_time"] + (number - 1) * beacon["period"]))


def _parts(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def nonce_commitment(game: str, seat: int, nonce: str) -> str:
    """The commitment of a seat to a nonce that is revealed later."""
    return hashlib.sha256(_parts(b"stele/nonce/1", game.encode(), str(seat).encode(), nonce.encode())).hexdigest()


def drawn(game_key: bytes, game: str, nonces: Sequence[str], draw: int) -> int:
    """The 64 bits of a game's draw (counted from 0), at the first attempt; the rules take them below a bound."""
    context = _parts(b"stele/draw/1", game.encode(), *(nonce.encode() for nonce in nonces))
    message = context + draw.to_bytes(8, "big") + bytes(4)
    return int.from_bytes(hmac.new(game_key, message, hashlib.sha256).digest()[:8], "big")


def check_luck(record: Record) -> str:
    """The randomness is bound as its scheme requires, the key is the committed one, and every salt follows from it."""
    unbound = _unbound(record)
    if unbound is not None:
        raise Failed(*unbound)
    record.warnings += [
        f"not checked here: whether the beacon {record.created['beacon']['id']} signed round {data['round']} at "
        f"{position}, on which the random draws depend, too; if not, the operator may have chosen it"
        for position, _said, data in record.numbered()
        if data["type"] == "BeaconRecorded"
    ]
    called_off = _called_off_knowingly(record)
    if called_off is not None:
        record.warnings.append(
            f"the operator called the game off at {called_off}, when the server could already know the random draws: "
            "only the operator can say whether that was the reason"
        )
    game_key = game_key_of(record)
    for line, said in zip(record.bundle.lines, record.said):
        for place, field, _value, salt in said.get("opens", ()):
            if salt != salt_of(game_key, record.game, place, field):
                raise Failed(line.position, "a salt does not come from the game key")
    for line in record.bundle.lines:
        for field, (_value, salt) in line.secrets.items():
            if salt != salt_of(game_key, record.game, str(line.position), field):
                raise Failed(line.position, "a salt does not come from the game key")
    created = record.created
    scheme = "2, strict" if created["strict"] else created["luck"]
    without = [seat_name(seat) for seat, nonce in enumerate(nonces_of(record)) if not nonce]
    return (
        f"{sum(said.get('luck', 0) for said in record.said)} draws under the game key, by scheme {scheme}"
        + (f"; without a nonce: {', '.join(without)}" if without else "")
        + "; --draws lists the numbers, the rules tell what they decided"
    )


def game_key_of(record: Record) -> bytes:
    """The published game key, if it matches its commitment."""
    if record.end is None and record.unpublished_key is None:
        raise NotPossible("the game is still running: its game key is not published yet")
    position, game_key = record.bundle.lines[-1].position, record.unpublished_key or b""
    if record.end is not None:
        position, data = record.end
        try:
            game_key = bytes.fromhex(data["key"])
        except ValueError:
            raise Failed(position, "the published game key is not hexadecimal") from None
    if hashlib.sha256(game_key).hexdigest() != record.created["commitment"]:
        raise Failed(position, "the game key is not the one committed to in 1-0")
    return game_key


def nonces_of(record: Record) -> list[str]:
    """The contributions to the random draws: each seat's, then an earlier game's beacon's (empty if not public)."""
    nonces: dict[int, str] = {}
    from_beacon: list[str] = []
    for _position, _said, data in record.numbered():
        if data["type"] == "SeatLeft":
            nonces.pop(data["seat"], None)
        elif data["type"] == "SeatTaken" or (data["type"] == "NonceOpened" and data["seat"] in nonces):
            nonces[data["seat"]] = data["nonce"]
        elif data["type"] == "BeaconRecorded":
            from_beacon = [hashlib.sha256(bytes.fromhex(data["signature"])).hexdigest()]
    return [*(nonces.get(seat, "") for seat in range(max(nonces, default=-1) + 1)), *from_beacon]


def _unbound(record: Record) -> tuple[Position, str] | None:
    """The first place where a nonce does not match its commitment, or has none."""
    created = record.created
    if created["luck"] == "1":
        if record.said[0].get("version", 1) >= 3:
            return record.bundle.lines[0].position, "scheme 1 of the random draws is of the past"
        return None
    persons = created["players"] - len(created["computers"])
    committed: dict[int, str] = {}
    if len(created["nonce_commitments"]) != len(created["computers"]):
        return record.bundle.lines[0].position, "not every computer player is bound to a nonce"
    for position, _said, data in record.numbered():
        if data["type"] == "SeatTaken":
            seat, nonce, bound = data["seat"], data["nonce"], data.get("nonce_commitment", "")
            if data["kind"] == "person":
                is_right = bool(bound and not nonce) if created["strict"] else not bound
            else:
                bound = created["nonce_commitments"][seat - persons] if seat >= persons else ""
                is_right = bound == (nonce and nonce_commitment(record.game, seat, nonce))
            committed[seat] = bound
            if not is_right:
                return position, f"the nonce of {seat_name(seat)} is not bound as it must be"
        elif data["type"] == "NonceOpened":
            seat, nonce = data["seat"], data["nonce"]
            if not nonce or nonce_commitment(record.game, seat, nonce) != committed[seat]:
                return position, f"this is not the nonce that {seat_name(seat)} committed to"
    return None


def _called_off_knowingly(record: Record) -> Position | None:
    """The position at which the operator cancelled the game although the server could know its randomness, or none.

    In a strict game one nonce may be missing, because the server can compute the randomness when that nonce arrives,
    and refuse the nonce.
    """
    created = record.created
    persons = created["players"] - len(created["computers"])
    seated: set[int] = set()
    opened: set[int] = set()
    is_started, known_at = False, None
    for position, said, data in record.numbered():
        kind = data["type"]
        if kind == "SeatTaken" and data["kind"] == "person":
            seated.add(data["seat"])
        elif kind == "SeatLeft":
            seated.discard(data["seat"])
        elif kind == "NonceOpened":
            opened.add(data["seat"])
        elif kind == "BeaconAwaited":
            known_at = time_of(created["beacon"], data["round"])
        elif kind == "GameStarted":
            is_started = True
        elif kind == "GameAborted" and data["seat"] is None:
            is_bound = created["strict"] and len(seated) == persons and len(opened) >= persons - 1
            is_known = is_bound if known_at is None else said["at"] >= known_at
            return position if is_started or is_known else None
    return None


def draws_of(record: Record) -> Iterator[str]:
    """Each draw: its event's position, its number, and its 64 bits."""
    game_key, nonces, draw = game_key_of(record), nonces_of(record), 0
    for position, said, _data in record.numbered():
        for _ in range(min(said.get("luck", 0), MOST_DRAWS - draw)):
            yield f"{position} draw {draw}: {drawn(game_key, record.game, nonces, draw)}"
            draw += 1
