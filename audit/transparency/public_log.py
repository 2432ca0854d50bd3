"""Public transparency log: its notes, tiles, proofs, and witness cosignatures.

Any process with the checkpoints' directory can serve it; cosignatures are stored in the database.

Exception
├── NotLogged        the log does not contain that yet
└── BadCosignature   the witness has not cosigned the note; the message says why
"""

import time
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from audit.signing.keys import KeyNotary
from audit.transparency.inclusion_proofs import Logged, proof_of
from eventstore.checkpoints.checkpoint import Checkpoint, latest_note
from eventstore.checkpoints.journal import find_claim
from eventstore.checkpoints.tiles import LogDamaged, Tile, Tiles, tile_named
from eventstore.entries import BEGINNING, Position
from eventstore.valkey.connection import Client
from operations.settings import BadSetting, Settings
from verify.fetch import RequestRefused, fetch
from verify.log import BadLeaf, read_leaf
from verify.merkle import consistency_proof, inclusion_proof
from verify.notes import WITNESS_KEY, BadKey, Cosignature, NoteKey, TreeHead, cosignature_by, note_key, read_tree_head

_COSIGNED = "stele:{ground}:cosigned"
_LATEST_SECONDS = 300

MERGE_DELAY_SECONDS = 600
"""The promise to readers: an acknowledged move is in the log after this time. Usually it takes a few seconds."""


class NotLogged(Exception):
    """The log does not contain that yet."""


class BadCosignature(Exception):
    """The witness has not cosigned the note; the message says why."""


class Witness(Struct, frozen=True):
    """A witness that the operator has listed: its key, and the prefix of the address to which notes are submitted."""

    key: NoteKey
    prefix: str


class Cosigned(Struct, frozen=True):
    """The newest note cosigned by a witness, with its cosignature; `at` is in seconds since 1970."""

    cosignature: Cosignature
    tree: TreeHead
    note: bytes


def witnesses_of(settings: Settings) -> tuple[Witness, ...]:
    """The listed witnesses, separated by spaces or commas, each as `URL#KEY`; or `BadSetting`."""
    found = []
    for one in settings.witnesses.replace(",", " ").split():
        prefix, _mark, key = one.rpartition("#")
        if not prefix.startswith(("http://", "https://")):
            raise BadSetting(f"STELE_WITNESSES must have an address and a # before each key: {one!r}.")
        try:
            found.append(Witness(note_key(key, WITNESS_KEY), prefix.rstrip("/")))
        except BadKey as error:
            raise BadSetting(f"STELE_WITNESSES must be keys of witnesses: {error}.") from None
    return tuple(found)


class PublicLog:
    """The log in this directory of checkpoints."""

    def __init__(self, directory: Path, redis: Client, notary: KeyNotary, witnesses: Iterable[Witness] = ()) -> None:
        self._directory = directory
        self._redis = redis
        self._notary = notary
        self.witnesses = tuple(witnesses)
        self._tiles = Tiles(directory)

    def latest(self) -> tuple[Checkpoint, bytes]:
        """The newest note and its contents, or `NotLogged`."""
        found = latest_note(self._directory)
        if found is None:
            raise NotLogged("There is no log yet. Try again in a few seconds.")
        return found

    def latest_with_cosignatures(self) -> tuple[Checkpoint, bytes, list[Cosigned]]:
        """The newest note with all its cosignatures, its contents, and each witness's newest cosigned note."""
        said, note = self.latest()
        cosigned = self.cosigned()
        text = note.partition(b"\n\n")[0]
        for one in cosigned:
            if one.note.partition(b"\n\n")[0] == text:
                note += one.cosignature.line.encode() + b"\n"
        return said, note, cosigned

    def key(self, tree: TreeHead) -> NoteKey:
        """The key that signs the log's notes."""
        return self._notary.key(tree.origin)

    def consistency(self, first: int, second: int) -> list[bytes]:
        """The proof that the log with `second` leaves begins with the log with `first` leaves, or `NotLogged`."""
        size = self.latest()[0].tree.size
        if not first <= second <= size:
            raise NotLogged("The log has not reached this size yet. Try again in a few seconds.")
        with _reading():
            return consistency_proof(first, second, self._tiles.node)

    def tile(self, name: str) -> tuple[Tile, bytes]:
        """The tile with this name below `tile/`, or `NotLogged`. Unsigned parts are not included."""
        try:
            tile = tile_named(name)
        except ValueError as error:
            raise NotLogged("This tile does not exist.") from error
        if not tile.is_within(self.latest()[0].tree.size):
            raise NotLogged("This tile does not exist yet.")
        with _reading():
            return tile, self._tiles.read(tile)

    def logged(self, game_id: str, at: Position = BEGINNING) -> Logged:
        """The proof that the game's newest leaf is in the log, if it is at or after this position; or `NotLogged`."""
        said, note = self.latest()
        try:
            claim = find_claim(self._directory / said.journal, said.length, game_id)
        except FileNotFoundError:  # a newer note with another journal was just written
            said, note = self.latest()
            claim = find_claim(self._directory / said.journal, said.length, game_id)
        if claim is None or claim.leaf is None or claim.head.position < at:
            raise NotLogged(
                "The log does not contain the game at or after this position yet. Try again in a few seconds."
            )
        tree, signed = self._signed_over(claim.leaf, said.tree, note)
        with _reading():
            proof = inclusion_proof(claim.leaf, tree.size, self._tiles.node)
            leaf = read_leaf(self._tiles.leaf(claim.leaf))
        return proof_of(game_id, leaf, claim.leaf, proof, signed, self.key(tree).public_key)

    def _signed_over(self, leaf: int, tree: TreeHead, note: bytes) -> tuple[TreeHead, bytes]:
        """The note over this leaf that most witnesses have cosigned, with their cosignatures; else the newest note."""
        signed = {note.partition(b"\n\n")[0]: (tree, note)}
        lines: dict[bytes, list[str]] = {text: [] for text in signed}
        for one in self.cosigned():
            if one.tree.origin == tree.origin and leaf < one.tree.size <= tree.size:
                text = one.note.partition(b"\n\n")[0]
                signed.setdefault(text, (one.tree, one.note.replace(one.cosignature.line.encode() + b"\n", b"")))
                lines.setdefault(text, []).append(one.cosignature.line)
        best = max(signed, key=lambda text: (len(lines[text]), signed[text][0].size))
        tree, note = signed[best]
        return tree, note + "".join(f"{line}\n" for line in lines[best]).encode()

    def is_cosigned(self, proof: Logged) -> bool:
        """Whether every listed witness has cosigned the proof's note, so that a newer proof would say no more."""
        return all(cosignature_by(proof.note.encode(), witness.key) for witness in self.witnesses)

    def submit(self, witness: Witness) -> int | None:
        """Get a witness's cosignature of the newest note (`add-checkpoint` of C2SP's `tlog-witness`), and store it.

        Returns the cosigned size, or none if it has cosigned this size already; or raises `CannotFetch`, `NotLogged`
        or `BadCosignature`.
        """
        said, note = self.latest()
        known = [one.tree for one in self.cosigned() if one.cosignature.witness == witness.key]
        size = next((tree.size for tree in known if tree.origin == said.tree.origin), 0)
        if size == said.tree.size:
            return None
        try:
            lines = self._added(witness.prefix, size, said.tree.size, note)
        except RequestRefused as refusal:
            told = refusal.content.strip()
            if refusal.status != 409 or not told.isdigit() or len(told) > 18 or int(told) > said.tree.size:
                raise
            lines = self._added(witness.prefix, int(told), said.tree.size, note)
        found = cosignature_by(note + lines, witness.key)
        if found is None:
            raise BadCosignature("its response has no cosignature with the listed key")
        if found.at > time.time() + _LATEST_SECONDS:
            raise BadCosignature("its cosignature is dated in the future")
        self._redis.hset(_COSIGNED, witness.key.name, note + found.line.encode() + b"\n")
        return said.tree.size

    def _added(self, prefix: str, old: int, size: int, note: bytes) -> bytes:
        """The cosignature lines for the growth from the old size."""
        hashes = self.consistency(old, size)
        body = "".join(f"{line}\n" for line in (f"old {old}", *(b64encode(one).decode() for one in hashes), ""))
        return fetch(f"{prefix}/add-checkpoint", body.encode() + note)

    def cosigned(self) -> list[Cosigned]:
        """The newest note that each listed witness has cosigned."""
        if not self.witnesses:
            return []
        kept: Any = self._redis.hgetall(_COSIGNED)
        found = []
        for witness in self.witnesses:
            note = kept.get(witness.key.name.encode(), b"")
            cosignature = cosignature_by(note, witness.key)
            if cosignature is not None and self._notary.has_signed(note):
                found.append(Cosigned(cosignature, read_tree_head(note)[0], note))
        return found


@contextmanager
def _reading() -> Iterator[None]:
    """In this context, damaged log files raise `NotLogged`."""
    try:
        yield
    except (LogDamaged, BadLeaf) as damage:
        raise NotLogged("This part of the log is damaged on the server.") from damage
