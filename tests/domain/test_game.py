"""What every title shares: rules G1 to G7 of docs/rules.md."""

import pytest

from domain import game as shared
from domain.chance import KeyedChance
from domain.game import (
    Abort,
    GameAborted,
    GameFinished,
    GameStarted,
    Resign,
    SeatResigned,
    SeatTaken,
    TakeSeat,
    act,
    evolve,
    open_game,
)
from domain.messages import Illegal
from domain.rulebooks import find_rulebooks

RULEBOOK = next(one for one in find_rulebooks().values() if one.meta.least_players == 2)
MOST = RULEBOOK.meta.most_players


class Sitting:
    """A game in which people sit down and act, one action after the other."""

    def __init__(self, players, computers=()):
        self.game = shared.evolve_shared(
            None, open_game(RULEBOOK, players, {"components": None}, "", False, computers).event
        )

    def do(self, command):
        """The events of this command, which are applied."""
        nonces = (*self.game.nonces, *[""] * (self.game.players - len(self.game.seats)))
        happenings = act(RULEBOOK, self.game, command, KeyedChance(bytes(32), "g", nonces, self.game.draws), "key")
        for one in happenings:
            self.game = evolve(RULEBOOK, self.game, one.event, one.actor, one.luck)
        return [one.event for one in happenings]

    def sit(self, *names):
        """These people sit down."""
        for name in names:
            self.do(TakeSeat(0, name, name.title()))
        return self

    def play(self, moves):
        """That many first legal moves."""
        for _ in range(moves):
            seat = shared.to_act(RULEBOOK, self.game)[0]
            self.do(shared.legal(RULEBOOK, self.game, seat)[0])
        return self


def refusal(do):
    """The rule that refuses this."""
    with pytest.raises(Illegal) as caught:
        do()
    return caught.value.rule


def test_a_title_is_for_its_number_of_players():
    """G1: a game is opened for a number of players that the title allows."""
    assert refusal(lambda: open_game(RULEBOOK, MOST + 1, {}, "", False)) == "G1"
    assert refusal(lambda: open_game(RULEBOOK, 2, {}, "", False, ("steward",) * 3)) == "G1"


def test_nobody_sits_twice():
    """G2: one person, one seat."""
    assert refusal(lambda: Sitting(2).sit("ann", "ann")) == "G2"


def test_a_full_table_takes_nobody():
    """G2: a seat must be free, and those kept for computer players are not."""
    table = Sitting(3, ("steward",)).sit("ann")
    assert table.game.free_seats == 1
    table.sit("bob")
    assert refusal(lambda: table.sit("cem")) == "G2"


def test_the_game_starts_when_the_last_seat_is_taken():
    """G3: computer players take the last seats, then the title's set-up follows in the same action."""
    table = Sitting(3, ("random",)).sit("ann")
    events = table.do(TakeSeat(0, "bob", "Bob"))
    assert events[0] == SeatTaken(1, "bob", "Bob", "person", "")
    assert events[1] == SeatTaken(2, "", "Random 3", "random", "")
    assert isinstance(events[2], GameStarted)
    assert shared.to_act(RULEBOOK, table.game)


def test_nobody_moves_before_the_start():
    """G3: seats are still free."""
    playing = Sitting(2).sit("ann", "bob")
    command = shared.legal(RULEBOOK, playing.game, shared.to_act(RULEBOOK, playing.game)[0])[0]
    waiting = Sitting(2).sit("ann")
    assert refusal(lambda: waiting.do(command)) == "G3"


def test_only_a_seat_that_is_asked_may_answer():
    """G4: a seat that is not asked is refused, by the title's rule of turns, with the names of those asked."""
    table = Sitting(2).sit("ann", "bob")
    seat = shared.to_act(RULEBOOK, table.game)[0]
    command = shared.legal(RULEBOOK, table.game, seat)[0]
    other = type(command)(1 - seat, *[getattr(command, name) for name in command.__struct_fields__[1:]])
    assert refusal(lambda: table.do(other)) in RULEBOOK.meta.rules


def test_resigning_at_a_table_of_two_ends_the_game():
    """G5: one seat is left, and it wins."""
    table = Sitting(2).sit("ann", "bob").play(1)
    events = table.do(Resign(1))
    assert events[0] == SeatResigned(1)
    assert isinstance(events[1], GameFinished)
    assert events[1].result.places == (1, 2)
    assert events[1].key == "key"


def test_resigning_among_several_lets_a_caretaker_go_on():
    """G5: the game goes on, nobody resigns twice, and a seat that resigned is ranked last."""
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
    """The places that the rules and the game give when these of four seats resign after the first move."""
    table = Sitting(4).sit("ann", "bob", "cem", "dot").play(1)
    for seat in seats:
        table.do(Resign(seat))
    while not table.game.is_over:
        table.play(1)
    return RULEBOOK.result(table.game.table).places, table.game.result.places


def test_who_resigned_is_behind_all_others_whatever_the_caretaker_reached():
    """G5: also if the caretaker wins by the title's rules; the others keep their order."""
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


def test_two_who_resigned_share_the_places_behind_the_two_others():
    """G5: two of four resigned, and two computer players are left: those are first, the persons third."""
    table = Sitting(4, ("steward", "steward")).sit("ann", "bob").play(1)
    table.do(Resign(0))
    finished = table.do(Resign(1))[-1]
    assert isinstance(finished, GameFinished)
    assert finished.result.places == (3, 3, 1, 1)


def test_the_game_ends_when_no_person_is_left():
    """G5: computer players do not play on for nobody."""
    table = Sitting(3, ("steward", "steward")).sit("ann").play(1)
    assert isinstance(table.do(Resign(0))[-1], GameFinished)


def test_the_creator_may_call_off_before_the_first_move():
    """G6: before the first move, also while seats are free."""
    assert Sitting(2).sit("ann").do(Abort(0)) == [GameAborted(0, "key")]
    table = Sitting(2).sit("ann", "bob")
    assert table.do(Abort(0)) == [GameAborted(0, "key")]
    assert table.game.status == "aborted"


def test_nobody_else_and_not_later():
    """G6: only the creator, and not once somebody has moved."""
    assert refusal(lambda: Sitting(2).sit("ann", "bob").do(Abort(1))) == "G6"
    assert refusal(lambda: Sitting(2).sit("ann", "bob").play(1).do(Abort(0))) == "G6"


def test_nothing_happens_after_the_end():
    """G7: the game is over."""
    table = Sitting(2).sit("ann", "bob")
    table.do(Resign(0))
    assert refusal(lambda: table.do(Resign(1))) == "G7"
