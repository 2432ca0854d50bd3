"""Bad files: one wrong signature in an otherwise consistent file, and randomness that is not bound.

Except for the fault that the case is about, texts are signed by the right key, for the right place and after the right
text.
"""

import hashlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.clocks.availability import DAY
from domain.clocks.events import GrantTime, Return
from domain.disputes.events import (
    AnswerDispute,
    DecideDispute,
    DisputeAnswered,
    DisputeOpened,
    OpenDispute,
    Remedy,
    SeatTakenOver,
    TakeOver,
)
from domain.game import (
    REFEREE,
    ChangeKey,
    CommandSigned,
    GameCreated,
    Happening,
    KeyChanged,
    OfferSeat,
    SeatTaken,
    StatementSigned,
    TakeSeat,
    to_act,
)
from domain.lifecycle import as_statement
from eventstore.canonical_json import canonical
from tests.audit.conformance.cases import Case, bad
from tests.audit.conformance.edits import Script, line_of, rechained
from tests.audit.conformance.misplaced import absent, clocked, playing, script_of, timed_out
from tests.audit.conformance.sources import CARDS, KEY, opened, revealing
from tests.audit.games import Seating
from tests.signers import Signer

Change = Callable[[dict[str, Any]], object]


def case(name: str, what: str, script: Script, place: str, viewer: Any = "all") -> Case:
    """The case of this script, whose first failure is at this place."""
    return bad(name, what, "signatures", (script.raw(viewer), place))


def resigned(honest: CommandSigned, signer: Signer, change: Change) -> CommandSigned:
    """This signature over a changed text, signed again with its key."""
    said = msgspec.json.decode(str(honest.text))
    change(said)
    text = canonical(said)
    digest = hashlib.sha256(text).hexdigest() if honest.digest else ""
    return replace(honest, text=text.decode(), signature=signer.sign(text), digest=digest)


def lied(table: Seating, change: Change, signer: Signer | None = None) -> tuple[Script, str]:
    """The game at this table, whose last action has a signature of something else, and the signature's place."""
    script = script_of(table)
    action = script.actions[-1]
    effect = next(at for at, one in enumerate(action) if isinstance(one.event, CommandSigned))
    honest: Any = action[effect].event
    by = signer or table.signer(honest.seat)
    action[effect] = replace(action[effect], event=resigned(honest, by, change))
    return script, f"{len(script.actions)}-{effect}"


def said_by(table: Seating, event: Any, command: Any, *, later: int = 1000) -> tuple[Script, str]:
    """The game at this table, and this event with the signed command as its next action; the signature's place."""
    script = script_of(table)
    statement = as_statement(table.sign(command))
    actor = None if command.seat == REFEREE else command.seat
    place = script.follow(Happening(event, actor), Happening(statement, actor), after=later)
    return script, place.replace("-0", "-1")


def updating(**members: Any) -> Change:
    """A change of these members of a signed text."""
    return lambda said: said.update(members)


def statements() -> Iterator[Case]:
    """Cases of signatures of a shared event, here of a taken seat."""

    def sitting() -> Seating:
        table = Seating(CARDS, KEY, 2, signed=True)
        table.sit(0)
        return table

    stranger = Signer("the operator")
    own = script_of(sitting()).game.entries[1].digest.hex()
    for name, what, change, signer in (
        ("stranger", "A statement that another key signed.", dict.copy, stranger),
        ("game", "A statement from another game.", updating(game="another"), None),
        ("seat", "A statement for another seat.", updating(seat=1), None),
        ("digest", "A statement on another digest.", updating(digest="0" * 64), None),
        ("later", "A statement on itself.", updating(after="2-0", digest=own), None),
        ("previous", "The first statement names a previous text.", updating(previous="0" * 64), None),
        ("member", "The text has a further member.", updating(more=1), None),
        ("nonce", "The text has a nonce of 31 digits.", updating(nonce="0" * 31), None),
        ("kind", "The text is of another command.", lambda said: said["command"].update(type="TakeOver"), None),
        ("more", "The command has a further member.", lambda said: said["command"].update(kind="person"), None),
        ("omitted", "The command omits the key.", lambda said: said["command"].pop("public_key"), None),
    ):
        yield case(f"statement-{name}", what, *lied(sitting(), change, signer))
    script, place = lied(sitting(), dict.copy)
    honest: Any = script.actions[-1][-1].event
    text = " " + honest.text
    loose = StatementSigned(0, Signer("seat 0").sign(text.encode()), text, hashlib.sha256(text.encode()).hexdigest())
    script.actions[-1][-1] = Happening(loose, 0)
    yield case("statement-space", "A signed text that is not canonical.", script, place)
    script, place = lied(sitting(), dict.copy)
    sealed = CommandSigned(honest.seat, honest.signature, honest.text, honest.digest)
    script.actions[-1][-1] = Happening(sealed, 0)
    yield case("statement-sealed", "The text of a shared event is sealed.", script, place)


def moves() -> Iterator[Case]:
    """Cases of moves' signatures for another place, or of another kind."""
    table = playing(1, signed=True)
    script, place = lied(table, dict.copy)
    action = script.actions[-1]
    effect = int(place.partition("-")[2])
    honest: Any = action[effect].event
    action[effect] = replace(action[effect], event=as_statement(honest))
    yield case("move-open", "The text of a move is not sealed.", script, place)
    raw = script_of(table).raw("public")
    number = line_of(raw, "CommandSigned")

    def without_digest(plain: dict[str, Any]) -> None:
        del plain["version"], plain["data"]["digest"]

    told = rechained(raw, number, without_digest)
    yield bad("no-digest", "A signature of the second scheme in its first version.", "signatures", told)
    table = twice_moved()
    early = next(one for one in script_of(table).game.entries if one.position.action == 3)
    before = {"after": str(early.position), "digest": early.digest.hex()}
    yield case(
        "early", "A signature on a position before the seat's previous action.", *lied(table, updating(**before))
    )
    table = playing(1, signed=True)
    mover = table.actions[-1][0].actor or 0
    table.act(OfferSeat(mover, "player-9"))
    said_at = msgspec.json.decode(
        str(next(one.event.text for one in table.actions[-2] if isinstance(one.event, CommandSigned)))
    )
    same = {"after": said_at["after"], "digest": said_at["digest"]}
    yield case(
        "statement-together", "A statement on the same position as the move before.", *lied(table, updating(**same))
    )
    table = playing(1, signed=True)
    table.act(OpenDispute(0, "2-1", "What was that?", Remedy("free_seat", seat=1)))
    table.act(DecideDispute(-1, 1, "operator", "So it is.", Remedy("free_seat", seat=1)))
    while 1 not in to_act(table.rulebook, table.game):
        table.play(1, random.Random(2))
    move = table.rulebook.legal(table.game.table, 1)
    signature = table.sign(next(iter(move)))
    table.play(1, random.Random(1))
    script = script_of(table)
    effect = max(at for at, one in enumerate(script.actions[-1]) if one.actor == 1) + 1
    script.actions[-1].insert(effect, Happening(signature, 1))
    yield case("freed-move", "A computer player signs for a freed seat.", script, f"{len(script.actions)}-0")


def twice_moved() -> Seating:
    """A signed game in which the last move is by a seat that has moved before."""
    table = playing(1, signed=True)
    until_moved(table, table.actions[-1][0].actor or 0)
    return table


def commands() -> Iterator[Case]:
    """Cases of statements whose signed command differs from the event's."""
    table = playing(1, signed=True)
    wished = Remedy("free_seat", seat=1)
    dispute = DisputeOpened(0, 1, "2-1", "I doubt it.", wished)
    for name, what, command in (
        ("remedy", "A dispute with another remedy than signed.", OpenDispute(0, "2-1", "I doubt it.")),
        ("text", "A dispute with another text than signed.", OpenDispute(0, "2-1", "I agree.", wished)),
    ):
        yield case(f"command-{name}", what, *said_by(table, dispute, command))
    table.act(OpenDispute(0, "2-1", "I doubt it."))
    more = lied(table, lambda said: said["command"].update(remedy={"kind": "none", "more": 1}))
    yield case("command-remedy-member", "A signed remedy with a further member.", *more)
    no = AnswerDispute(1, 1, False, "No.")
    yield case(
        "command-agrees",
        "An answer that agrees where the player did not.",
        *said_by(table, DisputeAnswered(1, 1, True, "No."), no),
    )
    table = playing(signed=True)
    for player in ("player-9", ""):
        table.act(OfferSeat(0, player))
    omitted = lied(table, lambda said: said["command"].pop("player"))
    yield case("command-player", "A signed offer without a player, which no command may omit.", *omitted)
    table = clocked(signed=True)
    table.act(GrantTime(0, 1, DAY // 2))
    omitted = lied(table, lambda said: said["command"].pop("time"))
    yield case("command-time", "A grant of another time than the omitted day.", *omitted)


def keys() -> Iterator[Case]:
    """Cases of keys that change, or take a seat, without the right signature."""
    recovery, later = Signer("another recovery code"), Signer("another browser")
    table = opened(CARDS, signed=True)
    change = ChangeKey(0, later.public_key, recovery=recovery.public_key)
    event = KeyChanged(0, later.public_key, "", recovery.public_key)
    table.signers[0] = recovery
    script, place = said_by(table, event, change)
    yield case("recovery-key", "A recovery key that the seat was not taken with.", script, place.replace("-1", "-0"))
    del table.signers[0]
    named = Signer("seat 0").names("seated", 0, later.public_key)
    script, place = said_by(table, KeyChanged(0, later.public_key, named), ChangeKey(0, later.public_key, named))
    yield case(
        "key-signed-twice",
        "A change of key of the second scheme with a signature of the first.",
        script,
        place.replace("-1", "-0"),
    )
    first = opened(CARDS, signed=True, signing="1")
    script = script_of(first)
    stranger = Signer("the operator").names("seated", 0, later.public_key)
    place = script.follow(Happening(KeyChanged(0, later.public_key, stranger), 0))
    yield case("key-of-stranger", "A change of key of the first scheme that another key signed.", script, place)
    script = Script(first_seated(first))
    place = script.change(SeatTaken, public_key="")
    yield case("no-key", "In a signed game of the first scheme a seat is taken without a key.", script, place)
    script = script_of(first)
    number, effect = script.find(SeatTaken, 1)
    signature = first.sign(TakeSeat(1, player="player-1", public_key=Signer("seat 1").public_key))
    script.actions[number].insert(effect + 1, Happening(signature, 1))
    script.cut(number)
    yield case("joined-signed", "By the first scheme no one signs that they join.", script, f"{number + 1}-0")
    over = playing(1, signed=True)
    over.act(OfferSeat(1, "player-9"))
    over.signers[1] = Signer("somebody else")
    over.act(TakeOver(1, "player-9", over.signer(1).public_key))
    script = script_of(over)
    number, effect = script.find(SeatTakenOver)
    honest: Any = script.actions[number][effect + 1].event
    script.actions[number][effect + 1] = Happening(resigned(honest, Signer("seat 1"), dict.copy), 1)
    yield case("taken-over-by-old-key", "A take-over that the seat's old key signed.", script, f"{number + 1}-1")
    script = script_of(over)
    script.actions[number][effect + 1] = Happening(resigned(honest, over.signer(1), updating(previous="0" * 64)), 1)
    yield case("taken-over-later", "The first text after a take-over names a previous one.", script, f"{number + 1}-1")


def first_seated(table: Seating) -> tuple[Any, Any]:
    """The game at this table until its first player has joined."""
    script = script_of(table)
    game = script.game
    kept = tuple(one for one in game.entries if one.position.action <= 2)
    return script.projector, type(game)(game.game_id, game.game_key, kept, game.final)


def decisions() -> Iterator[Case]:
    """Cases of decisions that the wrong person signed, or that no one may sign."""
    table = playing(1, signed=True, referee="judge")
    table.act(OpenDispute(0, "2-1", "I doubt it."))
    table.act(DecideDispute(REFEREE, 1, "referee", "So it is."))
    for name, what, change, signer in (
        ("by-stranger", "A referee's decision that another key signed.", dict.copy, Signer("the operator")),
        ("of-player", "A referee's decision signed as a player's.", updating(seat=0), None),
        ("previous", "A referee's first decision names a previous text.", updating(previous="0" * 64), None),
        ("other", "Another decision than the referee signed.", lambda said: said["command"].update(text="No."), None),
    ):
        yield case(f"decision-{name}", what, *lied(table, change, signer))
    table = playing(1, signed=True)
    table.act(OpenDispute(0, "2-1", "I doubt it."))
    table.act(DecideDispute(-1, 1, "operator", "So it is."))
    script = script_of(table)
    signature = Signer("the operator").signed(
        "seated", "2-1", "0" * 64, REFEREE, {"type": "DecideDispute"}, None, "first"
    )
    script.actions[-1].append(Happening(as_statement(signature)))
    yield case("decision-of-operator", "An operator's decision that is signed.", script, f"{len(script.actions)}-0")


def absences() -> Iterator[Case]:
    """Cases of unsigned moves after a time-out, at places where the player must sign again."""
    table = timed_out("once", signed=True)
    seat = absent(table)
    until_moved(table, seat)
    until_moved(table, seat)
    yield unsigned_end("once-again", "After a time-out with the outcome `once` the second move is unsigned.", table)
    table = timed_out("seat", signed=True)
    seat = absent(table)
    table.act(Return(seat))
    yield unsigned_end("returned", "A player is back, unsigned.", table)
    until_moved(table, seat)
    yield unsigned_end("returned-move", "A player who is back does not sign a move.", table)


def until_moved(table: Seating, seat: int) -> None:
    """Play until this seat has made another move."""
    table.play(1, random.Random(1))
    while table.actions[-1][0].actor != seat:
        table.play(1, random.Random(2))


def unsigned_end(name: str, what: str, table: Seating) -> Case:
    """The game at this table, whose last action has lost its signature."""
    script = script_of(table)
    script.actions[-1] = [one for one in script.actions[-1] if not isinstance(one.event, CommandSigned)]
    return case(name, what, script, f"{len(script.actions)}-0")


def together() -> Iterator[Case]:
    """Cases of moves by the first scheme that claim to follow another move."""
    table = opened(CARDS, signed=True, signing="1")
    table.play(7, random.Random(0))
    single = playing(1, signed=True, signing="1")
    third = {"scheme": "stele/move/3", "previous": "first"}
    for name, what, game, members in (
        ("nonce", "A move that follows another text than the one before.", table, {"nonce": "0" * 32}),
        ("scheme", "A move of the second scheme in a game of the first.", single, third),
        ("first", "The first move of the first scheme claims to follow another.", single, {"scheme": "stele/move/2"}),
    ):
        yield case(f"next-{name}", what, *lied(game, updating(**members)))
    script, place = lied(single, dict.copy)
    effect = int(place.partition("-")[2])
    honest: Any = script.actions[-1][effect].event
    script.actions[-1][effect] = Happening(replace(honest, digest="0" * 64), honest.seat)
    yield case("first-digest", "By the first scheme the digest is not the text's.", script, place)
    script, place = lied(single, dict.copy)
    script.actions[-1][effect] = Happening(as_statement(honest), honest.seat)
    yield case("first-open", "By the first scheme no text is open.", script, place)


def luck() -> Iterator[Case]:
    """Cases of nonces and salts that are not bound as required."""
    strict = Seating(CARDS, KEY, 2, strict=True)
    strict.sit(0)
    script = script_of(strict)
    place = script.change(SeatTaken, nonce="nonce 0")
    yield bad("early-nonce", "In a strict game a nonce is public when its player joins.", "luck", (script.raw(), place))
    plain = Seating(CARDS, KEY, 2)
    plain.sit(0)
    script = script_of(plain)
    place = script.change(SeatTaken, nonce_commitment="0" * 64)
    yield bad("needless", "A nonce has a commitment in a game that is not strict.", "luck", (script.raw(), place))
    script = script_of(Seating(CARDS, KEY, 2))
    place = script.change(GameCreated, nonce_commitments=("",))
    yield bad("commitments", "A commitment to the nonce of no computer player.", "luck", (script.raw(), place))
    yield bad("opened-salt", "The salt of an opening does not come from the game key.", "luck", salted())


def salted() -> tuple[bytes, str]:
    """A game for the public in which a sealed value, and its opening, have a salt of the operator's."""
    raw = Script(revealing()).raw("public")
    shown = line_of(raw, "OfferingsRevealed")
    place, field, value, _salt = msgspec.json.decode(msgspec.json.decode(raw.splitlines()[shown])["e"])["opens"][0]
    salt = "0" * 32
    seal = hashlib.sha256(b"stele/seal/1" + bytes.fromhex(salt) + canonical(value)).hexdigest()
    number = next(at for at, one in enumerate(raw.splitlines()) if f'"position":"{place}"'.encode() in one)
    raw = rechained(raw, number, lambda plain: plain["data"][field].update(sealed=seal))[0]
    return rechained(raw, shown, lambda plain: plain["opens"][0].__setitem__(3, salt))


def cases() -> Iterator[Case]:
    """All cases of wrong signatures and unbound randomness."""
    for some in (statements, moves, commands, keys, decisions, absences, together, luck):
        yield from some()
