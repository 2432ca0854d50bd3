"""Witness: stores the last state of another server's log, and cosigns states that continue it.

A log that shows different histories to different people cannot get both cosigned by one witness. The witness stores its
state in its data directory, by origin, and keeps contradictory notes there as proof.

Exception ├── CannotWitness     the log was not cosigned; the message says why
          │   └── TwoHistories  it contradicts its earlier state; both notes are kept
          └── NotAdded          a submitted note was not cosigned; it has the status and text of the response
"""

import base64
import fcntl
import hashlib
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from audit.signing.signed_notes import LOG_KEY, BadKey, KeyNotary, NoteKey, is_signed_by, note_key
from audit.transparency.http_fetch import CannotFetch, RequestRefused, fetch_json
from audit.transparency.remote_log import CannotReadLog, ShownLog, proves_growth, show_log
from eventstore.backup.atomic_files import write_durably
from eventstore.checkpoints.checkpoint import LARGEST_NOTE_BYTES, BadCheckpoint, TreeHead, read_tree_head, time_text
from eventstore.checkpoints.merkle import EMPTY_ROOT, is_consistent

WITNESSED = "witnessed"
_MOST_PROOF_LINES = 63


class CannotWitness(Exception):
    """The log was not cosigned."""


class TwoHistories(CannotWitness):
    """The log contradicts its earlier state."""


class NotAdded(Exception):
    """A submitted note was not cosigned: the HTTP status of C2SP's `tlog-witness`, and the text of the response."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


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
    """This server as a witness of other logs, under its own name; `known` are the keys of logs it has not seen yet."""

    def __init__(
        self,
        data: Path,
        notary: KeyNotary,
        name: str,
        known: Iterable[NoteKey] = (),
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._directory = data / WITNESSED
        self._notary = notary
        self._name = name
        self._known = {key.name: key for key in known}
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

    def add_checkpoint(self, body: bytes) -> str:
        """The cosignature, a line, of a submitted note; or `NotAdded` (`add-checkpoint` of C2SP's `tlog-witness`).

        The body has the line `old SIZE`, the lines of the consistency proof, an empty line, and the note. Only logs
        that this witness knows are cosigned.
        """
        old, proof, note, tree = _submitted(body)
        before = self._known_state(tree.origin)
        known = self._known.get(tree.origin)
        if before is None and known is None:
            raise NotAdded(404, "This witness does not know the log.\n")
        key = known if before is None else NoteKey(tree.origin, note_key(before.key, LOG_KEY).public_key)
        if key is None or not is_signed_by(note, key):
            raise NotAdded(403, "The checkpoint is not signed with the log's key.\n")
        if old > tree.size:
            raise NotAdded(400, "The old size is larger than the checkpoint's.\n")
        with self._alone(tree.origin):
            before = self._known_state(tree.origin)
            last = TreeHead(tree.origin, 0, EMPTY_ROOT) if before is None else _tree_of(before.note.encode())
            if old != last.size:
                raise NotAdded(409, f"{last.size}\n")
            if not is_consistent(old, last.root, tree.size, tree.root, proof):
                if before is not None and old == tree.size:
                    self._refused(before, note, "it has another root than when it was cosigned")
                    raise NotAdded(409, f"{last.size}\n")
                raise NotAdded(422, "The consistency proof does not verify.\n")
            at = int(self._clock())
            line = self._notary.cosigned(note, self._name, at)
            self._remember(Remembered(tree.origin, str(key), f"{_own_part(note, key)}{line}\n", at))
        return f"{line}\n"

    def _known_state(self, origin: str) -> Remembered | None:
        try:
            return self._remembered(origin)
        except CannotWitness as error:
            raise NotAdded(500, f"{error}\n") from error

    def _cosigned(self, url: str, trusted: str | None) -> tuple[str, TreeHead, NoteKey, list[str]]:
        """The cosigned note, its tree, the log's key, and remarks.

        The log is fetched before anything is locked, so a slow log delays only itself. Another process may cosign a
        newer note meanwhile: then the log is fetched again.
        """
        has_looked_again = False
        while True:
            try:
                shown = show_log(url)
            except CannotReadLog as error:
                raise CannotWitness(str(error)) from error
            note, tree = shown.note, shown.tree
            before = self._remembered(tree.origin)
            if before is not None and tree.size < _tree_of(before.note.encode()).size and not has_looked_again:
                has_looked_again = True
                continue
            earlier = None if before is not None else self._remembered(shown.continued[0])
            key = self._known_key(tree.origin, trusted, before or earlier, shown.named_key)
            if not is_signed_by(note, key):
                raise CannotWitness(
                    f"its note is not signed with the key that this witness has for it, {key}; if it has another one "
                    "now, and you know that from its operator, name it with --key"
                )
            remarks: list[str] = []
            if before is not None:
                self._check_growth(url, before, note)
            elif earlier is not None:
                remarks += self._check_continuation(url, earlier, shown)
            else:
                remarks.append(f"this witness sees {tree.origin} for the first time, and remembers its key {key}")
            with self._alone(tree.origin):
                if self._remembered(tree.origin) != before:
                    continue
                at = int(self._clock())
                cosigned = f"{_own_part(note, key)}{self._notary.cosigned(note, self._name, at)}\n"
                self._remember(Remembered(tree.origin, str(key), cosigned, at))
            return cosigned, tree, key, remarks

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
        old, new = _tree_of(before.note.encode()), _tree_of(note)
        if new.size < old.size:
            raise self._refused(before, note, f"it has {new.size} leaves, and had {old.size} when it was cosigned")
        try:
            is_growth = proves_growth(url, old, new)
        except CannotReadLog as error:
            raise CannotWitness(str(error)) from error
        if not is_growth:
            raise self._refused(before, note, f"its first {old.size} leaves are not those that were cosigned")

    def _check_continuation(self, url: str, earlier: Remembered, shown: ShownLog) -> Iterator[str]:
        """Check a new origin's statement of the origin it continues and how much the two share."""
        origin, size = shown.continued
        cosigned = _tree_of(earlier.note.encode()).size
        yield f"{shown.tree.origin} continues {origin} from its first {size} leaves on, because: {shown.because}"
        if cosigned <= size:
            self._check_growth(url, earlier, shown.note)
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


def _tree_of(note: bytes) -> TreeHead:
    try:
        return read_tree_head(note)[0]
    except BadCheckpoint as bad:
        raise CannotWitness(f"what it shows is not a log's note: {bad}") from bad


def _submitted(body: bytes) -> tuple[int, list[bytes], bytes, TreeHead]:
    """The old size, the consistency proof, the note and its tree in a submission; or `NotAdded`."""
    head, _blank, note = body.partition(b"\n\n")
    try:
        first, *lines = head.decode("ascii").split("\n")
        word, _space, size = first.partition(" ")
        proof = [base64.b64decode(line, validate=True) for line in lines]
        is_right = word == "old" and size.isdigit() and len(size) < 20 and size == str(int(size))
        if not is_right or len(proof) > _MOST_PROOF_LINES or any(len(one) != 32 for one in proof):
            raise ValueError("it has another form")
        if len(note) > LARGEST_NOTE_BYTES or not note.decode().replace("\n", "").isprintable():
            raise ValueError("it has characters that no note may have")
        return int(size), proof, note, read_tree_head(note)[0]
    except (ValueError, BadCheckpoint) as error:
        raise NotAdded(400, f"This is no checkpoint with a consistency proof: {error}.\n") from error


def _own_part(note: bytes, key: NoteKey) -> str:
    """The note with only the log's own signature."""
    text, _blank, signatures = note.decode(errors="replace").partition("\n\n")
    own = next(line for line in signatures.split("\n") if line.startswith(f"— {key.name} "))
    return f"{text}\n\n{own}\n"


def _mark(origin: str) -> str:
    return hashlib.sha256(origin.encode()).hexdigest()[:32]
