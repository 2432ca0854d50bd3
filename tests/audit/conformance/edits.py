"""Edits of a bundle by a careless or a careful forger: each gives the bytes and the place that a verifier names."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.game import Happening
from eventstore.canonical_json import canonical
from tests.audit.games import bundled, happenings_of, lines_with_checksum, rewritten, sealed_again

Told = tuple[bytes, str]
Change = Callable[[Any], object]


def place_of(raw: bytes, number: int) -> str:
    """The position on line `number`, counted from 0, which is the header."""
    return str(msgspec.json.decode(raw.splitlines()[number])["position"])


def line_of(raw: bytes, kind: str, which: int = 0) -> int:
    """The number of the line with such an event; the first, or another one."""
    mark = f'\\"type\\":\\"{kind}\\"'.encode()
    return [number for number, line in enumerate(raw.splitlines()) if mark in line][which]


def rechained(raw: bytes, number: int, change: Change) -> Told:
    """The record with a changed public form on this line, and everything after it recomputed."""
    return rewritten(raw, number - 1, change), place_of(raw, number)


def event(raw: bytes, kind: str, which: int = 0, **members: Any) -> Told:
    """The record with changed members of an event, and everything after it recomputed."""
    return rechained(raw, line_of(raw, kind, which), lambda plain: plain["data"].update(members))


def created(raw: bytes, **members: Any) -> Told:
    """The record with changed members of `GameCreated`, and a header that agrees."""
    told = event(raw, "GameCreated", **members)[0]
    same = {"commitment": "commitment", "rulebook": "rulebook"}
    return header(told, **{name: members[name] for name in same if name in members})[0], "1-0"


def header(raw: bytes, **members: Any) -> Told:
    """The record with changed members of the header."""
    first = msgspec.json.decode(raw.splitlines()[0])
    return with_line(raw, 0, canonical(first | members))[0], "header"


def with_line(raw: bytes, number: int, line: bytes) -> Told:
    """The record with this line replaced; the checksum is right, and the chain stays unchanged."""
    lines = raw.splitlines(keepends=True)
    place = "header" if number == 0 else place_of(raw, number)
    return lines_with_checksum([*lines[:number], line + b"\n", *lines[number + 1 :]]), place


def replaced(raw: bytes, number: int, old: bytes, new: bytes) -> Told:
    """The record with other bytes on this line; the chain stays unchanged, and the checksum is right."""
    line = raw.splitlines()[number]
    assert old in line, (old, line)
    return with_line(raw, number, line.replace(old, new, 1))


def line(raw: bytes, number: int, **members: Any) -> Told:
    """The record with changed members of an entry's line."""
    return with_line(raw, number, canonical(msgspec.json.decode(raw.splitlines()[number]) | members))


def text(raw: bytes, number: int, public: str) -> Told:
    """The record with this text in place of the public form of the last entry, which is on this line, and a matching
    digest.
    """
    before = bytes.fromhex(msgspec.json.decode(raw.splitlines()[number - 1])["h"])
    digest = hashlib.sha256(before + public.encode()).hexdigest()
    told, place = line(raw, number, e=public, h=digest)
    return header(told, head={"position": place, "digest": digest})[0], place


def proofs(raw: bytes, *told: Mapping[str, Any]) -> bytes:
    """The bundle with these proofs."""
    lines = raw.splitlines(keepends=True)
    last = msgspec.json.decode(lines[-1]) | {"proofs": list(told)}
    return lines_with_checksum([*lines[:-1], canonical(last) + b"\n"])


class Script:
    """A game's record as happenings, action by action, which a forger with the game key changes and writes again."""

    def __init__(self, told: tuple[Any, Any]) -> None:
        self.projector, self.game = told
        self.actions: list[list[Happening]] = happenings_of(self.projector, self.game.entries)
        self.times = [msgspec.json.decode(one.public)["at"] for one in self.game.entries if not one.position.effect]

    def find(self, kind: type, which: int = 0) -> tuple[int, int]:
        """The action and the effect, counted from 0, of such an event."""
        return [
            (number, effect)
            for number, action in enumerate(self.actions)
            for effect, one in enumerate(action)
            if type(one.event) is kind
        ][which]

    def change(self, kind: type, which: int = 0, **members: Any) -> str:
        """Change members of such an event, and return its place."""
        number, effect = self.find(kind, which)
        one = self.actions[number][effect]
        changed = msgspec.structs.replace(one.event, **members)
        self.actions[number][effect] = msgspec.structs.replace(one, event=changed)
        return f"{number + 1}-{effect}"

    def drop(self, kind: type, which: int = 0) -> str:
        """Leave out such an event, and return its place."""
        number, effect = self.find(kind, which)
        del self.actions[number][effect]
        return f"{number + 1}-{effect}"

    def add(self, event: Any, actor: int | None = None, before: int | None = None) -> str:
        """Add an action of one event at the end, or before this action (counted from 0), and return its place."""
        number = len(self.actions) if before is None else before
        self.actions.insert(number, [Happening(event, actor)])
        self.times.insert(number, self.times[max(0, number - 1)])
        return f"{number + 1}-0"

    def follow(self, *happenings: Happening, after: int = 0) -> str:
        """Add an action of these events at the end, this number of milliseconds later, and return its place."""
        self.actions.append(list(happenings))
        self.times.append(self.times[-1] + after)
        return f"{len(self.actions)}-0"

    def cut(self, action: int, effects: int = 1000) -> str:
        """End the record after this number of effects of this action (counted from 0), and return the place that
        follows.
        """
        self.actions = [*self.actions[:action], self.actions[action][:effects]]
        return f"{action + 1}-{len(self.actions[-1])}"

    def raw(self, viewer: Any = "public") -> bytes:
        """The bundle."""
        entries = sealed_again(self.projector, self.actions, self.game.game_key, self.game.game_id, self.times)
        return bundled(self.projector, self.game, entries, viewer)
