"""Monitor: reads every leaf of another server's log, and demands one history of each game.

A witness confirms that a log only grows; a monitor also reads what it says. Each game is one chain of leaves: its
positions grow, and each leaf names the previous one. A game goes back only where the log has declared it, under a new
origin. The state is stored in a directory, so that only new leaves are read the next time, and so are the proofs of the
log's faults.

Exception └── CannotMonitor   the log could not be read; the message says why
"""

import hashlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct, field

from audit.transparency.game_chains import Chain, Fault, break_in, chain_at
from audit.transparency.public_log import MERGE_DELAY_SECONDS
from audit.transparency.published_games import Compared, Promise, compare_games, delay_of
from audit.transparency.remote_log import (
    CannotReadLog,
    ShownLog,
    leaves_in,
    proven_leaf,
    proves_growth,
    show_log,
)
from eventstore.backup.atomic_files import write_durably
from eventstore.checkpoints.checkpoint import TreeHead, read_tree_head, time_text
from eventstore.checkpoints.journal import BadLeaf, is_release, read_leaf
from eventstore.checkpoints.tiles import WIDTH
from verify.merkle import EMPTY_ROOT, leaf_hash, node_hash

MONITORED = "monitored"
USUAL_GAMES = 200
"""How many of the newest public games are compared with the log."""


class CannotMonitor(Exception):
    """The log could not be read."""


class State(Struct):
    """State of a monitor for one log: the last note, and the last leaf of each game by its name in the log.

    `peaks` are the hashes (hexadecimal) of the complete subtrees that the leaves form, the largest first: enough to
    compute the root of a longer log. `at` is the time of reading in milliseconds, `proofs` the files of faults that
    last, with their sentences.
    """

    key: str
    note: str = ""
    at: int = 0
    restores: int = 0
    size: int = 0
    peaks: list[str] = field(default_factory=list)
    games: dict[str, Chain] = field(default_factory=dict)
    proofs: dict[str, str] = field(default_factory=dict)


class Monitored(Struct, frozen=True):
    """The result: the log's tree and key, what was read and compared, remarks, the faults found now and the lasting
    ones of earlier, and the files that prove them.
    """

    tree: TreeHead
    key: str
    new_leaves: int
    games: int
    compared: int
    remarks: tuple[str, ...]
    faults: tuple[str, ...]
    proofs: tuple[str, ...]


class Monitor:
    """The monitor with its states in this directory."""

    def __init__(self, directory: Path, clock: Callable[[], float] = time.time) -> None:
        self._directory = directory
        self._clock = clock

    def look(self, url: str, trusted: str | None = None, most_games: int = USUAL_GAMES) -> Monitored:
        """Read what is new in the log at this address, and compare the server's newest games with it.

        The log's key is the one that is `trusted`, or its stored key, or, the first time, the key it publishes.
        """
        url = url.rstrip("/")
        try:
            return self._look(url, trusted, most_games)
        except CannotReadLog as error:
            raise CannotMonitor(str(error)) from error

    def _look(self, url: str, trusted: str | None, most_games: int) -> Monitored:
        shown = show_log(url)
        stored = self._stored(url)
        key = shown.key(trusted or (stored.key if stored else None))
        if not shown.is_signed_by(key):
            raise CannotMonitor(
                f"its note is not signed with the key that this monitor has for it, {key}; if it has another one now, "
                "and you know that from its operator, name it with --key"
            )
        remarks = []
        if stored is None:
            remarks.append(f"this monitor sees {shown.tree.origin} for the first time, and remembers its key {key}")
        reading = _Reading(url, shown, stored or State(str(key)))
        faults = reading.read()
        compared = Compared(0, ())
        if reading.is_whole:
            kept_at = stored.at if stored else 0
            now = int(self._clock() * 1000)
            delay = delay_of(shown.merge_delay_seconds, MERGE_DELAY_SECONDS)
            promise = Promise(delay, now, stored.size if stored else 0, kept_at)
            compared = compare_games(url, reading.state.games, promise, most_games)
            reading.state.at = now
        state = reading.state
        found = {self._keep(url, shown, fault): fault for fault in (*faults, *compared.faults)}
        proofs = {**state.proofs, **{file: fault.sentence for file, fault in found.items()}}
        state.proofs |= {file: fault.sentence for file, fault in found.items() if fault.lasts}
        self._store(url, state)
        return Monitored(
            shown.tree,
            str(key),
            reading.new_leaves,
            len(state.games),
            compared.number,
            (*remarks, *reading.remarks, *compared.refused),
            tuple(proofs.values()),
            tuple(proofs),
        )

    def _keep(self, url: str, shown: ShownLog, fault: Fault) -> str:
        """Store the proof of a fault, if there is none of it yet; its file."""
        place = self._directory / f"fault-{hashlib.sha256(f'{url} {fault.about}'.encode()).hexdigest()[:16]}.json"
        if place.exists():
            return str(place)
        said = {
            "format": "stele-fault/1",
            "at": time_text(int(self._clock() * 1000)),
            "server": url,
            "fault": fault.sentence,
            "note": shown.note.decode(errors="replace"),
            **fault.proof,
        }
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_durably(place, msgspec.json.format(msgspec.json.encode(said)))
        return str(place)

    def _stored(self, url: str) -> State | None:
        try:
            return msgspec.json.decode(self._place(url).read_bytes(), type=State)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError) as error:
            raise CannotMonitor(f"what is remembered of it cannot be read: {error}") from error

    def _store(self, url: str, state: State) -> None:
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_durably(self._place(url), msgspec.json.encode(state))

    def _place(self, url: str) -> Path:
        return self._directory / f"{hashlib.sha256(url.encode()).hexdigest()[:32]}.json"


class _Reading:
    """The reading of the leaves that are new in a log; `is_whole` unless it contradicts the state."""

    def __init__(self, url: str, shown: ShownLog, state: State) -> None:
        self._url = url
        self._shown = shown
        self._kept = state
        self.state = state
        self.remarks: list[str] = []
        self.new_leaves = 0
        self.is_whole = False

    def read(self) -> list[Fault]:
        """Read the new leaves into the state; the faults among them. `CannotReadLog` leaves the state as it was."""
        kept, shown = self._kept, self._shown
        if kept.note:
            old = read_tree_head(kept.note.encode())[0]
            is_declared = shown.restores > kept.restores
            if shown.tree.origin != old.origin and not is_declared and shown.continued[0] != old.origin:
                return [self._other(f"it is called {shown.tree.origin} and says nothing of {old.origin}")]
            if shown.tree.size < old.size and not is_declared:
                return [self._other(f"it has {shown.tree.size} leaves, and had {old.size}")]
            if is_declared:
                self.remarks.append(self._declaration())
                if shown.tree.size < old.size or not proves_growth(self._url, old, shown.tree):
                    self.remarks.append(
                        f"not all {old.size} leaves of {old.origin} are in it; it is read from its beginning"
                    )
                    self.state = State(kept.key, proofs=kept.proofs)
        elif shown.restores:
            self.remarks.append(self._declaration())
        return self._read_on(shown.restores - self.state.restores)

    def _declaration(self) -> str:
        origin, size = self._shown.continued
        shown = self._shown
        return f"{shown.tree.origin} continues {origin} from its first {size} leaves on, because: {shown.because}"

    def _read_on(self, declared: int) -> list[Fault]:
        """Read what follows the state; a game may go back as often as restores were declared in the meantime."""
        size, base = self._shown.tree.size, self.state
        games, peaks = dict(base.games), [bytes.fromhex(one) for one in base.peaks]
        breaks: dict[str, int] = {}
        faults = []
        for index, content in _leaves(self._url, base.size, size):
            _append(peaks, index, leaf_hash(content))
            if is_release(content):
                continue
            try:
                leaf = read_leaf(content)
            except BadLeaf as bad:
                faults.append(Fault(f"leaf {index}: {bad}", f"leaf {index}", self._proof(index, content)))
                continue
            chain = games.get(leaf.name)
            why = break_in(chain, leaf)
            if why and breaks.get(leaf.name, 0) < declared:
                breaks[leaf.name] = breaks.get(leaf.name, 0) + 1
                self.remarks.append(f"game {leaf.name} goes back at leaf {index}, as the log declares: {why}")
            elif why:
                said = f"game {leaf.name} has a second history: leaf {index} does not continue it; {why}"
                faults.append(Fault(said, f"leaf {index}", self._proof(index, content, chain)))
            games[leaf.name] = chain_at(leaf, index, leaf_hash(content))
        if _root(peaks) != self._shown.tree.root:
            return [self._wrong_root()]
        self.new_leaves = size - base.size
        note = self._shown.note.decode()
        hashes = [one.hex() for one in peaks]
        self.state = msgspec.structs.replace(
            base,
            note=note,
            restores=self._shown.restores,
            size=size,
            peaks=hashes,
            games=games,
        )
        self.is_whole = True
        return faults

    def _proof(self, index: int, content: bytes, chain: Chain | None = None) -> dict[str, object]:
        """This leaf, and the last one of its game, as leaves of the tree that the note signs."""
        size = self._shown.tree.size
        leaves = [proven_leaf(self._url, index, content, size)]
        if chain is not None:
            before = leaves_in(self._url, chain.index // WIDTH, min(WIDTH, size - chain.index // WIDTH * WIDTH))
            leaves.insert(0, proven_leaf(self._url, chain.index, before[chain.index % WIDTH], size))
        return {"leaves": leaves}

    def _wrong_root(self) -> Fault:
        """The fault if the entries do not lead to the root that the note signs."""
        if self.state.note and not proves_growth(
            self._url, read_tree_head(self.state.note.encode())[0], self._shown.tree
        ):
            return self._other(f"its first {self.state.size} leaves are not those that this monitor has read")
        return Fault(
            "the entries that it shows are not those of the tree that it has signed", "entries", {}, lasts=False
        )

    def _other(self, why: str) -> Fault:
        """The fault of a log that contradicts its earlier note."""
        return Fault(f"two histories of the log: {why}", "log", {"kept": self._kept.note})


def _leaves(url: str, begin: int, size: int) -> Iterator[tuple[int, bytes]]:
    """The leaves from `begin` to `size`, with their indices."""
    for tile in range(begin // WIDTH, -(-size // WIDTH)):
        first = tile * WIDTH
        for place, content in enumerate(leaves_in(url, tile, min(WIDTH, size - first)), start=first):
            if place >= begin:
                yield place, content


def _append(peaks: list[bytes], index: int, top: bytes) -> None:
    """Add the hash of the leaf with this index to the peaks."""
    while index % 2:
        top = node_hash(peaks.pop(), top)
        index //= 2
    peaks.append(top)


def _root(peaks: list[bytes]) -> bytes:
    if not peaks:
        return EMPTY_ROOT
    top = peaks[-1]
    for one in reversed(peaks[:-1]):
        top = node_hash(one, top)
    return top
