"""Monitor of a log: all its leaves, each game one chain."""

from __future__ import annotations

import base64
import http.client
import json
import re
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from verify.bundle import DIGEST, position_in
from verify.ed25519 import is_public_key
from verify.log import FIRST, Tree, name_in_log, signed_tree
from verify.merkle import EMPTY_ROOT, is_consistent, leaf_hash, node_hash
from verify.record import Record

_LEAF = re.compile(
    r"stele/head/(?:1 ([0-9a-f]{32}) ([0-9]{1,15}-[0-9]{1,15}) ([0-9a-f]{64})"
    r"|2 ([0-9a-f]{32}) ([0-9]{1,15}-[0-9]{1,15}) ([0-9a-f]{64}) (first|[0-9a-f]{64}))",
    re.ASCII,
)
_RELEASE = re.compile(r"stele/release/1 [!-~]{1,64} [0-9a-f]{64}", re.ASCII)
"""A leaf of an earlier version of Stele, about no game."""
_TILE = 256
_LARGEST_ANSWER_BYTES = 1 << 20
_ANSWER_SECONDS = 30.0
_NOTHING_READ = {"key": "", "note": "", "size": 0, "restores": 0, "peaks": [], "games": {}, "faults": []}


class CannotRead(Exception):
    """The log could not be read; the message says why."""


def _fetched(url: str) -> bytes:
    if not url.startswith(("http://", "https://")):
        raise CannotRead("an address begins with http:// or https://")
    deadline = time.monotonic() + _ANSWER_SECONDS
    content = b""
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            while more := answer.read1(65_536):
                content += more
                if len(content) > _LARGEST_ANSWER_BYTES or time.monotonic() > deadline:
                    raise CannotRead(f"{url} answers too much, or too slowly")
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise CannotRead(f"{url} cannot be read: {error}") from None
    return content


def _fetched_json(url: str) -> dict[str, Any]:
    try:
        said = json.loads(_fetched(url))
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise CannotRead(f"{url} does not answer with an object")
    return said


def _leaves_of(url: str, begin: int, size: int) -> Iterator[tuple[int, bytes]]:
    """The leaves from `begin` to `size`, each with its index."""
    for tile in range(begin // _TILE, -(-size // _TILE)):
        width = min(_TILE, size - tile * _TILE)
        digits = f"{tile:03d}"
        digits = digits.zfill(-(-len(digits) // 3) * 3)
        parts = [digits[place : place + 3] for place in range(0, len(digits), 3)]
        name = "/".join([*(f"x{part}" for part in parts[:-1]), parts[-1]])
        content = _fetched(f"{url}/tlog/tile/entries/{name}" + ("" if width == _TILE else f".p/{width}"))
        place = 0
        for index in range(tile * _TILE, tile * _TILE + width):
            length = int.from_bytes(content[place : place + 2], "big")
            leaf = content[place + 2 : place + 2 + length]
            place += 2 + length
            if place > len(content):
                raise CannotRead(f"its entries from {tile * _TILE} on are not whole")
            if index >= begin:
                yield index, leaf


def _is_grown(url: str, old: Tree, new: Tree) -> bool:
    """Whether the log proves that it begins with the old tree (RFC 6962, section 2.1.2)."""
    if not 0 < old.size < new.size:
        return is_consistent(old.size, old.root, new.size, new.root, ())
    said = _fetched_json(f"{url}/api/log/consistency?from={old.size}&to={new.size}").get("proof")
    if not isinstance(said, list) or not all(isinstance(one, str) and DIGEST.fullmatch(one) for one in said):
        raise CannotRead("what it offers as a proof that it only grew is none")
    return is_consistent(old.size, old.root, new.size, new.root, [bytes.fromhex(one) for one in said])


class Monitor:
    """The monitor of the log at this address, with what it has read until now; `records` are compared with it."""

    def __init__(self, url: str, state: dict[str, Any], records: Sequence[Record] = ()) -> None:
        self.url = url.rstrip("/")
        self.state = {**_NOTHING_READ, **state}
        self.said: list[str] = []
        self.faults: list[dict[str, Any]] = []
        self._records = {
            name_in_log(one.game): {str(line.position): line.digest for line in one.bundle.lines} for one in records
        }
        self._ids = {name_in_log(one.game): one.game for one in records}

    def look(self, key: str = "") -> None:
        """Read what is new; faults are in `faults`, each with its proof. Raises `CannotRead`."""
        told = _fetched_json(f"{self.url}/api/log")
        note, named = str(told.get("note")), [*str(told.get("key")).split("+", 2), "", ""][2]
        try:
            published = base64.b64encode(base64.b64decode(named, validate=True)[1:]).decode()
        except ValueError:
            published = ""
        key = key or self.state["key"] or published
        tree = signed_tree(note, key) if is_public_key(key) else None
        if tree is None:
            raise CannotRead(f"its note is not signed with the key {key}")
        restores = next((int(line[9:]) for line in tree.more if re.fullmatch("restores [0-9]{1,9}", line)), 0)
        declared = [line for line in tree.more if line.startswith(("continues ", "because "))]
        if restores > self.state["restores"]:
            self.said += [f"{tree.origin} declares: {line}" for line in declared]
        old = signed_tree(self.state["note"], key) if self.state["note"] else None
        if old is not None and not self._goes_on(old, tree, declared, restores):
            return
        self._read(tree, note, key, restores)

    def _goes_on(self, old: Tree, tree: Tree, declared: list[str], restores: int) -> bool:
        """Whether the log goes on from what was read, or says that it does not; a fault otherwise."""
        why = ""
        if restores > self.state["restores"]:
            if tree.size < old.size or not _is_grown(self.url, old, tree):
                self.said.append(f"not all {old.size} leaves of {old.origin} are in it; it is read from its beginning")
                self.state = {**_NOTHING_READ, "faults": self.state["faults"]}
        elif tree.origin != old.origin and not any(line.startswith(f"continues {old.origin} ") for line in declared):
            why = f"it is called {tree.origin} and says nothing of {old.origin}"
        elif tree.size < old.size:
            why = f"it has {tree.size} leaves, and had {old.size}"
        elif not _is_grown(self.url, old, tree):
            why = f"its first {old.size} leaves are not those that were read"
        if why:
            self._fault(f"two histories of the log: {why}", kept=self.state["note"])
        return not why

    def _read(self, tree: Tree, note: str, key: str, restores: int) -> None:
        peaks = [bytes.fromhex(one) for one in self.state["peaks"]]
        games, backs = dict(self.state["games"]), Counter[str]()
        begin = self.state["size"]
        for index, content in _leaves_of(self.url, begin, tree.size):
            top, place = leaf_hash(content), index
            found = _LEAF.fullmatch(content.decode(errors="replace"))
            if found is None and _RELEASE.fullmatch(content.decode(errors="replace")) is None:
                self._fault(f"leaf {index} is no leaf of a log of games", leaf=content.decode(errors="replace"))
            elif found is not None:
                name, position, digest = (found[group] or found[group + 3] for group in (1, 2, 3))
                before, previous = games.get(name), found[7] or ""
                why = self._break(before, position, previous)
                if why and backs[name] < restores - self.state["restores"]:
                    backs[name] += 1
                    self.said.append(f"game {name} goes back at leaf {index}, as the log declares: {why}")
                elif why:
                    self._fault(
                        f"game {name} has a second history: leaf {index}: {why}", leaf=content.decode(), last=before
                    )
                games[name] = [index, position, digest, top.hex(), bool(previous)]
                self._compare(name, position, digest)
            while place % 2:
                top, place = node_hash(peaks.pop(), top), place // 2
            peaks.append(top)
        root = peaks[-1] if peaks else EMPTY_ROOT
        for one in reversed(peaks[:-1]):
            root = node_hash(one, root)
        if root != tree.root:
            self._fault("the entries that it shows are not those of the tree that it has signed")
            return
        for name, (_index, position, digest, *_more) in self.state["games"].items():
            self._compare(name, position, digest)
        hashes = [one.hex() for one in peaks]
        self.state.update(key=key, note=note, size=tree.size, restores=restores, peaks=hashes, games=games)
        self.said.append(f"{tree.origin}: {tree.size} leaves of {len(games)} games, {tree.size - begin} of them new.")

    @staticmethod
    def _break(before: Sequence[Any] | None, position: str, previous: str) -> str:
        """Why a leaf does not continue its game's chain; empty if it does."""
        if before is None:
            return "" if previous in ("", FIRST) else "it names a previous leaf, and there is none"
        if not previous and before[4]:
            return f"it names no previous leaf, and leaf {before[0]} does"
        if previous and previous != before[3]:
            return f"it does not name leaf {before[0]}, the last of this game"
        if position_in(position) <= position_in(before[1]):
            return f"it is at {position}, and leaf {before[0]} was at {before[1]} already"
        return ""

    def _compare(self, name: str, position: str, digest: str) -> None:
        """Compare a leaf with the reader's record of that game."""
        record = self._records.get(name)
        if record is not None and record.get(position, digest) != digest:
            self._fault(
                f"game {self._ids[name]}: the log has another digest at {position} than your record", digest=digest
            )

    def _fault(self, sentence: str, **proof: Any) -> None:
        self.faults.append({"fault": sentence, "server": self.url, "note": self.state["note"], **proof})
