"""Analysis of a finished game: chances that end with the result, and only answers that are better."""

import random
from typing import Any

import msgspec
import pytest

from ai.analysis.decision_points import Look
from ai.analysis.game_analysis import Analysis, Effort, Findings, Judged
from ai.analysis.paired_playouts import Compared, command_of, compare
from ai.search.search import Budget, Stopped
from ai.self_play import play_out
from ai.simulation import LotChance
from domain.game import SHARED_EVENTS
from domain.projector import projector_for
from domain.title_loader import find_rulebooks
from eventstore.entries import parse_position
from replay.past_states import placed_records
from tests.ai.guessing import Begun, Heap, Take, game_of, sticks

SMALL = Effort(Budget(games=1), answers=2, fall=Budget(games=4), search=Budget(games=4), comparison=Budget(games=4))


def finished(title, seed="analysis"):
    """The projector and the full record of a game between stewards and a random player."""
    projector = projector_for(title)
    least = projector.rulebook.meta.least_players
    played = play_out(projector, ("random", *("steward",) * (least - 1)), seed)
    return projector, placed_records(projector, played.entries)


def finish(analysis):
    """All findings."""
    while not analysis.found.is_done:
        analysis.go_on()
    return analysis


def test_a_game_is_explained():
    """Each action has chances that add up to 1, the last are the result; each flagged answer was legal, and a fall."""
    projector, placed = finished("amun-re-card-game")
    analysis = finish(Analysis(projector, placed, "seed", effort=SMALL))
    chances = analysis.chances()
    assert [at for at, _ in chances] == sorted({at for at, _ in chances}, key=parse_position)
    assert chances[-1][0] == str(placed[-1][0])
    assert all(abs(sum(each) - 1) < 0.001 for _, each in chances)
    final = projector.fold([record for _, record in placed])
    assert final is not None and final.result is not None
    assert tuple(share > 0 for share in chances[-1][1]) == tuple(place == 1 for place in final.result.places)
    assert (analysis.done, len(analysis.found.closer)) == (analysis.pieces, len(chances) // 4)
    curve_alone = msgspec.structs.replace(analysis.found, judged=(), is_done=False)
    usual = Analysis(projector, placed, "seed", curve_alone)
    assert 0.35 < usual.done / usual.pieces < 0.45, "by the usual effort the answers take three fifths of the time"
    answers = analysis.found.judged
    assert len(answers) == 2 and len(analysis.found.measured) == 4
    for one in answers:
        game = projector.fold([record for at, record in placed if at < parse_position(one.position)])
        assert game is not None
        assert one.played in [msgspec.to_builtins(each) for each in projector.rulebook.legal(game.table, one.seat)]


@pytest.mark.parametrize("title", find_rulebooks())
def test_the_answer_is_known_by_what_happened(title):
    """In each title every recorded answer matches exactly one legal command."""
    projector = projector_for(title)
    rulebook = projector.rulebook
    placed = placed_records(projector, play_out(projector, ("random",) * rulebook.meta.least_players, "known").entries)
    game: Any = None
    answers = 0
    for at, record in placed:
        if at.effect == 0 and record.actor is not None and not isinstance(record.data, SHARED_EVENTS):
            command = command_of(rulebook, game, record.actor, record.data)
            assert record.data in list(rulebook.decide(game.table, command, LotChance(random.Random(1))))
            answers += 1
        game = projector.evolve(game, record)
    assert answers > 10


def test_a_resumed_analysis_finds_the_same():
    """Same seed and same budget in games, at once or in pieces by several processes; a stop loses one piece only."""
    projector, placed = finished("amun-re-card-game")
    whole = finish(Analysis(projector, placed, "seed", effort=SMALL)).found
    found = Findings()
    while not found.is_done:
        other = Analysis(projector, placed, "seed", found, SMALL)
        if not found.looks or found.closer:
            with pytest.raises(Stopped):
                other.go_on(lambda: True)
            assert other.found == found
        for _ in range(40):
            other.go_on()
        found = other.found
    assert whole == found
    assert finish(Analysis(projector, placed, "another", effort=SMALL)).found != whole


def test_the_better_answer_is_found_to_be_so():
    """With six sticks, taking two leaves a losing heap and taking one doesn't; neither is better than itself."""
    past = [Begun(Heap(6))]
    game, budget, lot = game_of(sticks(), past), Budget(games=800), random.Random("compare")
    found = compare(sticks(), game, past, (Take(0, 2), Take(0, 1)), budget, lot)
    assert found.is_sure and found.gain > 0
    assert compare(sticks(), game, past, (Take(0, 2), Take(0, 2)), budget, lot) == Compared(0.0, 0.0)
    assert not Compared(0.0, 0.0).is_sure
    assert not compare(sticks(), game, past, (Take(0, 1), Take(0, 2)), budget, lot).is_sure


def test_findings_worth_reporting():
    """A better answer, or a chance that fell far; nothing else."""
    take = {"type": "Take", "seat": 0}
    assert Judged("3-0", 0, take, take, 0.5, 0.45, 0.1).is_turning_point
    assert Judged("3-0", 0, take, None, 0.5, 0.3, 0.0).is_turning_point
    assert not Judged("3-0", 0, take, None, 0.5, 0.4, 0.0).is_turning_point


def test_how_far_a_chance_fell_is_measured_anew():
    """With games that had no part in choosing the answer; the curve shows the sentence's value."""
    projector, placed = finished("amun-re-card-game")
    analysis = finish(Analysis(projector, placed, "seed", effort=SMALL))
    found, chances = analysis.found, analysis.chances()
    pairs = list(zip(found.measured[::2], found.measured[1::2], strict=True))
    for one, ((earlier, before), (later, after)) in zip(found.judged, pairs, strict=True):
        assert earlier + 1 == later and {before.games, after.games} <= {4, 0}
        assert (one.before, one.after) == (before.chances[one.seat], after.chances[one.seat])
    (place, look), *others = found.measured
    assert all(place != other for other, _ in others) and chances[place][1] == look.chances


def test_more_games_are_played_where_chances_change():
    """The moments examined more closely are those that changed most in the first pass."""
    projector, placed = finished("amun-re-card-game")
    found = finish(Analysis(projector, placed, "seed", effort=SMALL)).found
    looks = found.looks

    def change(place):
        return max(abs(a - b) for a, b in zip(looks[place].chances, looks[max(0, place - 1)].chances, strict=True))

    closer = {place for place, _ in found.closer}
    assert min(map(change, closer)) >= max(change(place) for place in range(len(looks)) if place not in closer)
    assert {look.games for _, look in found.closer} <= {3, 0}
    assert isinstance(looks[0], Look) and looks[-1].games == 0
