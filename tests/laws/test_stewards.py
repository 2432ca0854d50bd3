"""Laws of the stewards, over every title: they use their seat's view alone, and their hopes come true."""

import random

import pytest
from msgspec.structs import replace

from ai.kinds import CARETAKER, find_kinds
from ai.self_play import Match
from domain.determinization import determinize
from domain.projector import projector_for
from domain.redaction import redact
from domain.title_loader import find_prospects, find_rulebooks
from sdk.laws.determinization import lot_of, playout, seen_by

TITLES = find_rulebooks()
EACH = 12


def answer(rulebook, game, events, seat):
    """The steward's answer after these events, and its liking for each answer."""
    table = None
    for event in events:
        table = rulebook.evolve(table, event)
    commands = rulebook.legal(table, seat)
    seen = replace(game, table=table)
    chosen = find_kinds()[CARETAKER].choose(rulebook, seen, seat, commands, random.Random("law"))
    return chosen, rulebook.appraise(table, seat, commands)


@pytest.mark.parametrize("title", TITLES)
def test_a_steward_uses_its_seats_view_alone(title):
    """A redacted record and a seed determine the answer, whatever is hidden and whatever was asked in between."""
    rulebook = TITLES[title]
    moments = playout(title, rulebook.meta.least_players, 1)
    game = Match(projector_for(title), [CARETAKER] * rulebook.meta.least_players, "law").game
    for number, moment in enumerate(random.Random(title).sample(moments, min(EACH, len(moments)))):
        for seat in rulebook.to_act(moment.table):
            seen = seen_by(moment, seat)
            first = answer(rulebook, game, seen, seat)
            for luck in (1, 2):
                # Another full state that looks the same; nothing of it may be remembered.
                other = determinize(rulebook, seen, lot_of((number, luck)))
                rulebook.appraise(other, seat, rulebook.legal(other, seat))
                same = [redact(event, seat) for event in rulebook.determinize(seen, lot_of((number, luck)))]
                assert answer(rulebook, game, same, seat) == first


@pytest.mark.parametrize("title", [title for title in TITLES if find_prospects(title)])
def test_the_winner_had_the_best_prospects(title):
    """Every full state has prospects for each seat, and at the end no seat's are better than the winner's."""
    rulebook = TITLES[title]
    prospects = find_prospects(title)
    moments = playout(title, rulebook.meta.least_players, 2)
    for moment in random.Random(title).sample(moments, min(EACH, len(moments))):
        hopes = prospects(moment.table)
        assert len(hopes) == rulebook.meta.least_players
    state = moments[-1].table
    chance = lot_of("end")
    while (result := rulebook.result(state)) is None:
        event = rulebook.advance(state, chance)
        if event is None:
            seat = rulebook.to_act(state)[0]
            (event,) = rulebook.decide(state, rulebook.legal(state, seat)[0], chance)
        state = rulebook.evolve(state, event)
    hopes = prospects(state)
    assert all(hopes[seat] == max(hopes) for seat in result.winners())
