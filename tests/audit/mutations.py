"""Random mutations of bundles: the change, and the places that a verifier may name.

A careless change leaves the checksum or the chain as it was. A careful one makes everything fit that doesn't need the
game key or the server's signature.
"""

import base64
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec

from audit.bundle import export_bundle
from audit.signing.keys import SigningKey
from domain.disputes.events import DISPUTE_EVENTS
from domain.game import SHARED_EVENTS
from domain.redaction import Viewer
from eventstore.canonical_json import canonical
from eventstore.entries import parse_position
from tests.audit.games import DISPUTED, disputed, lines_with_checksum, played, rewritten, seated
from verify.bundle import read_bundle

SIGNING = SigningKey(bytes(range(32)))


def receipt(game_id: str, position: str, digest: str) -> dict[str, str]:
    """A receipt of the first scheme."""
    said = {"game": game_id, "position": position, "digest": digest}
    return {**said, "public_key": SIGNING.public_key, "signature": SIGNING.sign(canonical(said))}


class Mutation(NamedTuple):
    """A mutated bundle: its kind of mutation, and the places at which a verifier may report it."""

    way: str
    raw: bytes
    original: bytes
    places: set[str]

    def is_no_change(self) -> bool:
        """Whether the mutation leaves the record unchanged byte for byte; receipts may be missing."""
        mine, other = read_bundle(self.raw), read_bundle(self.original)
        same = (mine.header, mine.lines, mine.is_undamaged) == (other.header, other.lines, True)
        return same and all(one in other.proofs for one in mine.proofs)


@cache
def signed_bundle(title: str, viewer: Viewer, by_players: bool = False, way: str = "") -> bytes:
    """The bundle of the title's played game, which players signed, with receipts for its middle and its end.

    Or of a game with disputes of this kind.
    """
    if way:
        projector, game = disputed(title, way, by_players)
    else:
        projector, game = seated(title, signed=True) if by_players else played(title)
    kept = (game.entries[len(game.entries) // 2], game.entries[-1])
    proofs = [receipt(game.game_id, str(entry.position), entry.digest.hex()) for entry in kept]
    return b"".join(export_bundle(projector, game.game_id, game.entries, viewer, proofs))


@cache
def _strangers(title: str) -> list[bytes]:
    """The lines of another game's record of the same title."""
    projector, game = seated(title)
    return b"".join(export_bundle(projector, game.game_id, game.entries, "all")).splitlines(keepends=True)


class Source(NamedTuple):
    """The source of a mutated record: a title's game with disputes of this way, or without any."""

    title: str
    way: str = ""


def mutations(title: str, number: int, seed: int = 0, with_disputes: bool = False) -> Iterator[Mutation]:
    """This number of mutations of the title's bundle, for all, for a seat and for the public, by each way in turn."""
    lot = random.Random(f"{title} {seed}")
    ways = list(_WAYS)
    for count in range(number):
        source = Source(title, lot.choice(DISPUTED) if with_disputes else "")
        viewer: Viewer = ("all", "all", 0, "public")[lot.randrange(4)]
        original = signed_bundle(title, viewer, lot.random() < 0.5, source.way)
        way = ways[count % len(ways)]
        made = None
        while made is None:
            made = _WAYS[way](original, lot, source)
        yield Mutation(way, made[0], original, made[1])


Made = tuple[bytes, set[str]] | None
"""The mutated bytes and the places that may be named; None where the picked lines do not allow it."""


def _place(lines: list[bytes], number: int) -> str:
    """The name of line `number`, counted from 0."""
    if number == 0:
        return "header"
    return "proofs" if number == len(lines) - 1 else str(msgspec.json.decode(lines[number])["position"])


def _line_at(raw: bytes, offset: int) -> tuple[list[bytes], int]:
    return raw.splitlines(keepends=True), raw.count(b"\n", 0, offset)


def _around(lines: list[bytes], number: int) -> set[str]:
    """The places at which a fault of this line may be reported: the line's own, and the checksum's."""
    return {_place(lines, number), *({"header"} if number == len(lines) - 1 else ())}


def _flipped_bit(raw: bytes, lot: random.Random, _source: Source) -> Made:
    offset = lot.randrange(len(raw))
    changed = raw[:offset] + bytes([raw[offset] ^ (1 << lot.randrange(8))]) + raw[offset + 1 :]
    return changed, _around(*_line_at(raw, offset))


def _cut_bytes(raw: bytes, lot: random.Random, _source: Source) -> Made:
    lines, number = _line_at(raw, offset := lot.randrange(len(raw)))
    end = min(offset + lot.randrange(1, 40), sum(map(len, lines[: number + 1])) - 1)
    return None if end <= offset else (raw[:offset] + raw[end:], _around(lines, number))


def _put_bytes(raw: bytes, lot: random.Random, _source: Source) -> Made:
    lines, number = _line_at(raw, offset := lot.randrange(len(raw)))
    put = bytes(lot.choice(b' 0a"{}[],:\\\xc3') for _ in range(lot.randrange(1, 9)))
    return raw[:offset] + put + raw[offset:], _around(lines, number)


def _entry(lines: list[bytes], lot: random.Random) -> int:
    return lot.randrange(1, len(lines) - 1)


def _dropped_entry(raw: bytes, lot: random.Random, _source: Source) -> Made:
    lines = raw.splitlines(keepends=True)
    number = _entry(lines, lot)
    # Without the last effects of an action the next action follows rightly: then the chain names what follows.
    places = {_place(lines, number), _place(lines, number + 1), *({"header"} if number == len(lines) - 2 else ())}
    if number == len(lines) - 3:
        # Nothing later shows whether the last entry replaces the next effect or another action.
        before = parse_position(_place(lines, number - 1))
        places.add(f"{before.action}-{before.effect + 1}")
    return lines_with_checksum(lines[:number] + lines[number + 1 :]), places


def _doubled_entry(raw: bytes, lot: random.Random, _source: Source) -> Made:
    lines = raw.splitlines(keepends=True)
    number = _entry(lines, lot)
    place = parse_position(_place(lines, number))
    following = {f"{place.action}-{place.effect + 1}", f"{place.action + 1}-0"}
    return lines_with_checksum([*lines[:number], lines[number], *lines[number:]]), following


def _swapped_entries(raw: bytes, lot: random.Random, _source: Source) -> Made:
    lines = raw.splitlines(keepends=True)
    number = _entry(lines, lot)
    if number + 1 >= len(lines) - 1:
        return None
    second = parse_position(_place(lines, number + 1))
    # The second may follow rightly, as the beginning of an action: then the first is where its next effect should be.
    places = {_place(lines, number), str(second), f"{second.action}-{second.effect + 1}"}
    lines[number], lines[number + 1] = lines[number + 1], lines[number]
    return lines_with_checksum(lines), places


def _spliced_entry(raw: bytes, lot: random.Random, source: Source) -> Made:
    lines, others = raw.splitlines(keepends=True), _strangers(source.title)
    number = lot.randrange(1, min(len(lines), len(others)) - 1)
    mine, other = msgspec.json.decode(lines[number]), msgspec.json.decode(others[number])
    mine["e"], mine["h"] = other["e"], other["h"]
    # Nothing comes before the first entry, so its digest fits, and the next one's does not.
    return _with_line(lines, number, mine), {_place(lines, number), *([_place(lines, 2)] if number == 1 else [])}


def _cut_off(raw: bytes, lot: random.Random, _source: Source) -> Made:
    lines = raw.splitlines(keepends=True)
    number = _entry(lines, lot)
    if number < 2:
        return None
    # An effect that must follow at once in the same action is missed first, at its place.
    last = parse_position(_place(lines, number - 1))
    return lines_with_checksum([*lines[:number], lines[-1]]), {"header", f"{last.action}-{last.effect + 1}"}


def _with_line(lines: list[bytes], number: int, value: Any) -> bytes:
    return lines_with_checksum([*lines[:number], canonical(value) + b"\n", *lines[number + 1 :]])


def _changed_member(raw: bytes, lot: random.Random, _source: Source) -> Made:
    """Change some member of a public form, but not its digest."""
    lines = raw.splitlines(keepends=True)
    number = _entry(lines, lot)
    line = msgspec.json.decode(lines[number])
    public = msgspec.json.decode(line["e"])
    _change_something(public, lot)
    line["e"] = canonical(public).decode()
    return _with_line(lines, number, line), {_place(lines, number)}


def _change_something(value: Any, lot: random.Random) -> None:
    """Replace one number, text or boolean in this value by another."""
    holders: list[tuple[Any, Any]] = []

    def look(inner: Any) -> None:
        for key, item in inner.items() if isinstance(inner, dict) else enumerate(inner):
            if isinstance(item, (dict, list)):
                look(item)
            elif item is not None:
                holders.append((inner, key))

    look(value)
    holder, key = lot.choice(holders)
    item = holder[key]
    if isinstance(item, bool):
        holder[key] = not item
    elif isinstance(item, int):
        holder[key] = item + lot.choice((-1, 1, 1000))
    else:
        changed = lot.choice((item + "x", item[:-1] + "0", item[::-1] + "1"))
        holder[key] = f"{item}x" if changed == item else changed


def _changed_digest(raw: bytes, lot: random.Random, _source: Source) -> Made:
    lines = raw.splitlines(keepends=True)
    number = _entry(lines, lot)
    line = msgspec.json.decode(lines[number])
    line["h"] = lot.randbytes(32).hex()
    return _with_line(lines, number, line), {_place(lines, number)}


def _changed_position(raw: bytes, lot: random.Random, _source: Source) -> Made:
    lines = raw.splitlines(keepends=True)
    number = _entry(lines, lot)
    line = msgspec.json.decode(lines[number])
    place = parse_position(line["position"])
    action, effect = lot.choice([(place.action + 1, 0), (place.action, place.effect + 1), (place.action + 5, 3)])
    line["position"] = lot.choice([f"{action}-{effect}", f"0{place}", f"{place.action}"])
    # The last effect may pass for a separate action, unless no player may take it; else the head or what follows does
    # not fit.
    following = {f"{action}-{effect}", f"{action}-{effect + 1}", f"{action + 1}-0"}
    return _with_line(lines, number, line), {str(place), "header", *following}


def _changed_secret(raw: bytes, lot: random.Random, _source: Source) -> Made:
    lines = raw.splitlines(keepends=True)
    with_secrets = [number for number, line in enumerate(lines[1:-1], start=1) if b',"s":{' in line]
    if not with_secrets:
        return _changed_member(raw, lot, _source)
    number = lot.choice(with_secrets)
    line = msgspec.json.decode(lines[number])
    field = lot.choice(sorted(line["s"]))
    value, salt = line["s"][field]
    match lot.randrange(4):
        case 0:
            line["s"][field] = [value, lot.randbytes(16).hex()]
        case 1:
            line["s"][field] = [[*value, 1] if isinstance(value, list) else f"{value}x", salt]
        case 2:
            line["s"][f"{field}x"] = line["s"].pop(field)
        case _:
            line["s"] = {}
    return _with_line(lines, number, line), {_place(lines, number)}


def _changed_header(raw: bytes, lot: random.Random, _source: Source) -> Made:
    lines = raw.splitlines(keepends=True)
    header = msgspec.json.decode(lines[0])
    name = lot.choice([name for name in sorted(header) if name not in ("viewer", "rulebook")])
    if name == "head":
        _change_something(header["head"], lot)
    else:
        _change_something(holder := {name: header[name]}, lot)
        header |= holder
    return _with_line(lines, 0, header), {"header"}


def _changed_receipt(raw: bytes, lot: random.Random, _source: Source) -> Made:
    lines = raw.splitlines(keepends=True)
    last = msgspec.json.decode(lines[-1])
    picked = lot.choice(last["proofs"])
    match lot.randrange(4):
        case 0:
            last["proofs"].remove(picked)
        case 1:
            _change_something(picked, lot)
        case 2:
            picked.update(receipt(picked["game"], picked["position"], lot.randbytes(32).hex()))
        case _:
            picked.update(receipt("another", picked["position"], picked["digest"]))
    return _with_line(lines, len(lines) - 1, last), {"proofs"}


def _chained_anew(raw: bytes, lot: random.Random, _source: Source) -> Made:
    """Change some member of a public form, and recompute everything after it, so that only signed texts contradict
    it.
    """
    lines = raw.splitlines(keepends=True)
    number = _entry(lines, lot)
    after = _place(lines, number + 1)
    return rewritten(raw, number - 1, lambda plain: _change_something(plain, lot)), {
        _place(lines, number), after, "header", "proofs", *_answered(lines, number), *_seated(lines, number),
    }  # fmt: skip


def _answered(lines: list[bytes], number: int) -> set[str]:
    """The places of later answers to proposals, if the line is an answer or a proposal, because they contradict the
    earlier text.
    """
    answers = _events(lines, b"EndAnswered")
    if number not in (*answers, *_events(lines, b"EndProposed")):
        return set()
    return {_place(lines, later) for later in answers if later > number}


def _seated(lines: list[bytes], number: int) -> set[str]:
    """The places where players join and the game starts, if the line is the first entry, which alone has their number.

    A seat that the game does not have contradicts that number, as does a start before all seats are taken; nothing
    earlier does.
    """
    if number != 1:
        return set()
    return {_place(lines, later) for later in (*_events(lines, b"SeatTaken"), *_events(lines, b"GameStarted"))}


def _changed_dispute(raw: bytes, lot: random.Random, source: Source) -> Made:
    """Change some part of a dispute's text or decision, and recompute everything after it."""
    lines = raw.splitlines(keepends=True)
    found = [number for kind in DISPUTE_EVENTS for number in _events(lines, kind.__name__.encode())]
    if not found:
        return _chained_anew(raw, lot, source)
    number = lot.choice(found)
    places = {_place(lines, number), _place(lines, number + 1), "header", "proofs"}
    # A decision's requirements are checked at the decision.
    later = [one for one in _events(lines, b"DisputeDecided") if one > number]
    return rewritten(raw, number - 1, lambda plain: _change_something(plain["data"], lot)), {
        *places, *(_place(lines, one) for one in later),
    }  # fmt: skip


def _events(lines: list[bytes], kind: bytes) -> list[int]:
    """The numbers of the lines that hold such an event."""
    return [number for number, line in enumerate(lines) if b'\\"type\\":\\"' + kind + b'\\"' in line]


def without_receipts(raw: bytes) -> bytes:
    """The bundle with no proof in it."""
    lines = raw.splitlines(keepends=True)
    last = msgspec.json.decode(lines[-1]) | {"proofs": []}
    return lines_with_checksum([*lines[:-1], canonical(last) + b"\n"])


def _against_the_players(_raw: bytes, lot: random.Random, source: Source) -> Made:
    """Any field of a record without receipts, changed, with a consistent rest; the players' signatures expose it."""
    raw = without_receipts(signed_bundle(source.title, "all", True, source.way))
    lines = raw.splitlines(keepends=True)
    signed = _events(lines, b"CommandSigned")
    number = lot.randrange(1, signed[-1] + 1)
    places = {"header", *(_place(lines, later) for later in (number, number + 1, *signed) if later >= number)}
    first = parse_position(_place(lines, number)).action
    places |= {f"{first}-0", *_answered(lines, number), *_seated(lines, number)}
    if number in _events(lines, b"SeatTaken"):
        # For a seat without a player the first action is named, and not its signature.
        places |= {f"{parse_position(_place(lines, later)).action}-0" for later in signed if later > number}
    return rewritten(raw, number - 1, lambda plain: _change_something(plain, lot)), places


def _changed_signature(_raw: bytes, lot: random.Random, source: Source) -> Made:
    """Another signature or another key in a record without receipts, with everything after it made consistent."""
    raw = without_receipts(signed_bundle(source.title, "all", True, source.way))
    lines = raw.splitlines(keepends=True)
    signed, taken = _events(lines, b"CommandSigned"), _events(lines, b"SeatTaken")
    number = lot.choice(signed + taken)
    texts = {later: msgspec.json.decode(msgspec.json.decode(lines[later])["e"])["data"] for later in signed + taken}

    def change(plain: dict[str, Any]) -> None:
        data = plain["data"]
        if number in taken:
            data["public_key"] = lot.choice((SIGNING.public_key, "", f"{data['public_key']} "))
        else:
            others = [
                one["signature"] for one in texts.values() if one.get("signature") not in (None, data["signature"])
            ]
            data["signature"] = lot.choice((*others[:2], SIGNING.sign(b"a move"), "", data["signature"].rstrip("=")))

    mine = [later for later in signed if number in (later, *taken) and texts[later]["seat"] == texts[number]["seat"]]
    # Until the seat's own next signature, another seat's may be the first to name the earlier text.
    until = [later for later in signed if number <= later <= mine[0]]
    return rewritten(raw, number - 1, change), {_place(lines, number), *(_place(lines, later) for later in until)}


_WORTHLESS = base64.b64encode(b"\x01" + bytes(31)).decode()
"""The neutral point: every key can sign with it."""

_BEYOND: list[tuple[bytes, dict[str, Any]]] = [
    (b"GameCreated", {"game": ""}),
    (b"GameCreated", {"players": 10**9}),
    (b"GameCreated", {"commitment": "no digest"}),
    (b"SeatTaken", {"public_key": _WORTHLESS}),
    (b"SeatTaken", {"public_key": "no key"}),
    (b"CommandSigned", {"signature": ""}),
    (b"CommandSigned", {"signature": "\u0410" * 88}),
    (b"CommandSigned", {"signature": "=="[::-1] + "A" * 86}),
]


def _beyond_bounds(_raw: bytes, lot: random.Random, source: Source) -> Made:
    """A member beyond its bounds, and everything after it made to fit, in a record without receipts."""
    raw = without_receipts(signed_bundle(source.title, lot.choice(("all", "public")), True, source.way))
    lines = raw.splitlines(keepends=True)
    kind, change = lot.choice(_BEYOND)
    number = lot.choice(_events(lines, kind))
    if lot.random() < 0.2:
        number = _entry(lines, lot)
        less = -lot.randrange(1, 2**53)
        return rewritten(raw, number - 1, lambda plain: plain.update(luck=less)), {_place(lines, number)}
    return rewritten(raw, number - 1, lambda plain: plain["data"].update(change)), {_place(lines, number)}


def _ended_within(_raw: bytes, lot: random.Random, source: Source) -> Made:
    """Cut the record where a shared event must follow in the same action, and let the header agree."""
    raw = without_receipts(signed_bundle(source.title, lot.choice(("all", "public")), True, source.way))
    lines = raw.splitlines(keepends=True)
    number = lot.choice([one for kind in SHARED_EVENTS for one in _events(lines, kind.__name__.encode())])
    place = parse_position(_place(lines, number))
    is_titles = (
        b"GameFinished" in lines[number] and b"adjudicated" not in lines[number] and b"agreed" not in lines[number]
    )
    if not place.effect or is_titles:
        return None
    header, last = msgspec.json.decode(lines[0]), msgspec.json.decode(lines[number - 1])
    header |= {"entries": number - 1, "head": {"position": last["position"], "digest": last["h"]}}
    # Without its signature the action itself is named.
    return lines_with_checksum([canonical(header) + b"\n", *lines[1:number], lines[-1]]), {
        str(place), f"{place.action}-0",
    }  # fmt: skip


_WAYS: dict[str, Callable[[bytes, random.Random, Source], Made]] = {
    "a flipped bit": _flipped_bit,
    "bytes cut out": _cut_bytes,
    "bytes put in": _put_bytes,
    "an entry dropped": _dropped_entry,
    "an entry doubled": _doubled_entry,
    "entries swapped": _swapped_entries,
    "an entry of another game": _spliced_entry,
    "the end cut off": _cut_off,
    "a changed member": _changed_member,
    "a changed digest": _changed_digest,
    "a changed position": _changed_position,
    "a changed secret": _changed_secret,
    "a changed header": _changed_header,
    "a changed receipt": _changed_receipt,
    "chained anew": _chained_anew,
    "a changed dispute": _changed_dispute,
    "chained anew, without receipts": _against_the_players,
    "a changed signature": _changed_signature,
    "beyond its bounds": _beyond_bounds,
    "ended within an action": _ended_within,
}
