"""Shared rules of all titles: G1 to G11, G27 and G28 of domain/RULES.md."""

import base64

from msgspec.structs import replace

from domain import game as shared
from domain.chance import nonce_commitment
from domain.game import (
    Abort,
    Beacon,
    BeaconAwaited,
    BeaconRecorded,
    CallOff,
    ChangeKey,
    CommandSigned,
    GameAborted,
    GameFinished,
    GameStarted,
    KeyChanged,
    NonceOpened,
    OpenNonce,
    Resign,
    SeatResigned,
    SeatTaken,
    TakeSeat,
)
from domain.lifecycle import must_sign, open_game
from domain.terms import GameTerms
from tests.domain.tables import RULEBOOK, Sitting, refusal
from tests.signers import Signer

MOST = RULEBOOK.meta.most_players


def test_a_title_is_for_its_number_of_players():
    """G1: a game is opened for a number of players that the title allows."""
    assert refusal(lambda: open_game(RULEBOOK, GameTerms(RULEBOOK.meta.id, MOST + 1), "")) == "G1"
    assert refusal(lambda: open_game(RULEBOOK, GameTerms(RULEBOOK.meta.id, 2, computers=("steward",) * 3), "")) == "G1"


def test_no_player_sits_twice():
    """G2: a person can take one seat only."""
    assert refusal(lambda: Sitting(2).sit("ann", "ann")) == "G2"


def test_a_full_table_takes_no_player():
    """G2: a seat must be free, and seats of computer players are not."""
    table = Sitting(3, ("steward",)).sit("ann")
    assert table.game.free_seats == 1
    table.sit("bob")
    assert refusal(lambda: table.sit("cem")) == "G2"


def test_the_game_starts_when_the_last_seat_is_taken():
    """G3: computer players take the last seats, then the title's set-up follows in the same action."""
    table = Sitting(3, ("random",)).sit("ann")
    events = table.do(TakeSeat(0, player="bob"))
    assert events[0] == SeatTaken(1, "bob", "person", "")
    assert events[1] == SeatTaken(2, "", "random", "")
    assert isinstance(events[2], GameStarted)
    assert shared.to_act(RULEBOOK, table.game)


def test_no_move_before_the_start():
    """G3: seats are still free."""
    playing = Sitting(2).sit("ann", "bob")
    command = shared.legal(RULEBOOK, playing.game, shared.to_act(RULEBOOK, playing.game)[0])[0]
    waiting = Sitting(2).sit("ann")
    assert refusal(lambda: waiting.do(command)) == "G3"


def test_only_a_seat_that_is_asked_may_answer():
    """G4: an unasked seat is refused, by the title's rule of turns, with the names of the asked players."""
    table = Sitting(2).sit("ann", "bob")
    seat = shared.to_act(RULEBOOK, table.game)[0]
    command = shared.legal(RULEBOOK, table.game, seat)[0]
    other = type(command)(1 - seat, *[getattr(command, name) for name in command.__struct_fields__[1:]])
    assert refusal(lambda: table.do(other)) in RULEBOOK.meta.rules


def test_resigning_at_a_table_of_two_ends_the_game():
    """G5: resigning leaves one seat, which wins."""
    table = Sitting(2).sit("ann", "bob").play(1)
    events = table.do(Resign(1))
    assert events[0] == SeatResigned(1)
    assert isinstance(events[1], GameFinished)
    assert events[1].result.places == (1, 2)
    assert events[1].key == "key"


def test_resigning_among_several_lets_a_caretaker_go_on():
    """G5: the game continues, no player resigns twice, and a resigned seat is ranked last."""
    table = Sitting(3).sit("ann", "bob", "cem").play(1)
    assert table.do(Resign(1)) == [SeatResigned(1)]
    assert refusal(lambda: table.do(Resign(1))) == "G5"
    for missing in (-1, 99):
        assert refusal(lambda seat=missing: table.do(Resign(seat))) == "G5"
    while not table.game.is_over:
        table.play(1)
    assert table.game.result.places[1] == 3
    assert sorted(table.game.result.places) == [1, 2, 3]


def resigned_to_the_end(*seats):
    """The places by the rules and by the game when these of four seats resign after the first move."""
    table = Sitting(4).sit("ann", "bob", "cem", "dot").play(1)
    for seat in seats:
        table.do(Resign(seat))
    while not table.game.is_over:
        table.play(1)
    return RULEBOOK.result(table.game.table).places, table.game.result.places


def test_a_resigned_player_is_ranked_last():
    """G5: a resigned player is last even if the caretaker wins by the title's rules; the others keep their order."""
    caretakers_places = []
    for resigned in range(4):
        by_the_rules, places = resigned_to_the_end(resigned)
        others = [seat for seat in range(4) if seat != resigned]
        assert places[resigned] == 4
        assert [1 + sum(by_the_rules[one] < by_the_rules[seat] for one in others) for seat in others] == [
            places[seat] for seat in others
        ]
        caretakers_places.append(by_the_rules[resigned])
    assert min(caretakers_places) < 4


def test_two_resigned_players_share_the_last_places():
    """G5: two of four resigned, and two computer players are left: those are first, the persons third."""
    table = Sitting(4, ("steward", "steward")).sit("ann", "bob").play(1)
    table.do(Resign(0))
    finished = table.do(Resign(1))[-1]
    assert isinstance(finished, GameFinished)
    assert finished.result.places == (3, 3, 1, 1)


def test_the_game_ends_when_no_person_is_left():
    """G5: computer players do not play on alone."""
    table = Sitting(3, ("steward", "steward")).sit("ann").play(1)
    assert isinstance(table.do(Resign(0))[-1], GameFinished)


def test_the_first_at_the_table_may_call_off_before_the_first_move():
    """G6: the first player can cancel before the first move, also while seats are free or nonces unopened."""
    assert Sitting(2).sit("ann").do(Abort(0)) == [GameAborted(0, "key")]
    assert strict_table().do(Abort(0)) == [GameAborted(0, "key")]
    table = Sitting(2).sit("ann", "bob")
    assert table.do(Abort(0)) == [GameAborted(0, "key")]
    assert table.game.status == "aborted"


def test_no_other_player_calls_off_and_not_later():
    """G6: only the player in seat 0 can cancel, and not after the first move."""
    assert refusal(lambda: Sitting(2).sit("ann", "bob").do(Abort(1))) == "G6"
    assert refusal(lambda: Sitting(2).sit("ann", "bob").play(1).do(Abort(0))) == "G6"


def test_the_operator_calls_a_game_off():
    """G27: the operator can cancel a game with a reason before its end; no player is responsible, and no result
    counts.
    """
    for table in (Sitting(2), Sitting(2).sit("ann"), Sitting(2).sit("ann", "bob").play(3), strict_table()):
        assert table.do(CallOff(-1, "A fault")) == [GameAborted(None, "key", "A fault")]
        assert (table.game.status, table.game.called_off, table.game.result) == ("aborted", "A fault", None)
        assert refusal(lambda table=table: table.do(CallOff(-1, "Again"))) == "G7"
    signed = Sitting(2, signed=True, signing="1")
    assert not must_sign(signed.game, CallOff(-1, "A fault"))
    assert refusal(lambda: Sitting(2).do(CallOff(-1, "  "))) == "G27"
    assert refusal(lambda: Sitting(2).do(CallOff(-1, "a" * 2001))) == "G27"
    assert refusal(lambda: Sitting(2).do(CallOff(-1, "bell \a"))) == "G27"


def test_nothing_happens_after_the_end():
    """G7: the game is over."""
    table = Sitting(2).sit("ann", "bob")
    table.do(Resign(0))
    assert refusal(lambda: table.do(Resign(1))) == "G7"


def test_computer_players_are_bound_to_their_nonces():
    """G8: each commits before players join, to a nonce or to none, and brings no other."""
    bound = (nonce_commitment("g", 1, "one"), "")
    table = Sitting(3, ("random", "steward"), ("one", ""), nonce_commitments=bound)
    events = table.do(TakeSeat(0, player="ann", nonce="mine"))
    assert [(one.seat, one.nonce) for one in events if isinstance(one, SeatTaken)] == [(0, "mine"), (1, "one"), (2, "")]
    for nonces in (("other", ""), ("", ""), ("one", "another")):
        other = Sitting(3, ("random", "steward"), nonces, nonce_commitments=bound)
        assert refusal(lambda table=other: table.do(TakeSeat(0, player="ann"))) == "G8"
    for wrong in ((), bound[:1], (*bound, "")):
        assert refusal(lambda bound=wrong: Sitting(3, ("random", "steward"), nonce_commitments=bound)) == "G8"


def test_a_commitment_is_for_one_seat_of_one_game():
    """G8: no seat can reuse another's commitment."""
    mine = nonce_commitment("g", 0, "nonce")
    assert mine not in {
        nonce_commitment("g", 1, "nonce"), nonce_commitment("h", 0, "nonce"), nonce_commitment("g", 0, "nonce2"),
    }  # fmt: skip


NONCES = ("first", "second")


def bound_to(seat, nonce):
    """The command to join there with the commitment to this nonce."""
    return TakeSeat(seat, player=f"p{seat}", nonce_commitment=nonce_commitment("g", seat, nonce))


def strict_table(computers=()):
    """A strict game with all seats taken and no nonce opened yet."""
    table = Sitting(2 + len(computers), computers, strict=True)
    for seat, nonce in enumerate(NONCES):
        table.do(bound_to(seat, nonce))
    return table


def test_a_strict_game_starts_when_the_last_nonce_is_open():
    """G9: a joining player commits to a nonce.

    With all seats taken each opens theirs, then the computer players sit.
    """
    table = strict_table(("random",))
    assert (table.game.status, table.game.nonces, table.game.to_open) == ("waiting", ("", ""), (0, 1))
    assert table.do(OpenNonce(1, "second")) == [NonceOpened(1, "second")]
    assert table.game.to_open == (0,)
    events = table.do(OpenNonce(0, "first"))
    assert events[:3] == [NonceOpened(0, "first"), SeatTaken(2, "", "random", ""), GameStarted()]
    assert (table.game.status, table.game.nonces, table.game.to_open) == ("playing", ("first", "second", ""), ())


def test_all_opened_nonces_count_in_a_strict_game():
    """G9: the draws at the start follow from every nonce, including the last one opened."""
    drawn = []
    for last in ("one", "two"):
        table = Sitting(2, strict=True)
        table.do(bound_to(0, "first"))
        table.do(bound_to(1, last))
        table.do(OpenNonce(0, "first"))
        drawn.append(table.do(OpenNonce(1, last))[2:])
    assert drawn[0] != drawn[1]


def test_an_earlier_game_waits_for_the_round_of_its_beacon():
    """G28: an early game waits for its beacon's round, and can be cancelled meanwhile; a recorded round is part of the
    draws.
    """
    table = Sitting(2)
    table.game = replace(table.game, beacon=Beacon("", "test", "", "", 0, 3))
    table.sit("ann", "bob")
    recorded = table.game
    assert recorded.status == "waiting"
    for fact in (BeaconAwaited(21), BeaconRecorded(21, "00")):
        recorded = shared.evolve_shared(recorded, fact)
    assert recorded.nonces == ("", "", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d")
    table.do(Abort(0))
    assert table.game.status == "aborted"


def test_a_strict_game_takes_commitments_and_no_nonces():
    """G9: no nonce, no malformed commitment, and no commitment for another seat."""
    table = Sitting(2, strict=True)
    bound = nonce_commitment("g", 0, "nonce")
    for wrong in (
        TakeSeat(0, player="ann"),
        TakeSeat(0, player="ann", nonce="nonce"),
        TakeSeat(0, player="ann", nonce="nonce", nonce_commitment=bound),
        TakeSeat(0, player="ann", nonce_commitment=bound.upper()),
        TakeSeat(1, player="ann", nonce_commitment=bound),
    ):
        assert refusal(lambda command=wrong: table.do(command)) == "G9"
    assert refusal(lambda: Sitting(2).do(TakeSeat(0, player="ann", nonce_commitment=bound))) == "G9"
    assert refusal(lambda: Sitting(2, ("random", "random"), strict=True)) == "G9"


def test_only_the_committed_nonce_is_opened_and_only_once():
    """G9: a seat opens its own committed nonce once, with all seats taken and before the game starts."""
    early = Sitting(2, strict=True)
    early.do(bound_to(0, "first"))
    assert refusal(lambda: early.do(OpenNonce(0, "first"))) == "G9"
    table = strict_table()
    for wrong in ((0, "second"), (0, ""), (0, "First"), (1, "first"), (2, "first"), (-1, "first")):
        assert refusal(lambda seat_and_nonce=wrong: table.do(OpenNonce(*seat_and_nonce))) == "G9"
    table.do(OpenNonce(0, "first"))
    assert refusal(lambda: table.do(OpenNonce(0, "first"))) == "G9"
    table.do(OpenNonce(1, "second"))
    assert refusal(lambda: table.do(OpenNonce(1, "second"))) == "G9"
    assert refusal(lambda: Sitting(2).sit("ann").do(OpenNonce(0, "first"))) == "G9"


def test_no_move_or_resignation_while_nonces_are_closed():
    """G3: a strict game with all seats taken has not started."""
    table = strict_table()
    assert shared.to_act(RULEBOOK, table.game) == ()
    assert refusal(lambda: table.do(Resign(1))) == "G3"


KEYS = [Signer(f"seat {seat}").public_key for seat in range(4)]


def signed_table(computers=()):
    """A started signed game."""
    table = Sitting(2 + len(computers), computers, signed=True, signing="1")
    for seat, name in enumerate(("ann", "bob")):
        table.do(TakeSeat(0, player=name, public_key=KEYS[seat]))
    return table


def test_a_signed_game_needs_keys():
    """G10: a signed game needs keys of 32 bytes in base64; an optional key has the same form."""
    table = Sitting(2, signed=True, signing="1")
    for wrong in ("", "key", KEYS[0][:-1], KEYS[0] + "\n", base64.b64encode(bytes(31)).decode(), "A" * 42 + "B="):
        assert refusal(lambda key=wrong: table.do(TakeSeat(0, player="ann", public_key=key))) == "G10"
        if wrong:
            assert refusal(lambda key=wrong: Sitting(2).do(TakeSeat(0, player="ann", public_key=key))) == "G10"
    table.do(TakeSeat(0, player="ann", public_key=KEYS[0]))
    assert table.game.seats[0].public_key == KEYS[0]
    assert refusal(lambda: Sitting(2, ("random", "random"), signed=True)) == "G10"


def test_persons_sign_every_move_of_a_signed_game():
    """G10: moves and resignations; the signature follows the player's own event and changes nothing else."""
    table, plain = signed_table(), Sitting(2).sit("ann", "bob")
    command = table.first_command()
    assert refusal(lambda: table.do(command)) == "G10"
    assert refusal(lambda: table.do(Resign(0))) == "G10"
    signed = CommandSigned(command.seat, "signature", "text")
    events = table.do(command, signed)
    assert events[1] == signed
    assert [events[0], *events[2:]] == plain.do(command)
    assert (table.game.table, table.game.moves) == (plain.game.table, plain.game.moves)
    assert table.do(Resign(0), CommandSigned(0, "signature", "text"))[:2] == [
        SeatResigned(0),
        CommandSigned(0, "signature", "text"),
    ]


def test_only_persons_sign():
    """G10: neither a computer player nor a seat's caretaker has a key, or needs one."""
    table = signed_table(("random",) * (min(4, MOST) - 2)) if MOST > 2 else signed_table()
    assert not any(seat.public_key for seat in table.game.seats[2:])
    for seat in range(table.game.players):
        listed = shared.legal(RULEBOOK, table.game, seat)
        assert all(must_sign(table.game, command) == (seat < 2) for command in listed)


def test_unsigned_commands():
    """G10: joining, changing a key, calling off; and every command of a seat without a key."""
    table = signed_table()
    for command in (Abort(0), ChangeKey(0, KEYS[2])):
        assert refusal(lambda one=command: table.do(one, CommandSigned(0, "signature", "text"))) == "G10"
    assert table.do(Abort(0)) == [GameAborted(0, "key")]
    plain = Sitting(2).sit("ann", "bob")
    command = plain.first_command()
    assert refusal(lambda: plain.do(command, CommandSigned(command.seat, "signature", "text"))) == "G10"


def test_signing_is_optional_with_a_key():
    """G10: a player with a key in an unsigned game signs as they like."""
    table = Sitting(2)
    for seat, name in enumerate(("ann", "bob")):
        table.do(TakeSeat(0, player=name, public_key=KEYS[seat]))
    command = table.first_command()
    assert table.do(command, CommandSigned(command.seat, "signature", "text"))[1].signature == "signature"
    table.play(1)


def test_the_key_of_a_seat_changes():
    """G11: a player sets or replaces the seat's key until the game ends; only an existing key can sign its
    replacement.
    """
    table = signed_table()
    assert table.do(ChangeKey(0, KEYS[2], "old key's")) == [KeyChanged(0, KEYS[2], "old key's")]
    assert table.do(ChangeKey(0, KEYS[3])) == [KeyChanged(0, KEYS[3], "")]
    assert [seat.public_key for seat in table.game.seats] == [KEYS[3], KEYS[1]]
    for wrong in (ChangeKey(0, KEYS[3]), ChangeKey(0, "key"), ChangeKey(0, ""), ChangeKey(2, KEYS[0])):
        assert refusal(lambda one=wrong: table.do(one)) == "G11"
    plain = Sitting(2, signing="1").sit("ann")
    assert refusal(lambda: plain.do(ChangeKey(0, KEYS[0], "signature"))) == "G11"
    assert plain.do(ChangeKey(0, KEYS[0])) == [KeyChanged(0, KEYS[0], "")]
    table.do(Resign(0), CommandSigned(0, "signature", "text"))
    assert refusal(lambda: table.do(ChangeKey(1, KEYS[0]))) == "G7"
