"""Pairing: all players meet, few meet twice, byes and seats are spread, for any number of players."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from services.community.pairing import Kind, Round, meetings, next_round, opponent, rounds_needed


def played(kind: Kind, players: int, size: int, rounds: int) -> list[Round]:
    """Pair this number of rounds among this number of players, ranked by their names."""
    names = [f"p{number:02}" for number in range(players)]
    made: list[Round] = []
    for _ in range(rounds):
        made.append(next_round(kind, names, size, made))
    return made


@settings(deadline=None)
@given(some.integers(2, 5), some.integers(0, 20), some.sampled_from(["round_robin", "swiss"]))
def test_each_player_plays_or_rests_once_a_round(size: int, more: int, kind: Kind) -> None:
    """Tables are full; as few players rest as possible, and none twice before all have rested once."""
    players = size + more
    made = played(kind, players, size, 4)
    for one in made:
        there = [player for table in one.tables for player in table] + list(one.resting)
        assert len(there) == len(set(there)) == players
        assert all(len(table) == size for table in one.tables)
        assert len(one.resting) == players % size
    rested = Counter(player for one in made for player in one.resting)
    assert max(rested.values(), default=0) <= 1 + 4 * (players % size) // players


@pytest.mark.parametrize("players", range(2, 13))
def test_each_pair_meets_once_in_a_round_robin_of_two(players: int) -> None:
    """Each pair meets once in the minimum of rounds, with balanced first and second seats."""
    needed = rounds_needed("round_robin", players, 2)
    assert needed == (players - 1 if players % 2 == 0 else players)
    made = played("round_robin", players, 2, needed)
    met = meetings(made)
    assert len(met) == players * (players - 1) // 2 and set(met.values()) == {1}
    first = Counter(table[0] for one in made for table in one.tables)
    games = Counter(player for one in made for table in one.tables for player in table)
    assert all(abs(2 * first[player] - games[player]) <= 3 for player in games)


@pytest.mark.parametrize("players", range(4, 13))
def test_the_rest_meet_after_a_withdrawal(players: int) -> None:
    """Whichever player withdraws after whichever round, the schedule stays the same, and the opponent rests."""
    names = [f"p{number:02}" for number in range(players)]
    needed = rounds_needed("round_robin", players, 2)
    for gone in names:
        for after in range(needed):
            made: list[Round] = []
            for number in range(needed):
                out = (gone,) if number >= after else ()
                order = names[number:] + names[:number]  # the standings change
                made.append(next_round("round_robin", order, 2, made, out))
            met = meetings(made)
            staying = [name for name in names if name != gone]
            assert all(met[frozenset(pair)] == 1 for pair in combinations(staying, 2)), (players, gone, after)
            assert max(met.values()) == 1
            for number, one in enumerate(made):
                there = sorted([*one.resting, *(player for table in one.tables for player in table)])
                assert there == (staying if number >= after else names)
                for player in one.resting:
                    assert opponent([names], number, player) in (None, gone)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_each_pair_meets_in_a_round_robin_of_more(size: int) -> None:
    """After all rounds each pair has met, and none much more often than needed."""
    for players in range(size, 14):
        needed = rounds_needed("round_robin", players, size)
        met = meetings(played("round_robin", players, size, needed))
        assert len(met) == players * (players - 1) // 2, (players, needed)
        in_a_round = (players // size) * size * (size - 1) // 2
        assert needed <= 4 * (players * (players - 1) // 2) / in_a_round + 2, (players, needed)


def test_swiss_pairing() -> None:
    """The first round goes by the standings; then neighbours meet who have not met."""
    first, second, *_ = made = played("swiss", 8, 2, 5)
    neighbours = {frozenset((f"p0{one}", f"p0{one + 1}")) for one in (0, 2, 4, 6)}
    assert {frozenset(table) for table in first.tables} == neighbours
    assert not {frozenset(table) for table in first.tables} & {frozenset(table) for table in second.tables}
    assert set(meetings(made).values()) == {1}
    assert rounds_needed("swiss", 8, 2) == 4 and rounds_needed("swiss", 9, 3) == 3


def test_a_table_needs_its_players() -> None:
    """With too few players there is no round."""
    with pytest.raises(ValueError, match="fewer"):
        next_round("swiss", ["anna"], 2, [])
