"""A dishonest operator: in every title, at random places, each lie about a signed game is found by its players.

The operator has the store, the game key, the server's key and the code, and makes everything fit that these allow. A
player holds receipts and their own signed texts, as a browser keeps them.
"""

import random
import re

import msgspec
import pytest

from domain.clocks.events import Pace
from domain.disputes.events import DecideDispute, OpenDispute, Remedy, TakeOver
from domain.game import REFEREE, CommandSigned, Happening, KeyChanged, OfferSeat, SeatTaken, to_act
from domain.title_loader import find_rulebooks
from tests.audit.conformance.sources import receipt
from tests.audit.games import SMALL, Seating, in_turn, is_move
from tests.audit.holders import Holder, is_statement_of, raw_of
from tests.in_short import titles_in_short
from tests.signers import Signer

OPERATOR = Signer("the operator")
DAY = 86_400_000
PACE = Pace("bank", DAY, 3_600_000, 2 * DAY, False, 0, "seat")


class Club:
    """An honest signed game of this title, and a player of it who keeps what a browser keeps."""

    def __init__(self, title: str, lot: random.Random, holder: Holder) -> None:
        meta = find_rulebooks()[title].meta
        players = lot.randint(meta.least_players, meta.most_players)
        self.lot, self.title, self.holder = lot, title, holder
        self.game_key = lot.randbytes(32)
        self.table = self.opened(players)
        self.seat = lot.randrange(players)
        self.table.fill()
        self.start = len(self.table.actions)
        while not any(self.moves_of(self.seat)):
            self.table.play(lot.randint(3, 12), lot)
        holder.signed(self.table, self.seat)
        entries = self.table.played().entries
        holder.kept += [receipt(one) for one in entries if one.position.effect == 0 and lot.random() < 0.5]
        holder.kept.append(receipt(entries[-1]))

    def opened(self, players: int) -> Seating:
        """A table of this game before its players join."""
        return Seating(self.title, self.game_key, players, signed=True, pace=PACE, referee="judge")

    def moves_of(self, seat: int | None = None) -> list[int]:
        """The actions that are moves, of this seat or of any."""
        return [
            number
            for number, action in enumerate(self.table.actions)
            if is_move(action) and seat in (None, action[0].actor)
        ]

    def rewound(self, action: int) -> Seating:
        """The game up to before this action, in the operator's hands: every seat signs with the operator's key."""
        forged = self.opened(self.table.game.players)
        forged.actions, forged.times = self.table.actions[:action], self.table.times[:action]
        forged.ends, forged.game = dict(self.table.ends), self.table.ends[end_of(self.table.actions, action)]
        forged.signers = dict.fromkeys(range(self.table.game.players), OPERATOR)
        return forged


def end_of(actions: list[list[Happening]], action: int) -> str:
    """The position of the last event before this action, counted from 0."""
    return f"{action}-{len(actions[action - 1]) - 1}"


def swapped_key(club: Club) -> bytes:
    """A record with a key for the seat that its player did not sign."""
    return raw_of(
        club.table, [*club.table.actions, [Happening(KeyChanged(club.seat, OPERATOR.public_key, ""), club.seat)]]
    )


def own_key_from_the_start(club: Club) -> bytes:
    """The whole game is invented with the operator's keys."""
    forged = club.opened(club.table.game.players)
    forged.signers = dict.fromkeys(range(club.table.game.players), OPERATOR)
    forged.fill()
    forged.play(5, club.lot)
    return raw_of(forged)


def seat_given_away(club: Club) -> bytes:
    """The seat is offered to a sock puppet, who takes it over."""
    forged = club.rewound(len(club.table.actions))
    forged.act(OfferSeat(club.seat, "puppet"))
    forged.act(TakeOver(club.seat, "puppet", OPERATOR.public_key))
    unsigned = [[one for one in action if not is_statement_of(one, OfferSeat)] for action in forged.actions]
    return raw_of(forged, club.lot.choice([None, unsigned]))


def other_move(club: Club) -> bytes:
    """The player moves otherwise: signed by the operator or unsigned; the rest is played again."""
    forged = club.rewound(club.lot.choice(club.moves_of(club.seat)))
    forged.play(club.lot.randint(1, 4), club.lot)
    unsigned = [[one for one in action if not isinstance(one.event, CommandSigned)] for action in forged.actions]
    return raw_of(forged, club.lot.choice([None, unsigned]))


def cut_off(club: Club) -> bytes:
    """The end of the game is withheld."""
    return raw_of(club.table, club.table.actions[: club.lot.randrange(club.start, len(club.table.actions))])


def other_times(club: Club) -> bytes:
    """Everything happened earlier or later than it did."""
    action = club.lot.randrange(len(club.table.actions))
    by = club.lot.choice([-400, 77, DAY])
    honest = club.table.times
    club.table.times = [at + by * (number >= action) for number, at in enumerate(honest)]
    return raw_of(club.table)


def invented_time_out(club: Club) -> bytes:
    """The player's last moves never came: the time ran out, and a computer moved."""
    forged = club.rewound(club.lot.choice(club.moves_of(club.seat)))
    seat = forged.run_out()
    while seat in to_act(forged.rulebook, forged.game):
        forged.act(next(iter(forged.rulebook.legal(forged.game.table, seat))))
    return raw_of(forged)


def invented_decision(club: Club) -> bytes:
    """The referee decided the game, signed by the operator or unsigned."""
    table = club.table
    places = tuple(range(1, table.game.players + 1))
    table.act(OpenDispute(club.seat, end_of(table.actions, club.start), "Why?", Remedy()))
    table.signers[REFEREE] = OPERATOR
    table.act(DecideDispute(REFEREE, 1, "referee", "So it is.", Remedy("result", places=places)))
    unsigned = [*table.actions[:-1], [one for one in table.actions[-1] if not is_statement_of(one, DecideDispute)]]
    return raw_of(table, club.lot.choice([None, unsigned]), "all")


def other_signature(club: Club) -> bytes:
    """A move has the signature of another move."""
    one, other = club.lot.choice(club.moves_of(club.seat)), club.lot.choice(club.moves_of())
    while other == one:
        other = club.lot.randrange(club.start - club.table.game.players, len(club.table.actions))
    signed = [signed_in(club.table.actions[number]) for number in (one, other)]
    if None in signed:
        return other_move(club)
    return raw_of(club.table, replaced(club.table.actions, one, signed[1]))


def signed_in(action: list[Happening]) -> CommandSigned | None:
    """The signature in this action."""
    return next((one.event for one in action if isinstance(one.event, CommandSigned)), None)


def replaced(actions: list[list[Happening]], number: int, signed: CommandSigned) -> list[list[Happening]]:
    """The record with another signature in this action."""
    told = [
        msgspec.structs.replace(one, event=msgspec.structs.replace(signed, seat=one.event.seat))
        if isinstance(one.event, CommandSigned)
        else one
        for one in actions[number]
    ]
    return [*actions[:number], told, *actions[number + 1 :]]


def dropped_seat(club: Club) -> bytes:
    """A record whose event names another player and that player's key, with the rest unchanged."""
    table = club.table
    told = [
        [
            msgspec.structs.replace(one, event=msgspec.structs.replace(one.event, public_key=OPERATOR.public_key))
            if isinstance(one.event, SeatTaken) and one.event.seat == club.seat
            else one
            for one in action
        ]
        for action in table.actions
    ]
    return raw_of(table, told)


NOT_SIGNED = "did not sign|is not signed by the key|of another record|in place of what"
RECEIPTS = "contradicts the receipt"
KEPT = "of what came after this bundle|which the record does not have|which that seat does not have"
LIES = {
    swapped_key: NOT_SIGNED,
    own_key_from_the_start: f"{RECEIPTS}|{KEPT}",
    seat_given_away: NOT_SIGNED,
    other_move: f"{NOT_SIGNED}|{RECEIPTS}|{KEPT}",
    cut_off: KEPT,
    other_times: f"{NOT_SIGNED}|{RECEIPTS}|signed for another|backwards",
    invented_time_out: f"{RECEIPTS}|only the server's clock says so",
    invented_decision: NOT_SIGNED,
    other_signature: f"{NOT_SIGNED}|{RECEIPTS}|signed",
    dropped_seat: f"{NOT_SIGNED}|{RECEIPTS}",
}
"""Each lie, and the words by which a player finds it: whichever of what they hold comes first."""


@pytest.fixture
def holder(tmp_path):
    """A player with empty hands."""
    return Holder(tmp_path)


def is_found(title, lie, seed, holder):
    """The honest record has no fault for this player, and both verifiers find the lie by the same words.

    A record that ends too early is no fault, since it may be an old one: the player's receipts say so.
    """
    club = Club(title, random.Random(f"{title} {lie.__name__} {seed}"), holder)
    code, said, other = holder.verifies(raw_of(club.table, viewer=club.seat))
    assert code == 0, (said, other)
    code, said, other = holder.verifies(lie(club))
    assert code != 0 or lie is cut_off, (said, other)
    assert re.search(LIES[lie], said) and re.search(LIES[lie], other), (seed, said, other)


@pytest.mark.parametrize(("title", "lie"), in_turn(list(LIES)))
def test_each_lie_is_found(title, lie, holder):
    """Each lie is found at one place of a game."""
    is_found(title, lie, 0, holder)


@pytest.mark.soak
@pytest.mark.parametrize("title", titles_in_short(*SMALL))
@pytest.mark.parametrize("lie", LIES)
def test_each_lie_is_found_wherever_it_is_told(title, lie, holder):
    """Each lie is found at thirty places in thirty games."""
    for seed in range(1, 31):
        holder.kept.clear()
        is_found(title, lie, seed, holder)
