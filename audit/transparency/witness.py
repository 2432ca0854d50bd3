"""Witness: stores the last state of another server's log, and cosigns states that continue it.

A log that shows different histories to different people cannot get both cosigned by one witness. The witness stores its
state in its data directory, by origin, and keeps contradictory notes there as proof.

Exception └── CannotWitness     the log was not cosigned; the message says why
    └── TwoHistories  it contradicts its earlier state; both notes are kept
"""

import fcntl
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from audit.signing.signed_notes import LOG_KEY, BadKey, KeyNotary, NoteKey, is_signed_by, note_key
from audit.transparency.http_fetch import CannotFetch, RequestRefused, fetch_json
from eventstore.backup.atomic_files import write_durably
from eventstore.checkpoints.checkpoint import LARGEST_NOTE_BYTES, BadCheckpoint, TreeHead, read_tree_head, time_text
from eventstore.checkpoints.merkle import is_consistent

WITNESSED = "witnessed"


class CannotWitness(Exception):
    """The log was not cosigned."""


class TwoHistories(CannotWitness):
    """The log contradicts its earlier state."""


class Remembered(Struct, frozen=True):
    """A log's last state: its key and the note, which this server has cosigned."""

    origin: str
    key: str
    note: str
    at: int


class Witnessed(Struct, frozen=True):
    """The result: the log's tree and key, remarks, and why the log did not accept the cosignature."""

    tree: TreeHead
    key: NoteKey
    remarks: tuple[str, ...]
    not_taken: str = ""


class Witness:
    """This server as a witness of other logs, under its own name."""

    def __init__(self, data: Path, notary: KeyNotary, name: str, clock: Callable[[], float] = time.time) -> None:
        self._directory = data / WITNESSED
        self._notary = notary
        self._name = name
        self._clock = clock

    @property
    def key(self) -> NoteKey:
        """The key that a log's operator lists to accept this witness's cosignatures."""
        return self._notary.witness_key(self._name)

    def witness(self, url: str, trusted: str | None = None) -> Witnessed:
        """Cosign the current state of the log at this URL, if it continues the last one; else `CannotWitness`.

        The log's key is the one that is `trusted`, or its stored key, or, the first time, the key it publishes.
        """
        url = url.rstrip("/")
        cosigned, tree, key, remarks = self._cosigned(url, trusted)
        try:
            fetch_json(f"{url}/api/log/cosignatures", {"note": cosigned})
        except RequestRefused as refusal:
            return Witnessed(tree, key, tuple(remarks), str(refusal))
        except CannotFetch as error:
            raise CannotWitness(f"it was cosigned, and could not be handed in: {error}") from error
        return Witnessed(tree, key, tuple(remarks))

    def _cosigned(self, url: str, trusted: str | None) -> tuple[str, TreeHead, NoteKey, list[str]]:
        """The cosigned note, its tree, the log's key, and remarks.

        The log is fetched before anything is locked, so a slow log delays only itself. Another process may cosign a
        newer note meanwhile: then the log is fetched again.
        """
        has_looked_again = False
        while True:
            note, named = self._shown(url)
            tree, more = _tree_of(note)
            before = self._remembered(tree.origin)
            if before is not None and tree.size < _tree_of(before.note.encode())[0].size and not has_looked_again:
                has_looked_again = True
                continue
            earlier = None if before is not None else self._remembered(_continued(more)[0])
            key = self._known_key(tree.origin, trusted, before or earlier, named)
            if not is_signed_by(note, key):
                raise CannotWitness(
                    f"its note is not signed with the key that this witness has for it, {key}; if it has another one "
                    "now, and you know that from its operator, name it with --key"
                )
            remarks: list[str] = []
            if before is not None:
                self._check_growth(url, before, note)
            elif earlier is not None:
                remarks += self._check_continuation(url, earlier, note)
            else:
                remarks.append(f"this witness sees {tree.origin} for the first time, and remembers its key {key}")
            with self._alone(tree.origin):
                if self._remembered(tree.origin) != before:
                    continue
                at = int(self._clock())
                cosigned = f"{_own_part(note, key)}{self._notary.cosigned(note, self._name, at)}\n"
                self._remember(Remembered(tree.origin, str(key), cosigned, at))
            return cosigned, tree, key, remarks

    def _shown(self, url: str) -> tuple[bytes, str]:
        try:
            told = fetch_json(f"{url}/api/log")
        except CannotFetch as error:
            raise CannotWitness(str(error)) from error
        note, key = (told.get("note"), told.get("key")) if isinstance(told, dict) else (None, None)
        if not isinstance(note, str) or not isinstance(key, str) or len(note) > LARGEST_NOTE_BYTES:
            raise CannotWitness("what it shows is not a log")
        if not note.replace("\n", "").isprintable():
            raise CannotWitness("its note has characters that no note may have")
        return note.encode(errors="replace"), key

    @staticmethod
    def _known_key(origin: str, trusted: str | None, before: Remembered | None, named: str) -> NoteKey:
        """The key of this origin; a log that continues another keeps its key under its new name."""
        try:
            found = note_key(trusted or (before.key if before else named), LOG_KEY)
        except BadKey as bad:
            raise CannotWitness(str(bad)) from bad
        return NoteKey(origin, found.public_key)

    def _check_growth(self, url: str, before: Remembered, note: bytes) -> None:
        """Check that the note's tree begins with the last cosigned one."""
        old, new = _tree_of(before.note.encode())[0], _tree_of(note)[0]
        if new.size < old.size:
            raise self._refused(before, note, f"it has {new.size} leaves, and had {old.size} when it was cosigned")
        proof: list[bytes] = []
        if 0 < old.size < new.size:
            query = urlencode({"from": old.size, "to": new.size})
            try:
                told = fetch_json(f"{url}/api/log/consistency?{query}")
                proof = [bytes.fromhex(one) for one in told["proof"]]
            except CannotFetch as error:
                raise CannotWitness(f"it does not prove that it only grew: {error}") from error
            except (KeyError, TypeError, ValueError) as error:
                raise CannotWitness("what it offers as a proof that it only grew is none") from error
        if not is_consistent(old.size, old.root, new.size, new.root, proof):
            raise self._refused(before, note, f"its first {old.size} leaves are not those that were cosigned")

    def _check_continuation(self, url: str, earlier: Remembered, note: bytes) -> Iterator[str]:
        """Check a new origin's statement of the origin it continues and how much the two share."""
        tree, more = _tree_of(note)
        origin, size = _continued(more)
        reason = next((line.removeprefix("because ") for line in more if line.startswith("because ")), "no reason")
        cosigned = _tree_of(earlier.note.encode())[0].size
        yield f"{tree.origin} continues {origin} from its first {size} leaves on, because: {reason}"
        if cosigned <= size:
            self._check_growth(url, earlier, note)
        else:
            yield f"{cosigned - size} leaves of {origin} that this witness has cosigned are in it no more"

    def _refused(self, before: Remembered, note: bytes, why: str) -> TwoHistories:
        """Keep both notes, as proof."""
        now = int(self._clock() * 1000)
        place = self._directory / f"refused-{now}-{_mark(before.origin)}.json"
        both = {"at": time_text(now), "why": why, "cosigned": before.note, "shown": note.decode(errors="replace")}
        write_durably(place, msgspec.json.format(msgspec.json.encode(both)))
        return TwoHistories(f"TWO HISTORIES of {before.origin}: {why}. Both notes are kept as proof in {place}")

    def _remembered(self, origin: str) -> Remembered | None:
        try:
            return msgspec.json.decode(self._place(origin).read_bytes(), type=Remembered)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError) as error:
            raise CannotWitness(f"what is remembered of {origin} cannot be read: {error}") from error

    def _remember(self, remembered: Remembered) -> None:
        write_durably(self._place(remembered.origin), msgspec.json.encode(remembered))

    def _place(self, origin: str) -> Path:
        return self._directory / f"{_mark(origin)}.json"

    @contextmanager
    def _alone(self, origin: str) -> Iterator[None]:
        """In this context, no other process changes this origin's state; no server is contacted within it."""
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(self._directory / f"{_mark(origin)}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)


def _tree_of(note: bytes) -> tuple[TreeHead, list[str]]:
    try:
        return read_tree_head(note)
    except BadCheckpoint as bad:
        raise CannotWitness(f"what it shows is not a log's note: {bad}") from bad


def _continued(more: list[str]) -> tuple[str, int]:
    """The origin that a note's log continues, and how many leaves are shared; an empty origin if there is none."""
    for line in more:
        word, _space, rest = line.partition(" ")
        origin, _space, size = rest.rpartition(" ")
        if word == "continues" and origin and size.isascii() and size.isdigit() and len(size) < 20:
            return origin, int(size)
    return "", 0


def _own_part(note: bytes, key: NoteKey) -> str:
    """The note with only the log's own signature."""
    text, _blank, signatures = note.decode(errors="replace").partition("\n\n")
    own = next(line for line in signatures.split("\n") if line.startswith(f"— {key.name} "))
    return f"{text}\n\n{own}\n"


def _mark(origin: str) -> str:
    return hashlib.sha256(origin.encode()).hexdigest()[:32]
