"""Game history: outcomes are compared by places, with those who did not stay last."""

import msgspec

from services.community.game_history import history_of, outcome_against, scores_by_opponent
from services.community.profiles import profile_of
from tests.services.community.test_ratings import computer, game, seat

TABLE = game(1, seat("ann", 2), seat("bob", 1, stayed=False), seat("cid", 2), computer("steward", 4))


def test_an_outcome_is_against_the_best_of_the_others_or_one_opponent() -> None:
    """A shared first place is a tie; a winner who left has lost, also to the computer player."""
    assert ["tied", "lost", "tied", "lost"] == [
        outcome_against(TABLE, who) for who in ("ann", "bob", "cid", "computer-steward")
    ]
    assert "won" == outcome_against(TABLE, "ann", "bob") == outcome_against(TABLE, "computer-steward", "bob")
    assert outcome_against(TABLE, "ann", "eve") is None is outcome_against(TABLE, "eve")


def test_partners_are_no_opponents() -> None:
    """A game of two teams is won or lost against the other team, and a cooperative one against no opponent."""
    seats = (seat("ann", 1), seat("bob", 3), seat("cid", 1), seat("dan", 3))
    teams = msgspec.structs.replace(game(4, *seats), teams=(0, 1, 0, 1))
    assert ["won", "lost", "won", "lost"] == [outcome_against(teams, who) for who in ("ann", "bob", "cid", "dan")]
    assert outcome_against(teams, "ann", "cid") is None and "won" == outcome_against(teams, "cid", "dan")
    assert {"bob": 1, "dan": 1} == {who: score["won"] for who, score in scores_by_opponent("ann", [teams]).items()}
    beside = game(6, seat("ann", 1), computer("steward", 3), computer("steward", 1), computer("steward", 3))
    beside = msgspec.structs.replace(beside, teams=(0, 1, 0, 1))
    assert "won" == outcome_against(beside, "ann") == outcome_against(beside, "ann", "computer-steward")
    for place, outcome in ((1, "won"), (2, "lost")):
        together = msgspec.structs.replace(game(5, seat("ann", place), seat("bob", place)), teams=(0, 0))
        assert [outcome] == [one.outcome for one in history_of("bob", [together])]
        assert {} == scores_by_opponent("bob", [together])


def test_a_lost_cooperative_game_has_a_place_in_the_profile() -> None:
    """A player who lost a cooperative game, or resigned from it, has a place after all others in the profile."""
    lost = msgspec.structs.replace(game(7, seat("ann", 2), seat("bob", 3)), teams=(0, 0))
    assert [(0, 1), (0, 1)] == [profile_of(who, [lost]).titles[0].places for who in ("ann", "bob")]


def test_a_successor_did_not_play_the_game() -> None:
    """A seat belongs to its first player; a computer player with two seats counts once, by its better one."""
    handed = game(2, seat("ann", 1, stayed=False, heir="eve"), computer("steward", 2), computer("steward", 3))
    assert [] == history_of("eve", [handed])
    assert ["lost"] == [one.outcome for one in history_of("ann", [handed])]
    assert {"ann": 1} == {who: score["won"] for who, score in scores_by_opponent("computer-steward", [handed]).items()}


def test_the_most_frequent_opponent_is_first() -> None:
    """The scores are those of the games with each opponent."""
    results = [TABLE, game(2, seat("cid", 1), seat("ann", 2)), game(3, seat("cid", 1), seat("bob", 2))]
    scores = scores_by_opponent("cid", results)
    assert ["ann", "bob", "computer-steward"] == list(scores)
    assert {"tied": 1, "won": 1} == scores["ann"] and {"won": 2} == scores["bob"]
    assert [results[0], results[2]] == [one.result for one in history_of("cid", results, "bob")]
