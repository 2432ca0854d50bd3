"""Ratings: equal results give equal numbers, in any order and with any repetition."""

import random
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from openskill.models import PlackettLuce

from eventstore.keys import partition_of
from eventstore.projection import Change
from eventstore.valkey.cluster import ClusterClient
from eventstore.valkey.connection import Client
from services.community.ladders import Ladders
from services.community.ratings import ANCHOR, NEWCOMER, START, Rating, rated
from services.community.results import (
    LEAST_ANSWERS,
    PERSON,
    Answers,
    GameResult,
    SeatResult,
    answers_of,
    computer_id,
    computer_kind,
    ladder_parts,
    may_be_rated,
    usual_answer,
)
from tests.services.community.test_personal_data import everything

HOUR = 3_600_000


def seat(player: str, place: int, **more: Any) -> SeatResult:
    """A person's seat."""
    return SeatResult(player, PERSON, place, 0, **more)


def computer(kind: str, place: int) -> SeatResult:
    """A computer player's seat."""
    return SeatResult("", kind, place, 0)


def game(number: int, *seats: SeatResult, at: int | None = None) -> GameResult:
    """A rated game that ended at this time, by default in the order of the numbers."""
    ended_at = number if at is None else at
    return GameResult(f"g{number:04d}", "senet", 0, ended_at, seats, rated=True)


def season(games: int, people: int, seed: int = 1) -> list[GameResult]:
    """Games of three, some with ties, with leaving players, and with computer players."""
    lot = random.Random(seed)
    found = []
    for number in range(games):
        names = lot.sample(range(people), 2)
        places = lot.choice(([1, 2, 3], [1, 1, 3], [2, 3, 1], [1, 2, 2], [3, 1, 1]))
        seats = [seat(f"p{name}", place, stayed=lot.random() > 0.1) for name, place in zip(names, places, strict=False)]
        found.append(game(number, *seats, computer(lot.choice(("steward", "random")), places[2]), at=number // 3))
    return found


def numbers(ladders: Ladders, people: int) -> list[Rating]:
    """The ratings of all players in a season."""
    everybody = [f"p{number}" for number in range(people)] + [ANCHOR, computer_id("random")]
    return [ladders.rating("senet", who) for who in everybody]


@pytest.fixture(params=[1, ClusterClient.parts])
def ladders(empty_redis: Client, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Ladders:
    """Empty ladders, as on one server and as in a cluster."""
    monkeypatch.setattr(Client, "parts", request.param)
    made = Ladders(empty_redis)
    made.clear()
    return made


def deliver(ladders: Ladders, results: list[GameResult], first: int = 1) -> None:
    """Deliver these results in order."""
    for number, result in enumerate(results, start=first):
        ladders.apply(ladders.build(), [Change(partition_of(result.game, 64), number, result.game, result)])


def test_winning_raises_and_losing_lowers() -> None:
    """A newcomer who beats another ranks above, and both are less uncertain."""
    after = rated(game(1, seat("ann", 1), seat("bob", 2)), {})
    assert after["ann"].middle > START > after["bob"].middle
    assert max(after["ann"].spread, after["bob"].spread) < NEWCOMER.spread
    assert 1 == after["ann"].games


def test_ratings_are_those_of_the_published_model() -> None:
    """Plackett-Luce with these parameters, over games with ties, players who left being behind the others."""
    model = PlackettLuce(mu=1500.0, sigma=350.0, beta=175.0, tau=3.5)
    ratings: dict[str, Rating] = {}
    for result in season(40, 6):
        seats = [one for one in result.seats if one.kind == PERSON]
        merits = [(not one.stayed, one.place) for one in seats]
        people = msgspec.structs.replace(result, seats=tuple(seats))
        before = [ratings.get(one.player, NEWCOMER) for one in seats]
        teams = [[model.rating(mu=one.middle, sigma=one.spread)] for one in before]
        wanted = model.rate(teams, ranks=[float(sum(other < merit for other in merits)) for merit in merits])
        ratings |= rated(people, ratings)
        found = [(ratings[one.player].middle, ratings[one.player].spread) for one in seats]
        assert found == [(round(team[0].mu, 6), round(team[0].sigma, 6)) for team in wanted]


def test_a_tie_is_a_sign_of_equality() -> None:
    """Two equals who tie keep their ratings, a strong player who ties with a weak one loses by it."""
    even = rated(game(1, seat("ann", 1), seat("bob", 1)), {})
    assert START == even["ann"].middle == even["bob"].middle
    uneven = rated(game(1, seat("ann", 1), seat("bob", 1)), {"ann": Rating(1700, 100), "bob": Rating(1300, 100)})
    assert uneven["ann"].middle < 1700 and uneven["bob"].middle > 1300


def test_a_player_who_did_not_stay_is_last() -> None:
    """A winner who resigned, or was away at the end, is ranked last; two of them keep their order."""
    result = game(1, seat("ann", 1, stayed=False), seat("bob", 3), seat("eve", 2, stayed=False))
    assert (2, 1, 3) == result.ranks
    after = rated(result, {})
    assert after["bob"].middle > after["ann"].middle > after["eve"].middle


def test_the_caretaker_anchors_the_scale() -> None:
    """The caretaker's rating is fixed, whatever its results; a player who keeps beating it rises above it."""
    ratings: dict[str, Rating] = {}
    for number in range(20):
        ratings |= rated(game(number, seat("ann", 1), computer("steward", 2), computer("random", 3)), ratings)
    assert START == ratings[ANCHOR].middle and 20 == ratings[ANCHOR].games
    assert ratings["ann"].middle > START > ratings[computer_id("random")].middle
    assert ratings[computer_id("random")].spread < NEWCOMER.spread


def test_a_rating_is_shown_with_its_uncertainty() -> None:
    """A number to the nearest ten with its uncertainty; it is provisional until about ten rated games."""
    assert (1480, 60, False) == (
        Rating(1483.2, 57.1).number,
        Rating(1483.2, 57.1).uncertainty,
        Rating(0, 57).is_provisional,
    )
    ratings: dict[str, Rating] = {}
    provisional = []
    for number in range(15):
        ratings |= rated(game(number, seat("ann", 1 + number % 2), seat("bob", 2 - number % 2)), ratings)
        provisional.append(ratings["ann"].is_provisional)
    assert provisional[0] and not provisional[-1]
    assert all(one >= other for one, other in pairwise(provisional))


def test_meaningless_games_are_not_rated() -> None:
    """Games among computer players, of a single player, or of a person in two seats are not rated."""
    assert may_be_rated([seat("ann", 1), computer("steward", 2)])
    assert not may_be_rated([seat("ann", 1)])
    assert not may_be_rated([computer("steward", 1), computer("steward", 2)])
    assert not may_be_rated([seat("ann", 1), seat("ann", 2), seat("bob", 3)])


def test_no_person_has_the_id_of_a_computer_player() -> None:
    """The ids of kinds belong to existing kinds."""
    assert "steward" == computer_kind(computer_id("steward"))
    assert computer_kind(computer_id("nobody")) is None is computer_kind("steward")


def test_a_players_speed_is_the_median() -> None:
    """A player's speed is the time within which half of the answers came; for few answers or very long times it is not
    shown.
    """
    quick, slow = answers_of([2 * 60_000] * LEAST_ANSWERS), answers_of([HOUR + 1] * (LEAST_ANSWERS + 1))
    assert 5 * 60_000 == usual_answer([quick])
    assert 2 * HOUR == usual_answer([quick, slow])
    assert usual_answer([answers_of([1] * (LEAST_ANSWERS - 1))]) is None
    assert usual_answer([answers_of([10**12] * LEAST_ANSWERS)]) is None
    assert Answers() == answers_of([])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_order_and_repetition_change_nothing(ladders: Ladders, seed: int) -> None:
    """The results in any order, twice, and in any portions: the numbers are the same."""
    results = season(60, 8)
    deliver(ladders, results)
    assert len(results) == ladders.settle()
    once = numbers(ladders, 8)
    assert len(set(once)) > 5
    lot = random.Random(seed)
    ladders.clear()
    shuffled = results + lot.sample(results, 20)
    lot.shuffle(shuffled)
    for first in range(0, len(shuffled), 17):
        deliver(ladders, shuffled[first : first + 17], first=first + 1)
        ladders.settle()
    assert once == numbers(ladders, 8)
    assert 0 == ladders.settle()


def test_a_record_counts_once(ladders: Ladders) -> None:
    """A repeated record changes nothing, nor does one read before a rebuild."""
    result, making = game(1, seat("ann", 1), seat("bob", 2)), ladders.build()
    assert ladders.apply(making, [Change(3, 7, result.game, result)])
    assert not ladders.apply(making, [Change(3, 7, result.game, msgspec.structs.replace(result, rated=False))])
    assert {3: 7} == ladders.checkpoints()
    ladders.clear()
    assert {} == ladders.checkpoints()
    assert not ladders.apply(making, [Change(3, 8, result.game, result)])
    assert [] == ladders.results_of("ann")


def test_a_changed_result_changes_all_later_ratings(ladders: Ladders) -> None:
    """After a remedy the ladder is as if the game had always had that result; a removed game leaves no trace."""
    results = season(30, 5)
    turned = zip(results[10].seats, (3, 2, 1) if results[10].seats[0].place == 1 else (1, 2, 3), strict=True)
    seats = tuple(msgspec.structs.replace(one, place=place, stayed=True) for one, place in turned)
    fair = msgspec.structs.replace(results[10], seats=seats)
    deliver(ladders, [*results[:10], fair, *results[11:]])
    ladders.settle()
    wanted = numbers(ladders, 5)
    ladders.clear()
    deliver(ladders, results)
    ladders.settle()
    assert wanted != numbers(ladders, 5)
    deliver(ladders, [fair], first=100)
    ladders.settle()
    assert wanted == numbers(ladders, 5)
    ladders.apply(ladders.build(), [Change(partition_of(fair.game, 64), 101, fair.game)])
    ladders.settle()
    without = numbers(ladders, 5)
    ladders.clear()
    deliver(ladders, [*results[:10], *results[11:]])
    ladders.settle()
    assert without == numbers(ladders, 5)


def test_tables_of_all_sizes_share_a_ladder(ladders: Ladders) -> None:
    """A winner of more opponents rises higher; bots and their opponents have a ladder of their own."""
    deliver(ladders, [
        game(1, seat("ann", 1), seat("bob", 2)),
        game(2, seat("cid", 1), seat("dan", 2), seat("eve", 3), seat("fay", 4)),
        game(3, seat("ann", 1), seat("bob", 2), seat("eve", 3)),
        msgspec.structs.replace(game(4, seat("ann", 2), seat("bot", 1)), with_bots=True),
    ])  # fmt: skip
    ladders.settle()
    assert {"senet": 6, "senet:programs": 2} == ladders.ladders()
    ann, bob, cid, eve = (ladders.rating("senet", who) for who in ("ann", "bob", "cid", "eve"))
    assert [2, 2, 1, 2] == [one.games for one in (ann, bob, cid, eve)]
    assert ann.middle > bob.middle > eve.middle
    pair = rated(game(1, seat("ann", 1), seat("bob", 2)), {})["ann"]
    assert cid.middle > pair.middle and cid.spread < NEWCOMER.spread
    assert ladder_parts("senet:programs") == ("senet", True) and ladder_parts("senet") == ("senet", False)


def test_a_long_ladder_is_counted_in_portions(ladders: Ladders, monkeypatch: pytest.MonkeyPatch) -> None:
    """With any number of games in a step, the numbers are the same."""
    results = season(40, 6)
    deliver(ladders, results)
    ladders.settle()
    wanted = numbers(ladders, 6)
    ladders.clear()
    monkeypatch.setattr("services.community.ladders._AT_ONCE", 7)
    deliver(ladders, results)
    assert 40 == ladders.settle()
    assert wanted == numbers(ladders, 6)


def test_leaderboards_have_provisional_ratings_last(ladders: Ladders) -> None:
    """Every rated player is on the leaderboard, the established ones first; it is sorted and paged."""
    pairs = [("ann", "bob", 1), ("bob", "eve", 2), ("ann", "eve", 1)]
    results = [game(number, seat(one, 1), seat(other, 2)) for number, (one, other, _) in enumerate(pairs * 10)] + [
        game(99, seat("new", 1), seat("ann", 2)),
        game(100, seat("other", 2), seat("new", 1)),
    ]
    deliver(ladders, results)
    ladders.settle()
    assert {"senet": 5} == ladders.ladders()
    board = ladders.board("senet", 0, 10)
    assert ["ann", "bob", "eve", "new", "other"] == [line.who for line in board]
    assert [False, False, False, True, True] == [line.rating.is_provisional for line in board]
    assert board[3].rating.middle > board[2].rating.middle
    assert board[1:2] == ladders.board("senet", 1, 1)
    curve = ladders.after("senet", ladders.results_of("ann"), "ann")
    assert 21 == len(curve) == board[0].rating.games
    last, now = curve[-1], board[0].rating
    assert last is not None and (last.games, last.number, last.uncertainty) == (21, now.number, now.uncertainty)


def test_a_deleted_player_is_stored_nowhere(ladders: Ladders, empty_redis: Client) -> None:
    """A deleted player's id is not found even after a rebuild and in later games; other players keep their numbers."""
    results = season(60, 3)
    deliver(ladders, results)
    ladders.settle()
    before = numbers(ladders, 3)
    assert {"p0", "p1", "p2"} < shown(ladders) and "p0" in everything(empty_redis)
    ladders.forget("p0")
    for _ in range(2):
        ladders.settle()
        assert "p0" not in everything(empty_redis)
        assert ladders.has_forgotten("p0") and [] == ladders.results_of("p0")
        assert {"p1", "p2"} < shown(ladders)
        assert [NEWCOMER, *before[1:]] == numbers(ladders, 3)
        ladders.clear()
        deliver(ladders, results)
    deliver(ladders, [game(999, seat("p0", 1), seat("p1", 2), computer("random", 3))], first=100)
    ladders.settle()
    assert "p0" not in everything(empty_redis) and before[1] != numbers(ladders, 3)[1]


def shown(ladders: Ladders) -> set[str]:
    """The leaderboard of a season."""
    return {line.who for line in ladders.board("senet", 0, 10)}


def test_partners_are_rated_as_a_team() -> None:
    """Partners gain or lose alike; a strong partner expects more; a partner who forfeits is last alone."""
    seats = (seat("ann", 1), seat("bob", 3), seat("cid", 1), seat("dan", 3))
    teams = msgspec.structs.replace(game(1, *seats), teams=(0, 1, 0, 1))
    after = {who: one.middle for who, one in rated(teams, {}).items()}
    assert after["ann"] == after["cid"] > START > after["bob"] == after["dan"]
    strong = {"cid": Rating(START + 400, 100, 50)}
    assert rated(teams, strong)["ann"].middle < after["ann"]
    left = msgspec.structs.replace(teams, seats=(msgspec.structs.replace(seats[0], stayed=False), *seats[1:]))
    now = {who: one.middle for who, one in rated(left, {}).items()}
    assert now["ann"] < START < now["cid"] == after["cid"], "the partner who stayed has won"
    assert now["bob"] == now["dan"] == after["bob"]


def test_cooperative_games_are_not_rated() -> None:
    """Cooperative games are not rated, because they have no opponent."""
    seats = [seat("ann", 1), seat("bob", 1)]
    assert may_be_rated(seats) and may_be_rated(seats, (0, 1)) and not may_be_rated(seats, (0, 0))
