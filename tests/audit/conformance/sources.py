"""Games of the suite, as short as their case allows, and the statements of its server and witness about them."""

import base64
import hashlib
import random
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ai.self_play import Playout, play_out
from audit.signing.keys import KeyNotary, SigningKey
from audit.signing.receipts import receipt_of
from audit.transparency.inclusion_proofs import proof_of
from domain import lifecycle
from domain.chance import commitment
from domain.clocks.availability import DAY
from domain.clocks.events import AgreePause, GrantTime, Pace, Resume, SeatReturned, SetPlayTimes
from domain.disputes.events import AnswerDispute, OpenDispute, Remedy, TakeOver, WithdrawDispute
from domain.game import (
    NOT_OPENED,
    Abort,
    Beacon,
    CallOff,
    ChangeKey,
    CommandSigned,
    Forked,
    GameStarted,
    Happening,
    LeaveSeat,
    OfferSeat,
    OpenNonce,
    ReleaseSeat,
    ReserveSeat,
    Resign,
    SeatTaken,
    TakeSeat,
    to_act,
)
from domain.ordered_moves import MoveOrdered
from domain.projector import Projector, projector_for
from domain.proposals.events import AnswerTakeBack, AskTakeBack
from domain.rulebook import settle_options
from domain.terms import GameTerms
from eventstore.canonical_json import canonical
from eventstore.entries import Entry
from replay.past_states import placed_records
from services.games.forks import copy_of
from tests.audit.games import EVENINGS, SEATED, Seating, happenings_of, sealed_again, timed
from tests.audit.witnesses import cosigned
from tests.signers import Signer
from verify.log import leaf_of, read_leaf
from verify.merkle import leaf_hash, node_hash
from verify.notes import TreeHead

KHEOPS, CARDS = "kheops", "amun-re-card-game"
GOLDEN = Path(__file__).parents[3] / "titles" / "kheops" / "tests" / "golden"
KEY = bytes(range(32))
ORIGIN = "board.example"
SERVER, NEXT, STRANGER = SigningKey(bytes(32)), SigningKey(bytes(32), 2), SigningKey(bytes([9]) * 32)
WITNESS, SECOND_WITNESS = (SigningKey(bytes([seed]) * 32) for seed in (1, 2))
BEACON = Beacon(
    "a0c4dced453f25cbfe1e2bcd93be786ac85f3c7e96dca0993756b1e5d8b89936",
    "test",
    "af25cff779c6cee1d3296275a7d14b1185a8a43db1fed176b8b86ee2d624b8e1917ee28c7574d81c9ed2cbfeea3b0b40"
    "05dc212e1be698ee29cf8570a08c009963280797571f71599479b775adcc126c466daadf3de0bb9fddbe9f5c61cffa83",
    "a08135ac269c75a67000a8e309480880c21e045990f0aa83ee96fb55902f9b76",
    0,
    3,
)
"""The beacon of an earlier game."""
ROUNDS = {
    22: "9451512a444ca25881d7c46a05cb79ef53595cf0fc31bec4111daded52d0ae4861f99286886adf0ca4d5717155367c9a",
    23: "ae9db025b1ebea7d3031671b0788762a918b9dc6d3369a6f17a79922cc4ca4847cc7474ecc983efdc44f047b049614ec",
}
"""The beacon's signatures of some rounds."""
Told = tuple[Projector, Playout]


def opened(title: str, **more: Any) -> Seating:
    """A table of two players who have sat down."""
    table = Seating(title, KEY, 2, **more).fill()
    return table


def told(table: Seating) -> Told:
    """The game up to its current end."""
    return table.projector, table.played()


@cache
def revealing() -> Told:
    """A card game with draws, secrets and their revelation, which the operator calls off."""
    table, lot = opened(CARDS), random.Random(1)
    while b'"opens"' not in b"".join(one.public for one in table.played().entries):
        table.play(1, lot)
    table.act(CallOff(-1, "Così è: the table is closed."))
    return told(table)


@cache
def sealed_twice() -> Told:
    """A card game in which play goes back behind a sealed answer, which is then given again, and revealed."""
    table, lot = opened(CARDS), random.Random(1)
    before = table.end
    while b"OfferingSealed" not in table.played().entries[-1].public:
        before = table.end
        table.play(1, lot)
    table.decide(0, table.end, Remedy("roll_back", before))
    while b'"opens"' not in b"".join(one.public for one in table.played().entries):
        table.play(1, lot)
    return told(table)


@cache
def started() -> Told:
    """A game that runs after its first move."""
    table = opened(CARDS)
    table.play(1, random.Random(1))
    return told(table)


@cache
def waiting() -> Told:
    """A table of three that one player has joined, as the shortest record for cases that need no move."""
    table = Seating(CARDS, KEY, 3)
    table.sit(0)
    return told(table)


@cache
def resigned(**more: Any) -> Told:
    """A game of two that ends after two moves, since a player resigns."""
    table = opened(CARDS, **more)
    table.play(2, random.Random(1))
    table.act(Resign(0))
    return told(table)


@cache
def played_openly() -> Told:
    """A card game with a draw and some open moves, after which a player resigns."""
    table, lot = opened(CARDS), random.Random(1)
    while b"GoldPlaced" not in table.played().entries[-1].public:
        table.play(1, lot)
    table.act(Resign(0))
    return told(table)


@cache
def disputed_after_the_end() -> Told:
    """A finished game in which a dispute is withdrawn, one agreed, one decided, and one stays open."""
    table = opened(CARDS)
    table.play(2, random.Random(1))
    table.act(OpenDispute(1, table.end, "What was that?"))
    table.act(Resign(0))
    table.act(WithdrawDispute(1, 1))
    table.agree(table.end, Remedy("result", places=(1, 1)))
    table.decide(1, table.end, Remedy("result", places=(2, 1)))
    table.act(OpenDispute(0, table.end, "Still."))
    return told(table)


@cache
def rolled_back() -> Told:
    """A game in which play goes back, then on from the annulled line, then back to the line that counts."""
    table, lot = opened(CARDS), random.Random(1)
    ends = table.play(4, lot)
    table.agree(ends[-1], Remedy("roll_back", ends[1]))
    ends += table.play(2, lot)
    table.act(OpenDispute(1, ends[-1], "What was that?"))
    table.act(AnswerDispute(0, 2, agrees=False, text="Nothing."))
    table.decide(0, ends[2], Remedy("roll_back", ends[3]), Remedy())
    ends += table.play(2, lot)
    table.agree(ends[-1], Remedy("roll_back", ends[5]))
    table.play(2, lot)
    table.act(Resign(0))
    return told(table)


@cache
def agreed_back() -> Told:
    """A game in which both players agree to play on from the end of the first move, after the second."""
    table = opened(CARDS)
    first, second = table.play(2, random.Random(1))
    table.agree(second, Remedy("roll_back", first))
    return told(table)


@cache
def refereed() -> Told:
    """A game whose referee decides how it ends."""
    table = opened(CARDS, referee="judge")
    table.decide(0, table.end, Remedy("result", places=(1, 1)))
    return told(table)


@cache
def taken_back() -> Told:
    """A game in which a player takes back a move, to which the other one agrees."""
    table = opened(CARDS)
    table.play(1, random.Random(1))
    mover = table.actions[-1][0].actor or 0
    table.act(AskTakeBack(mover))
    table.act(AnswerTakeBack(1 - mover, True))
    return told(table)


@cache
def paced() -> Told:
    """A game with play times, until a player's time runs out."""
    pace = Pace("bank", 2 * DAY, 3_600_000, 3 * DAY, True, 20, "seat")
    table = opened(CARDS, pace=pace)
    table.act(SetPlayTimes(0, EVENINGS))
    table.play(1, random.Random(1))
    table.run_out()
    return told(table)


@cache
def decided(**judge: str) -> Told:
    """A signed game in which the referee or the operator, who has a key, decides a dispute."""
    table = opened(CARDS, signed=True, **judge)
    table.play(1, random.Random(1))
    table.decide(0, table.end, Remedy("free_seat", seat=1))
    return told(table)


@cache
def overturned() -> Told:
    """A finished game whose result the operator then replaces, as decided about a dispute."""
    table = opened(CARDS)
    table.act(Resign(0))
    table.decide(0, table.end, Remedy("result", places=(1, 2)))
    return told(table)


@cache
def reservations() -> Told:
    """A table of four: the first player reserves a free seat, gives it to another player, and reserves one again."""
    table = Seating(CARDS, KEY, 4, reserved=("", "gone-1", "", ""))
    table.sit(0)
    table.act(ReserveSeat(0, 3, "gone-3"))
    table.act(ReserveSeat(0, 3, "player-3"))
    table.act(ReleaseSeat(-1, 1, "declined"))
    table.act(ReserveSeat(0, 1, "player-1"))
    for seat in (2, 3, 1):
        table.act(TakeSeat(seat, player=f"player-{seat}", nonce=table.nonces[seat]))
    return told(table)


@cache
def seats() -> Told:
    """A table of four: a kept seat is declined, released and expired, a player leaves, and one offers their seat."""
    table = Seating(CARDS, KEY, 4, reserved=("", "gone-1", "gone-2", "gone-3"))
    table.sit(0)
    table.act(ReleaseSeat(-1, 2, "declined"))
    table.sit(2)
    table.act(LeaveSeat(2))
    table.sit(2)
    table.act(ReleaseSeat(0, 1, "released"))
    table.act(ReleaseSeat(-1, 3, "expired"))
    for seat in (1, 3):
        table.act(TakeSeat(seat, player=f"player-{seat}", nonce=table.nonces[seat]))
    table.act(OfferSeat(1, "player-9"))
    return told(table)


@cache
def changed_key(signing: str) -> Told:
    """A signed game in which a seat changes its key: by the first scheme without the old key's word."""
    table = opened(CARDS, signed=True, signing=signing)
    later = Signer("another browser")
    table.act(ChangeKey(0, later.public_key))
    table.signers[0] = later
    table.play(2, random.Random(1))
    return told(table)


@cache
def recovered() -> Told:
    """A signed game in which a seat changes its key with the recovery key that it had committed to."""
    recovery, later = Signer("a recovery code"), Signer("another browser")
    table = Seating(CARDS, KEY, 2, signed=True)
    table.recoveries[0] = hashlib.sha256(recovery.public_key.encode()).hexdigest()
    table.fill()
    table.signers[0] = recovery
    table.act(ChangeKey(0, later.public_key, recovery=recovery.public_key))
    table.signers[0] = later
    table.play(2, random.Random(1))
    return told(table)


@cache
def not_opened(number: int) -> Told:
    """A signed and strict game of two that the operator calls off when this number of nonces is open."""
    table = opened(CARDS, strict=True, signed=True)
    for seat in range(number):
        table.act(OpenNonce(seat, table.nonces[seat]))
    table.act(CallOff(-1, NOT_OPENED))
    return told(table)


@cache
def never_filled() -> Told:
    """A strict game of three that the operator calls off while it waits for the third player."""
    table = Seating(CARDS, KEY, 3, strict=True)
    for seat in range(2):
        table.sit(seat)
    table.act(CallOff(-1, "Nobody else has joined."))
    return told(table)


def awaiting_beacon(strict: bool = False) -> Seating:
    """A table that waits for the round of its beacon, as earlier games could."""
    table = Seating(CARDS, KEY, 2, strict=strict, beacon=BEACON).fill()
    for seat in range(2) if strict else ():
        table.act(OpenNonce(seat, table.nonces[seat]))
    table.await_beacon(23 if strict else 22)
    return table


@cache
def beacon_called_off(after: int) -> Told:
    """A game that the operator calls off this number of milliseconds after its beacon's round was fixed."""
    table = awaiting_beacon()
    table.act(CallOff(-1, "The table is closed."), after=after)
    return told(table)


@cache
def with_beacon(strict: bool = False, ends: bool = True) -> Told:
    """A game whose randomness depends on a round of a beacon, called off at once, or while it waits for the round."""
    table = awaiting_beacon(strict)
    if ends:
        table.record_beacon(ROUNDS[table.game.awaited], after=61_000)
    table.act(Abort(0))
    return told(table)


@cache
def ordered() -> Told:
    """A game until its first ordered move."""
    projector = projector_for(CARDS)
    game = play_out(projector, ["steward"] * 3, "ordered", orders=True)
    return projector, until(projector, game, MoveOrdered)


@cache
def returned() -> Told:
    """A game with a bank clock until its player is back from a time-out, for whom a computer moved."""
    projector, game = timed(KHEOPS, "seat")
    return projector, until(projector, game, SeatReturned)


@cache
def timed_out() -> Told:
    """A signed game that is paused and continues, until a player's time runs out, who thereby resigns."""
    pace = Pace("bank", 2 * DAY, 3_600_000, 3 * DAY, False, 0, "resign")
    table = opened(CARDS, signed=True, pace=pace)
    table.play(1, random.Random(1))
    for seat in range(2):
        table.act(AgreePause(seat))
    table.act(Resume(0))
    seat = table.run_out()
    return told(table)


@cache
def freed(signed: bool) -> Told:
    """A game in which the operator frees a seat, unsigned, and another player takes it."""
    table, lot = opened(CARDS, signed=signed), random.Random(1)
    table.play(1, lot)
    table.decide(0, table.end, Remedy("free_seat", seat=1))
    table.play(1, lot)
    table.signers[1] = Signer("somebody else")
    table.act(TakeOver(1, "player-9", table.signer(1).public_key if signed else ""))
    table.play(2, lot)
    return told(table)


@cache
def substituted() -> Told:
    """A signed game in which a computer player moves once for a player whose time ran out, who then moves again."""
    pace = Pace("bank", 2 * DAY, 3_600_000, 3 * DAY, False, 0, "once")
    table, lot = opened(CARDS, signed=True, pace=pace), random.Random(1)
    table.play(1, lot)
    seat = table.run_out()
    moves = 0
    while moves < 2:
        table.play(1, lot)
        moves += table.actions[-1][0].actor == seat
    return told(table)


@cache
def long_statement() -> Told:
    """A signed game in which a player opens a dispute with the longest text."""
    table = opened(CARDS, signed=True)
    table.play(1, random.Random(1))
    table.act(OpenDispute(0, table.end, "x" * 1999 + "\n"))
    return told(table)


@cache
def omitting() -> Told:
    """A signed game in which commands omit members: a remedy's, a text, and the time of a grant, which is a day."""
    pace = Pace("bank", 2 * DAY, 3_600_000, 3 * DAY, False, 0, "seat")
    table = opened(CARDS, signed=True, pace=pace)
    for command, members in (
        (OpenDispute(0, table.end, "What was that?"), {"remedy": {}}),
        (AnswerDispute(1, 1, False), {"text": None}),
    ):
        table.act(command, omitted(table.sign(command), table.signer(command.seat), members))
    (asked, *_others) = to_act(table.rulebook, table.game)
    grant = GrantTime(1 - asked, asked)
    table.act(grant, omitted(table.sign(grant), table.signer(1 - asked), {"time": None}))
    return told(table)


def omitted(honest: CommandSigned, signer: Signer, members: Mapping[str, Any]) -> CommandSigned:
    """This signature with other members of the command, or without members that are none here, signed again."""
    said = msgspec.json.decode(str(honest.text))
    command = said["command"] | members
    said["command"] = {name: one for name, one in command.items() if one is not None}
    text = canonical(said)
    return CommandSigned(honest.seat, signer.sign(text), text.decode(), hashlib.sha256(text).hexdigest())


def until(projector: Projector, game: Playout, kind: type) -> Playout:
    """The game to the end of the action with the first such event."""
    actions = happenings_of(projector, game.entries)
    last = next(
        number for number, action in enumerate(actions, start=1) if any(isinstance(one.event, kind) for one in action)
    )
    kept = tuple(one for one in game.entries if one.position.action <= last)
    return Playout(game.game_id, game.game_key, kept, game.final)


@cache
def forked() -> Told:
    """An analysis game: a copy of a running game as seat 0 could have it, played on and called off."""
    original = opened(CARDS)
    original.play(6, random.Random(2))
    end = original.played().entries[-1]
    copied = copy_of(original.rulebook, placed_records(original.projector, original.played().entries), None)
    terms = GameTerms(CARDS, 2, settle_options(original.rulebook, {}), private=True)
    opening = lifecycle.open_game(original.rulebook, terms, commitment(KEY), SEATED)
    taken = [Happening(SeatTaken(seat, "player-0", "person", "")) for seat in range(2)]
    copied[0] = [*taken, Happening(GameStarted()), *copied[0]]
    fork = Forked("original", str(end.position), end.digest.hex(), 1 + len(copied))
    entries = sealed_again(original.projector, [[opening, Happening(fork)], *copied], KEY, SEATED)
    return original.projector, Playout(SEATED, KEY, tuple(entries), original.game)


def receipt(
    entry: Entry, key: SigningKey = SERVER, game: str = SEATED, origin: str = ORIGIN, **more: Any
) -> dict[str, Any]:
    """The receipt by this key, under this name, for this entry; `more` replaces some of its members."""
    said = {"position": entry.position, "digest": entry.digest, "at": msgspec.json.decode(entry.public)["at"], **more}
    return receipt_of(key, origin, game, **said)


def first_receipt(entry: Entry) -> dict[str, Any]:
    """A receipt of the first scheme for this entry."""
    said = {"game": SEATED, "position": str(entry.position), "digest": entry.digest.hex()}
    return {
        **said,
        "public_key": SERVER.public_key,
        "signature": SERVER.sign(msgspec.json.encode(said, order="sorted")),
    }


def logged(
    entry: Entry, witnesses: Sequence[SigningKey] = (), game: str = SEATED, key: SigningKey = SERVER
) -> dict[str, Any]:
    """The proof that this head is the second leaf of the server's log, in a note that these witnesses cosigned."""
    notary, content = KeyNotary(key), leaf_of(game, entry.position, entry.digest)
    other = leaf_hash(leaf_of("another", entry.position, bytes(32)))
    tree = TreeHead(ORIGIN, 2, node_hash(other, leaf_hash(content)))
    note = notary.signed(head_text(tree))
    for number, witness in enumerate(witnesses, start=1):
        note += cosigned(witness, note, f"w{number}.example", 1_760_000_000).encode() + b"\n"
    return msgspec.to_builtins(proof_of(game, read_leaf(content), 1, [other], note, key.public_key))


def head_text(tree: TreeHead) -> str:
    """The lines of a note that every log has."""
    return f"{tree.origin}\n{tree.size}\n{base64.b64encode(tree.root).decode()}\n"
