"""Log reader: keeps the newest note of a server's transparency log, and checks that the log has your moves.

It needs the package `cryptography` (`pip install stele_client[log]`). The formats are those of RFC 6962 and of C2SP's
`tlog-checkpoint`; docs/reference/transparency-log.md describes them.

Exception └── LogFault   the server contradicts its log; it has everything that shows it
"""

import base64
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct

from stele_client import calls
from stele_client.client import Client
from stele_client.problems import Problem
from stele_client.shapes import Log, Logged, Receipt
from stele_client.streams import place

USUAL_DELAY_SECONDS = 600
"""The delay in which the log must have a move, if the server promises none."""
LONGEST_DELAY_SECONDS = 3600
"""A server cannot ask for more patience than this."""

_LOG, _WITNESS = b"\x01", b"\x04"
_NOT_LOGGED = "not-in-the-log-yet"


class LogFault(Exception):
    """The server contradicts its log or its receipts; `proof` has the notes, receipts and answers that show it."""

    def __init__(self, sentence: str, **proof: Any) -> None:
        super().__init__(sentence)
        self.proof = proof


class Note(Struct, frozen=True):
    """A log's note: its tree (the root as bytes), and the other lines of its text."""

    origin: str
    size: int
    root: bytes
    more: tuple[str, ...]

    @property
    def restores(self) -> int:
        """The number of declared restores."""
        return next((int(line[9:]) for line in self.more if line.startswith("restores ") and line[9:].isdigit()), 0)

    @property
    def continues(self) -> str:
        """The origin that this log continues; empty if there is none."""
        return next((line[10:].rpartition(" ")[0] for line in self.more if line.startswith("continues ")), "")

    @property
    def because(self) -> str:
        """The declared reason for another origin."""
        return next((line[8:] for line in self.more if line.startswith("because ")), "")


class Checked(Struct, frozen=True):
    """A log that continues what was kept: its note, the names of the named witnesses that have cosigned it, and, if a
    restore was declared since the last time, its reason.
    """

    note: Note
    cosigners: tuple[str, ...]
    declared: str = ""


class LogReader:
    """The reader of a server's log. `kept` is a file, or a dictionary that the caller stores; it holds the newest note.

    `key` is the log's key (`name+id+key`) if you have it from its operator; otherwise the first one seen is kept.
    `witnesses` are keys of the same form; `quorum` of them must have cosigned a state of the log.
    """

    def __init__(
        self,
        client: Client,
        kept: Path | str | dict[str, Any],
        *,
        key: str = "",
        witnesses: Sequence[str] = (),
        quorum: int = 0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._client = client
        self._file = None if isinstance(kept, dict) else Path(kept)
        self._kept: dict[str, Any] = kept if isinstance(kept, dict) else _read(Path(kept))
        self._key = _public_key(key, _LOG) if key else b""
        self._witnesses = {name: _public_key(key, _WITNESS) for key in witnesses for name in (key.partition("+")[0],)}
        self._quorum = quorum
        self._clock = clock

    def check(self) -> Checked:
        """Read the log's newest note, and demand that it continues the kept one, which it then replaces."""
        before = read_note(self._kept["note"]) if "note" in self._kept else None
        try:
            shown = self._client.send(calls.log())
        except Problem as problem:
            if before is not None and problem.kind == _NOT_LOGGED:
                raise LogFault("the server no longer has a log", kept=self._kept["note"]) from problem
            raise
        key = self._key or base64.b64decode(self._kept.get("key", "")) or _public_key(shown.key, _LOG)
        note = read_note(shown.note)
        proof = {"kept": self._kept.get("note", ""), "shown": shown.note}
        if not _is_signed(shown.note, note.origin, key):
            raise LogFault("the log's note is not signed with the key that it had", **proof)
        declared = ""
        if before is not None:
            declared = self._continues(before, note, proof)
            if note.size < before.size and not declared:
                raise LogFault(f"the log has {note.size} entries, and had {before.size}", **proof)
        cosigners = tuple(self._cosigners(shown, note, key))
        if len(cosigners) < self._quorum:
            raise LogFault(f"{len(cosigners)} of your witnesses have cosigned the log, not {self._quorum}", **proof)
        delay = min(shown.merge_delay_seconds or USUAL_DELAY_SECONDS, LONGEST_DELAY_SECONDS)
        self._keep(note=shown.note, key=base64.b64encode(key).decode(), delay=delay)
        return Checked(note, cosigners, declared)

    def covers(self, receipt: Receipt) -> Logged | None:
        """The proof that the log has the position of this receipt; none while the promised delay runs. Call `check`
        first.

        Raises `LogFault` if the log has something else, or nothing after the delay, or if the server denies the game.
        """
        said = {"receipt": msgspec.to_builtins(receipt), "kept": self._kept["note"]}
        try:
            proof = self._client.send(calls.proof(receipt.game, receipt.position))
        except Problem as problem:
            if problem.kind == _NOT_LOGGED:
                if self._clock() - receipt.at / 1000 <= self._kept["delay"]:
                    return None
                raise LogFault(
                    f"the log does not have the move at {receipt.position}, as promised", **said
                ) from problem
            if problem.status == 404:
                raise LogFault(
                    f"the server denies the game {receipt.game}, in which it signed a move", **said
                ) from problem
            raise
        self._check_proof(receipt, proof, said)
        return proof

    def _continues(self, before: Note, note: Note, proof: dict[str, Any]) -> str:
        """The declared reason if the log went back; empty if it only grew; otherwise raises `LogFault`."""
        if note.restores > before.restores:
            return note.because or "no reason"
        if before.origin not in (note.origin, note.continues):
            raise LogFault(f"the log is called {note.origin} and says nothing of {before.origin}", **proof)
        if note.size >= before.size and not self._has_grown(before, note):
            raise LogFault("entries of the log were changed or removed after they had been seen", **proof)
        return ""

    def _has_grown(self, older: Note, newer: Note) -> bool:
        """Whether the log proves that the newer tree begins with the older one."""
        if not 0 < older.size < newer.size:
            return older.size == 0 or (older.size, older.root) == (newer.size, newer.root)
        try:
            hashes = self._client.send(calls.consistency(older.size, newer.size)).proof
            return is_consistent(older, newer, [bytes.fromhex(one) for one in hashes])
        except Problem as problem:
            if problem.kind != _NOT_LOGGED:
                raise
            return False
        except ValueError:
            return False

    def _cosigners(self, shown: Log, note: Note, key: bytes) -> Iterator[str]:
        """The names of the witnesses that have cosigned this log or an earlier state of it."""
        for one in shown.cosignatures:
            witness = self._witnesses.get(one.witness)
            if witness is None or witness == key or not _is_cosigned(one.note, one.witness, witness):
                continue
            cosigned = read_note(one.note)
            is_ours = cosigned.origin == note.origin and cosigned.size <= note.size
            if is_ours and _is_signed(one.note, note.origin, key) and self._has_grown(cosigned, note):
                yield one.witness

    def _check_proof(self, receipt: Receipt, proof: Logged, said: dict[str, Any]) -> None:
        said = {**said, "proof": msgspec.to_builtins(proof)}
        kept, key = read_note(self._kept["note"]), base64.b64decode(self._kept["key"])
        try:
            note = read_note(proof.note)
            name = hashlib.sha256(b"stele/game/1\0" + receipt.game.encode()).hexdigest()[:32]
            head = f"{name} {proof.position} {proof.digest}"
            leaf = f"stele/head/2 {head} {proof.previous}" if proof.previous else f"stele/head/1 {head}"
            hashes = [bytes.fromhex(one) for one in proof.proof]
            is_right = is_included(leaf.encode(), proof.index, note, hashes) and _is_signed(
                proof.note, note.origin, key
            )
        except ValueError:
            is_right = False
        if not is_right or place(proof.position) < place(receipt.position):
            raise LogFault("the proof that the log has the move is wrong", **said)
        older, newer = sorted((note, kept), key=lambda one: one.size)
        if note.origin == kept.origin and not self._has_grown(older, newer):
            raise LogFault("entries of the log were changed or removed after they had been seen", **said)
        found = self._client.send(calls.digests(receipt.game, receipt.position, proof.position))
        digests = {one.position: one.digest for one in found.digests}
        if (digests.get(receipt.position), digests.get(proof.position)) != (receipt.digest, proof.digest):
            raise LogFault("the record, the log and the receipt do not agree", **said)

    def _keep(self, **said: Any) -> None:
        self._kept.update(said)
        if self._file is not None:
            draft = self._file.with_name(f"{self._file.name}.new")
            draft.write_text(json.dumps(self._kept), "utf-8")
            os.replace(draft, self._file)


def read_note(text: str) -> Note:
    """The note in this text, or `ValueError`."""
    head, blank, _signatures = text.partition("\n\n")
    origin, size, root, *more = [*head.split("\n"), "", ""]
    top = base64.b64decode(root, validate=True)
    if not blank or not origin or not size.isdigit() or len(size) > 18 or len(top) != 32:
        raise ValueError("this is no note of a log")
    return Note(origin, int(size), top, tuple(more[:-2]))


def is_included(leaf: bytes, index: int, tree: Note, proof: Sequence[bytes]) -> bool:
    """Whether the proof leads from this leaf to the note's root (RFC 6962, section 2.1.1)."""
    if not 0 <= index < tree.size:
        return False
    found, place_, last, left = hashlib.sha256(b"\0" + leaf).digest(), index, tree.size - 1, list(proof)
    while last:
        if place_ % 2 or place_ < last:
            if not left:
                return False
            beside = left.pop(0)
            found = _node(beside, found) if place_ % 2 else _node(found, beside)
        place_, last = place_ // 2, last // 2
    return not left and found == tree.root


def is_consistent(older: Note, newer: Note, proof: Sequence[bytes]) -> bool:
    """Whether the proof shows that the larger tree begins with the smaller one (RFC 6962, section 2.1.2)."""
    place_, last, left = older.size - 1, newer.size - 1, list(proof)
    while place_ % 2:
        place_, last = place_ // 2, last // 2
    if place_ and not left:
        return False
    old = new = left.pop(0) if place_ else older.root
    while last:
        if place_ % 2 or place_ < last:
            if not left:
                return False
            beside = left.pop(0)
            old, new = (_node(beside, old), _node(beside, new)) if place_ % 2 else (old, _node(new, beside))
        place_, last = place_ // 2, last // 2
    return not left and (old, new) == (older.root, newer.root)


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def _public_key(key: str, kind: bytes) -> bytes:
    """The 32 bytes in a key of C2SP's form, `name+id+key`, or `ValueError`."""
    name, key_id, encoded = [*key.split("+", 2), "", ""][:3]
    raw = base64.b64decode(encoded, validate=True)
    if raw[:1] != kind or len(raw) != 33 or hashlib.sha256(name.encode() + b"\n" + raw).hexdigest()[:8] != key_id:
        raise ValueError(f"{key[:100]!r} is not a key of this kind: its form must be name+id+key")
    return raw[1:]


def _signatures(note: str, name: str, kind: bytes, key: bytes) -> Iterator[bytes]:
    key_id = hashlib.sha256(name.encode() + b"\n" + kind + key).digest()[:4]
    for line in note.partition("\n\n")[2].split("\n")[:64]:
        if line.startswith(f"\u2014 {name} "):
            try:
                raw = base64.b64decode(line[len(name) + 3 :], validate=True)
            except ValueError:
                continue
            if raw[:4] == key_id:
                yield raw[4:]


def _verifies(key: bytes, signature: bytes, text: str) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def _is_signed(note: str, origin: str, key: bytes) -> bool:
    text = note.partition("\n\n")[0] + "\n"
    return any(_verifies(key, one, text) for one in _signatures(note, origin, _LOG, key))


def _is_cosigned(note: str, witness: str, key: bytes) -> bool:
    text = note.partition("\n\n")[0] + "\n"
    return any(
        len(one) == 72 and _verifies(key, one[8:], f"cosignature/v1\ntime {int.from_bytes(one[:8], 'big')}\n{text}")
        for one in _signatures(note, witness, _WITNESS, key)
    )


def _read(file: Path) -> dict[str, Any]:
    try:
        said = json.loads(file.read_bytes())
    except FileNotFoundError:
        return {}
    if not isinstance(said, dict):
        raise ValueError(f"{file} is no file of a log reader")
    return said
