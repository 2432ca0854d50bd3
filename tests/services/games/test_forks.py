"""Fork of a running game: nothing in it was hidden from its player."""

import pytest

from ai.self_play import Match
from domain.determinization import lot_of_fork
from domain.game import SHARED_EVENTS, Happening
from domain.projector import projector_for
from domain.title_loader import find_rulebooks
from eventstore.entries import End, seal_action
from replay.past_states import counting_actions, placed_records
from services.games.forks import copy_of

EXPERT = {"amun-re": {"expert": True}, "das-amulett": {"advanced": True}}


@pytest.mark.parametrize("title", find_rulebooks())
def test_hidden_parts_never_get_into_a_fork(title):
    """Two running games that differ only in a seat's hidden parts give it the same fork for the same key."""
    projector = projector_for(title)
    rulebook, key = projector.rulebook, b"k" * 32
    match = Match(projector, ["random"] * rulebook.meta.least_players, f"{title}/forking", EXPERT.get(title))
    differed = 0
    for _ in range(30):
        match.step()
        placed = placed_records(projector, match._entries)
        seen = placed_records(projector, match._entries, 1)
        copy = copy_of(rulebook, seen, lot_of_fork(key, "fork"))
        other = another_game(copy_of(rulebook, seen, lot_of_fork(b"o" * 32, "other")), placed)
        there = placed_records(projector, other, 1)
        assert copy == copy_of(rulebook, there, lot_of_fork(key, "fork"))
        truth = [one.data for _, one in placed]
        differed += truth != [one.data for _, one in placed_records(projector, other)]
        assert [one for action in copy_of(rulebook, placed, None) for one in action] == [
            Happening(one.data, one.actor) for _, one in placed if not isinstance(one.data, SHARED_EVENTS)
        ]
    assert differed


def another_game(dealt, placed):
    """The record of a game like this one with a different deal, under another key."""
    events, end, entries = iter([one.event for action in dealt for one in action]), End(), []
    for action in reversed([*counting_actions(placed)]):
        happenings = [
            Happening(one.data if isinstance(one.data, SHARED_EVENTS) else next(events), one.actor, one.luck)
            for _, one in action.records
        ]
        sealed, records = seal_action(happenings, end, at=1, game_key=b"a" * 32, game_id="another")
        entries += sealed
        end = end.after(sealed, records)
    return entries
