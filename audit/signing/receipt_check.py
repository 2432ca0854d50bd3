"""Receipt check: a player's receipts compared with a record. A record that contradicts a receipt was changed later.

A receipt counts only if its key is trusted: otherwise anyone could accuse a record with a key of their own.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from audit.signing.receipts import Receipt
from domain.game import GameAborted, GameFinished
from eventstore.entries import Position, parse_position
from verify.bundle import Bundle
from verify.receipts import is_genuine
from verify.report import printable

MOST_RECEIPTS = 100_000
_ENDS = (GameFinished.__name__, GameAborted.__name__)
_AFTER_THE_END = ", where the game is over (unless it was disputed since: then fetch the record again)"


class BadReceipts(Exception):
    """The file contains no receipts; the message names the line."""


class Testimony(NamedTuple):
    """The result of the receipts: whether none that counts contradicts, and sentences; `unheard` lists those that do
    not count.

    An uncounted receipt accuses no one: the file is faulty, or the reader has not named the key.
    """

    agrees: bool
    sentences: tuple[str, ...]
    unheard: tuple[str, ...] = ()


def read_receipts(raw: bytes) -> list[dict[str, Any]]:
    """The receipts and signed texts in these lines of JSON.

    Each line is one, or a proof saved by a browser with lists of `receipts` and of `signed` texts.
    """
    receipts: list[dict[str, Any]] = []
    for number, line in enumerate(raw.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            said = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise BadReceipts(f"line {number} is not JSON: {error}") from None
        lists = [said]
        if isinstance(said, dict):
            lists = [said[name] for name in ("receipts", "signed") if name in said] or [[said]]
        is_listed = all(isinstance(some, list) for some in lists)
        found = [one for some in lists for one in some] if is_listed else []
        if not is_listed or not all(isinstance(one, dict) for one in found):
            raise BadReceipts(f"line {number} holds no receipt")
        receipts += found
        if len(receipts) > MOST_RECEIPTS:
            raise BadReceipts(f"there are more than {MOST_RECEIPTS} receipts")
    return receipts


def is_text(kept: Mapping[str, Any]) -> bool:
    """Whether this is a text that the reader signed, and not a receipt."""
    return set(kept) == {"text", "signature", "public_key"}


def hold_against(bundle: Bundle, receipts: Sequence[Receipt], trusted_keys: Iterable[str]) -> Testimony:
    """Compare these receipts with the record in the bundle, which must be consistent."""
    believed = frozenset(trusted_keys)
    entries = {str(line.position): line for line in bundle.lines}
    last = bundle.lines[-1]
    is_over = any(msgspec.json.decode(line.public)["data"]["type"] in _ENDS for line in bundle.lines)
    end = Position(*last.position)
    agreeing, later, others = 0, 0, 0
    bad: list[str] = []
    unheard: list[str] = []
    for number, receipt in enumerate(receipts, start=1):
        if is_text(receipt):
            continue  # the check of signatures holds it against the record
        if not is_genuine(receipt):
            unheard.append(_not_signed(number))
            continue
        if receipt["game"] != bundle.game_id:
            others += 1
            continue
        complaint = _complaint(receipt, entries)
        if complaint is None and receipt["position"] not in entries:
            try:
                is_later = parse_position(receipt["position"]) > end
            except ValueError:
                is_later = False
            # A running game may have continued; the bundle's last action is complete.
            if is_later and not is_over and parse_position(receipt["position"]).action > end.action:
                later += 1
                continue
            complaint = (
                f"it has digest {receipt['digest']} there, and the record, which ends at {last.position}"
                f"{_AFTER_THE_END if is_over else ''}, has no such entry"
            )
        if complaint is None:
            agreeing += 1
        elif receipt["public_key"] in believed:
            bad.append(f"FAILED: contradicts the receipt of {printable(receipt['position'])}: {complaint}.")
        else:
            unheard.append(
                f"Receipt {number} of the file of receipts contradicts the record at {printable(receipt['position'])}: "
                f"{complaint}. It is signed by {printable(receipt['public_key'])}, which nothing links to a key that "
                "you trust, so it proves nothing. If that is the server's key, name it (--key)."
            )
    return Testimony(not bad, (*bad, *_counted(agreeing, later, others)), tuple(unheard))


def judge_alone(receipts: Sequence[Receipt], trusted_keys: Iterable[str]) -> Testimony:
    """Proof by these receipts without a record: the games each key vouches for, up to where, and contradictions.

    Two receipts by one key for one position of a game with two digests convict its owner.
    """
    believed = frozenset(trusted_keys)
    wrong = [number for number, one in enumerate(receipts, start=1) if not (is_text(one) or is_genuine(one))]
    unheard = [_not_signed(number) for number in wrong]
    signed: dict[tuple[str, str], dict[Position, set[str]]] = {}
    bad: list[str] = []
    for receipt in filter(is_genuine, receipts):
        try:
            place = parse_position(receipt["position"])
        except ValueError:
            continue
        digests = signed.setdefault((receipt["game"], receipt["public_key"]), {}).setdefault(place, set())
        digests.add(receipt["digest"])
        if len(digests) == 2:
            bad.append(
                f"FAILED: {printable(receipt['public_key'])} signed two digests for {place} of the game "
                f"{printable(receipt['game'])}: {' and '.join(sorted(map(printable, digests)))}."
            )
    said = [
        f"{printable(key)}{', which you trust,' if key in believed else ''} signed {len(places)} positions of the game "
        f"{printable(game)}, up to {max(places)}."
        for (game, key), places in sorted(signed.items())
    ]
    strange = sorted({key for _game, key in signed} - believed)
    unheard += [f"Whose key {printable(key)} is, you must know from elsewhere (--key, --server)." for key in strange]
    return Testimony(not bad, (*bad, *said), tuple(unheard))


def _not_signed(number: int) -> str:
    return f"Receipt {number} of the file of receipts has an invalid signature, so it proves nothing."


def _complaint(receipt: Receipt, entries: Mapping[str, Any]) -> str | None:
    """How the record's entry at the receipt's position differs from the signed one; none if it does not."""
    entry = entries.get(receipt["position"])
    if entry is None:
        return None
    if entry.digest != receipt["digest"]:
        return f"it has digest {receipt['digest']}, the record {entry.digest}"
    at = msgspec.json.decode(entry.public)["at"]
    if receipt.get("at", at) != at:
        return f"it has the time {receipt['at']}, the record {at}"
    return None


def _counted(agreeing: int, later: int, others: int) -> Iterable[str]:
    if agreeing:
        yield f"Agrees with {agreeing} of your receipts."
    if later:
        yield f"{later} of your receipts are of later moves than this bundle has: ask for a newer one."
    if others:
        yield f"{others} of your receipts are of other games."
