"""Game analysis: chances that end with the result, losses measured on other playouts, and the luck of draws."""

import random
from typing import Any

import msgspec
import pytest

from ai.analysis.decision_points import DecisionPoints, Look
from ai.analysis.game_analysis import (
    USUAL,
    Analysis,
    Effort,
    Findings,
    Judgement,
    accuracy,
    balances,
    in_order,
    luck_share,
    mistakes,
)
from ai.analysis.move_analysis import Rival
from ai.analysis.paired_playouts import Compared, Tally, command_of, tally
from ai.search.search import Budget, Stopped, never
from ai.self_play import play_out
from ai.simulation import LotChance
from domain.game import SHARED_EVENTS
from domain.projector import projector_for
from domain.title_loader import find_rulebooks
from eventstore.entries import parse_position
from replay.past_states import placed_records
from tests.ai.guessing import Begun, Heap, Take, game_of, sticks

SMALL = Effort(Budget(games=1), Budget(games=4), Budget(games=8), Budget(games=20), pieces=6)


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


def test_a_game_is_analysed():
    """Each action has its chances, together 1, the last are the result; each answer with an alternative is judged."""
    projector, placed = finished("amun-re-card-game")
    analysis = finish(Analysis(projector, placed, "seed", effort=SMALL))
    found, chances = analysis.found, analysis.chances()
    positions = [one.position for one in chances]
    assert positions == sorted(set(positions), key=parse_position)
    assert positions[-1] == str(placed[-1][0])
    assert all(abs(sum(one.chances) - 1) < 0.001 for one in chances)
    assert all(
        len(one.known) == projector.rulebook.meta.least_players and all(0 <= each <= 1 for each in one.known)
        for one in chances
    )
    assert chances[-1].known == chances[-1].chances
    final = projector.fold([record for _, record in placed])
    assert final is not None and final.result is not None
    assert tuple(share > 0 for share in chances[-1].chances) == tuple(place == 1 for place in final.result.places)
    assert analysis.done == analysis.pieces and found.measured <= SMALL.pieces
    assert len(found.redrawn) == len(found.looks) and len(found.judged) > 20
    for one in found.judged[:: len(found.judged) // 10]:
        game = projector.fold([record for at, record in placed if at < parse_position(one.position)])
        assert game is not None
        legal = [msgspec.to_builtins(each) for each in projector.rulebook.legal(game.table, one.seat)]
        assert len(legal) > 1 and one.played in legal and all(rival.command in legal for rival in one.rivals)
        assert one.played not in [rival.command for rival in one.rivals] and bool(one.rivals) == bool(
            one.measured.pairs
        )


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


def test_the_end_of_the_game_and_the_readers_answers_come_first():
    """The last third of the game is judged before the rest, each part backwards; an answer is judged when the chances
    around it are known.
    """

    def order(reader):
        pieces = in_order(8, {2: 0, 3: 1, 6: 1, 7: 0}, reader)
        return [f"{place}?" if is_judgement else str(place) for place, is_judgement in pieces]

    assert order(None) == ["7", "6", "7?", "5", "6?", "4", "3", "2", "3?", "1", "2?", "0"]
    assert order(0) == ["7", "6", "7?", "5", "6?", "4", "3", "2", "1", "2?", "0", "3?"]
    assert order(1) == ["7", "6", "5", "6?", "7?", "4", "3", "2", "3?", "1", "0", "2?"]
    assert in_order(0, {}, None) == []


def test_an_analysis_is_short_whatever_the_length_of_the_game():
    """All parts together take less than five minutes, and what is done no longer counts."""
    assert USUAL.seconds_left(1, 1, USUAL.pieces) <= 280
    assert USUAL.seconds_left(0.5, 0.5, 0) == 90 and USUAL.seconds_left(0, 0, 1) == 4
    projector, placed = finished("amun-re-card-game")
    timed = Effort(Budget(games=1), Budget(games=2), Budget(games=4), Budget(seconds=4.0, games=1), pieces=3)
    analysis = Analysis(projector, placed, "seed", effort=timed)
    assert analysis.seconds_left == 12
    assert finish(analysis).seconds_left == 0


def test_a_resumed_analysis_finds_the_same():
    """Same seed and same budget in games, at once or in pieces by several processes; a stop loses one piece only."""
    projector, placed = finished("amun-re-card-game")
    effort = Effort(Budget(games=1), Budget(games=2), Budget(games=4), Budget(games=8), pieces=3)
    whole = finish(Analysis(projector, placed, "seed", effort=effort)).found
    found = Findings()
    while not found.is_done:
        other = Analysis(projector, placed, "seed", found, effort)
        if found.judged and not found.measured:
            with pytest.raises(Stopped):
                other.go_on(lambda: True)
            assert other.found == found
        for _ in range(40):
            other.go_on()
        found = other.found
    assert whole == found
    assert finish(Analysis(projector, placed, "another", effort=effort)).found != whole


def test_the_better_answer_is_found_to_be_so():
    """With six sticks, taking two leaves a losing heap and taking one does not; no answer counts as better than
    itself.
    """
    past = [Begun(Heap(6))]
    game, budget, lot = game_of(sticks(), past), Budget(games=800), random.Random("compare")
    better, same = tally(sticks(), game, past, (Take(0, 2), Take(0, 1)), Take(0, 1), budget, lot)
    assert better.compared().is_sure and better.compared().gain > 0
    assert same.compared() == Compared(0.0, 0.0) and not same.compared().is_sure
    (worse,) = tally(sticks(), game, past, (Take(0, 1),), Take(0, 2), budget, lot)
    assert not worse.compared().is_sure and worse.compared().gain < 0


TAKE = {"type": "Take", "seat": 0}


def judged(gain, pairs=400, squares=0.0, position="3-0", seat=0):
    """A judgement whose best rival was better by this much."""
    rivals = (Rival({**TAKE, "count": 1}, Tally(10, 1.0, 1.0)), Rival({**TAKE, "count": 2}, Tally(10, 2.0, 1.0)))
    return Judgement(position, seat, TAKE, rivals, Tally(pairs, gain * pairs, squares + gain * gain * pairs))


def test_only_certain_losses_are_mistakes():
    """A loss needs a size that matters, and a margin that carries it; the five largest are told."""
    assert judged(0.1).is_mistake and judged(0.1).best == Rival({**TAKE, "count": 2}, Tally(10, 2.0, 1.0))
    assert not judged(0.02).is_mistake, "too small"
    assert not judged(0.1, pairs=20).is_mistake, "too few playouts"
    assert not judged(0.1, squares=1000.0).is_mistake, "too uncertain"
    assert judged(0.02).is_settled and judged(0.1).is_settled and not judged(0.1, squares=400.0).is_settled
    assert Judgement("3-0", 0, TAKE).is_settled and not Judgement("3-0", 0, TAKE).is_mistake
    losses = [0.04, 0.3, 0.01, 0.2, 0.05, 0.06, 0.07]
    found = Findings(judged=tuple(judged(gain) for gain in losses))
    assert [one.lost.gain for one in mistakes(found)] == [0.3, 0.2, 0.07, 0.06, 0.05]


def test_losses_and_luck_are_balanced_by_player():
    """The less certain a loss is, the less it counts; luck is summed from the draws."""
    assert judged(0.1).likely_loss == pytest.approx(0.1) and judged(-0.1).likely_loss == 0
    assert 0.04 < judged(0.1, squares=4 * 400.0).likely_loss < 0.06
    assert accuracy(0.0) == pytest.approx(100, abs=0.01) and accuracy(1.0) == 0 and 60 < accuracy(0.1) < 70
    looks = (Look(9, (0.5, 0.5)), Look(9, (0.8, 0.2)), Look(9, (0.6, 0.4)), Look(9, (0.6, 0.4)))
    redrawn = (None, Look(9, (0.6, 0.4)), None, None)
    found = Findings(looks, redrawn, (judged(0.1), judged(0.2), judged(0.0, seat=1)))
    first, second = balances(found, 2)
    assert (first.answers, first.lost, first.luck) == (2, 0.3, 0.2)
    assert (second.answers, second.lost, second.accuracy, second.luck) == (1, 0.0, 100.0, -0.2)
    assert luck_share(found) == pytest.approx(0.04 / (0.04 + 0.01 + 0.04), abs=0.001)
    assert luck_share(Findings()) is None and balances(Findings(), 2)[0].accuracy is None


def test_luck_is_in_draws_alone():
    """The randomness of all seats adds up to zero; after a few playouts, most of what looks like luck is noise."""
    moments = DecisionPoints(*finished("das-amulett"))
    drawn = [place for place in range(len(moments.all)) if moments.is_drawn(place)]
    assert 3 < len(drawn) < len(moments.all) - 20
    for place in drawn[:: len(drawn) // 4]:
        here, other = (
            look(place, Budget(games=8), random.Random("luck"), never) for look in (moments.look, moments.look_redrawn)
        )
        assert sum(here.chances) == pytest.approx(1, abs=0.001)
        assert sum(other.chances) == pytest.approx(1, abs=0.001) and other.error > 0
    noisy = Findings(tuple(Look(9, (0.5 + by, 0.5 - by), 0.1) for by in (0.0, 0.1, -0.1, 0.0)), (None,) * 4)
    assert luck_share(noisy) is None
