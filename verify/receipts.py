"""Receipts: which keys vouch for a record, and keys that follow one another."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence, Set
from operator import itemgetter
from typing import Any, NamedTuple

from verify.bundle import POSITION, Failed, NotPossible, Position, has_form, position_in
from verify.canonical_json import NotCanonical, canonical, read_json
from verify.ed25519 import is_signed
from verify.record import Record
from verify.signatures import is_kept_text


def check_receipts(record: Record) -> str:
    """Every receipt in the bundle is signed, and matches an entry."""
    others: set[str] = set()
    for proof in record.bundle.proofs:
        scheme = proof.get("scheme")
        if scheme == SUCCESSION:
            if not is_succession(proof):
                raise Failed("proofs", "a succession of keys is not signed by both")
            continue
        if isinstance(scheme, str) and not scheme.startswith("stele/receipt/"):
            if scheme not in LOGGED:
                others.add(scheme[:60])
            continue
        if not is_genuine(proof):
            raise Failed("proofs", "a receipt's signature is wrong")
        contradiction = _contradiction(record, proof)
        if proof["game"] != record.game or contradiction is not None:
            number = record.places.get(proof["position"]) if proof["game"] == record.game else None
            is_time = number is not None and record.bundle.lines[number].digest == proof["digest"]
            raise Failed(
                proof["position"] if is_time else "proofs",
                f"a receipt is for another record: {contradiction or 'another game'}",
            )
        record.signers.setdefault(proof["public_key"], []).append(proof["position"])
    unchecked = f"; not checked here: {', '.join(sorted(others))}" if others else ""
    if not record.signers:
        raise NotPossible(f"the bundle holds no receipt{unchecked}")
    return f"{sum(map(len, record.signers.values()))} signed{unchecked}"


def _contradiction(record: Record, receipt: dict[str, Any]) -> str | None:
    """How this receipt of this game contradicts the record; none if they agree."""
    number = record.places.get(receipt["position"])
    if number is None:
        since = " (unless the game was disputed since: then fetch the record again)" if record.end else ""
        return f"{receipt['public_key']} signed it, and the bundle has no such entry{since}"
    line, at = record.bundle.lines[number], record.said[number]["at"]
    if line.digest != receipt["digest"]:
        return f"{receipt['public_key']} signed {receipt['digest']}, the bundle has {line.digest}"
    if receipt.get("at", at) != at:
        return f"{receipt['public_key']} signed the time {receipt['at']}, the bundle has {at}"
    return None


class Testimony(NamedTuple):
    """The result of a reader's receipts: in words, how many agree with the record; the contradictions that count, each
    with its place; and sentences about the receipts that prove nothing.
    """

    said: str
    contradictions: list[tuple[str, str]]
    unheard: list[str]


def check_kept_receipts(record: Record) -> str:
    """The reader's receipts agree with the bundle."""
    heard = hear(record, believed_keys(record))
    if heard.contradictions:
        raise Failed(*heard.contradictions[0])
    record.warnings += heard.unheard
    return heard.said


def hear(record: Record, believed: Set[str]) -> Testimony:
    """Compare the reader's receipts with a consistent record; those that agree count as signatures of it.

    A contradiction counts only if its key is trusted, because otherwise anyone could accuse a record with a key of
    their own.
    """
    agreed = others = later = 0
    contradictions, unheard = [], []
    last = record.bundle.lines[-1].position.action
    is_over = record.end is not None
    for where, receipt in record.kept:
        if is_kept_text(receipt):
            continue  # compared with the signatures
        if not isinstance(receipt, dict) or not is_genuine(receipt):
            unheard.append(f"{where} holds no receipt with a valid signature, so it proves nothing")
        elif receipt["game"] != record.game:
            others += 1
        elif position_in(receipt["position"]).action > last and not is_over:
            later += 1  # the last action is whole
        else:
            key, contradiction = receipt["public_key"], _contradiction(record, receipt)
            if contradiction is None:
                agreed += 1
                signed = record.signers.setdefault(key, [])
                if receipt["position"] not in signed:
                    signed.append(receipt["position"])
                continue
            said = f"contradicts the receipt of {receipt['position']}: {contradiction}"
            if key in believed:
                contradictions.append((receipt["position"], said))
            else:
                unheard.append(
                    f"the record {said}; nothing links the key in {where} to one that you trust, so it proves nothing: "
                    "if it is the server's, name it (--key)"
                )
    more = [f"{others} of other games"] * bool(others) + [f"{later} of what came after this bundle"] * bool(later)
    said = f"{agreed} agree" + (f"; not compared: {', '.join(more)}" if more else "")
    return Testimony(said, contradictions, unheard)


def believed_keys(record: Record) -> set[str]:
    """The named keys and their successors; without any, the keys of the receipts in the bundle."""
    if not record.keys:
        return {proof["public_key"] for proof in record.bundle.proofs if is_genuine(proof)}
    return set(continued(record.keys, record.bundle.proofs))


def misnamed_in(record: Record) -> list[dict[str, Any]]:
    """The bundle's receipts whose server name was made from another key."""
    proofs = record.bundle.proofs
    genuine = [one for one in proofs if is_genuine(one)]
    return [one for one in genuine if is_misnamed(one.get("origin", ""), one["public_key"], proofs)]


class Coverage(NamedTuple):
    """The signed part of a record: everything up to `until` (none: nothing), and the positions after it.

    `log` is the end of the part that a proof of the log covers, which may be earlier.
    """

    until: Position | None
    log: Position | None
    rest: list[Position]

    @property
    def rest_text(self) -> str:
        """The unsigned rest, in words."""
        return f"{self.rest[0]}" if len(self.rest) == 1 else f"{self.rest[0]} to {self.rest[-1]}"


def signers_of(record: Record) -> list[Set[str]]:
    """The keys of each signer of a record: the named keys and their successors, or else each key that signed it."""
    if record.keys:
        return [believed_keys(record)]
    return [set(continued([key], record.bundle.proofs)) for key in {*believed_keys(record), *record.logged}]


def coverage_of(record: Record, signers: Iterable[Set[str]]) -> Coverage:
    """How far these signers vouch for a consistent record, by receipts or log proofs: up to the position where the
    first of them ends.

    All signers must cover a position, because otherwise anyone could extend the record and sign the extension with a
    key of their own.
    """
    reached = []
    for keys in signers:
        # A log keeps its first key.
        begun = {key for key in record.logged if not keys.isdisjoint(continued([key], record.bundle.proofs))}
        ends = [_last_of(record.signers, keys), _last_of(record.logged, begun)]
        until = max((one for one in ends if one is not None), default=None)
        if until is not None:
            reached.append((until, ends[1]))
    until, log = min(reached, key=itemgetter(0), default=(None, None))
    places = [line.position for line in record.bundle.lines]
    return Coverage(until, log, [place for place in places if until is None or place > until])


def _last_of(signed: Mapping[str, Sequence[str]], keys: Set[str]) -> Position | None:
    """The last position that one of these keys signed."""
    return max((position_in(place) for key in keys for place in signed.get(key, ())), default=None)


_RECEIPTS: dict[str, dict[str, Any]] = {
    "stele/receipt/1": {"game": str, "position": str, "digest": str},
    "stele/receipt/2": {
        "scheme": str, "origin": str, "game": str, "position": str, "digest": str, "at": int, "request": str,
    },
}  # fmt: skip


def is_genuine(receipt: Mapping[str, Any]) -> bool:
    """Whether this is a receipt, signed by the key that it names."""
    scheme = receipt.get("scheme", "stele/receipt/1")
    form = _RECEIPTS.get(scheme) if isinstance(scheme, str) else None
    if form is None or not has_form(receipt, {**form, "public_key": str, "signature": str}):
        return False
    if not POSITION.fullmatch(receipt["position"]):
        return False
    try:
        signed = canonical({name: receipt[name] for name in form})
        return is_signed(signed, receipt["signature"], receipt["public_key"])
    except ValueError:  # text that cannot be encoded in UTF-8
        return False


SUCCESSION = "stele/succession/1"
MADE_OF_KEY = "stele.invalid/"
"""The beginning of a server's name that is made of its first key; digits of the key's digest follow."""
FEWEST_DIGITS = 8
LOGGED = ("stele/logged/1", "stele/logged/2")
_SUCCESSION = {"scheme": str, "origin": str, "previous": str, "next": str, "at": int}


def is_succession(proof: Mapping[str, Any]) -> bool:
    """Whether this is a statement that one key succeeds another, signed by both."""
    if not has_form(proof, {**_SUCCESSION, "previous_signature": str, "next_signature": str}):
        return False
    try:
        signed = canonical({name: proof[name] for name in _SUCCESSION})
    except ValueError:  # text that cannot be encoded in UTF-8
        return False
    is_by_both = all(is_signed(signed, proof[f"{which}_signature"], proof[which]) for which in ("previous", "next"))
    return is_by_both and proof["scheme"] == SUCCESSION


def continued(keys: Iterable[str], proofs: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """These keys, and the keys that succeed them by the proofs, each with its predecessor, if any."""
    left = [proof for proof in proofs if proof.get("scheme") == SUCCESSION and is_succession(proof)]
    found = dict.fromkeys(keys, "")
    while more := [one for one in left if one["previous"] in found and one["next"] not in found]:
        found.update((one["next"], one["previous"]) for one in more)
    return found


def is_misnamed(name: str, key: str, proofs: Sequence[Mapping[str, Any]]) -> bool:
    """Whether this name was made from a key that is neither this one nor one of its predecessors."""
    if not name.startswith(MADE_OF_KEY):
        return False
    digits = name[len(MADE_OF_KEY) :].partition("/")[0]
    own = [one for one in proofs if one.get("scheme") == SUCCESSION and one.get("origin") == name]
    firsts = [key, *(one["previous"] for one in own if is_succession(one))]
    made = [one for one in firsts if hashlib.sha256(base64.b64decode(one)).hexdigest().startswith(digits)]
    return len(digits) < FEWEST_DIGITS or not any(key in continued([first], own) for first in made)


def read_kept(raw: bytes) -> list[tuple[str, Any]]:
    """The receipts and signed texts that a reader kept, each with its place; a line that is not JSON counts as a bad
    receipt.
    """
    found: list[tuple[str, Any]] = []
    for number, line in enumerate(raw.decode(errors="replace").splitlines(), start=1):
        if line.strip():
            try:
                receipt = read_json(line.strip())
            except NotCanonical:
                receipt = None
            # A browser saves its receipts as one object that lists them.
            lists = [receipt.get(name) for name in ("receipts", "signed")] if isinstance(receipt, dict) else []
            several = [one for some in lists if isinstance(some, list) for one in some]
            for one in several if any(isinstance(some, list) for some in lists) else [receipt]:
                found.append((f"line {number} of the receipts", one))
    return found


def judge_alone(kept: Sequence[tuple[str, Any]], keys: Set[str]) -> tuple[int, list[str]]:
    """Proof by receipts without a record: the exit status, and who vouches for which game up to where, as text.

    Two receipts by one key for one position of a game with two digests convict its owner.
    """
    said: list[str] = []
    signed: dict[tuple[str, str], dict[Position, set[str]]] = {}
    status = 0
    for where, receipt in kept:
        if is_kept_text(receipt):
            continue
        if not isinstance(receipt, dict) or not is_genuine(receipt):
            said.append(f"{where} holds no receipt with a valid signature, so it proves nothing.")
            status = max(status, 3)
            continue
        whose = (receipt["game"], receipt["public_key"])
        digests = signed.setdefault(whose, {}).setdefault(position_in(receipt["position"]), set())
        digests.add(receipt["digest"])
    for (game, key), places in sorted(signed.items()):
        named = ", which you trust," if key in keys else ""
        said.append(f"{key}{named} signed {len(places)} positions of the game {game}, up to {max(places)}.")
        for place, digests in sorted(places.items()):
            if len(digests) > 1:
                said.append(f"FAILED: {key} signed two digests for {place} of {game}: {' and '.join(sorted(digests))}.")
    for key in sorted({key for _game, key in signed} - set(keys)):
        said.append(f"Whose key {key} is, you must know from elsewhere (--key).")
        status = max(status, 3)
    return 1 if any(one.startswith("FAILED") for one in said) else status, said
