"""Bad files: for each check, faults that it must find, and their places."""

import base64
import hashlib
import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from audit.signing.key_succession import succession_of
from domain.clocks.events import SeatReturned, TimedOut
from domain.disputes.events import (
    DisputeAnswered,
    DisputeDecided,
    Remedy,
    ResultReplaced,
    RolledBack,
    SeatTakenOver,
    SecretDisclosed,
)
from domain.game import (
    BeaconAwaited,
    BeaconRecorded,
    CommandSigned,
    GameAborted,
    GameFinished,
    GameStarted,
    Happening,
    KeyChanged,
    NonceOpened,
    SeatReleased,
    SeatReserved,
    SeatResigned,
    SeatTaken,
    StatementSigned,
)
from domain.ordered_moves import MoveOrdered
from domain.proposals.events import EndAnswered, EndProposed, TakenBack
from eventstore.canonical_json import canonical
from tests.audit.conformance.cases import WARNED, Case, bad
from tests.audit.conformance.edits import (
    Script,
    Told,
    created,
    event,
    header,
    line,
    line_of,
    place_of,
    proofs,
    rechained,
    replaced,
    text,
    with_line,
)
from tests.audit.conformance.sound import raw_of
from tests.audit.conformance.sources import (
    BEACON,
    CARDS,
    KHEOPS,
    NEXT,
    ORIGIN,
    ROUNDS,
    SERVER,
    STRANGER,
    agreed_back,
    changed_key,
    decided,
    logged,
    ordered,
    paced,
    played_openly,
    receipt,
    refereed,
    resigned,
    revealing,
    sealed_twice,
    seats,
    started,
    taken_back,
    waiting,
    with_beacon,
)
from tests.audit.games import disclosed, lines_with_checksum, seated
from tests.audit.test_keys import ANYBODYS
from tests.signers import Signer
from tests.vectors import PUBLIC_KEYS, WORTHLESS

LONG = "x" * 2001
AWAITED = 22
"""The round of the beacon that a game of `with_beacon` waits for."""


def base() -> bytes:
    """A short game that was called off."""
    return raw_of(seated(CARDS, "called off"))


def joined(last: int = 3, **more: Any) -> bytes:
    """The record that most forgers begin with: a game that two players have joined, and that waits for a third."""
    return raw_of(seated(CARDS, "called off", **more), "public", last)


def form() -> Iterator[Case]:
    """Cases with lines that are not canonical or do not belong in a bundle; checksums, where there are any, are
    right.
    """
    raw = joined()
    lines = raw.splitlines(keepends=True)
    first, entry = lines[0].rstrip(), lines[2].rstrip()
    count = b'"entries":' + str(len(lines) - 2).encode()
    head, digest = json.loads(first), json.loads(entry)["h"]
    named = canonical(head | {"names": {"player-0": "Zoë"}})
    unsorted = json.dumps(dict(reversed(head.items())), separators=(",", ":")).encode()
    deep = b"[" * 64 + b"]" * 64
    for name, what, told in (
        ("empty", "An empty file.", (b"", "header")),
        ("unfinished", "The last line has no line feed.", (raw[:-1], "proofs")),
        ("no-entries", "A header and proofs alone.", (lines_with_checksum([lines[0], lines[-1]]), "proofs")),
        ("no-proofs", "The line of proofs is missing.", (b"".join(lines[:-1]), "3-0")),
        ("returns", "Lines end with a carriage return.", (raw.replace(b"\n", b"\r\n"), "header")),
        ("byte-order-mark", "The file begins with a byte order mark.", (b"\xef\xbb\xbf" + raw, "header")),
        ("utf-8", "A byte that is no UTF-8.", with_line(raw, 0, named.replace("ë".encode(), b"\xeb"))),
        ("unsorted", "Members are not sorted.", with_line(raw, 0, unsorted)),
        ("space", "A space between members.", replaced(raw, 0, b',"entries"', b', "entries"')),
        ("float", "A number with a fraction.", replaced(raw, 0, count, count + b".0")),
        ("exponent", "A number with an exponent.", replaced(raw, 0, count, count + b"e0")),
        ("integer", "The integer 2^53.", replaced(raw, 0, count, b'"entries":9007199254740992')),
        ("escape", "An escape that is not the shortest.", replaced(raw, 0, b'"viewer"', b'"view\\u0065r"')),
        ("not-nfc", "A name that is not in NFC.", with_line(raw, 0, named.replace("ë".encode(), "e\u0308".encode()))),
        (
            "not-ascii-member",
            "A member's name that is not ASCII.",
            with_line(raw, 0, named.replace(b"player-0", "pläyer".encode())),
        ),
        ("twice", "A member twice.", replaced(raw, 0, b'"entries"', b'"commitment":"","entries"')),
        (
            "nested",
            "Lists nested 65 deep.",
            with_line(raw, 2, entry[:-1] + b',"s":{"x":[' + deep + b',"' + b"0" * 32 + b'"]}}'),
        ),
        ("format", "Another format.", header(raw, format="stele-bundle/2")),
        (
            "other",
            "A first line of another kind of file.",
            (b'{"format":"other/1"}\n' + raw.partition(b"\n")[2], "header"),
        ),
        ("text", "A text.", (b"It was a good game.\n", "header")),
        ("header-member", "A further member in the header.", header(raw, more=1)),
        ("game-id", "A game's id with a capital letter.", header(raw, game="Seated")),
        ("viewer", "A viewer that is none.", header(raw, viewer="everyone")),
        ("viewer-negative", "A viewer's seat of less than 0.", header(raw, viewer=-1)),
        ("title", "A title's id that is no text.", header(raw, rulebook=1)),
        ("head-member", "A further member in the head.", header(raw, head=head["head"] | {"more": 1})),
        ("no-commitment", "A commitment that is no text.", header(raw, commitment=None)),
        ("no-names", "Names that are there, and empty.", header(raw, names={})),
        ("long-name", "A player's name of 41 characters.", header(raw, names={"player-0": "x" * 41})),
        ("control-name", "A player's name with a control character.", header(raw, names={"player-0": "\x1b"})),
        ("entry-member", "A further member in an entry's line.", line(raw, 2, more=1)),
        ("capital-digest", "A digest in capital letters.", line(raw, 2, h=digest.upper())),
        ("short-digest", "A digest of 62 digits.", line(raw, 2, h=digest[:62])),
        ("position", "A position with a leading zero.", (line(raw, 2, position="02-0")[0], "2-0")),
        ("long-position", "A position of 16 digits.", (line(raw, 2, position="2-" + "9" * 16)[0], "2-0")),
        ("no-secrets", "Secrets that are there, and empty.", line(raw, 2, s={})),
        ("salt", "A salt of 31 digits.", line(raw, 2, s={"nonce": ["", "0" * 31]})),
        ("secret", "A secret without its salt.", line(raw, 2, s={"nonce": [""]})),
        ("no-text", "A public form that is no text.", line(raw, 2, e={})),
        ("no-object", "An entry's line that is no object.", (with_line(raw, 2, b"[]")[0], "2-0")),
        ("checksum", "A checksum that is no text.", (raw.rpartition(b'"sha256"')[0] + b'"sha256":1}\n', "proofs")),
        ("proofs-member", "A further member in the last line.", (raw[:-2] + b',"z":1}\n', "proofs")),
        ("proof", "A proof that is no object.", (raw.replace(b'"proofs":[]', b'"proofs":[1]'), "proofs")),
    ):
        yield bad(name, what, "form", told)


def positions() -> Iterator[Case]:
    """Cases of missing, doubled or swapped entries."""
    lines = raw_of(started(), "public").splitlines(keepends=True)
    number = next(n for n, one in enumerate(lines) if b'"position":"3-2"' in one)
    for name, what, told, place in (
        ("missing", "An entry within an action is missing.", [*lines[:number], *lines[number + 1 :]], "3-2"),
        ("doubled", "An entry stands there twice.", [*lines[:number], lines[number], *lines[number:]], "3-3"),
        ("beginning", "The first entry is missing.", [lines[0], *lines[2:]], "1-0"),
        (
            "swapped", "Two entries are swapped.",
            [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]], "3-2",
        ),
    ):  # fmt: skip
        yield bad(name, what, "positions", (lines_with_checksum(told), place))


def chain() -> Iterator[Case]:
    """Cases of digests that do not follow from the entries, and of public forms that are not canonical although their
    digests are right.
    """
    raw = joined()
    number = len(raw.splitlines()) - 2
    public = json.loads(raw.splitlines()[number])["e"]
    yield bad("digest", "Another digest.", "chain", line(raw, 2, h="0" * 64))
    yield bad("changed", "A changed event under the old digest.", "chain", replaced(raw, 2, b"nonce 0", b"nonce 9"))
    for name, what, form_ in (
        ("unsorted", "Members of the public form are not sorted.", '{"zero":0,' + public[1:]),
        ("float", "A time with a fraction.", public.replace('"at":', '"at":0.5,"at2":', 1)),
        ("minus-zero", "The number -0.", public.replace('"at":', '"a":-0,"at":', 1)),
        ("integer", "The integer -2^53.", public.replace('"at":', '"a":-9007199254740992,"at":', 1)),
        ("twice", "A member twice.", public.replace('"at":', '"at":1,"at":', 1)),
        ("escape", "An escape that is not the shortest.", public.replace('"at":', '"a":"\\u0065","at":', 1)),
        ("nested", "Lists nested 65 deep.", '{"a":' + "[" * 64 + "]" * 64 + "," + public[1:]),
        ("more", "Something follows the public form.", public + " "),
        ("no-json", "No JSON.", "event"),
    ):
        yield bad(name, what, "chain", text(raw, number, form_))


def records() -> Iterator[Case]:
    """Cases with members that an event does not have, or values beyond their bounds; everything after them is
    consistent.
    """
    raw, signed = joined(), joined(2, signed=True)
    strict, ended = joined(2, strict=True), raw_of(resigned(), "public")
    timed, wished = raw_of(paced(), "public"), raw_of(refereed(), "public")

    def plainly(**members: Any) -> Told:
        return rechained(raw, 2, lambda plain: plain.update(members))

    beacon, told_of = raw_of(with_beacon(), "public"), msgspec.to_builtins(BEACON)
    part = {name: value for name, value in told_of.items() if name != "period"}
    slow = told_of | {"period": told_of["period"] + 2**32}
    other, loud = told_of | {"scheme": "pedersen-bls-chained"}, ROUNDS[AWAITED].upper()
    times = {"zone": "UTC", "windows": [[0, 1]] * 1001, "offsets": [[0, 0]]}
    for name, what, told in (
        ("no-event", "A public form without an event.", rechained(raw, 2, lambda plain: plain.pop("data"))),
        ("more", "A further member of the public form.", plainly(more=1)),
        ("default", "A member with its default value.", plainly(luck=0)),
        ("version", "An unknown version of an event.", plainly(version=99)),
        ("version-none", "A version 0.", plainly(version=0)),
        ("at", "A time that is a text.", plainly(at="1000")),
        ("actor", "An actor that is a text.", plainly(actor="0")),
        ("opens", "An opening without a salt.", plainly(opens=[["1-0", "nonce", ""]])),
        ("data", "An event that is no object.", plainly(data="SeatTaken")),
        ("begins", "The first event does not open a game.", begun_otherwise(raw)),
        ("no-type", "An event without a type.", rechained(raw, 2, lambda plain: plain["data"].pop("type"))),
        ("member", "A further member of an event.", event(raw, "SeatTaken", more=1)),
        ("missing", "A missing member.", rechained(raw, 2, lambda plain: plain["data"].pop("kind"))),
        ("early-member", "A member that another version has.", event(raw, "SeatTaken", name="Ann")),
        ("kind", "A text for a number.", event(raw, "SeatTaken", seat="0")),
        ("truth", "A truth value for a number.", event(raw, "SeatTaken", seat=True)),
        ("negative-luck", "Less than no draws.", plainly(luck=-1)),
        ("no-players", "A game of no players.", created(raw, players=0)),
        ("too-many-players", "A game of 65 players.", created(raw, players=65)),
        ("millions-of-players", "A game of 400 million players.", created(raw, players=400_000_000)),
        ("no-game", "An opening that does not say of which game it is.", created(raw, game="")),
        ("no-commitment", "A commitment that is no digest.", created(raw, commitment="")),
        ("capital-commitment", "A commitment in capital letters.", created(raw, commitment="AB" * 32)),
        ("options", "65 options.", created(raw, options={f"option {number}": 1 for number in range(65)})),
        ("too-many-computers", "More computer players than seats.", created(raw, computers=["random"] * 4)),
        ("nonce-commitments", "A commitment to a nonce that is none.", created(raw, nonce_commitments=["none"])),
        ("reserved", "65 reserved seats.", created(raw, reserved=[""] * 65)),
        ("edition", "An edition of the rules that is not known.", created(raw, edition=3)),
        ("signing", "A scheme of signatures that is not known.", created(raw, signing="3")),
        ("referee-key", "A referee's key that is none.", created(raw, referee="judge", referee_key="?")),
        ("beacon-member", "A beacon without a period.", created(beacon, beacon=part)),
        ("beacon-scheme", "A beacon of an unknown scheme.", created(beacon, beacon=other)),
        ("beacon-period", "A beacon whose period is too long.", created(beacon, beacon=slow)),
        ("round-signature", "A round's signature in capital letters.", event(beacon, "BeaconRecorded", signature=loud)),
        ("long-text", "A text of 2,001 characters.", event(raw, "SeatTaken", player=LONG)),
        ("no-nonce-commitment", "A seat's commitment that is none.", event(strict, "SeatTaken", nonce_commitment="?")),
        ("no-key", "A key that is none.", event(raw, "SeatTaken", public_key="?")),
        ("unpadded-key", "A key without padding.", event(signed, "SeatTaken", public_key="A" * 43)),
        ("recovery", "A commitment to a recovery key that is none.", event(signed, "SeatTaken", recovery="?")),
        ("no-signature", "An empty signature.", event(signed, "StatementSigned", signature="")),
        ("short-signature", "A signature that is cut.", event(signed, "StatementSigned", signature="A" * 84)),
        ("other-alphabet", "A signature in Cyrillic.", event(signed, "StatementSigned", signature="\u0410" * 88)),
        ("game-key", "A game key of 63 digits.", event(ended, "GameFinished", key="0" * 63)),
        (
            "result", "A result with 65 places.",
            event(ended, "GameFinished", result={"places": [1] * 65, "points": [0, 0], "reason": "resignation"}),
        ),
        ("result-member", "A result without points.", event(ended, "GameFinished", result={"places": [1, 2]})),
        ("windows", "1,001 windows of play times.", event(timed, "PlayTimesSet", times=times)),
        ("asked", "A question at no position.", event(timed, "TimedOut", asked="now")),
        ("long-reason", "A dispute of 2,001 characters.", event(wished, "DisputeOpened", text=LONG)),
        ("remedy", "A remedy of another form.", event(wished, "DisputeOpened", remedy={"kind": "none"})),
        ("no-rulebook", "An opening without a title.", rechained(raw, 1, lambda plain: plain["data"].pop("rulebook"))),
        ("luck-of-joining", "An event that all titles share and that took a draw.", plainly(luck=1)),
    ):  # fmt: skip
        yield bad(name, what, "records", told)
    for number, vector in enumerate(one for one in PUBLIC_KEYS if not one["good"] and len(one["public_key"]) == 44):
        what = f"A seat's key that proves nothing: {vector['what']}."
        yield bad(f"weak-key-{number}", what, "records", event(signed, "SeatTaken", public_key=vector["public_key"]))
    proposed = Script(started())
    proposed.add(EndProposed(0, "draw"), 0)
    for kind, holder, member, game in (
        ("GameCreated", "", "luck", raw),
        ("GameCreated", "pace", "kind", raw_of(paced(), "public", 1)),
        ("GameCreated", "pace", "outcome", raw_of(paced(), "public", 1)),
        ("SeatReleased", "", "why", raw_of(seats(), "public")),
        ("DisputeOpened", "remedy", "kind", wished),
        ("DisputeDecided", "", "by", wished),
        ("SecretDisclosed", "", "to", raw_of(disclosed(KHEOPS), "public")),
        ("EndProposed", "", "kind", proposed.raw()),
    ):
        told = rechained(game, line_of(game, kind), partial(with_word, holder, member))
        what = f"An unknown word as {holder + '.' * bool(holder)}{member} of {kind}."
        yield bad(f"word-{kind}-{holder or member}".lower() + f"-{member}" * bool(holder), what, "records", told)
    told = event(raw_of(started()), "PharaohDrawn", seat="none")
    yield bad("of-title", "A member of a title's own event is of another kind.", "records", told, 0)
    yield bad("players-of-title", "More players than the title has.", "records", created(joined(1), players=9), 0)


def with_word(holder: str, member: str, plain: dict[str, Any]) -> None:
    """The event with an unknown word as this member, or as a member of one of its parts."""
    (plain["data"][holder] if holder else plain["data"])[member] = "wished"


def course() -> Iterator[Case]:
    """Cases of events at places where they are not allowed, and of missing events that are due."""

    def case(name: str, what: str, script: Script, place: str) -> Case:
        return bad(name, what, "course", (script.raw(), place))

    short, ended = seated(CARDS, "called off"), resigned()
    decision, key = DisputeDecided(1, "operator", "", Remedy()), KeyChanged(0, Signer("x").public_key, "")
    for name, what, told, fact, actor in (
        ("after-the-end", "A resignation after the end.", ended, SeatResigned(0), 0),
        ("other-result", "Another result, which no one decided.", ended, ResultReplaced(ended[1].final.result), None),
        ("ended-twice", "The game ends twice.", short, GameAborted(0, "00" * 32), 0),
        ("started-twice", "The game starts twice.", started(), GameStarted(), None),
        ("seat-twice", "A seat is taken twice.", started(), SeatTaken(1, "player-7", "person", ""), 1),
        ("no-seat", "A seat that the game does not have resigns.", started(), SeatResigned(9), 9),
        ("another-actor", "One seat resigns for another.", started(), SeatResigned(0), 1),
        ("taken-back", "A move is taken back without a request.", started(), TakenBack("7-0"), None),
        ("answer-to-nothing", "An answer to no proposal.", started(), EndAnswered(0, True), 0),
        ("decided-nothing", "A decision about no dispute.", started(), decision, None),
        ("taken-over", "A seat that was not offered is taken over.", started(), SeatTakenOver(0, "player-9", ""), 0),
        ("released", "A seat is released that is not reserved.", started(), SeatReleased(0, "declined"), None),
        ("reserved", "A seat is reserved after the start.", started(), SeatReserved(0, "player-9"), 0),
        ("ordered-alone", "A mark of an ordered move without a move.", ordered(), MoveOrdered(0), 0),
        ("returned", "A player returns who was not away.", started(), SeatReturned(0), 0),
        ("another-seats-key", "One seat changes another's key.", started(), key, 1),
    ):
        script = Script(told)
        place = script.add(fact, actor)
        yield case(name, what, script, place)
    for name, what, round_ in (
        ("earlier-round", "A round that was known when the last player joined.", 1),
        ("later-round", "A later round than the one that is due.", AWAITED + 1),
    ):
        script = Script(with_beacon())
        script.change(BeaconRecorded, round=round_)
        yield case(name, what, script, script.change(BeaconAwaited, round=round_))
    script = Script(with_beacon())
    place = script.change(BeaconRecorded, round=AWAITED + 1)
    yield case("other-round", "Another round than the one that was fixed.", script, place)
    script = Script(with_beacon())
    script.times = [one + 30_000 for one in script.times]
    yield case("moved-time", "Another time, at which another round is due.", script, "3-1")
    for name, what, kind in (
        ("without-a-round", "A start without the round that was fixed.", BeaconRecorded),
        ("no-round-fixed", "No round is fixed when the last player joins.", BeaconAwaited),
    ):
        script = Script(with_beacon())
        script.drop(kind)
        yield case(name, what, script, "4-0")
    script = Script(with_beacon())
    place = script.add(BeaconRecorded(AWAITED, ROUNDS[AWAITED]), None, before=4)
    yield case("round-twice", "The round is recorded twice.", script, place)
    script = Script(ended)
    yield case("before-the-start", "A resignation before the start.", script, script.add(SeatResigned(0), 0, before=2))
    script = Script(ended)
    yield case("unfinished-start", "The record ends where the game must start.", script, script.cut(2, 1))
    script = Script(ended)
    place = script.cut(len(script.actions) - 1, 1)
    yield case("unfinished-end", "The record ends where the game must end.", script, place)
    script = Script(agreed_back())
    place = script.cut(*script.find(RolledBack))
    yield case("unfinished-decision", "The record ends behind a decision.", script, place)
    script = Script(agreed_back())
    action, effect = script.find(DisputeAnswered)
    yield case("unfinished-consent", "The record ends behind the last consent.", script, script.cut(action, effect + 1))
    script = Script(agreed_back())
    place = script.change(RolledBack, position="5-0")
    script.cut(script.find(RolledBack)[0])
    yield case("other-remedy", "Play goes back to another place than was decided.", script, place)
    script = Script(refereed())
    place = script.change(DisputeDecided, by="operator")
    yield case("other-judge", "The operator decides where there is a referee.", script, place)
    for name, what, changes in (
        ("disclosed-nothing", "A secret is opened to the referee where nothing is sealed.", {"position": "1-0"}),
        ("disclosed-later", "A secret of a later entry is opened to the referee.", {"position": "999-0"}),
        ("disclosed-to-another", "A secret is opened to the operator where there is a referee.", {"to": "operator"}),
        ("disclosed-without-dispute", "A secret is opened in a dispute that there is not.", {"number": 2}),
    ):
        script = Script(disclosed(KHEOPS))
        place = script.change(SecretDisclosed, **changes)
        script.cut(script.find(SecretDisclosed)[0])
        yield case(name, what, script, place)
    for name, what, asked in (
        ("question-later", "A time-out that names a later question.", "900-0"),
        ("question-itself", "A time-out that names itself as the question.", "6-0"),
    ):
        script = Script(paced())
        yield case(name, what, script, script.change(TimedOut, asked=asked))
    script = Script(taken_back())
    number = script.find(TakenBack)[0]
    place = f"{number + 1}-0"
    script.actions[number] = [*script.actions[number][-1:]]
    script.cut(number)
    yield case("without-consent", "A move is taken back without the last consent.", script, place)


def headers() -> Iterator[Case]:
    """Cases of headers that do not agree with the entries, and of a wrong checksum."""
    raw = joined()
    other = json.loads(raw.splitlines()[0])["head"] | {"position": "9-0"}
    for name, what, told in (
        ("game", "Another game's id.", header(raw, game="another")),
        ("title", "Another title.", header(raw, rulebook="kheops")),
        ("entries", "Another number of entries.", header(raw, entries=99)),
        ("head", "Another last position.", header(raw, head=other)),
        ("commitment", "Another commitment.", header(raw, commitment="0" * 64)),
        ("viewer", "A viewer's seat that the game does not have.", header(raw, viewer=7)),
    ):
        yield bad(name, what, "header", told)
    checksum = json.loads(raw.splitlines()[-1])["sha256"].encode()
    yield bad("checksum", "Another checksum.", "damage", (raw.replace(checksum, b"0" * 64), "header"))


def times() -> Iterator[Case]:
    """Cases of impossible times, and of deadlines that do not follow from the record."""
    raw = base()
    start = line_of(raw, "GameStarted")
    yield bad("negative", "A time before 1970.", "time", rechained(raw, 1, lambda plain: plain.update(at=-1)))
    yield bad("backwards", "Time runs backwards.", "time", rechained(raw, 3, lambda plain: plain.update(at=1)))
    yield bad(
        "within-an-action", "Two entries of an action have different times.", "time",
        rechained(raw, start, lambda plain: plain.update(at=plain["at"] + 1)),
    )  # fmt: skip
    yield bad(
        "year-10000", "A time in the year 10000.", "time",
        rechained(raw, len(raw.splitlines()) - 2, lambda plain: plain.update(at=253_402_300_800_000)),
    )  # fmt: skip
    for name, what, members in (
        ("deadline", "A time-out with a deadline that does not follow from the record.", {"deadline": 1}),
        ("question", "A time-out that names another question.", {"asked": "3-0"}),
    ):
        script = Script(paced())
        place = script.change(TimedOut, **members)
        yield bad(name, what, "time", (script.raw(), place), 0)


def secrets() -> Iterator[Case]:
    """Cases of secrets and openings that do not match, are missing, or belong to another viewer."""
    whole = raw_of(revealing())
    place = place_of(whole, line_of(whole, "OfferingSealed"))
    raw = raw_of(revealing(), last=int(place.partition("-")[0]))
    sealed = line_of(raw, "OfferingSealed")
    (value, salt) = json.loads(raw.splitlines()[sealed])["s"]["cards"]
    bare = canonical({name: one for name, one in json.loads(raw.splitlines()[sealed]).items() if name != "s"})
    for name, what, told in (
        ("value", "Another value than was sealed.", line(raw, sealed, s={"cards": [[*value, 1], salt]})),
        ("salt", "Another salt.", line(raw, sealed, s={"cards": [value, "0" * 32]})),
        ("missing", "A secret of the viewer is missing.", with_line(raw, sealed, bare)),
        ("not-the-viewers", "A secret in a bundle for the public.", header(raw, viewer="public")),
    ):
        yield bad(name, what, "secrets", (told[0], place_of(raw, sealed)))
    plain = line_of(raw, "GoldChosen")
    field = line(raw, plain, s={"seat": [0, "0" * 32]})
    yield bad("field", "A secret for a member that is not secret.", "secrets", field)
    own = raw_of(resigned(signed=True), 0)
    number = next(at for at, one in enumerate(own.splitlines()) if b'"s":{' in one)
    unknown = canonical({name: one for name, one in json.loads(own.splitlines()[number]).items() if name != "s"})
    yield bad("own-text", "The text that the viewer signed is missing.", "secrets", with_line(own, number, unknown))
    for name, what, members in (
        ("commitment", "A commitment of 63 digits.", {"sealed": "0" * 63}),
        ("height", "Another number of items than was sealed.", {"height": 9}),
        ("member", "A further member beside a commitment.", {"more": 1}),
    ):
        yield bad(name, what, "secrets", rechained(raw, sealed, partial(with_cards, members)))
    signed = raw_of(resigned(signed=True), "public", 4)
    for name, what, sealed_as in (
        ("text", "The text of a signed move is not sealed.", "plain"),
        ("text-nothing", "In place of the text of a signed move there is nothing sealed.", {}),
        ("text-height", "The length of the text of a signed move is public.", {"sealed": "0" * 64, "height": 1}),
    ):
        yield bad(f"open-{name}", what, "secrets", event(signed, "CommandSigned", text=sealed_as))
    raw, shown = whole, line_of(whole, "OfferingsRevealed")
    opens = json.loads(json.loads(raw.splitlines()[shown])["e"])["opens"]
    for name, what, one in (
        ("salt", "An opening with another salt.", [*opens[0][:3], "0" * 32]),
        ("value", "An opening with another value.", [*opens[0][:2], [9], opens[0][3]]),
        ("place", "An opening of an entry that sealed nothing.", ["1-0", *opens[0][1:]]),
        ("later", "An opening of a later entry.", ["99-0", *opens[0][1:]]),
    ):
        yield bad(name, what, "openings", opening(raw, [one, opens[1]]))
    yield bad("annulled", "An opening of what does not count any more.", "openings", annulled())
    yield bad("unopened", "Something is revealed and not opened.", "openings", opening(raw, opens[:1]), WARNED)


def begun_otherwise(raw: bytes) -> Told:
    """The record with a seat taken in the first entry as in the second."""
    taken = json.loads(json.loads(raw.splitlines()[2])["e"])
    return rechained(raw, 1, lambda plain: plain.update(data=taken["data"], version=taken["version"]))


def with_cards(members: dict[str, Any], plain: Any) -> None:
    """The event with another value in place of the sealed cards."""
    plain["data"]["cards"].update(members)


def annulled() -> Told:
    """A game in which a value is sealed, annulled and sealed again, and the first opening is used for the second."""
    raw = raw_of(sealed_twice())
    first, second = (json.loads(raw.splitlines()[line_of(raw, "OfferingSealed", which)]) for which in (0, 1))
    shown = line_of(raw, "OfferingsRevealed")
    opens = json.loads(json.loads(raw.splitlines()[shown])["e"])["opens"]
    lie = [first["position"], "cards", *first["s"]["cards"]]
    return opening(raw, [lie if one[0] == second["position"] else one for one in opens])


def opening(raw: bytes, opens: list[Any]) -> Told:
    """The bundle whose revelation opens these values."""
    return rechained(raw, line_of(raw, "OfferingsRevealed"), lambda plain: plain.update(opens=opens))


def vouching() -> Iterator[Case]:
    """Cases of wrong receipts, successions and proofs of the log, or of another record's."""
    game = waiting()
    raw, last = raw_of(game), game[1].entries[-1]
    by_anyone = {"public_key": WORTHLESS[0], "signature": ANYBODYS}
    right, proof, follows = receipt(last), logged(last), succession_of(ORIGIN, SERVER, NEXT, 500)
    for name, what, one, where in (
        ("signature", "A receipt with a changed member.", right | {"origin": "elsewhere"}, "proofs"),
        ("weak-key", "A receipt by a key with which anyone can sign.", right | by_anyone, "proofs"),
        ("scheme", "A receipt of an unknown scheme.", right | {"scheme": "stele/receipt/3"}, "proofs"),
        ("game", "A receipt for another game.", receipt(last, game="another"), "proofs"),
        ("digest", "A receipt for another record.", receipt(last, digest=bytes(32)), "proofs"),
        ("time", "A receipt with another time.", receipt(last, at=5), str(last.position)),
        ("succession", "A succession that one key signed.", follows | {"previous": STRANGER.public_key}, "proofs"),
    ):  # fmt: skip
        yield bad(name, what, "receipts", (proofs(raw, one), where))
    missing = type(last)(type(last.position)(99, 0), last.public, last.secrets, last.digest)
    other = type(last)(last.position, last.public, last.secrets, bytes(32))
    for name, what, one, where in (
        ("proof", "Hashes that do not lead to the root.", proof | {"proof": ["0" * 64]}, "proofs"),
        ("key", "A note that another key signed.", proof | {"public_key": STRANGER.public_key}, "proofs"),
        ("member", "A further member.", proof | {"more": 1}, "proofs"),
        ("game", "A proof for another game.", logged(last, game="another"), "proofs"),
        ("denied", "The log has an entry that the record does not have.", logged(missing), "99-0"),
        ("digest", "The log has another entry there.", logged(other), str(last.position)),
    ):
        yield bad(name, what, "log", (proofs(raw, one), where))


def signatures() -> Iterator[Case]:
    """Cases of signed games with invented, moved and replaced signatures."""
    told = resigned(signed=True)
    script = Script(told)
    number, effect = script.find(CommandSigned)
    honest: Any = script.actions[number][effect].event
    seat, said, place = honest.seat, msgspec.json.decode(honest.text), f"{number + 1}-{effect}"

    def signed(signer: Signer, **members: Any) -> CommandSigned:
        text = canonical({name: one for name, one in (said | members).items() if one is not None})
        return CommandSigned(seat, signer.sign(text), text.decode(), hashlib.sha256(text).hexdigest())

    owner = Signer(f"seat {seat}")
    here = next(one.digest.hex() for one in told[1].entries if str(one.position) == f"{number + 1}-0")
    for name, what, lie in (
        ("stranger", "A move that another key signed.", signed(Signer("the operator"))),
        ("game", "A signature from another game.", signed(owner, game="another")),
        ("seat", "A signature for another seat.", signed(owner, seat=1 - seat)),
        ("digest", "A signature on another digest.", signed(owner, digest="0" * 64)),
        ("later", "A signature on the move itself.", signed(owner, after=f"{number + 1}-0", digest=here)),
        ("previous", "A signature that names another previous text.", signed(owner, previous="0" * 64)),
        (
            "scheme",
            "A signature of another scheme than the game's.",
            signed(owner, scheme="stele/move/1", previous=None),
        ),
        ("digest-of-text", "The digest is not the text's.", replace(honest, digest="0" * 64)),
        ("large-s", "The order of the group is added to S.", replace(honest, signature=enlarged(honest.signature))),
    ):
        script = Script(told)
        script.actions[number][effect] = Happening(lie, seat)
        script.cut(number)
        yield bad(name, what, "signatures", (script.raw("all"), place))
    other = Script(told)
    other.change(SeatTaken, player="player-9")
    yield bad("other-command", "A seat for another player than signed.", "signatures", (other.raw(), "2-1"))
    first = resigned(signed=True, signing="1")
    for name, what, game, kind in (
        ("unsigned-move", "A move that is not signed.", told, CommandSigned),
        ("unsigned-seat", "A seat that is taken without a signature.", told, StatementSigned),
        ("swapped-key", "A key changes without the old one's signature.", changed_key("2"), KeyChanged),
        ("unsigned-decision", "A referee's decision without a signature.", decided(referee="judge"), DisputeDecided),
        ("unsigned-move-first-scheme", "A move of the first scheme that is not signed.", first, CommandSigned),
    ):
        yield bad(name, what, "signatures", unsigned(game, kind))


def judges() -> Iterator[Case]:
    """Cases of signed games: a secret opened to the referee, and the operator's decision, without a signature."""
    told = unsigned(disclosed(KHEOPS, True), SecretDisclosed)
    yield bad("unsigned-disclosure", "A secret is opened without a signature.", "signatures", told)
    told = elsewhere(seated(KHEOPS, "resigned", signed=True))
    yield bad("together-elsewhere", "Of two moves sent together one names another place.", "signatures", told)
    for name, scheme, signing in (("", "", "2"), ("-first-scheme", " By the first scheme.", "1")):
        what = f"A signature whose text is sealed is repeated after a later move of its seat.{scheme}"
        yield bad(
            f"twice{name}", what, "signatures", repeated(seated(KHEOPS, "resigned", signed=True, signing=signing))
        )
    told = unsigned(decided(operator="operator"), DisputeDecided)
    yield bad("unsigned-operator", "An operator's decision without a signature.", "signatures", told)


def unsigned(told: tuple[Any, Any], kind: type) -> Told:
    """The game up to the action with the first signature of this kind, or the first signed event of this kind, without
    that signature.
    """
    script = Script(told)
    number, effect = script.find(kind)
    is_signature = kind in (CommandSigned, StatementSigned)
    del script.actions[number][effect if is_signature else effect + 1]
    script.cut(number)
    return script.raw("all"), f"{number + 1}-{effect - is_signature}"


def repeated(told: tuple[Any, Any]) -> Told:
    """The running game, as the public sees it, up to a seat's second signed move, which has the first move's
    signature.
    """
    script = Script(told)
    first, place = script.find(CommandSigned)
    honest = script.actions[first][place]
    number, effect = next(
        (number, effect)
        for number, action in enumerate(script.actions[first + 1 :], first + 1)
        for effect, one in enumerate(action)
        if type(one.event) is CommandSigned and one.actor == honest.actor
    )
    script.actions[number][effect] = honest
    script.cut(number)
    return script.raw(), f"{number + 1}-{effect}"


def elsewhere(told: tuple[Any, Any]) -> Told:
    """The game up to the first of two moves signed together, which names the opening in place of the signer's previous
    text.
    """
    script, before = Script(told), None
    for number, action in enumerate(script.actions):
        found = ((place, one.event) for place, one in enumerate(action) if type(one.event) is CommandSigned)
        effect, own = next(found, (0, None))
        said = None if own is None else msgspec.json.decode(str(own.text))
        if own and said and before and [said[name] for name in ("seat", "after")] == before:
            opening = told[1].entries[0]
            text = canonical(said | {"after": str(opening.position), "digest": opening.digest.hex()})
            signature = Signer(f"seat {own.seat}").sign(text)
            lie = CommandSigned(own.seat, signature, text.decode(), hashlib.sha256(text).hexdigest())
            script.actions[number][effect] = Happening(lie, own.seat)
            script.cut(number)
            return script.raw("all"), f"{number + 1}-{effect}"
        before = said and [said[name] for name in ("seat", "after")]
    raise LookupError("no moves were signed together")


def enlarged(signature: str) -> str:
    """The signature with the order of the group added to its S."""
    raw = base64.b64decode(signature)
    larger = int.from_bytes(raw[32:], "little") + 2**252 + 27742317777372353535851937790883648493
    return base64.b64encode(raw[:32] + larger.to_bytes(32, "little")).decode()


def luck() -> Iterator[Case]:
    """Cases of randomness that is not bound, and of salts that do not follow from the key."""
    raw = base()
    script = Script(resigned())
    place = script.change(GameFinished, key="00" * 32)
    yield bad("other-key", "Another game key than was committed to.", "luck", (script.raw("all"), place))
    script = Script(seated(CARDS, "called off", strict=True))
    place = script.change(NonceOpened, nonce="wished")
    yield bad("other-nonce", "Another nonce than was committed to.", "luck", (script.raw(), place))
    script = Script(seated(CARDS, "called off", computers=1))
    place = script.change(SeatTaken, 2, nonce="wished")
    yield bad("computers-nonce", "Another nonce of a computer player.", "luck", (script.raw(), place))
    yield bad("first-scheme", "A record of today that claims the first scheme.", "luck", created(raw, luck="1"))
    strict = raw_of(seated(CARDS, "called off", strict=True), "public")
    yield bad(
        "unbound",
        "A strict game in which a seat commits to nothing.",
        "luck",
        event(strict, "SeatTaken", nonce_commitment=""),
    )
    told = raw_of(seated(KHEOPS, "resigned"))
    number = next(n for n, one in enumerate(told.splitlines()) if b',"s":{' in one)
    field, (value, _salt) = next(iter(json.loads(told.splitlines()[number])["s"].items()))
    salt = "0" * 32
    seal = hashlib.sha256(b"stele/seal/1" + bytes.fromhex(salt) + canonical(value)).hexdigest()
    lie = rechained(told, number, lambda plain: plain["data"][field].update(sealed=seal))[0]
    yield bad(
        "salt", "A salt that does not come from the game key.", "luck", line(lie, number, s={field: [value, salt]})
    )


def rules() -> Iterator[Case]:
    """Cases of consistent records that the title's rules contradict."""
    raw = raw_of(played_openly())
    drawn = line_of(raw, "PharaohDrawn")
    for name, what, told in (
        ("draws", "An event that took a draw more.", rechained(raw, drawn, lambda plain: plain.update(luck=2))),
        ("draw", "Another outcome than the game key draws.", other_seat(raw, drawn)),
        ("move", "A move that no rule allows.", event(raw, "GoldPlaced", gold=99)),
        ("actor", "A move by the other seat.", other_actor(raw, line_of(raw, "GoldPlaced"))),
    ):
        yield bad(name, what, "rules", told, 0)
    script = Script(resigned())
    result = script.game.final.result
    place = script.change(GameFinished, result=replace(result, points=(99, 0)))
    yield bad("points", "Other points than the rules give.", "rules", (script.raw("all"), place), 0)


def other_seat(raw: bytes, number: int) -> tuple[bytes, str]:
    """The event with the other of two seats in it."""
    return rechained(raw, number, lambda plain: plain["data"].update(seat=1 - plain["data"]["seat"]))


def other_actor(raw: bytes, number: int) -> tuple[bytes, str]:
    """The record with an action attributed to the other of two seats."""
    return rechained(raw, number, lambda plain: plain.update(actor=1 - plain["actor"]))


def cases() -> Iterator[Case]:
    """All bad files except the last ones (`judges`), in the order of the checks."""
    for some in (
        form, positions, chain, records, course, headers, times, secrets, vouching, signatures, luck, rules,
    ):  # fmt: skip
        yield from some()
