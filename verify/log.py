"""Logs: heads of games in a transparency log (RFC 6962, C2SP's tlog-checkpoint and tlog-tiles), and its witnesses."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from verify.bundle import DIGEST, Bundle, Failed, NotPossible, Position, has_form, position_in
from verify.merkle import is_included, leaf_hash
from verify.notes import NoteKey, cosignature_by, signed_tree_head
from verify.receipts import LOGGED
from verify.record import LAST_TIME, Record, time_text


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
TILE_WIDTH = 256
_LEAF = re.compile(
    r"stele/head/(?:1 ([0-9a-f]{32}) ([0-9]{1,15}-[0-9]{1,15}) ([0-9a-f]{64})"
    r"|2 ([0-9a-f]{32}) ([0-9]{1,15}-[0-9]{1,15}) ([0-9a-f]{64}) (first|[0-9a-f]{64}))",
    re.ASCII,
)
_RELEASE = re.compile(rb"stele/release/1 [!-~]{1,64} [0-9a-f]{64}")
_LOGGED = {
    "scheme": str, "game": str, "position": str, "digest": str, "index": int, "proof": list, "note": str,
    "public_key": str,
}  # fmt: skip


class BadLeaf(Exception):
    """This is no leaf of a log of games."""


class Leaf(NamedTuple):
    """A leaf's statement: the game's name in the log, and its position and digest (hexadecimal).

    `previous` is the hash of the game's previous leaf (hexadecimal), or `FIRST`; it is empty in a leaf of the first
    form, which names none.
    """

    name: str
    position: Position
    digest: str
    previous: str


def game_name(game: str) -> str:
    """The game's name in a log. The log is public; the ids of private games are not."""
    return hashlib.sha256(b"stele/game/1\0" + game.encode()).hexdigest()[:32]


def leaf_of(game: str, position: object, digest: bytes, previous: str = FIRST) -> bytes:
    """The content of the leaf for this head of a game, behind the leaf with the hash `previous`.

    If `previous` is empty, this is a leaf of the first form, as old logs have it.
    """
    head = f"{game_name(game)} {position} {digest.hex()}"
    return (f"stele/head/2 {head} {previous}" if previous else f"stele/head/1 {head}").encode()


def read_leaf(content: bytes) -> Leaf:
    """The statement of this leaf, or `BadLeaf`."""
    found = _LEAF.fullmatch(content.decode(errors="replace"))
    if found is None:
        raise BadLeaf(f"{content[:80]!r} is no leaf of a log of games")
    name, position, digest = (found[group] or found[group + 3] for group in (1, 2, 3))
    action, _dash, effect = position.partition("-")
    return Leaf(name, Position(int(action), int(effect)), digest, found[7] or "")


def is_release(content: bytes) -> bool:
    """Whether this leaf states a release, about no game, as an earlier version of Stele wrote it."""
    return _RELEASE.fullmatch(content) is not None


def tile_name(level: int | None, index: int, width: int = TILE_WIDTH) -> str:
    """The name below `tile/` of the first `width` hashes of a tile, or leaves of a bundle of entries (no level)."""
    digits = f"{index:03d}"
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    groups = [digits[place : place + 3] for place in range(0, len(digits), 3)]
    path = "/".join([*(f"x{group}" for group in groups[:-1]), groups[-1]])
    return f"{'entries' if level is None else level}/{path}{'' if width == TILE_WIDTH else f'.p/{width}'}"


def origin_of_logged(proof: dict[str, Any]) -> str | None:
    """The log that contains the game's head according to this proof; none if the proof is invalid."""
    leaf = _leaf_in(proof)
    found = None if leaf is None else signed_tree_head(proof["note"].encode(), proof["public_key"])
    if leaf is None or found is None:
        return None
    tree, hashes = found[0], [bytes.fromhex(one) for one in proof["proof"]]
    return tree.origin if is_included(leaf_hash(leaf), proof["index"], tree.size, hashes, tree.root) else None


def _leaf_in(proof: dict[str, Any]) -> bytes | None:
    """The content of the leaf that this is a proof of; none if it has another form."""
    names_previous = proof["scheme"] == LOGGED[1]
    if not has_form(proof, {**_LOGGED, "previous": str} if names_previous else _LOGGED):
        return None
    previous = proof.get("previous", "")
    digests = [proof["digest"], *proof["proof"], *([previous] if previous != FIRST and names_previous else [])]
    if not all(isinstance(one, str) and DIGEST.fullmatch(one) for one in digests):
        return None
    return leaf_of(proof["game"], proof["position"], bytes.fromhex(proof["digest"]), previous)


def witnessed(bundle: Bundle, witnesses: Sequence[NoteKey], quorum: int) -> tuple[int, list[str]]:
    """The exit status for this consistent record, and sentences: 1 if fewer than the quorum of these witnesses cosigned
    a log that contains the record, 3 if the quorum did only for a part of it.

    A log's own key is not a witness of it, and a key counts once even under several names.
    """
    said: list[str] = []
    reached: Position | None = None
    most = 0
    for proof in bundle.proofs:
        origin = origin_of_logged(proof) if proof.get("scheme") in LOGGED else None
        if origin is None:
            continue
        note, position = proof["note"].encode(), position_in(proof["position"])
        signed = [cosignature_by(note, one) for one in witnesses if one.public_key != proof["public_key"]]
        found = {one.witness.public_key: one for one in signed if one is not None}
        said += [
            f"Cosigned: {one.witness.name} confirmed on {time_text(min(1000 * one.at, LAST_TIME))} that the log "
            f"{origin}, which has the record up to {position}, only grew."
            for one in found.values()
        ]
        most = max(most, len(found))
        if len(found) >= quorum:
            reached = max(position, reached or position)
    asked, end = f"{quorum} of {len(witnesses)}", bundle.lines[-1].position
    if reached is None:
        failed = f"FAILED: {most} of your witnesses cosigned a log that has the record, and you ask for {asked}."
        return 1, [*said, failed]
    if reached < end:
        rest = f"Witnessed ({asked}): up to {reached}; no quorum has confirmed what follows, up to {end}."
        return 3, [*said, rest]
    return 0, [*said, f"Witnessed ({asked}): all of it, up to {end}."]
