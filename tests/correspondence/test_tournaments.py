"""Tournaments of people: rounds follow by themselves, each game is opened once, who leaves is paired no more."""

import random
from functools import partial

import pytest

from app import make_services
from correspondence.calling_off import call_off
from correspondence.outcomes import outcome_of
from correspondence.tables import Tables
from correspondence.tournaments import Director, wait_for
from domain.clocks import Pace
from domain.game import TakeSeat
from domain.play_times import DAY
from people.agreements import Agreement
from people.tournaments import (
    Refused,
    Tournament,
    Tournaments,
    called_off,
    entered,
    left,
    paired,
    standings,
    started,
    with_result,
)

TITLE = "kheops"


@pytest.fixture
def services(own_directory):
    """The rooms behind the door."""
    return make_services({"STELE_DATA": str(own_directory)})


def entered_by(services, number, **more):
    """A tournament that so many have entered, and started."""
    made = Tournament("cup", "The cup", "boss", TITLE, 2, "round_robin", 1, **more)
    services.tournaments.make(made)
    for one in range(number):
        player = services.players.create(f"Player {chr(65 + one)}", one)[0]
        services.tournaments.change("cup", partial(entered, player=player.id))
    return services.tournaments.change("cup", started)


def sit(services, game_id, table):
    """Its players sit down, each with a nonce."""
    for seat, player in enumerate(table):
        services.tables.command(game_id, TakeSeat(seat, player=player, nonce=player), "public")


def play(services, game_id, lot):
    """Play a game to its end at random, after those for whom its seats are kept have sat down."""
    tables = services.tables
    waiting = tables.seen(game_id).game
    if waiting.status == "waiting":
        sit(services, game_id, waiting.reserved)
    while not (public := tables.seen(game_id)).game.is_over:
        seat = lot.choice(public.to_act)
        tables.command(game_id, lot.choice(tables.seen(game_id, seat).legal()), seat)


def test_rounds_follow_until_all_have_met(services):
    """Each game of a round is opened once, its seats are kept; when all are over the next round begins by itself."""
    lot = random.Random(4)
    entered_by(services, 4)
    cup = services.director.go_on("cup")
    assert (cup.status, len(cup.games), cup.rounds) == ("running", 1, 3)
    for number in range(1, 4):
        for game_id, table in zip(cup.games[-1], cup.made[-1].tables, strict=True):
            game = services.tables.seen(game_id).game
            assert (game.reserved, game.seats, game.status) == (table, (), "waiting")
            assert services.tournaments.of_game(game_id) == "cup"
            play(services, game_id, lot)
            services.director.look(game_id)
            services.director.look(game_id)
        cup = services.tournaments.get("cup")
        assert len(cup.games) == min(number + 1, 3)
    assert cup.status == "over" and len({game for games in cup.games for game in games}) == 6
    table = standings(cup)
    assert [one.games for one in table] == [3, 3, 3, 3]
    assert sum(one.points for one in table) == 6 and table[0].points == max(one.points for one in table)


def test_what_a_crash_left_is_opened_later(services):
    """The round stands before its games are opened: whoever looks next opens what is missing, under the same ids."""
    entered_by(services, 4)
    director = services.director
    cup = services.tournaments.change("cup", partial(paired, game_id=partial(director._game_id, "cup")))
    director._open(cup, cup.games[0][0], cup.made[0].tables[0])
    assert not services.tables.exists(cup.games[0][1])
    assert (len(cup.made), cup.shown) == (1, ())  # nobody is led to a game that is not there
    director.look_at_all()
    opened = services.tournaments.get("cup")
    assert (opened.games, opened.shown) == (cup.games, cup.made)
    assert all(services.tables.exists(game) for game in cup.games[0])


def test_who_does_not_come_in_time_is_seated(services):
    """Whoever sits down brings a nonce; the others are seated without, after the time of an answer, or two days."""
    entered_by(services, 4)
    cup = services.director.go_on("cup")
    game_id, (ann, bob) = cup.games[0][0], cup.made[0].tables[0]
    services.tables.command(game_id, TakeSeat(1, player=bob, nonce="abcd"), "public")
    wait, begun = wait_for(None), services.tables.seen(game_id).created_at
    for later, status in ((wait - 1, "waiting"), (wait, "playing")):
        tables = Tables(services.tables.store, partial(int, begun + later))
        Director(tables, services.tournaments, services.players).look_at_all()
        assert services.tables.seen(game_id).game.status == status
    seats = [(seat.player, seat.nonce) for seat in services.tables.seen(game_id).game.seats]
    assert seats == [(ann, ""), (bob, "abcd")]
    assert (wait_for(Pace(time=60_000)), wait_for(Pace(time=30 * DAY))) == (60_000, 2 * DAY)


def test_who_leaves_is_not_paired_again(services):
    """Their game goes on, and what they won counts; the others rest when they have nobody."""
    entered_by(services, 4)
    cup = services.director.go_on("cup")
    gone = cup.made[0].tables[0][0]
    services.tournaments.forget(gone)
    for game in cup.games[0]:
        play(services, game, random.Random(1))
    cup = services.director.go_on("cup")
    assert gone not in [player for table in cup.made[1].tables for player in table]
    assert {one.player for one in standings(cup)} == set(cup.players)
    assert len(cup.made[1].resting) == 1


def test_a_game_that_the_operator_calls_off_holds_nobody_up(services):
    """G27: it is worth a rest to each of its players, and the next round begins without it; nobody is rated for it."""
    entered_by(services, 4)
    cup = services.director.go_on("cup")
    stopped, other = cup.games[0]
    call_off(services.tables, services.people.deeds, "command line", stopped, "A fault")
    play(services, other, random.Random(1))
    services.director.look(other)
    cup = services.tournaments.get("cup")
    assert len(cup.made) == 2 and cup.results[stopped] == ()
    points = {one.player: one.points for one in standings(cup)}
    assert [points[player] for player in cup.made[0].tables[0]] == [0.5, 0.5]
    assert outcome_of(services.tables, stopped, Agreement(rated=True)) is None
    assert services.people.deeds.latest()[0].about == stopped


def test_what_cannot_be_done_is_refused():
    """Each with its reason."""
    made = Tournament("cup", "The cup", "boss", TITLE, 2, "swiss", 1)
    three = entered(entered(entered(made, "a"), "b"), "c")
    assert entered(three, "a") == three and left(three, "a").players == ("b", "c")
    running = started(three)
    for refused in (
        lambda: started(entered(made, "a")),
        lambda: entered(running, "d"),
        lambda: left(running, "d"),
        lambda: started(running),
        lambda: called_off(called_off(running)),
    ):
        with pytest.raises(Refused):
            refused()


def test_places_are_points_and_equals_share_them():
    """In a game of three: 1, one half and 0; two firsts share; a game without a result is half a point for each."""
    made = Tournament(
        "cup", "The cup", "boss", TITLE, 3, "swiss", 1, players=("a", "b", "c"), status="running", rounds=4
    )
    for places in ((1, 2, 3), (1, 1, 3), ()):
        made = paired(made, lambda number, table: f"{number}-{table}")
        order = made.made[-1].tables[0]
        seats = [places[("a", "b", "c").index(player)] for player in order] if places else []
        made = with_result(made, made.games[-1][0], seats)
    points = {one.player: (one.points, one.place) for one in standings(made)}
    assert points == {"a": (2.25, 1), "b": (1.75, 2), "c": (0.5, 3)}


def test_two_who_change_it_at_once_lose_nothing(empty_redis):
    """Each change is made to what the other has made of it."""
    tournaments = Tournaments(empty_redis)
    tournaments.make(Tournament("cup", "The cup", "boss", TITLE, 2, "swiss", 1))
    seen = []

    def slowly(one):
        if not seen:
            seen.append(one)
            tournaments.change("cup", partial(entered, player="b"))
        return entered(one, "a")

    assert tournaments.change("cup", slowly).players == ("b", "a")
    with pytest.raises(LookupError):
        tournaments.change("plate", called_off)
