"""Tournament director: rounds follow automatically, each game is opened once, a leaving player is not paired again."""

import random
from functools import partial

import msgspec
import pytest
from msgspec.structs import replace

from app import make_services
from domain.chance import nonce_commitment
from domain.clocks.availability import DAY
from domain.clocks.events import Pace, TimeOut
from domain.clocks.rules import deadlines
from domain.disputes.events import DecideDispute, OpenDispute, Remedy
from domain.game import OpenNonce, Resign, TakeSeat
from operations.clock import now
from services.accounts.suspensions import Suspension
from services.community.results_from_records import outcome_of
from services.community.tournament_director import TournamentDirector, wait_for
from services.community.tournament_standings import standings
from services.community.tournaments import (
    RULES,
    Repair,
    Tournament,
    TournamentForm,
    TournamentRefused,
    Tournaments,
    called_off,
    drawn_by_lot,
    entered,
    left,
    paired,
    removed,
    started,
)
from services.games.operator_tasks import call_off
from services.games.rating_terms import EntryTerms
from services.games.tables import Tables

TITLE = "kheops"
HOUR = 3_600_000


@pytest.fixture
def services(empty_redis, data_directory):
    """The services."""
    return make_services({"STELE_DATA": str(data_directory)})


def entered_by(services, number, kind="round_robin", **more):
    """A tournament that this number of players have entered, and started."""
    made = Tournament("cup", "The cup", "boss", TITLE, 2, kind, 1, rules=RULES, **more)
    services.community.tournaments.make(made)
    for one in range(number):
        player = services.accounts.players.create(f"Player {chr(65 + one)}", one)[0]
        services.community.tournaments.change("cup", partial(entered, player=player.id))
    return services.community.tournaments.change("cup", started)


def begun(services, number, **more):
    """A tournament with its first round."""
    entered_by(services, number, **more)
    return services.community.director.go_on("cup")


def standing(services):
    """The standings of the cup."""
    cup = services.community.tournaments.get("cup")
    return standings(cup, services.community.rating_updates.results(cup.all_games))


def points_of(services):
    """The points of the players of the cup."""
    return {one.player: one.points for one in standing(services)}


def look(services, at):
    """The director looks at all tournaments at this time, or so long after a game was opened."""
    tables = Tables(services.games.tables.store, partial(int, at))
    suspensions = services.community.people.suspensions
    TournamentDirector(
        tables,
        services.games.lobby,
        services.community.tournaments,
        services.accounts.players,
        services.community.rating_updates.results,
        lambda one: bool(suspensions.of(one)),
        lambda one, title: services.community.rating_updates.rating(one, title).middle,
    ).look_at_all()


def after_the_wait(services, *games):
    """The time when the players of these games are waited for no longer."""
    return max(services.games.tables.seen(game).created_at for game in games) + wait_for(None)


def sit(services, game_id, table):
    """The players join, each with a nonce."""
    for seat, player in enumerate(table):
        services.games.tables.command(game_id, TakeSeat(seat, player=player, nonce=player), "public")


def play(services, game_id, lot):
    """Play a game to its end at random, after the players of its reserved seats have joined."""
    tables = services.games.tables
    waiting = tables.seen(game_id).game
    if waiting.status == "waiting":
        sit(services, game_id, waiting.reserved)
    while not (public := tables.seen(game_id)).game.is_over:
        seat = lot.choice(public.to_act)
        tables.command(game_id, lot.choice(tables.seen(game_id, seat).legal()), seat)


def vanish(services, game_id, gone):
    """Play on to the end, with a computer player's answers for missing players, once their time is over."""
    tables, lot = services.games.tables, random.Random(5)
    at = tables.now()
    tables._clock = lambda: at
    while not (public := tables.seen(game_id)).game.is_over:
        asked = public.to_act[0]
        seat = public.game.seats[asked]
        if seat.absent:
            command = public.rulebook.legal(tables._warm.get(game_id).game.table, asked)[0]
            tables.command(game_id, command, asked, by_computer=True)
        elif asked in gone:
            at = deadlines(public.rulebook, public.game)[asked]
            tables.command(game_id, TimeOut(asked, at), "public")
        else:
            tables.command(game_id, lot.choice(tables.seen(game_id, asked).legal()), asked)
    tables._clock = now


def test_rounds_follow_until_all_have_met(services):
    """Each game of a round is opened once, with reserved seats.

    When all are over the next round begins automatically.
    """
    lot = random.Random(4)
    cup = begun(services, 4)
    assert (cup.status, len(cup.games), cup.rounds) == ("running", 1, 3)
    for number in range(1, 4):
        for game_id, table in zip(cup.games[-1], cup.made[-1].tables, strict=True):
            game = services.games.tables.seen(game_id).game
            assert (game.reserved, game.seats, game.status) == (table, (), "waiting")
            assert services.community.tournaments.of_game(game_id) == "cup"
            play(services, game_id, lot)
            services.community.director.look(game_id)
            services.community.director.look(game_id)
        cup = services.community.tournaments.get("cup")
        assert len(cup.games) == min(number + 1, 3)
    assert cup.status == "over" and len({game for games in cup.games for game in games}) == 6
    table = standing(services)
    assert [one.games for one in table] == [3, 3, 3, 3]
    assert sum(one.points for one in table) == 6 and table[0].points == max(one.points for one in table)


def test_games_missing_after_a_crash_are_opened_later(services):
    """The round is stored before its games: the next pass opens the missing ones, under the same ids."""
    entered_by(services, 4)
    director = services.community.director
    order = services.community.tournaments.get("cup").players
    cup = services.community.tournaments.change(
        "cup", partial(paired, order=order, absent=(), game_id=partial(director._game_id, "cup"))
    )
    director._open(cup, cup.games[0][0], cup.made[0].tables[0])
    assert not services.games.tables.exists(cup.games[0][1])
    assert (len(cup.made), cup.shown) == (1, ())  # no player is sent to a missing game
    director.look_at_all()
    opened = services.community.tournaments.get("cup")
    assert (opened.games, opened.shown) == (cup.games, cup.made)
    assert all(services.games.tables.exists(game) for game in cup.games[0])


def test_a_late_player_is_seated(services):
    """A player who joins brings a nonce.

    The missing ones are seated without, after the time of an answer, or two days.
    """
    cup = begun(services, 4)
    game_id, (ann, bob) = cup.games[0][0], cup.made[0].tables[0]
    services.games.tables.command(game_id, TakeSeat(1, player=bob, nonce="abcd"), "public")
    for early, status in ((1, "waiting"), (0, "playing")):
        look(services, after_the_wait(services, game_id) - early)
        assert services.games.tables.seen(game_id).game.status == status
    seats = [(seat.player, seat.nonce) for seat in services.games.tables.seen(game_id).game.seats]
    assert seats == [(ann, ""), (bob, "abcd")]
    assert (wait_for(Pace(time=60_000)), wait_for(Pace(time=30 * DAY))) == (60_000, 2 * DAY)


def test_a_leaving_player_is_not_paired_again(services):
    """A leaving player's game continues, and their wins count; a player without an opponent rests."""
    cup = begun(services, 4)
    gone = cup.made[0].tables[0][0]
    services.community.tournaments.forget(gone)
    for game in cup.games[0]:
        play(services, game, random.Random(1))
    cup = services.community.director.go_on("cup")
    assert gone not in [player for table in cup.made[1].tables for player in table]
    assert {one.player for one in standing(services)} == set(cup.players)
    assert len(cup.made[1].resting) == 1


def test_a_cancelled_game_delays_no_round(services):
    """G27: a cancelled game is an unrated draw, and the next round begins without it."""
    cup = begun(services, 4)
    stopped, other = cup.games[0]
    call_off(services.games.tables, services.community.people.operator_log, "command line", stopped, "A fault")
    play(services, other, random.Random(1))
    services.community.director.look(other)
    cup = services.community.tournaments.get("cup")
    assert len(cup.made) == 2 and cup.void == (stopped,)
    points = points_of(services)
    assert [points[player] for player in cup.made[0].tables[0]] == [0.5, 0.5]
    assert outcome_of(services.games.tables, stopped, EntryTerms(rated=True)) is None
    assert services.community.people.operator_log.latest()[0].about == stopped


def test_a_vanished_player_wins_nothing(services):
    """A computer player's result for a timed-out player is a forfeit, and so for both."""
    cup = begun(services, 3, pace=Pace(time=HOUR, outcome="seat"))
    (game,), (table,) = cup.games[0], cup.made[0].tables
    sit(services, game, table)
    vanish(services, game, {0})
    result = services.community.rating_updates.results([game])[game]
    assert result.is_forfeited(0) and not result.is_forfeited(1)
    points = points_of(services)
    assert [points[player] for player in table] == [0, 1]
    services.community.director.look(game)
    cup = services.community.tournaments.get("cup")
    (second,), (other,) = cup.games[1], cup.made[1].tables
    sit(services, second, other)
    vanish(services, second, {0, 1})
    services.community.rating_updates.catch_up()
    gained = {player: now - points[player] for player, now in points_of(services).items()}
    assert [gained[player] for player in other] == [0, 0]


def test_a_player_without_an_answer_forfeits(services):
    """In a game whose time-outs are answered once each, the computer player wins nothing for a missing player."""
    cup = begun(services, 3, pace=Pace(time=HOUR, outcome="once"))
    (game,), (table,) = cup.games[0], cup.made[0].tables
    sit(services, game, table)
    vanish(services, game, {1})
    assert [services.community.rating_updates.results([game])[game].is_forfeited(seat) for seat in (0, 1)] == [
        False,
        True,
    ]


def test_a_decision_reaches_the_standings(services):
    """Standings follow from results, so a decision's places count even in a finished tournament."""
    lot = random.Random(3)
    cup = begun(services, 3)
    while cup.status == "running":
        for game in cup.games[-1]:
            play(services, game, lot)
        cup = services.community.director.go_on("cup")
    game, table = cup.games[0][0], cup.made[0].tables[0]
    before = points_of(services)
    ranks = services.community.rating_updates.results([game])[game].ranks
    places = (2, 1) if ranks[0] == 1 else (1, 2)
    tables = services.games.tables
    tables.command(game, OpenDispute(0, str(tables.seen(game).position), "Wrong."), "public")
    tables.command(game, DecideDispute(-1, 1, "operator", "So it is.", Remedy("result", places=places)), "public")
    services.community.director.look(game)
    assert services.community.rating_updates.results([game])[game].ranks == places
    after = points_of(services)
    drawn = ranks == (1, 1)
    assert after == before | {
        player: before[player] + (2 - places[seat]) - (0.5 if drawn else 2 - ranks[seat])
        for seat, player in enumerate(table)
    }
    services.community.rating_updates.projection.rebuild()
    assert points_of(services) == after


def test_a_suspended_player_is_not_seated(services):
    """A suspended player is neither paired nor given a seat later; the opponent has won."""
    entered_by(services, 4)
    barred = services.community.tournaments.get("cup").players[0]
    until = services.games.tables.now() + DAY
    services.community.people.suspensions.suspend(barred, Suspension(until + 10**9))
    cup = services.community.director.go_on("cup")
    assert (cup.made[0].absent, len(cup.made[0].tables), len(cup.made[0].resting)) == ((barred,), 1, 1)
    assert [one.points for one in standing(services) if one.player in (barred, *cup.made[0].resting)] == [1, 0]
    (game,) = cup.games[0]
    services.community.people.suspensions.suspend(cup.made[0].tables[0][0], Suspension(until + 10**9))
    look(services, after_the_wait(services, game))
    public = services.games.tables.seen(game).game
    assert (public.status, public.seats) == ("aborted", ()) and "suspended" in public.called_off
    cup = services.community.director.go_on("cup")
    assert cup.missing[game] == (0,), "who was only late does not forfeit"


def test_a_deleted_player_stops_no_round(services):
    """A deleted player's game is cancelled, and only that player forfeits it."""
    cup = begun(services, 4)
    game = cup.games[0][0]
    services.accounts.deletion.delete(cup.made[0].tables[0][1])
    look(services, after_the_wait(services, game))
    assert services.games.tables.seen(game).game.status == "aborted"
    assert services.community.director.go_on("cup").missing[game] == (1,)


def test_an_old_tournament_goes_on_and_keeps_its_rules(services):
    """An early one stored with its games' places: a cancelled game stays so, and a bye stays one half."""
    cup = entered_by(services, 3)
    kept = msgspec.json.decode(msgspec.json.encode(cup))
    gone = {"rules", "void"}
    old = {name: value for name, value in kept.items() if name not in gone} | {
        "made": [{"tables": [cup.players[:2]], "resting": cup.players[2:]}],
        "games": [["elsewhere"]],
        "results": {"elsewhere": [], "nowhere": [1, 2]},
    }
    services.games.tables.store.redis.hset("stele:{tournaments}:all", "cup", msgspec.json.encode(old))
    read = services.community.tournaments.get("cup")
    assert (read.void, read.rules, read.made[0].absent) == (("elsewhere",), 1, ())
    assert [one.points for one in standing(services)] == [0.5, 0.5, 0.5]
    after = services.community.director.go_on("cup")
    assert len(after.games) == 2 and after.rules == 1


def test_impossible_actions_are_refused():
    """Each with its reason."""
    made = Tournament("cup", "The cup", "boss", TITLE, 2, "swiss", 1)
    three = entered(entered(entered(made, "a"), "b"), "c")
    assert entered(three, "a") == three and left(three, "a").players == ("b", "c")
    running = started(three)
    invited = replace(made, form=TournamentForm(by_invitation=True), invited=("b",))
    bounded = replace(made, form=TournamentForm(least_rating=1500, most_rating=1600))
    assert entered(invited, "b").players == ("b",) and entered(invited, "boss").players == ("boss",)
    assert entered(bounded, "b", 1500).players == ("b",)
    for refused in (
        lambda: started(entered(made, "a")),
        lambda: entered(replace(running, is_closed=True), "d"),
        lambda: entered(replace(made, is_closed=True), "a"),
        lambda: entered(called_off(running), "d"),
        lambda: entered(removed(running, "a"), "a"),
        lambda: entered(started(replace(three, kind="knockout")), "d"),
        lambda: left(running, "d"),
        lambda: removed(running, "d"),
        lambda: started(running),
        lambda: called_off(called_off(running)),
        lambda: entered(invited, "a"),
        lambda: entered(bounded, "a", 1490),
        lambda: entered(bounded, "a", 1610),
    ):
        with pytest.raises(TournamentRefused):
            refused()


def test_concurrent_changes_lose_nothing(empty_redis):
    """Each change is applied to the other's result."""
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


def test_a_tournament_begins_at_its_time(services):
    """A tournament starts at its time and not earlier, or is cancelled then if it has too few players."""
    tournaments, at = services.community.tournaments, now() + HOUR
    for name, players in (("full", 3), ("empty", 2)):
        tournaments.make(Tournament(name, name, "boss", TITLE, 2, "swiss", 1, rules=RULES, begins_at=at))
        for one in range(players):
            player = services.accounts.players.create(f"{name} {chr(65 + one)}", one)[0]
            tournaments.change(name, partial(entered, player=player.id))
    for later, statuses in ((at - 1, ("open", "open")), (at, ("running", "called off"))):
        look(services, later)
        assert tuple(tournaments.get(name).status for name in ("full", "empty")) == statuses
    assert len(tournaments.get("full").games[0]) == 1


def test_who_does_not_come_to_a_strict_game_forfeits_it(services):
    """The opponent of an absent player gets the point; after two such games a substitute takes the absent player's
    place.
    """
    cup = begun(services, 4, strict=True)
    away = cup.made[0].tables[0][0]
    for number in range(2):
        cup = services.community.tournaments.get("cup")
        for game, table in zip(cup.games[number], cup.made[number].tables, strict=True):
            for seat, player in enumerate(table):
                if player != away:
                    bound = nonce_commitment(game, seat, player)
                    taken = TakeSeat(seat, player=player, nonce_commitment=bound)
                    services.games.tables.command(game, taken, "public")
            if away not in table:
                for seat, player in enumerate(table):
                    services.games.tables.command(game, OpenNonce(seat, player), "public")
                services.games.tables.command(game, Resign(1), "public")
        later = max(services.games.tables.seen(game).created_at for game in cup.games[number]) + wait_for(None)
        for _ in range(2):  # the first look calls the game off, the second counts it
            look(services, later)
        rows = {one.player: one for one in standing(services)}
        if number == 0:
            (rival,) = {other for table in cup.made[0].tables if away in table for other in table} - {away}
            assert (rows[away].points, rows[rival].points, rows[rival].games) == (0, 1, 1)
    assert [one.player for one in rows.values() if one.struck] == [away]
    cup = services.community.tournaments.get("cup")
    assert (cup.left, cup.removed) == ((away,), (away,)) and away not in cup.made[2].players
    cup = services.community.tournaments.change("cup", partial(entered, player="late"))
    assert cup.substitutes == ("late",)  # no more rounds are paired


@pytest.mark.parametrize("comes", [True, False])
def test_a_final_that_nobody_attends_is_played_again(services, comes):
    """A final without its players is repeated once, and both are notified; then a random draw decides.

    Together this is one no-show.
    """
    cup, lot = begun(services, 4, kind="knockout", strict=True), random.Random(4)
    tables, director = services.games.tables, services.community.director
    for game in cup.games[0]:
        seat_strictly(tables, game)
        play(services, game, lot)
    first = director.go_on("cup").games[1][0]
    look(services, after_the_wait(services, first))
    cup = director.go_on("cup")
    assert (cup.status, cup.again, cup.shown) == ("running", {cup.games[1][0]: first}, cup.made)
    assert cup.round_of(first) == cup.round_of(cup.games[1][0]) == 2 and len(cup.made) == 2
    table = cup.made[1].tables[0]
    told = [one for _number, one in services.community.tournaments.untold() if one.game == cup.games[1][0]]
    assert [(one.kind, one.people, one.number) for one in told] == [("round", table, 2)]
    if comes:
        seat_strictly(tables, cup.games[1][0])
        play(services, cup.games[1][0], lot)
    else:
        look(services, after_the_wait(services, cup.games[1][0]))
    director.go_on("cup")
    rows = standing(services)
    assert services.community.tournaments.get("cup").status == "over"
    assert [one.place for one in rows] == [1, 2, 3, 3] and {one.player for one in rows[:2]} == {*table}
    assert [one.points for one in rows[:2]] == ([2, 1] if comes else [1, 1])
    assert services.community.tournaments.get("cup").removed == ()
    if not comes:
        lots = drawn_by_lot(cup)
        assert lots.index(rows[0].player) < lots.index(rows[1].player)


def repair(services, kind, game, **more):
    """The boss repairs this game."""
    return services.community.director.repair("cup", Repair(kind, game, "Because.", "boss", 1, **more))


def test_an_organiser_repairs_a_knockout(services):
    """A game waits longer, one is decided, and a final is played again after the end: each told to its players."""
    cup, lot = begun(services, 4, kind="knockout", strict=True), random.Random(4)
    tables, director = services.games.tables, services.community.director
    played, unattended = cup.games[0]
    seat_strictly(tables, played)
    repair(services, "more-time", unattended, longer=HOUR)
    look(services, after_the_wait(services, unattended) + HOUR - 1)
    assert tables.seen(unattended).game.status == "waiting"
    with pytest.raises(TournamentRefused, match="not over yet"):
        repair(services, "play-again", unattended)
    play(services, played, lot)
    with pytest.raises(TournamentRefused, match="is over"):
        repair(services, "more-time", played, longer=HOUR)
    came = cup.made[0].tables[1][1]
    cup = repair(services, "decide", unattended, places=(0, 1))
    assert came in cup.made[1].tables[0] and points_of(services)[came] == 1
    withdrawn, gone = cup.games[1][0], cup.made[1].tables[0]
    cup = repair(services, "decide", unattended, places=(1, 0))
    assert tables.seen(withdrawn).game.called_off.startswith("The organiser reopened the round")
    assert {*cup.made[1].tables[0]} == {*gone} - {came} | {cup.made[0].tables[1][0]} and withdrawn not in cup.all_games
    assert (cup.round_of(withdrawn), {*cup.players_of(withdrawn)}, len(cup.games)) == (2, {*gone}, 2)
    with pytest.raises(LookupError):
        repair(services, "decide", withdrawn, places=(1, 2))
    final = cup.games[1][0]
    seat_strictly(tables, final)
    play(services, final, lot)
    assert director.go_on("cup").status == "over"
    with pytest.raises(TournamentRefused, match="one of its games is over"):
        repair(services, "decide", unattended, places=(0, 1))
    cup = repair(services, "play-again", final)
    again = cup.games[1][0]
    assert (cup.status, cup.again, tables.seen(again).game.reserved) == (
        "running",
        {again: final},
        cup.made[1].tables[0],
    )
    with pytest.raises(LookupError):
        repair(services, "decide", final, places=(1, 0))
    assert director.go_on("cup").status == "running"
    first, _second = cup.made[1].tables[0]
    cup = repair(services, "decide", again, places=(0, 0))
    assert cup.status == "over" and cup.games[1] == (again,)  # no player continues, and it is not played once more
    repair(services, "decide", again, places=(1, 2))
    assert [one.player for one in standing(services) if one.place == 1] == [first]
    told = [one for _number, one in services.community.tournaments.untold() if one.kind == "repair"]
    assert [(one.number, one.game) for one in told] == [(1, unattended)] * 3 + [(2, again)] * 3
    assert {one.people for one in told[3:]} == {cup.made[1].tables[0]}


def win(services, game_id, table, winner):
    """The organiser decides this game for this player."""
    return repair(services, "decide", game_id, places=tuple(1 if one == winner else 2 for one in table))


def test_groups_lead_to_a_knock_out(services):
    """The winners of both groups meet; a decision in a group takes back their game and sends another to the final."""
    form = TournamentForm(groups=2, advancing=1)
    cup = begun(services, 7, kind="groups", form=form)
    assert (cup.group_rounds, cup.rounds, [len(one) for one in cup.groups]) == (3, 4, [3, 4])
    assert [len(one.resting) for one in cup.made] == [1]
    rank = {player: number for one in cup.groups for number, player in enumerate(one)}
    for number in range(3):
        cup = services.community.tournaments.get("cup")
        assert len(cup.games) == number + 1 and not cup.is_knockout
        for table, game in zip(cup.made[-1].tables, cup.games[-1], strict=True):
            win(services, game, table, min(table, key=rank.__getitem__))
    cup = services.community.tournaments.get("cup")
    winners = [one[0] for one in cup.groups]
    (final,) = cup.games[3]
    assert ({*cup.qualified}, {*cup.made[3].tables[0]}) == ({*winners}, {*winners})
    assert [one.place for one in standing(services)] == [1, 1, 3, 3, 5, 5, 7]
    with pytest.raises(TournamentRefused, match="knock-out"):
        services.community.tournaments.change("cup", partial(entered, player="late"))
    first, second = cup.groups[0][:2]
    others = [
        (game, table)
        for one, games in zip(cup.made[:3], cup.games[:3], strict=True)
        for table, game in zip(one.tables, games, strict=True)
        if first in table
    ]
    for game, table in others:  # the winner of the group now has lost all
        cup = win(services, game, table, next(one for one in table if one != first))
    assert services.games.tables.seen(final).game.status == "aborted"
    assert {*cup.qualified} == {*cup.made[3].tables[0]} == {second, winners[1]} and len(cup.made) == 4
    cup = win(services, cup.games[3][0], cup.made[3].tables[0], second)
    assert cup.status == "over"
    assert [(one.player, one.place) for one in standing(services)][:2] == [(second, 1), (winners[1], 2)]
    with pytest.raises(TournamentRefused, match="one of its games is over"):
        repair(services, "decide", others[0][0], places=(1, 1))


def test_a_decision_counts_in_place_of_a_result(services):
    """A decision ends the wait for a slow game, can be corrected in any round, and makes no player a no-show."""
    cup = begun(services, 4, kind="swiss")
    table, slow = cup.made[0].tables[0], cup.games[0][0]
    with pytest.raises(LookupError):
        repair(services, "decide", "other", places=(1, 2))
    log = services.community.people.operator_log
    call_off(services.games.tables, log, "command line", cup.games[0][1], "A fault")
    cup = repair(services, "decide", slow, places=(1, 1))
    assert len(cup.games) == 2 and [points_of(services)[one] for one in table] == [0.5, 0.5]
    cup = repair(services, "decide", slow, places=(0, 1))
    assert [points_of(services)[one] for one in table] == [0, 1] and cup.left == cup.removed == ()
    reopened = repair(services, "play-again", slow)
    assert len(reopened.games) == 1 and [one.game for one in reopened.withdrawn] == list(cup.games[1])
    cup = repair(services, "decide", reopened.games[0][0], places=(0, 1))
    assert len(cup.games) == 2 and not {*cup.all_games} & {one.game for one in cup.withdrawn}
    cup = services.community.tournaments.change("cup", partial(left, player=cup.made[1].tables[0][0]))
    repair(services, "decide", cup.games[1][0], places=(0, 1))
    with pytest.raises(TournamentRefused, match="has left"):
        repair(services, "play-again", cup.games[1][0])


@pytest.mark.parametrize("joined", [True, False])
def test_after_its_limit_a_round_counts_by_the_time_used(services, joined):
    """After the limit, including time that an organiser added, a slow game counts by the time used and the next round
    begins.

    Players who did not join forfeit. The players are notified, and the organiser can decide otherwise.
    """
    cup = begun(services, 4, form=TournamentForm(round_limit=DAY), wait=4 * DAY)
    (quick, slow), (_table, table) = cup.games[0], cup.made[0].tables
    play(services, quick, random.Random(1))
    for seat, player in enumerate(table if joined else table[:1]):
        services.games.tables.command(slow, TakeSeat(seat, player=player, nonce=player), "public")
    asked = services.games.tables.seen(slow).to_act[0] if joined else 1
    repair(services, "more-time", slow, longer=HOUR)
    due = services.games.tables.seen(slow).created_at + DAY + HOUR
    look(services, due - 1)
    assert len(services.community.tournaments.get("cup").games) == 1
    look(services, due)
    cup = services.community.tournaments.get("cup")
    assert len(cup.games) == 2 and cup.removed == ()
    last = 2 if joined else 0
    assert cup.decided[slow].places == ((last, 1) if asked == 0 else (1, last))
    assert points_of(services)[table[asked]] == 0 and points_of(services)[table[1 - asked]] == 1
    told = [one for _number, one in services.community.tournaments.untold() if one.kind == "repair"]
    assert told[-1].game == slow and {*told[-1].people} == {*table, "boss"}
    repair(services, "decide", slow, places=(1, 1))
    assert [points_of(services)[one] for one in table] == [0.5, 0.5]


def seat_strictly(tables, game_id):
    """The players of a strict game join and open their nonces."""
    players = tables.seen(game_id).game.reserved
    for seat, player in enumerate(players):
        bound = nonce_commitment(game_id, seat, player)
        tables.command(game_id, TakeSeat(seat, player=player, nonce_commitment=bound), "public")
    for seat, player in enumerate(players):
        tables.command(game_id, OpenNonce(seat, player), "public")


def test_the_server_draws_the_lot_at_the_start(services):
    """The server draws a bracket's random order at the start, so no player can compute it earlier; a repeated start
    keeps it.
    """
    director, tournaments = services.community.director, services.community.tournaments
    players = tuple(services.accounts.players.create(f"P{number}", 1)[0].id for number in range(4))
    for name in ("one", "other"):
        tournaments.make(Tournament(name, "Cup", "boss", TITLE, 2, "knockout", 1, players=players, rules=RULES))
    assert tournaments.get("one").lot == ""
    begun, other = director.start("one"), director.start("other")
    assert len(begun.lot) == 64 and begun.lot != other.lot and len(begun.games[0]) == 2
    with pytest.raises(TournamentRefused):
        director.start("one")
    with pytest.raises(LookupError):
        director.start("none")
    assert director.go_on("one") == begun


def test_a_substitute_takes_a_place_with_its_points(services):
    """The games that were paired stay those of the one who left; the next are the substitute's."""
    lot = random.Random(4)
    cup = begun(services, 4)
    gone = cup.made[0].tables[0][0]
    late = services.accounts.players.create("Late", 9)[0].id
    services.community.tournaments.change("cup", partial(left, player=gone))
    cup = services.community.tournaments.change("cup", partial(entered, player=late))
    assert (cup.left, cup.place_of(late), cup.holder(gone, 0)) == ((), gone, gone)
    before = len(cup.games[0])
    for game in cup.games[0]:
        assert late not in services.games.tables.seen(game).game.reserved
        play(services, game, lot)
    points = points_of(services)
    cup = services.community.director.go_on("cup")
    assert before == len(cup.games[1]) == 2
    reserved = [player for game in cup.games[1] for player in services.games.tables.seen(game).game.reserved]
    assert late in reserved and gone not in reserved
    assert points_of(services) == points
    services.community.tournaments.forget(late)
    assert services.community.tournaments.get("cup").left == (gone,)


def test_who_returns_gets_no_other_place(services):
    """Players who return get their own place while it is free, so leaving and entering again gives no leader's
    points.
    """
    cup = begun(services, 4)
    leader, last = cup.made[0].tables[0]
    for player in (leader, last):
        services.community.tournaments.change("cup", partial(left, player=player))
    cup = services.community.tournaments.change("cup", partial(entered, player=last))
    assert (cup.left, cup.place_of(last), cup.substitutions) == ((leader,), last, ())
    services.community.tournaments.change("cup", partial(entered, player="late"))
    with pytest.raises(TournamentRefused, match="given to another player"):
        services.community.tournaments.change("cup", partial(entered, player=leader))


def test_an_organiser_who_is_deleted_leaves_no_tournament_waiting(services):
    """A tournament that only a deleted organiser could start is cancelled; others continue."""
    tournaments = services.community.tournaments
    for name, begins_at in (("waiting", 0), ("timed", now() + DAY)):
        tournaments.make(Tournament(name, name, "boss", TITLE, 2, "swiss", 1, rules=RULES, begins_at=begins_at))
    entered_by(services, 3)
    tournaments.forget("boss")
    assert [tournaments.get(name).status for name in ("waiting", "timed", "cup")] == ["called off", "open", "running"]


def test_the_reasons_of_a_deleted_organiser_are_gone(services):
    """A deleted organiser's repairs stay, but their reasons are deleted."""
    cup = begun(services, 4)
    game = cup.games[0][0]
    repair(services, "decide", game, places=(1, 2))
    services.community.tournaments.forget("boss")
    cup = services.community.tournaments.get("cup")
    assert [(one.by, one.reason, one.places) for one in cup.repairs] == [("", "", (1, 2))]
    assert cup.decided[game].places == (1, 2)
