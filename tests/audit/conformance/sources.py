"""Games of the suite, as short as their case allows, and the statements of its server and witness about them."""

import base64
import hashlib
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ai.self_play import Playout, play_out
from audit.signing.keys import SigningKey
from audit.signing.receipts import receipt_of
from audit.signing.signed_notes import KeyNotary
from audit.transparency.inclusion_proofs import proof_of
from domain import lifecycle
from domain.chance import commitment
from domain.clocks.events import SeatReturned, TimedOut
from domain.disputes.events import Remedy
from domain.game import (
    CallOff,
    ChangeKey,
    Forked,
    GameStarted,
    Happening,
    LeaveSeat,
    OfferSeat,
    ReleaseSeat,
    Resign,
    SeatTaken,
    TakeSeat,
)
from domain.ordered_moves import MoveOrdered
from domain.projector import Projector, projector_for
from domain.rulebook import settle_options
from eventstore.checkpoints.checkpoint import TreeHead
from eventstore.checkpoints.journal import leaf_of, read_leaf
from eventstore.checkpoints.merkle import leaf_hash, node_hash
from eventstore.entries import Entry
from replay.past_states import placed_records
from services.games.forks import copy_of
from tests.audit.games import SEATED, Seating, happenings_of, sealed_again, timed
from tests.signers import Signer

KHEOPS, CARDS = "kheops", "amun-re-card-game"
GOLDEN = Path(__file__).parents[3] / "titles" / "kheops" / "tests" / "golden"
KEY = bytes(range(32))
ORIGIN = "board.example"
SERVER, NEXT, STRANGER = SigningKey(bytes(32)), SigningKey(bytes(32), 2), SigningKey(bytes([9]) * 32)
WITNESS = KeyNotary(SigningKey(bytes([1]) * 32))
Told = tuple[Projector, Playout]


def opened(title: str, **more: Any) -> Seating:
    """A table of two players who have sat down."""
    table = Seating(title, KEY, 2, **more)
    for seat in range(2):
        table.sit(seat)
    return table


def told(table: Seating) -> Told:
    """The game as far as it has come."""
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
def started() -> Told:
    """A game that runs after its first move."""
    table = opened(CARDS)
    table.play(1, random.Random(1))
    return told(table)


@cache
def decided() -> Told:
    """A signed game in which the referee, who has a key, decides a dispute; it is then called off."""
    table = opened(CARDS, signed=True, referee="judge")
    table.play(1, random.Random(1))
    table.decide(0, table.end, Remedy("free_seat", seat=1))
    table.act(CallOff(-1, "The table is closed."))
    return told(table)


@cache
def decided_by_operator() -> Told:
    """A signed game without a referee, in which the operator signs a decision."""
    table = opened(CARDS, signed=True, operator="operator")
    table.play(1, random.Random(1))
    table.decide(0, table.end, Remedy("free_seat", seat=1))
    table.act(CallOff(-1, "The table is closed."))
    return told(table)


@cache
def overturned() -> Told:
    """A finished game whose result the operator then replaces, as decided about a dispute."""
    table = opened(KHEOPS)
    table.act(Resign(0))
    table.decide(0, table.end, Remedy("result", places=(1, 2)))
    return told(table)


@cache
def seats() -> Told:
    """A table of four: a kept seat is declined, released and expired, a player leaves, and one offers their seat."""
    table = Seating("das-amulett", KEY, 4, reserved=("", "gone-1", "gone-2", "gone-3"))
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
    table = opened(KHEOPS, signed=True, signing=signing)
    later = Signer("another browser")
    table.act(ChangeKey(0, later.public_key))
    table.signers[0] = later
    table.play(2, random.Random(1))
    return told(table)


@cache
def recovered() -> Told:
    """A signed game in which a seat changes its key with the recovery key that it had committed to."""
    recovery, later = Signer("a recovery code"), Signer("another browser")
    table = Seating(KHEOPS, KEY, 2, signed=True)
    table.recoveries[0] = hashlib.sha256(recovery.public_key.encode()).hexdigest()
    for seat in range(2):
        table.sit(seat)
    table.signers[0] = recovery
    table.act(ChangeKey(0, later.public_key, recovery=recovery.public_key))
    table.signers[0] = later
    table.play(2, random.Random(1))
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
    """A signed game until a player's time runs out."""
    projector, game = timed(CARDS, "resign", True)
    return projector, until(projector, game, TimedOut)


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
    opening = lifecycle.open_game(
        original.rulebook, 2, settle_options(original.rulebook, {}), commitment(KEY), True, game_id=SEATED
    )
    taken = [Happening(SeatTaken(seat, "player-0", "person", "")) for seat in range(2)]
    copied[0] = [*taken, Happening(GameStarted()), *copied[0]]
    fork = Forked("original", str(end.position), end.digest.hex(), 1 + len(copied))
    entries = sealed_again(original.projector, [[opening, Happening(fork)], *copied], KEY, SEATED)
    return original.projector, Playout(SEATED, KEY, tuple(entries), original.game)


def receipt(entry: Entry, key: SigningKey = SERVER, game: str = SEATED, **more: Any) -> dict[str, Any]:
    """The receipt by this key for this entry; `more` replaces its members."""
    said = {"position": entry.position, "digest": entry.digest, "at": msgspec.json.decode(entry.public)["at"], **more}
    return receipt_of(key, ORIGIN, game, **said)


def first_receipt(entry: Entry) -> dict[str, Any]:
    """A receipt of the first scheme for this entry."""
    said = {"game": SEATED, "position": str(entry.position), "digest": entry.digest.hex()}
    return {
        **said,
        "public_key": SERVER.public_key,
        "signature": SERVER.sign(msgspec.json.encode(said, order="sorted")),
    }


def logged(entry: Entry, witnesses: Sequence[KeyNotary] = (), game: str = SEATED) -> dict[str, Any]:
    """The proof that this head is the second leaf of the server's log, in a note that these witnesses cosigned."""
    notary, content = KeyNotary(SERVER), leaf_of(game, entry.position, entry.digest)
    other = leaf_hash(leaf_of("another", entry.position, bytes(32)))
    tree = TreeHead(ORIGIN, 2, node_hash(other, leaf_hash(content)))
    note = notary.signed(head_text(tree))
    for number, witness in enumerate(witnesses, start=1):
        note += witness.cosigned(note, f"w{number}.example", 1_760_000_000).encode() + b"\n"
    return msgspec.to_builtins(proof_of(game, read_leaf(content), 1, [other], note, SERVER.public_key))


def head_text(tree: TreeHead) -> str:
    """The lines of a note that every log has."""
    return f"{tree.origin}\n{tree.size}\n{base64.b64encode(tree.root).decode()}\n"
