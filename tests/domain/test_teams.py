"""Teams, cooperative games and elimination: results, chances, resignations and proposals (G29)."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ai.analysis.winning_chances import without_resigned
from ai.search.playout_policy import chances
from domain.disputes.events import DecideDispute, OpenDispute, Remedy
from domain.game import GameFinished, Resign
from domain.narration import narrate_end
from domain.proposals.events import ProposeEnd
from domain.rulebook import Result
from domain.winning_chances import by_team
from sdk.laws.walk import broken_result
from tests.domain.tables import RULEBOOK, Table

PAIRS = (0, 1, 0, 1)


def title(teams: tuple[tuple[int, ...], ...] = (), **more: Any) -> Any:
    """A title of ours with these teams, or with eliminated seats."""
    return SimpleNamespace(**{**vars(RULEBOOK), "meta": msgspec.structs.replace(RULEBOOK.meta, teams=teams), **more})


def test_a_seat_without_partners_is_a_team() -> None:
    """Teams are for some numbers of players; a game in which all are one team is cooperative."""
    meta = title((PAIRS, (0, 0))).meta
    assert [meta.teams_of(players) for players in (2, 3, 4)] == [(0, 0), (0, 1, 2), PAIRS]
    assert [meta.is_cooperative(players) for players in (1, 2, 3, 4)] == [False, True, False, False]


def test_partners_share_the_win() -> None:
    """Each partner has the whole win, teams in the same place divide it, and a lost cooperative game has no win."""
    assert (1.0, 0.0, 1.0, 0.0) == Result((1, 3, 1, 3), (), "").shares(PAIRS)
    assert (0.5,) * 4 == Result((1, 1, 1, 1), (), "").shares(PAIRS)
    assert (0.5, 0.5, 0.0) == Result((1, 1, 3), (), "").shares((0, 1, 2))
    assert (0.0, 0.0) == Result((2, 2), (), "").shares((0, 0)) and (1.0, 1.0) == Result((1, 1), (), "").shares((0, 0))
    assert pytest.approx((0.4, 0.6, 0.4, 0.6)) == by_team((0.1, 0.2, 0.3, 0.4), PAIRS)
    good, bad = (chances(hopes, (0, 0))[0] for hopes in ((1.0, 1.0), (-1.0, -1.0)))
    assert bad < 0.5 < good and chances((0.0, 0.0), (0, 0)) == (0.5, 0.5)


def test_who_resigned_is_last_alone() -> None:
    """G29: a player who resigned is last, and the partner keeps the place, also in a lost cooperative game."""
    won = Result((1, 3, 1, 3), (0,) * 4, "").ranking_last([False, False, True, False])
    assert won.places == (1, 2, 4, 2) and not broken_result(won, title((PAIRS,)).meta, [False, False, True, False])
    assert Result((2, 2, 2), (), "").ranking_last([False, True, False]).places == (2, 4, 2)


def test_the_end_is_told_by_teams() -> None:
    """The sentence names a team that wins, teams that share the first place, or a cooperative game that all players
    lost.
    """

    def told(places: tuple[int, ...], teams: tuple[int, ...]) -> str:
        return narrate_end(Result(places, (), ""), teams).template

    assert told((1, 3, 1, 3), PAIRS) == "The game is over. {players} won together."
    assert told((1, 1, 1, 1), PAIRS) == "The game is over. {players} share first place."
    assert told((1, 2), (0, 1)) == "The game is over. {player} won."
    assert told((2, 2), (0, 0)) == "The game is over. All players lost."


@pytest.mark.parametrize(
    ("places", "teams", "told"),
    [
        ((1, 3, 3, 1), PAIRS, "partners"),
        ((2, 2), (0, 1), "first place"),
        ((3, 3), (0, 0), "first place"),
        ((1, 2), (0, 1), "has 2 numbers of points"),
    ],
)
def test_a_broken_result_is_found(places, teams, told) -> None:
    """The laws refuse partners in different places, a lost game that is not cooperative, and lacking points."""
    assert told in broken_result(Result(places, (), ""), title((teams,)).meta, [False] * len(places))


def test_a_cooperative_game_is_lost_by_resignations_and_not_ended_by_agreement() -> None:
    """G29: otherwise the last one to stay would win, and all could agree to win."""
    table = Table(rulebook=title(((0, 0),)))
    for kind in ("draw", "as_it_stands"):
        table.refuses(ProposeEnd(0, kind), "G29")
    table.do(Resign(1))
    assert table.game.result is not None and table.game.result.places == (2, 3) and not table.game.result.winners()
    rivals = Table()
    rivals.do(Resign(1))
    assert rivals.game.result is not None and rivals.game.result.places == (1, 2)


def test_who_is_eliminated_need_not_resign() -> None:
    """G29: an eliminated player cannot resign, the others can; the last player left wins before the eliminated ones."""
    table = Table(3, rulebook=title(eliminated=lambda state: {2}))
    table.refuses(Resign(2), "G29")
    table.do(Resign(1))
    assert table.game.result is not None and table.game.result.places == (1, 3, 2)
    together = Table(3, rulebook=title(((0, 0, 0),), eliminated=lambda state: {2}))
    together.do(Resign(1))
    assert not together.game.is_over and together.game.seats[1].resigned


def test_a_team_that_has_resigned_loses() -> None:
    """G29: the game continues while one partner stays; then the other team wins, though both of it are still there."""
    table = Table(4, rulebook=title((PAIRS,)))
    table.do(Resign(0))
    assert not table.game.is_over
    table.do(Resign(2))
    assert table.game.result is not None and table.game.result.places == (3, 1, 3, 1)


def test_who_is_out_wins_with_the_partner() -> None:
    """G29: if the other team resigns, an eliminated player wins with the partner."""
    table = Table(4, rulebook=title((PAIRS,), eliminated=lambda state: {0}))
    table.do(Resign(1))
    assert not table.game.is_over
    table.do(Resign(3))
    assert table.game.result is not None and table.game.result.places == (1, 3, 1, 3)


@pytest.mark.parametrize("by_rules", [None, Result((1, 2, 3), (9, 8, 7), "rules")], ids=["goes on", "over"])
def test_an_elimination_may_end_a_game_with_resignations(by_rules: Result | None) -> None:
    """G29: an elimination ends the game at once if one rival is left; a result by the title's rules is kept, with its
    points.
    """
    out: set[int] = set()
    ends: list[Result | None] = [None]
    table = Table(3, rulebook=title(eliminated=lambda state: out, result=lambda state: ends[0]))
    table.do(Resign(1))
    assert not table.game.is_over
    out.add(2)
    ends[0] = by_rules
    table.play()
    assert table.game.result is not None and table.game.result.places == (1, 3, 2)
    assert table.game.result.points == ((0, 0, 0) if by_rules is None else (9, 8, 7))


def test_a_decision_is_by_teams() -> None:
    """G29: partners get the same place; the players of a cooperative game cannot agree that they have won."""
    pairs = Table(4, rulebook=title((PAIRS,))).disputed()
    pairs.refuses(DecideDispute(-1, 1, "operator", "So.", Remedy("result", places=(1, 2, 3, 4))), "G29")
    _, last = pairs.decided(Remedy("result", places=(1, 3, 1, 3)))
    assert isinstance(last, GameFinished) and last.result.winners() == (0, 2)
    together = Table(2, rulebook=title(((0, 0),)))
    wish = Remedy("result", places=(1, 1))
    together.refuses(OpenDispute(0, together.end, "We won.", wish), "G29")
    _, last = together.disputed().decided(wish)
    assert isinstance(last, GameFinished) and last.result.places == (1, 1)


def test_the_chances_of_a_team_remain_with_the_partner() -> None:
    """The sum over the teams is 1 after a resignation; in a cooperative game no other team gets the rest."""
    chances = (0.6, 0.4, 0.6, 0.4)
    assert pytest.approx((0.0, 0.4, 0.6, 0.4)) == without_resigned(chances, (True, False, False, False), PAIRS)
    assert pytest.approx((0.0, 1.0, 0.0, 1.0)) == without_resigned(chances, (True, False, True, False), PAIRS)
    assert pytest.approx((0.3, 0.0)) == without_resigned((0.3, 0.3), (False, True), (0, 0))
