"""Logs: heads of games in a transparency log (RFC 6962, C2SP's tlog-checkpoint), and its witnesses."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from verify.bundle import DIGEST, Bundle, Failed, NotPossible, has_form, position_in
from verify.ed25519 import is_public_key, is_signed
from verify.merkle import is_included, leaf_hash
from verify.receipts import LOGGED
from verify.record import Record


def check_log(record: Record) -> str:
    """Every head proven to be in a transparency log is an entry of this record."""
    trees = []
    for proof in record.bundle.proofs:
        if proof.get("scheme") not in LOGGED:
            continue
        origin = origin_of_logged(proof)
        if origin is None or proof["game"] != record.game:
            raise Failed("proofs", "a proof of the log is wrong, or for another game")
        place = proof["position"]
        if place not in record.places:
            raise Failed(place, f"the log {origin} has this entry, and the record does not")
        if record.bundle.lines[record.places[place]].digest != proof["digest"]:
            raise Failed(place, f"the log {origin} has another entry here")
        record.logged.setdefault(proof["public_key"], []).append(place)
        trees.append(f"up to {place} in the log {origin}, signed by {proof['public_key']}")
    if not trees:
        raise NotPossible("the bundle holds no proof that the record stands in a log")
    return "; ".join(trees)


FIRST = "first"
"""The word in a leaf of a game's first head, which has no previous leaf."""
_LOGGED = {
    "scheme": str, "game": str, "position": str, "digest": str, "index": int, "proof": list, "note": str,
    "public_key": str,
}  # fmt: skip


def origin_of_logged(proof: dict[str, Any]) -> str | None:
    """The log that contains the game's head according to this proof; none if the proof is invalid."""
    leaf = _leaf_in(proof)
    tree = None if leaf is None else signed_tree(proof["note"], proof["public_key"])
    if leaf is None or tree is None:
        return None
    hashes = [bytes.fromhex(one) for one in proof["proof"]]
    return tree.origin if is_included(leaf_hash(leaf), proof["index"], tree.size, hashes, tree.root) else None


def _leaf_in(proof: dict[str, Any]) -> bytes | None:
    """The content of the leaf that this is a proof of; none if it has another form."""
    names_previous = proof["scheme"] == LOGGED[1]
    if not has_form(proof, {**_LOGGED, "previous": str} if names_previous else _LOGGED):
        return None
    digests = [
        proof["digest"],
        *proof["proof"],
        *([proof["previous"]] if proof.get("previous", FIRST) != FIRST else []),
    ]
    if not all(isinstance(one, str) and DIGEST.fullmatch(one) for one in digests):
        return None
    head = f"{name_in_log(proof['game'])} {proof['position']} {proof['digest']}"
    return (f"stele/head/2 {head} {proof['previous']}" if names_previous else f"stele/head/1 {head}").encode()


def name_in_log(game: str) -> str:
    """The name by which a log knows a game."""
    return hashlib.sha256(b"stele/game/1\0" + game.encode()).hexdigest()[:32]


class Tree(NamedTuple):
    """The tree that a log's note signs, and the note's other lines."""

    origin: str
    size: int
    root: bytes
    more: list[str]


def signed_tree(note: str, public_key: str) -> Tree | None:
    """The tree in this note, if the owner of the key has signed it for its origin; none otherwise."""
    text, _blank, signatures = note.partition("\n\n")
    origin, size, root, *more = [*text.split("\n"), "", ""]
    try:
        top, leaves = base64.b64decode(root, validate=True), int(size) if len(size) < 20 else -1
        key = base64.b64decode(public_key, validate=True)
    except ValueError:
        return None
    key_id = hashlib.sha256(origin.encode() + b"\n\x01" + key).digest()[:4]
    mine = [raw[4:] for name, raw in _signatures_in(signatures) if name == origin and raw[:4] == key_id]
    if not any(is_signed(f"{text}\n".encode(), base64.b64encode(one).decode(), public_key) for one in mine):
        return None
    return Tree(origin, leaves, top, more[:-2]) if leaves >= 0 and len(top) == 32 else None


class Witness(NamedTuple):
    """A witness: its name, the four bytes by which its signatures name its key, and the key in base64."""

    name: str
    key_id: bytes
    public_key: str


def witness_in(text: str) -> Witness:
    """The witness whose key is written `name+id+key`, or `ValueError`."""
    name, key_id, encoded = [*text.split("+", 2), "", ""][:3]
    raw = base64.b64decode(encoded, validate=True)
    public_key = base64.b64encode(raw[1:]).decode()
    right_id = hashlib.sha256(name.encode() + b"\n" + raw).hexdigest()[:8]
    if not name or raw[:1] != b"\4" or key_id != right_id or not is_public_key(public_key):
        raise ValueError(f"{text[:100]!r} is no key of a witness, name+id+key")
    return Witness(name, bytes.fromhex(key_id), public_key)


def cosigners_of(note: str, witnesses: Iterable[Witness]) -> dict[str, Witness]:
    """The witnesses that have cosigned this note, by their public keys (C2SP's tlog-cosignature, version 1)."""
    text, _blank, signatures = note.partition("\n\n")
    found = {}
    for name, raw in _signatures_in(signatures):
        for witness in witnesses:
            if (name, raw[:4], len(raw)) == (witness.name, witness.key_id, 76):
                said = f"cosignature/v1\ntime {int.from_bytes(raw[4:12], 'big')}\n{text}\n"
                if is_signed(said.encode(), base64.b64encode(raw[12:]).decode(), witness.public_key):
                    found[witness.public_key] = witness
    return found


def witnessed(bundle: Bundle, witnesses: Sequence[Witness], quorum: int) -> tuple[int, list[str]]:
    """The exit status for this consistent record, and sentences: 1 if fewer than the quorum of these witnesses
    cosigned a log that has it, 3 if they did for a part of it.

    A log's own key is no witness of it.
    """
    said, reached, most = [], None, 0
    for proof in bundle.proofs:
        if proof.get("scheme") in LOGGED and origin_of_logged(proof) is not None:
            found = cosigners_of(proof["note"], witnesses)
            found.pop(proof["public_key"], None)
            said += [f"Cosigned: by {one.name}, up to {proof['position']}." for one in found.values()]
            most = max(most, len(found))
            if len(found) >= quorum:
                reached = max(position_in(proof["position"]), reached or position_in(proof["position"]))
    asked = f"{quorum} of {len(witnesses)}"
    if reached is None:
        return 1, [*said, f"FAILED: cosigned by {most} of your witnesses, and you ask for {asked}."]
    end = bundle.lines[-1].position
    return 0 if reached >= end else 3, [*said, f"Witnessed ({asked}): up to {reached}; the record ends at {end}."]


def _signatures_in(lines: str) -> Iterator[tuple[str, bytes]]:
    """Each signature of a note: its name, and its decoded base64."""
    for line in lines.split("\n")[:64]:
        dash, _space, rest = line.partition(" ")
        name, _space, signature = rest.partition(" ")
        if dash == "\u2014" and name:
            try:
                yield name, base64.b64decode(signature, validate=True)
            except ValueError:
                continue
