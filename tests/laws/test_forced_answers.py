"""Forced answers: a title's forced answers occur in its games, and few answers are publicly forced.

A forced answer is the only legal one: a law for every title (`sdk/laws/walk.py`). Because it follows from the public
view, an immediate answer reveals nothing.
"""

import random

import pytest

from ai.self_play import Match
from ai.simulation import LotChance
from domain import game as shared
from domain.determinization import determinize
from domain.messages import Event
from domain.projector import projector_for
from domain.redaction import redact
from domain.title_loader import find_forced, find_rulebooks

DEALS = 20


@pytest.mark.parametrize("title", [title for title in find_rulebooks() if find_forced(title)])
def test_forced_answers(title: str) -> None:
    """Forced answers occur; for three in four other questions with one answer, some viewer thinks another answer
    possible.
    """
    played: list[Event] = []
    players = find_rulebooks()[title].meta.most_players
    forced, said, secret, rest = find_forced(title), 0, 0, 0
    assert forced is not None
    for seed in range(4):
        played.clear()
        match = Match(
            projector_for(title),
            ["steward"] * players,
            str(seed),
            watch=lambda records, _game: played.extend(
                one.data for one in records if not isinstance(one.data, shared.SHARED_EVENTS)
            ),
        )
        while True:
            for seat in shared.to_act(match.rulebook, match.game):
                if len(shared.legal(match.rulebook, match.game, seat)) > 1:
                    continue
                if forced(match.game.table, seat):
                    said += 1
                    continue
                rest += 1
                past = [redact(event, (seat + 1) % players) for event in played]
                deals = (determinize(match.rulebook, past, LotChance(random.Random(lot))) for lot in range(DEALS))
                secret += any(len(match.rulebook.legal(table, seat)) > 1 for table in deals)
            if not match.step():
                break
    assert said > 0 and rest > 0 and secret >= 0.75 * rest, (said, secret, rest)
