"""Ordered moves in the record: impossible marks are found."""

from functools import cache

from ai.self_play import play_out
from audit.verification.verify import verify
from domain.game import Happening
from domain.ordered_moves import MoveOrdered
from domain.projector import projector_for
from tests.audit.games import bundled, happenings_of, sealed_again
from tests.audit.test_signatures import finding

TITLE = "amun-re-card-game"


@cache
def ordered_game():
    """A game with ordered moves, its actions, and the number of an action with an ordered move."""
    projector = projector_for(TITLE)
    game = play_out(projector, ["steward"] * 3, "ordered", orders=True)
    actions = happenings_of(projector, game.entries)
    number = next(at for at, action in enumerate(actions) if any(isinstance(one.event, MoveOrdered) for one in action))
    return projector, game, actions, number


def raw_of(actions):
    """The bundle of these actions, written by a forger with the game key."""
    projector, game, *_ = ordered_game()
    return bundled(projector, game, sealed_again(projector, actions, game.game_key, game.game_id))


def changed(actions, number, make):
    """The actions with this one rebuilt from its happenings."""
    return [make(list(action)) if at == number else action for at, action in enumerate(actions)]


def test_a_mark_follows_its_seats_move():
    """A mark directly follows a move of its seat, once; otherwise the place is named."""
    *_, actions, number = ordered_game()
    seat, place = actions[number][1].event.seat, f"{number + 1}-"
    mark = Happening(MoveOrdered(seat), seat)
    first = next(at for at, action in enumerate(actions) if len(action) > 2 and action[0].actor is not None)
    owner = actions[first][0].actor
    for lie, at in (
        (changed(actions, number, lambda own: [own[1], own[0], *own[2:]]), f"{place}0"),
        (changed(actions, number, lambda own: [*own[:2], mark, *own[2:]]), f"{place}2"),
        (changed(actions, number, lambda own: [own[0], Happening(MoveOrdered(seat), None), *own[2:]]), f"{place}1"),
        (changed(actions, number, lambda own: [own[0], Happening(MoveOrdered(1 - seat % 2), seat)]), f"{place}1"),
        (
            changed(actions, first, lambda own: [*own[:2], Happening(MoveOrdered(owner), owner), *own[2:]]),
            f"{first + 1}-2",
        ),
    ):
        assert finding(raw_of(lie)) == ("course", at)


def test_a_mark_is_optional():
    """A player's order is not public: the mark alone changes nothing."""
    *_, actions, number = ordered_game()
    without = changed(actions, number, lambda own: [own[0], *own[2:]])
    assert verify(raw_of(without)).ok
    after = changed(actions, number, lambda own: [*own[:2]])
    assert len(actions[number]) == 2 or not verify(raw_of(after)).ok
