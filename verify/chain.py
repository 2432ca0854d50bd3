"""Chain: checks that every entry is in its place, and that each digest follows from the one before."""

from __future__ import annotations

import hashlib
import json

from verify.bundle import Failed, Line, Position
from verify.canonical_json import is_int, read_canonical
from verify.record import TAKING, Record, SeatNames, seat_name


def check_positions(record: Record) -> str:
    """No entry is missing, repeated or misplaced."""
    lines = record.bundle.lines
    expected = Position(1, 0)
    for number, line in enumerate(lines):
        following = Position(expected.action + 1, 0)
        if line.position != expected and not (expected.effect > 0 and line.position == following):
            after = lines[number + 1].position if number + 1 < len(lines) else expected
            is_swapped = after == following and line.position in (
                Position(following.action, 1),
                Position(following.action + 1, 0),
            )
            if is_swapped:
                # An entry that continues the chain is the right one, with a wrong position.
                before = bytes.fromhex(lines[number - 1].digest) if number else bytes(32)
                is_swapped = hashlib.sha256(before + line.public.encode()).hexdigest() != line.digest
            is_before = after.action <= following.action + 1 or line.position > following
            begins = expected.effect > 0 and (is_swapped or (after > following and is_before))
            raise Failed(following if begins else expected, f"{line.position} stands here")
        expected = Position(line.position.action, line.position.effect + 1)
    return f"1-0 to {lines[-1].position}"


def check_chain(record: Record) -> str:
    """Each digest follows from the previous one and the entry's bytes, which are canonical."""
    lines, digest, sha256 = record.bundle.lines, bytes(32), hashlib.sha256
    broken = None
    for number, line in enumerate(lines):
        digest = sha256(digest + line.public.encode()).digest()
        if digest.hex() != line.digest:
            broken = number
            break
    record.said, complaint = read_canonical([line.public for line in lines[:broken]])
    if complaint is not None:
        raise Failed(lines[len(record.said)].position, f"the entry: {complaint}")
    if broken is not None:
        altered = _altered(record, lines[broken])
        raise Failed(lines[broken].position, f"{altered}: the digest does not continue the chain")
    return f"digest {digest.hex()}"


def _altered(record: Record, line: Line) -> str:
    """The entry at which the chain breaks, in plain words. The one before may be changed with its own digest."""
    names = SeatNames(record.bundle.header)
    for said in record.said:
        if isinstance(said, dict) and isinstance(said.get("data"), dict):
            data = said["data"]
            if data.get("type") in TAKING and is_int(data.get("seat")) and isinstance(data.get("player"), str):
                names.take(data)
    try:
        said = json.loads(line.public)
    except (ValueError, RecursionError):
        said = None
    actor = said.get("actor") if isinstance(said, dict) else None
    who = f"what {names.of(actor)} did in action {line.position.action}" if is_int(actor) else "this entry"
    return f"{who} was altered" if line.position == (1, 0) else f"{who}, or the entry before it, was altered"


def check_header(record: Record) -> str:
    """The header agrees with the entries."""
    header, last, created = record.bundle.header, record.bundle.lines[-1], record.created
    head = {"position": str(last.position), "digest": last.digest}
    found = {**header, "entries": len(record.said), "head": head}
    found |= {"commitment": created["commitment"], "rulebook": created["rulebook"]}
    if header != found or (created["game"] and created["game"] != record.game):
        raise Failed("header", "the header does not agree with the entries")
    if isinstance(record.viewer, int) and record.viewer >= created["players"]:
        raise Failed("header", "there is no such seat")
    named = ", ".join(f"{name} ({player})" for player, name in sorted(header.get("names", {}).items()))
    called = f"; the players as the server calls them, which nothing proves: {named}" if named else ""
    viewer = record.viewer if isinstance(record.viewer, str) else seat_name(record.viewer)
    return f"game {record.game} of {created['rulebook']}, for {viewer}{called}"


def check_damage(record: Record) -> str:
    """Every byte is unchanged."""
    if not record.bundle.is_undamaged:
        raise Failed("header", "the checksum does not match the lines")
    return "the checksum matches"
