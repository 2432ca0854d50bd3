"""Good files: every kind of game, version, scheme and viewer, and unaltered files with warnings."""

import json
from collections.abc import Iterator
from typing import Any

from audit.signing.key_succession import succession_of
from audit.signing.origin import origin_of
from domain.game import CommandSigned, KeyChanged, StatementSigned
from eventstore.entries import Entry, Position
from tests.audit.conformance.cases import NO_RECORD, WARNED, Case, good
from tests.audit.conformance.edits import event, header, proofs, rechained
from tests.audit.conformance.sources import (
    CARDS,
    GOLDEN,
    KHEOPS,
    NEXT,
    ORIGIN,
    SECOND_WITNESS,
    SERVER,
    STRANGER,
    WITNESS,
    beacon_called_off,
    changed_key,
    decided,
    disputed_after_the_end,
    first_receipt,
    forked,
    freed,
    logged,
    long_statement,
    never_filled,
    not_opened,
    omitting,
    ordered,
    overturned,
    receipt,
    recovered,
    refereed,
    reservations,
    returned,
    revealing,
    rolled_back,
    seats,
    started,
    substituted,
    timed_out,
    waiting,
    with_beacon,
)
from tests.audit.games import DISPUTED, bundled, disclosed, disputed, happenings_of, seated, timed
from tests.audit.test_keys import seated_with
from tests.audit.witnesses import key_of
from tests.signers import Signer
from tests.vectors import WORTHLESS

OTHER_RESULT = {"places": [2, 1], "points": [0, 99], "reason": "resignation"}
"""A result that no game of the suite has."""


def raw_of(told: tuple[Any, Any], viewer: Any = "all", last: int | None = None) -> bytes:
    """The bundle of this game, up to the end of this action if one is given."""
    projector, game = told
    kept = [one for one in game.entries if last is None or one.position.action <= last]
    return bundled(projector, game, kept, viewer)


def records() -> Iterator[Case]:
    """Cases of each viewer of running and finished games, of each way to bind the randomness, and of each older
    version.
    """
    for viewer, holds in (("all", "every secret"), ("public", "no secrets"), (0, "the secrets of seat 0")):
        name = f"seat-{viewer}" if isinstance(viewer, int) else viewer
        # Without every secret a game that is over cannot be replayed.
        status = 0 if viewer == "all" else WARNED
        yield good(
            f"finished-{name}", f"A finished game with {holds}.", raw_of(seated(KHEOPS, "resigned"), viewer), status
        )
        yield good(
            f"revealing-{name}",
            f"A game with sealed answers and their revelation, called off by the operator, with {holds}.",
            raw_of(revealing(), viewer),
            WARNED,  # by then the operator knew the randomness
        )
        yield good(
            f"running-{name}",
            f"The same game while it runs: its key is not published. With {holds}.",
            raw_of(revealing(), viewer, revealing()[1].entries[-1].position.action - 1),
        )
    other = event(raw_of(seated(KHEOPS, "resigned"), "public"), "GameFinished", result=OTHER_RESULT)[0]
    yield good("other-result-public", "Another result, which nobody can disprove without the secrets.", other, WARNED)
    yield good("opened", "A game with its first entry alone.", raw_of(seated(KHEOPS, "resigned"), last=1))
    yield good(
        "strict", "A strict game: nonces are bound, then opened.", raw_of(seated(CARDS, "called off", strict=True))
    )
    yield good(
        "computers", "A computer player brings a nonce to which the opening commits.",
        raw_of(seated(CARDS, "called off", computers=1)),
    )  # fmt: skip
    what = "The luck depends on a round of a beacon, whose signature is not checked."
    yield good("beacon", what, raw_of(with_beacon()), WARNED)
    yield good("beacon-strict", "The same in a strict game.", raw_of(with_beacon(strict=True)), WARNED)
    what = "A game that is called off while it waits for the round of its beacon."
    yield good("beacon-waits", what, raw_of(with_beacon(ends=False)))
    yield good("silent", "No player brings a nonce.", raw_of(seated(CARDS, "called off", silent=(0, 1, 2))))
    yield good("reservations", "Free seats that the first player reserves.", raw_of(reservations()))
    yield good("seats", "Seats that are reserved, declined, released, expired, left and offered.", raw_of(seats()))
    yield good("ordered", "A move that its player had ordered in advance.", raw_of(ordered()))
    yield good("forked", "An analysis game: its first actions are a copy, which it cannot prove.", raw_of(forked()))
    named = header(raw_of(seated(CARDS, "called off")), names={"player-0": "Zoë", "player-1": "Ann"})[0]
    yield good("names", "The players' names, which nothing proves.", named)
    plain = raw_of(seated(CARDS, "called off", edition=1))
    yield good("edition-1", "The first edition of the rules.", plain)
    yield good("created-1", "The first version of GameCreated, and the first scheme of luck.", as_version(plain, 1))
    yield good("created-2", "The second version of GameCreated.", as_version(plain, 2))
    yield good("created-4", "The fourth version of GameCreated, which may lack the game's id.", as_version(plain, 4))
    for name, what in (
        ("aborted", "Version 1 of SeatTaken and GameAborted."),
        ("strict", "Version 3 of GameCreated, strict."),
        ("ids", "A record with the ids of players alone."),
    ):
        yield good(f"early-{name}", what, (GOLDEN / f"{name}.ndjson").read_bytes())


def as_version(raw: bytes, version: int) -> bytes:
    """The record with its opening in this early version."""
    names = "players options commitment"
    if version > 1:
        names += " rulebook private computers game"
    if version > 2:
        names += " luck strict nonce_commitments signed referee referee_name"

    def change(plain: dict[str, Any]) -> None:
        data = plain["data"] | {"title": plain["data"]["rulebook"], "referee_name": ""}
        names_now = names if version > 1 else f"{names} title"
        plain["data"] = {"type": "GameCreated"} | {name: data[name] for name in names_now.split()}
        if version == 4:
            plain["data"]["game"] = ""
        plain["version"] = version
        if version == 1:
            del plain["version"]

    return rechained(raw, 1, change)[0]


def called_off() -> Iterator[Case]:
    """Cases of games that the operator calls off, with a warning if the server could know the randomness by then."""
    for number, words, status in (
        (0, "before any nonce is open", 0),
        (1, "while one nonce is not open: who refused its opening knew the luck", WARNED),
    ):
        what = f"A strict and signed game that the operator calls off {words}."
        yield good(f"not-opened-{number}", what, raw_of(not_opened(number), "public"), status)
    what = "A strict game that the operator calls off while a player is missing."
    yield good("never-filled", what, raw_of(never_filled(), "public"))
    for name, words, after, status in (("before", "before", 59_000, 0), ("after", "at", 60_000, WARNED)):
        what = f"A game that the operator calls off {words} the time of the round that it waits for."
        raw = raw_of(beacon_called_off(after), "public")
        yield good(f"beacon-called-off-{name}", what, raw, status)


def signed() -> Iterator[Case]:
    """Cases of signed games of both schemes, and of keys for which no one vouched."""
    game = seated(KHEOPS, "resigned", signed=True)
    yield good("signed-all", "A signed game of the second scheme, with every text.", raw_of(game))
    yield good(
        "signed-public", "The same for the public: the texts of moves are sealed.", raw_of(game, "public"), WARNED
    )
    yield good("signed-seat-0", "The same for seat 0.", raw_of(game, 0), WARNED)
    yield good("signed-strict", "Signed and strict.", raw_of(seated(CARDS, "called off", strict=True, signed=True)))
    yield good(
        "signed-first-scheme", "A signed game of the first scheme, with moves that were sent together.",
        raw_of(seated(KHEOPS, "resigned", signed=True, signing="1")),
    )  # fmt: skip
    yield good(
        "early-signed", "Version 3 of GameCreated, and a key that changes without the old one's signature.",
        (GOLDEN / "signed.ndjson").read_bytes(), WARNED,
    )  # fmt: skip
    yield good("key-changed", "A seat's key changes; the old key signs it.", raw_of(changed_key("2")))
    yield good(
        "key-changed-without-a-word", "By the first scheme a key may change without the old one's signature.",
        raw_of(changed_key("1")), WARNED,
    )  # fmt: skip
    yield good("statement-long", "A signed statement of 2,000 characters.", raw_of(long_statement(), "public"))
    yield good("statement-omitted", "Signed commands that omit what has its usual value.", raw_of(omitting(), "public"))
    yield good("key-recovered", "A seat's key changes; the committed recovery key signs it.", raw_of(recovered()))
    texts = kept_texts(changed_key("2"))
    yield good(
        "text-recorded", "The reader's own signed texts are in the record.", raw_of(changed_key("2")), receipts=texts
    )
    shorter = raw_of(changed_key("2"), last=changed_key("2")[1].entries[-1].position.action - 2)
    yield good("text-missing", "A text that the reader signed is not in the record.", shorter, WARNED, receipts=texts)
    yield good(
        "worthless-key", "A game of the first edition: a seat's key is of order 1, so its signatures prove nothing.",
        raw_of(seated_with(WORTHLESS[0], edition=1)), WARNED,
    )  # fmt: skip


def kept_texts(told: tuple[Any, Any]) -> str:
    """The texts that seat 0 signed in this game, as its player keeps them."""
    kept, key = [], Signer("seat 0").public_key
    for action in happenings_of(told[0], told[1].entries):
        events = [one.event for one in action]
        for one in events:
            if isinstance(one, CommandSigned | StatementSigned) and one.seat == 0:
                kept.append({"text": one.text, "signature": one.signature, "public_key": key})
        # The old key signs the change.
        key = next((one.public_key for one in events if isinstance(one, KeyChanged)), key)
    return "\n".join(map(json.dumps, kept))


def disputes() -> Iterator[Case]:
    """Cases of all kinds of disputes, of proposals, and of clocks."""
    for way in DISPUTED:
        short = {
            "rolled back": rolled_back(),
            "adjudicated": refereed(),
            "freed": freed(False),
            "disputed after the end": disputed_after_the_end(),
        }
        raw = raw_of(short[way] if way in short else disputed(KHEOPS, way))
        yield good(way.replace(" ", "-"), f"A game with disputes or proposals: {way}.", raw)
    yield good("disclosed", "A player opens two secrets to the referee.", raw_of(disclosed(KHEOPS), "public"), WARNED)
    yield good(
        "decided-signed", "A signed game in which the referee's key signs the decision.",
        raw_of(decided(referee="judge")),
    )  # fmt: skip
    yield good(
        "freed-signed", "A signed game in which the operator frees a seat, unsigned, and another player takes it.",
        raw_of(freed(True), "public"), WARNED,
    )  # fmt: skip
    yield good(
        "timed-resign", "A clock whose end resigns, with every event about time.", raw_of(timed(KHEOPS, "resign"))
    )
    yield good(
        "timed-once", "A clock after whose end a computer player moves, until the player is back.", raw_of(returned())
    )
    yield good(
        "timed-once-signed",
        "After a time-out with the outcome `once` a computer player moves once, unsigned; then the player signs.",
        raw_of(substituted(), "public"),
        WARNED,
    )
    yield good(
        "timed-signed", "In a signed game only the server's clock says that the time ran out: a warning.",
        raw_of(timed_out(), "public"), WARNED,
    )  # fmt: skip


def vouched() -> Iterator[Case]:
    """Cases of receipts, proofs of the log and cosignatures, with the keys and witnesses that the reader names."""
    game = waiting()
    raw, entries, key = raw_of(game), game[1].entries, [SERVER.public_key]
    first, last = entries[0], entries[-1]
    whole, part = proofs(raw, receipt(last)), proofs(raw, receipt(first))
    yield good("receipt", "A receipt for the whole record, by the named key.", whole, key=key)
    yield good("receipt-first-scheme", "A receipt of the first scheme.", proofs(raw, first_receipt(last)), key=key)
    yield good("receipt-part", "A receipt for the first entry: no one vouches for the rest.", part, WARNED)
    yield good("receipt-part-named", "The same; the named key does not vouch for the whole.", part, 1, key=key)
    result = overturned()
    ended = next(one for one in result[1].entries if b'"type":"GameFinished"' in one.public)
    yield good(
        "receipt-then-decision", "A decision that replaces the result stands behind the receipt of the named key.",
        proofs(raw_of(result), receipt(ended)), 1, key=key,
    )  # fmt: skip
    yield good(
        "receipt-of-another", "The named key has not signed it.", proofs(raw, receipt(last, STRANGER)), 1, key=key
    )
    follows = succession_of(ORIGIN, SERVER, NEXT, 500)
    yield good(
        "succession", "A receipt by a key that continues the named one.",
        proofs(raw, receipt(last, NEXT), follows), key=key,
    )  # fmt: skip
    yield good("unsigned-named", "A key is named, and the record has no receipt.", raw, 1, key=key)
    kept, lie = json.dumps(receipt(first)), json.dumps(receipt(first, digest=bytes(32)))
    yield good("kept-agrees", "The reader's own receipt agrees.", whole, key=key, receipts=kept)
    yield good("kept-contradicts", "The reader's own receipt has another digest.", whole, 1, key=key, receipts=lie)
    slander = json.dumps(receipt(first, STRANGER, digest=bytes(32)))
    yield good(
        "kept-proves-nothing", "A contradicting receipt by a key that the reader does not trust: a warning.",
        whole, WARNED, key=key, receipts=slander,
    )  # fmt: skip
    yield from named_after_keys(raw, last)
    yield from kept_of_the_end()
    cosigned = proofs(raw, receipt(last), logged(last, [WITNESS]))
    yield good("logged", "The log has the end of the record.", proofs(raw, logged(last)), key=key)
    name = str(key_of(WITNESS, "w1.example"))
    yield good("witnessed", "The named witness cosigned the log.", cosigned, key=key, witness=[name])
    second, again = str(key_of(SECOND_WITNESS, "w2.example")), str(key_of(WITNESS, "w2.example"))
    yield good("witness-missing", "One of two named witnesses did not.", cosigned, 1, witness=[name, second])
    yield good("witness-quorum", "One of two named witnesses is enough.", cosigned, witness=[name, second], quorum=1)
    yield good("witness-again", "One key under two names counts once.", cosigned, 1, witness=[name, again])
    twice = proofs(raw, receipt(last), logged(last, [WITNESS, WITNESS]))
    yield good("witness-twice", "One key that cosigned under two names counts once.", twice, 1, witness=[name, again])
    both = proofs(raw, receipt(last), logged(last, [WITNESS, SECOND_WITNESS]))
    yield good("witnessed-twice", "Both named witnesses cosigned the log.", both, witness=[name, second])
    own = proofs(raw, receipt(last), logged(last, [SERVER]))
    itself = str(key_of(SERVER, "w1.example"))
    yield good("witness-itself", "The log's own key is no witness of it.", own, 1, witness=[itself])
    early = proofs(raw, receipt(last), logged(first, [WITNESS]))
    yield good("witnessed-part", "The witness cosigned a log that has the first entry.", early, WARNED, witness=[name])


def named_after_keys(raw: bytes, last: Entry) -> Iterator[Case]:
    """Receipts in a name that is made of a key."""
    name, other = origin_of(SERVER.public_key), origin_of(STRANGER.public_key)

    def signed_as(origin: str) -> bytes:
        return proofs(raw, receipt(last, origin=origin))

    yield good("origin-of-key", "A receipt in the name that is made of its key.", signed_as(name))
    yield good("origin-of-another", "A receipt in the name that is made of another key.", signed_as(other), 1)
    continued = proofs(raw, receipt(last, NEXT, origin=name), succession_of(name, SERVER, NEXT, 500))
    yield good("origin-continued", "A receipt by a key that follows the one of its name.", continued)
    yield good("origin-short", "A name of less than eight digits belongs to no key.", signed_as(name[:-1]), 1)
    key = [SERVER.public_key]
    yield good("origin-named", "The reader names the key, whatever its name.", signed_as(other), key=key)


def kept_of_the_end() -> Iterator[Case]:
    """The reader's own receipts for positions after the end of the record."""
    key, game = [SERVER.public_key], started()
    entries = game[1].entries
    action = entries[-1].position.action
    within = next(one for one in entries if one.position.action == action - 1 and one.position.effect == 1)
    cut = raw_of(game, "public", action - 1)
    raw = proofs(cut, receipt(next(one for one in reversed(entries) if one.position.action == action - 1)))
    later, lie = json.dumps(receipt(entries[-1])), json.dumps(receipt(within, position=Position(action - 1, 99)))
    yield good(
        "kept-later", "The reader has a receipt for a later action of a running game.", raw, key=key, receipts=later
    )
    yield good(
        "kept-within",
        "The reader has a receipt within the last action for an entry that is missing.",
        raw,
        1,
        key=key,
        receipts=lie,
    )
    over = seated(CARDS, "called off")
    end = over[1].entries[-1]
    after = json.dumps(receipt(end, position=Position(end.position.action + 1, 0)))
    whole = proofs(raw_of(over), receipt(end))
    yield good(
        "kept-after-the-end", "The reader has a receipt for an action after the end.", whole, 1, key=key, receipts=after
    )
    part = json.dumps(receipt(over[1].entries[0]))
    yield good(
        "kept-part",
        "The reader's receipt for the first entry of an unsigned record, by a key that is not named.",
        raw_of(over),
        0,
        receipts=part,
    )


def no_records() -> Iterator[Case]:
    """Cases of files that are not records, which accuse no one."""
    game = seated(CARDS, "called off")
    end = game[1].entries[-1]
    dossier = {
        "game": "seated", "position": "3-0", "until": str(end.position), "at": "2026", "as": "public", "before": None,
        "digest": end.digest.hex(), "views": [], "asked": [], "events": [], "adjudication": {}, "receipt": receipt(end),
    }  # fmt: skip
    for name, what, raw in (
        ("dossier", "A dossier, which explains one action.", json.dumps(dossier).encode() + b"\n"),
        ("receipts", "Receipts without a record.", json.dumps(receipt(end)).encode() + b"\n"),
    ):
        yield Case(name, what, raw, NO_RECORD, 2)


def judges() -> Iterator[Case]:
    """Cases of signed games: secrets that a player opens to the referee, and a decision of the operator."""
    raw = raw_of(disclosed(KHEOPS, True))
    yield good("disclosed-signed", "A signed game in which a player opens two secrets to the referee.", raw)
    raw = raw_of(decided(operator="operator"))
    yield good("decided-by-operator", "A signed game in which the operator's key signs the decision.", raw)


def cases() -> Iterator[Case]:
    """All good files except the last ones (`judges`), which are made apart because a signed text depends on the number
    of texts signed before.
    """
    for some in (records, signed, disputes, vouched, no_records):
        yield from some()
