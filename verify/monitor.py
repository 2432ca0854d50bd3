"""Monitor of a log: reads every leaf of another server's log, and checks that each game has only one history.

A witness confirms that a log only grows; a monitor also reads what it says. Each game is one chain of leaves: its
positions grow, and each leaf names the previous one. A game goes back only where the log has declared it, under a new
origin. Then the server's public games are compared with the log: a game that has moved and is not in the log within the
promised delay was withheld; a game with old times that the log has only now was backdated; a game whose record ends
earlier than in the log, or has another digest there, has two histories.

Exception └── CannotRead   the server did not show a log; the message says why
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from verify.bundle import Position, position_in
from verify.ed25519 import is_public_key
from verify.fetch import CannotFetch, RequestRefused, fetch, fetch_json
from verify.log import FIRST, TILE_WIDTH, BadLeaf, Leaf, game_name, is_release, read_leaf, tile_name
from verify.merkle import EMPTY_ROOT, inclusion_proof, is_consistent, leaf_hash, node_hash
from verify.notes import LARGEST_NOTE_BYTES, LOG_KEY, BadKey, NoteKey, TreeHead, is_signed_by, note_key, read_tree_head
from verify.record import Record, time_text

_USUAL_DELAY_SECONDS = 600
_LONGEST_DELAY_SECONDS = 86_400
_GAMES_IN_PAGE = 40
_NOTHING_READ: dict[str, Any] = {"note": "", "at": 0, "restores": 0, "size": 0, "peaks": [], "games": {}}


class CannotRead(Exception):
    """The server did not show a log, or what it shows is not a log."""


class Fault(NamedTuple):
    """A fault of a log or server: a sentence, its subject `about` (the same each time), and the data that proves it.

    A fault that `lasts` cannot be undone.
    """

    sentence: str
    about: str
    proof: dict[str, Any]
    lasts: bool = True


class Chain(NamedTuple):
    """The last leaf of a game: its index `leaf`, position, digest and hash (both hexadecimal).

    `names_previous` is false for a leaf of the first form.
    """

    leaf: int
    position: str
    digest: str
    hash: str
    names_previous: bool


class Shown(NamedTuple):
    """The newest note that a server shows, its tree, and what the note declares about restores.

    `continues` is the origin that this log continues, and how many leaves the two share; an empty origin if there is
    none. `delay` is the server's promise in seconds: entries are in the log after this time.
    """

    note: str
    tree: TreeHead
    restores: int
    continues: tuple[str, int]
    because: str
    delay: int


class Monitor:
    """The monitor of the log at this address, with what it has read until now; `records` are compared with it.

    `state` is JSON: the log's `key` (base64), its last note and the time `at` which it was read (milliseconds), the
    numbers of its leaves and of its declared restores, the `Chain` of each game by its name in the log, and `peaks`,
    the hashes (hexadecimal) of the complete subtrees that the leaves form, the largest first: enough to compute the
    root of a longer log.
    """

    def __init__(
        self,
        url: str,
        state: Mapping[str, Any],
        records: Sequence[Record] = (),
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.url = url.rstrip("/")
        self.state = {"key": "", **_NOTHING_READ, **state}
        self.remarks: list[str] = []
        self.faults: list[Fault] = []
        self.size = self.new_leaves = self.compared = 0
        self.key, self._note = NoteKey("", ""), ""
        self._clock = clock
        self._records = {
            game_name(one.game): {str(line.position): line.digest for line in one.bundle.lines} for one in records
        }
        self._ids = {game_name(one.game): one.game for one in records}

    def look(self, key: str = "", most_games: int = 0) -> None:
        """Read what is new in the log, and compare this number of the server's newest public games with it.

        The log's key is the named one (base64 or `name+id+key`), or the stored one, or, the first time, the key that
        the server publishes. Faults are in `faults`. Raises `CannotRead`.
        """
        shown, named = _shown_log(self.url)
        self.key = NoteKey(shown.tree.origin, _public_key(key or self.state["key"] or named))
        if not is_signed_by(shown.note.encode(), self.key):
            raise CannotRead(
                f"its note is not signed with the key that this monitor has for it, {self.key}; if it has another one "
                "now, and you know that from its operator, name it with --key"
            )
        kept_size, kept_at = self.state["size"], self.state["at"]
        self.state["key"] = self.state["key"] or self.key.public_key
        self.size, self._note = shown.tree.size, shown.note
        if self._goes_on(shown) and self._read_on(shown):
            now = int(self._clock() * 1000)
            promise = Promise(1000 * shown.delay, now, kept_size, kept_at)
            chains = {name: Chain(*chain) for name, chain in self.state["games"].items()}
            compared = compare_games(self.url, chains, promise, most_games)
            self.faults += compared.faults
            self.remarks += compared.refused
            self.compared = compared.number
            self.state["at"] = now

    def told(self, fault: Fault) -> dict[str, Any]:
        """The fault with everything that proves it, as JSON."""
        now = time_text(int(self._clock() * 1000))
        said = {"format": "stele-fault/1", "at": now, "server": self.url, "fault": fault.sentence, "note": self._note}
        return {**said, **fault.proof}

    def _goes_on(self, shown: Shown) -> bool:
        """Whether the log continues from what was read, or declares that it does not; a fault otherwise."""
        is_declared = shown.restores > self.state["restores"]
        if is_declared:
            origin, size = shown.continues
            self.remarks.append(
                f"{shown.tree.origin} continues {origin} from its first {size} leaves on, because: {shown.because}"
            )
        if not self.state["note"]:
            return True
        old = read_tree_head(self.state["note"].encode())[0]
        if is_declared:
            if shown.tree.size < old.size or not proves_growth(self.url, old, shown.tree):
                self.remarks.append(
                    f"not all {old.size} leaves of {old.origin} are in it; it is read from its beginning"
                )
                self.state.update(_NOTHING_READ)
        elif old.origin not in (shown.tree.origin, shown.continues[0]):
            self._two_logs(f"it is called {shown.tree.origin} and says nothing of {old.origin}")
            return False
        elif shown.tree.size < old.size:
            self._two_logs(f"it has {shown.tree.size} leaves, and had {old.size}")
            return False
        return True

    def _read_on(self, shown: Shown) -> bool:
        """Read new leaves into the state, unless they lead to another root, and return whether they were read.

        A game may go back once for each restore declared in the meantime.
        """
        begin, size = self.state["size"], shown.tree.size
        games, peaks = dict(self.state["games"]), [bytes.fromhex(one) for one in self.state["peaks"]]
        declared, backs, before = shown.restores - self.state["restores"], Counter[str](), len(self.faults)
        for index, content in _leaves_of(self.url, begin, size):
            top, place = leaf_hash(content), index
            while place % 2:
                top, place = node_hash(peaks.pop(), top), place // 2
            peaks.append(top)
            if is_release(content):
                continue
            try:
                leaf = read_leaf(content)
            except BadLeaf as bad:
                self.faults.append(Fault(f"leaf {index}: {bad}", f"leaf {index}", self._leaves((index, content))))
                continue
            chain = Chain(*games[leaf.name]) if leaf.name in games else None
            why = _break_in(chain, leaf)
            if why and backs[leaf.name] < declared:
                backs[leaf.name] += 1
                self.remarks.append(f"game {leaf.name} goes back at leaf {index}, as the log declares: {why}")
            elif why:
                said = f"game {leaf.name} has a second history: leaf {index} does not continue it; {why}"
                last = [] if chain is None else [(chain.leaf, self._leaf(chain.leaf))]
                self.faults.append(Fault(said, f"leaf {index}", self._leaves(*last, (index, content))))
            position, leaf_top = str(leaf.position), leaf_hash(content).hex()
            games[leaf.name] = Chain(index, position, leaf.digest, leaf_top, bool(leaf.previous))
            self._compare(leaf.name, position, leaf.digest)
        top = peaks[-1] if peaks else EMPTY_ROOT
        for one in reversed(peaks[:-1]):
            top = node_hash(one, top)
        if top != shown.tree.root:
            del self.faults[before:]
            self._wrong_root(shown)
            return False
        for name, (_index, position, digest, *_more) in self.state["games"].items():
            self._compare(name, position, digest)
        hashes = [one.hex() for one in peaks]
        self.state.update(note=shown.note, restores=shown.restores, size=size, peaks=hashes, games=games)
        self.new_leaves = size - begin
        return True

    def _compare(self, name: str, position: str, digest: str) -> None:
        """Compare a leaf with the reader's record of that game."""
        if self._records.get(name, {}).get(position, digest) != digest:
            said = f"game {self._ids[name]}: the log has another digest at {position} than your record"
            self.faults.append(Fault(said, f"record {name} {position}", {"digest": digest}))

    def _leaves(self, *leaves: tuple[int, bytes]) -> dict[str, Any]:
        """These leaves by their indices, as leaves of the tree that the note signs."""
        return {"leaves": [_proven_leaf(self.url, index, leaf, self.size) for index, leaf in leaves]}

    def _leaf(self, index: int) -> bytes:
        first = index - index % TILE_WIDTH
        return _leaves_in(self.url, first, min(TILE_WIDTH, self.size - first))[index - first]

    def _wrong_root(self, shown: Shown) -> None:
        """The fault if the entries do not lead to the root that the note signs."""
        kept = self.state["note"]
        if kept and not proves_growth(self.url, read_tree_head(kept.encode())[0], shown.tree):
            self._two_logs(f"its first {self.state['size']} leaves are not those that this monitor has read")
        else:
            said = "the entries that it shows are not those of the tree that it has signed"
            self.faults.append(Fault(said, "entries", {}, lasts=False))

    def _two_logs(self, why: str) -> None:
        """The fault of a log that contradicts its earlier note."""
        self.faults.append(Fault(f"two histories of the log: {why}", "log", {"kept": self.state["note"]}))


def _break_in(chain: Chain | None, leaf: Leaf) -> str:
    """The reason why this leaf does not continue the game's chain; empty if it does."""
    if chain is None:
        return "" if leaf.previous in ("", FIRST) else "it names a previous leaf, and the log has none of this game"
    if not leaf.previous and chain.names_previous:
        return f"it names no previous leaf, and leaf {chain.leaf} of this game does"
    if leaf.previous and leaf.previous != chain.hash:
        named = "no previous leaf" if leaf.previous == FIRST else "another previous leaf"
        return f"it names {named}, not leaf {chain.leaf}, the last of this game: two histories"
    if leaf.position <= position_in(chain.position):
        return f"it is at {leaf.position}, and leaf {chain.leaf} of this game was at {chain.position} already"
    return ""


def _public_key(key: str) -> str:
    """The key of a log in base64, even if it is written `name+id+key`; or `CannotRead`."""
    try:
        return key if is_public_key(key) else note_key(key, LOG_KEY).public_key
    except BadKey as bad:
        raise CannotRead(str(bad)) from bad


def _shown_log(url: str) -> tuple[Shown, str]:
    """The log that the server at this address shows now, and the key that it names; or `CannotRead`."""
    try:
        told = fetch_json(f"{url}/api/log")
    except CannotFetch as error:
        raise CannotRead(str(error)) from error
    note, key = (told.get("note"), told.get("key")) if isinstance(told, dict) else (None, None)
    if not isinstance(note, str) or not isinstance(key, str) or len(note) > LARGEST_NOTE_BYTES:
        raise CannotRead("what it shows is not a log")
    if not note.replace("\n", "").isprintable():
        raise CannotRead("its note has characters that no note may have")
    try:
        tree, more = read_tree_head(note.encode())
    except ValueError as error:
        raise CannotRead(f"what it shows is not a log's note: it cannot be read ({error})") from error
    said = {word: rest for word, _space, rest in (line.partition(" ") for line in reversed(more))}
    restores = said.get("restores", "")
    origin, _space, size = said.get("continues", "").rpartition(" ")
    is_continued = origin and re.fullmatch("[0-9]{1,19}", size)
    delay = told.get("merge_delay_seconds")
    shown = Shown(
        note,
        tree,
        int(restores) if re.fullmatch("[0-9]{1,9}", restores) else 0,
        (origin, int(size)) if is_continued else ("", 0),
        said.get("because") or "no reason",
        min(delay if type(delay) is int and delay > 0 else _USUAL_DELAY_SECONDS, _LONGEST_DELAY_SECONDS),
    )
    return shown, key


def proves_growth(url: str, old: TreeHead, new: TreeHead) -> bool:
    """Whether the server proves that the larger tree begins with the smaller one; or `CannotRead`."""
    proof: list[bytes] = []
    if 0 < old.size < new.size:
        try:
            told = fetch_json(f"{url}/api/log/consistency?{urlencode({'from': old.size, 'to': new.size})}")
            proof = [bytes.fromhex(one) for one in told["proof"]]
        except CannotFetch as error:
            raise CannotRead(f"it does not prove that it only grew: {error}") from error
        except (KeyError, TypeError, ValueError) as error:
            raise CannotRead("its proof that it only grew is not a valid proof") from error
    return is_consistent(old.size, old.root, new.size, new.root, proof)


def _leaves_of(url: str, begin: int, size: int) -> Iterator[tuple[int, bytes]]:
    """The leaves from `begin` to `size`, with their indices."""
    for first in range(begin // TILE_WIDTH * TILE_WIDTH, size, TILE_WIDTH):
        for index, content in enumerate(_leaves_in(url, first, min(TILE_WIDTH, size - first)), start=first):
            if index >= begin:
                yield index, content


def _leaves_in(url: str, first: int, width: int) -> list[bytes]:
    """The leaves of the bundle of entries that begins with this one, or `CannotRead`."""
    try:
        content = fetch(f"{url}/tlog/tile/{tile_name(None, first // TILE_WIDTH, width)}")
    except CannotFetch as error:
        raise CannotRead(f"its entries cannot be read: {error}") from error
    leaves = []
    place = 0
    while place < len(content):
        end = place + 2 + int.from_bytes(content[place : place + 2], "big")
        leaves.append(content[place + 2 : end])
        place = end
    if place != len(content) or len(leaves) < width:
        raise CannotRead(f"its entries from {first} on are not whole")
    return leaves[:width]


def _proven_leaf(url: str, index: int, leaf: bytes, size: int) -> dict[str, Any]:
    """The leaf with its inclusion proof in the tree of this size, from the log's tiles; without a proof if it has none.

    Hashes are hexadecimal, the leaf's sibling first.
    """

    def node(level: int, place: int) -> bytes:
        height = level % 8
        first = place << height
        number = first // TILE_WIDTH
        width = min(TILE_WIDTH, (size >> (level - height)) - number * TILE_WIDTH)
        hashes = fetch(f"{url}/tlog/tile/{tile_name(level // 8, number, width)}")
        some = [
            hashes[32 * one : 32 * one + 32] for one in range(first % TILE_WIDTH, first % TILE_WIDTH + (1 << height))
        ]
        while len(some) > 1:
            some = [node_hash(*some[one : one + 2]) for one in range(0, len(some), 2)]
        return some[0]

    try:
        proof = [one.hex() for one in inclusion_proof(index, size, node)]
    except CannotFetch:
        proof = []
    return {"index": index, "leaf": leaf.decode(errors="replace"), "proof": proof}


class Promise(NamedTuple):
    """The promise of a log that entries are in it after this delay. Times are in milliseconds.

    The note that was kept covers `size` leaves and was signed at `kept_at`; without one, both are 0.
    """

    delay: int
    now: int
    size: int
    kept_at: int


class Compared(NamedTuple):
    """The number of compared games, the faults, and sentences about games that the server did not show."""

    number: int
    faults: tuple[Fault, ...]
    refused: tuple[str, ...] = ()


class _Said(NamedTuple):
    """A game as in the server's list; `changed_at` in milliseconds.

    An imported game and a copy keep the times of their entries, so these do not tell when the game came here.
    """

    game_id: str
    position: Position
    digest: str
    changed_at: int
    has_other_times: bool


def compare_games(url: str, chains: Mapping[str, Chain], promise: Promise, most: int) -> Compared:
    """Compare the server's newest public games, at most this number, with their chains; or `CannotRead`."""
    number = 0
    faults, refused = [], []
    try:
        for said in _games_listed(url, most):
            try:
                fault = _fault_of(url, said, chains.get(game_name(said.game_id)), promise)
            except RequestRefused as refusal:
                refused.append(f"game {said.game_id} could not be compared: {refusal}")
                continue
            number += 1
            if fault is not None:
                faults.append(fault)
    except CannotFetch as error:
        raise CannotRead(f"its games cannot be read: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CannotRead("what it says of its games cannot be read") from error
    return Compared(number, tuple(faults), tuple(refused))


def _games_listed(url: str, most: int) -> list[_Said]:
    found: list[_Said] = []
    following: str | None = ""
    while following is not None and len(found) < most:
        cursor = f"&cursor={quote(following, safe='')}" if following else ""
        told = fetch_json(f"{url}/api/games?limit={min(_GAMES_IN_PAGE, most - len(found))}{cursor}")
        found += map(_said_in, told["games"])
        following = told["next"] if told["games"] else None
    return found


def _said_in(listed: Mapping[str, Any]) -> _Said:
    return _Said(
        str(listed["id"]),
        position_in(listed["position"]),
        str(listed["digest"]),
        _milliseconds_in(listed["updated_at"]),
        "imported" in listed or "fork" in listed,
    )


def _fault_of(url: str, said: _Said, chain: Chain | None, promise: Promise) -> Fault | None:
    """The fault in one game, if any."""
    if chain is None or position_in(chain.position) < said.position:
        since = _first_missing(url, said, chain)
        if since is None or said.has_other_times or since > promise.now - promise.delay:
            return _game_contradiction(url, said, chain)
        place = "it is not in the log" if chain is None else f"the log has it only up to {chain.position}"
        return _fault_about(
            url,
            said,
            f"withheld: game {said.game_id} was continued on {time_text(since)}, and {place} after the "
            f"promised {promise.delay // 1000} seconds",
        )
    is_at_end = chain.position == str(said.position)
    is_new = promise.size and chain.leaf >= promise.size and not said.has_other_times
    if is_new and is_at_end and said.changed_at < promise.kept_at - promise.delay:
        return _fault_about(
            url,
            said,
            f"backdated: game {said.game_id} says that it ended or moved last on "
            f"{time_text(said.changed_at)}, and the log did not have that on {time_text(promise.kept_at)}",
        )
    return None if is_at_end and chain.digest == said.digest else _game_contradiction(url, said, chain)


def _first_missing(url: str, said: _Said, chain: Chain | None) -> int | None:
    """The time of the first entry that the log does not have; none if the game has no such entry now."""
    after = "" if chain is None else f"after={quote(chain.position, safe='')}&"
    events = fetch_json(f"{url}/api/games/{quote(said.game_id, safe='')}/events?{after}limit=1")["events"]
    return _milliseconds_in(events[0]["at"]) if events else None


def _game_contradiction(url: str, said: _Said, chain: Chain | None) -> Fault | None:
    """The fault if the server's record does not have the log's last leaf of this game."""
    if chain is None:
        return None
    game = quote(said.game_id, safe="")
    told = fetch_json(f"{url}/api/games/{game}/digests?at={quote(chain.position, safe='')}")
    (found,) = told["digests"]
    if found["digest"] == chain.digest:
        return None
    name = said.game_id
    if found["digest"] is None:
        return _fault_about(
            url, said, f"two histories: game {name} has no entry at {chain.position} now, and the log has one"
        )
    return _fault_about(url, said, f"two histories: game {name} has another digest at {chain.position} than the log")


def _fault_about(url: str, said: _Said, sentence: str) -> Fault:
    """The fault, with the server's signed record as proof."""
    try:
        record = fetch(f"{url}/api/games/{quote(said.game_id, safe='')}/bundle").decode(errors="replace")
    except CannotFetch as error:
        record = f"could not be fetched: {error}"
    name = game_name(said.game_id)
    about = f"{sentence.partition(':')[0]} {name}"
    return Fault(sentence, about, {"game": said.game_id, "name": name, "bundle": record}, lasts=False)


def _milliseconds_in(text: str) -> int:
    return int(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)
