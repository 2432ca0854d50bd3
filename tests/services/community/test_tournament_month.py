"""Month of tournaments of every kind, with an outage in its midst, people who leave or vanish, and repairs.

Each ends with its winner, and its table equals a second computation from what the simulated people did.
"""

import itertools
import logging
import random
from functools import partial
from typing import Any

import pytest

from domain.chance import nonce_commitment
from domain.clocks.availability import DAY, HOUR
from domain.clocks.events import Pace
from domain.game import OpenNonce, Resign, TakeSeat
from services.community.pairing import Kind
from services.community.results import GameResult
from services.community.tournament_standings import standings
from services.community.tournaments import RULES, Repair, Tournament, TournamentForm, entered, left
from tests.club import Club
from tests.services.community.test_tournament_laws import Group, Played, counted_again, struck_of

BEGIN = 1_800_000_000_000
OUTAGE = 3 * DAY
STEP = 8 * HOUR
LONGEST_ROUND = 20 * DAY
"""A game against the player who has vanished: two waits of a day, the outage, and fifteen turns of two visits."""
LIMIT = 5 * DAY
PACE = Pace(time=DAY, outcome="seat")
FORMS: dict[Kind, dict[str, Any]] = {
    "round_robin": {"pace": PACE, "form": TournamentForm(cycles=2)},
    "swiss": {"pace": Pace(time=20 * DAY), "form": TournamentForm(seeding="rating", round_limit=LIMIT)},
    "knockout": {"pace": PACE, "form": TournamentForm(third_place=True), "strict": True},
    "groups": {"pace": PACE, "form": TournamentForm(groups=2, advancing=1, seeding="rating")},
}


class Month:
    """The people of a club in its tournaments. One has vanished, one leaves, two are slow, no one comes to a final."""

    def __init__(self, data, people: int, seed: int) -> None:
        self.club = Club(data, people, BEGIN, seed)
        self.lot = random.Random(seed)
        self.vanished, self.leaver, *self.slow = self.club.people[:4]
        self.tournaments = self.club.services.community.tournaments
        self.director = self.club.services.community.director
        self.resigned: dict[str, int] = {}
        self.decided: dict[str, tuple[float, float]] = {}
        self.moved: set[tuple[str, int]] = set()
        self.late: set[str] = set()

    def hold(self) -> None:
        """Start a tournament of each kind."""
        for kind, more in FORMS.items():
            made = Tournament(kind, kind, "boss", "kheops", 2, kind, self.club.at, rules=RULES, **more)
            self.tournaments.make(made)
            for one in self.club.people:
                self.tournaments.change(kind, partial(entered, player=one))
            self.director.start(kind)

    def run(self) -> None:
        """Play until all are over, no round longer than `LONGEST_ROUND`; the outage is in the midst of the first."""
        since: dict[Any, int] = {}
        for step in itertools.count():
            if step == 1:
                self.club.pass_time(OUTAGE, working=False)
            else:
                self.club.pass_time(STEP)
            self._work()
            going = [one for one in map(self.tournaments.get, FORMS) if one.status == "running"]
            if not going:
                return
            for one in going:
                longest = since.setdefault((one.kind, one.games), self.club.at) + LONGEST_ROUND
                assert self.club.at <= longest, f"{one.kind}: round {len(one.made)} is stuck"
                self._play(one)
            if step == 2:
                for kind in FORMS:
                    self.tournaments.change(kind, partial(left, player=self.leaver))

    def results(self, cup: Tournament) -> dict[str, GameResult]:
        """The results of this tournament's games."""
        return self.club.services.community.rating_updates.results(cup.all_games)

    def repair(self, kind: str, game: str, places: tuple[int, int]) -> None:
        """The organiser decides this game of two, and what that is worth."""
        self.director.repair(kind, Repair("decide", game, "It was late.", "boss", self.club.at, places=places))
        self.decided[game] = (float(places[0] == 1), float(places[1] == 1))

    def _work(self) -> None:
        self.club.worker._last_periodic = float("-inf")  # these pauses are of real time
        self.club.worker.run(until_idle=True)
        for one in self.tournaments.get("swiss").repairs:
            if one.game not in self.decided:  # the seat that is asked is slow: the other has used no time at all
                asked = self.club.tables.seen(one.game).to_act[0]
                self.decided[one.game] = (float(asked == 1), float(asked == 0))

    def _play(self, cup: Tournament) -> None:
        is_final = cup.is_knockout and len(cup.made) == cup.rounds
        for table, game in zip(cup.made[-1].tables, cup.games[-1], strict=True):
            players = [cup.holder(place, len(cup.made) - 1) for place in table]
            if is_final and set(table) != set(cup.made[-1].third):
                continue  # no one attends it
            if self.club.tables.seen(game).game.status == "waiting":
                self._sit(game, players, cup.strict)
            is_swiss = cup.kind == "swiss"  # there the quick ones answer at once, so that they use no time
            comes = is_swiss or game in self.late or self.lot.random() < 0.6
            (self.late.discard if comes else self.late.add)(game)
            if comes and self.club.tables.seen(game).game.status == "playing":
                self._finish(game, players, {self.vanished, *(self.slow if is_swiss else ())})

    def _sit(self, game: str, players: list[str], strict: bool) -> None:
        seats = self.club.tables.seen(game).game.seats
        there = {one.player for one in seats}
        for seat, player in enumerate(players):
            if player not in there and player != self.vanished:
                bound = {"nonce_commitment": nonce_commitment(game, seat, player)} if strict else {"nonce": player}
                self.club.tables.command(game, TakeSeat(seat, player=player, **bound), "public")
        for seat in sorted(self.club.tables.seen(game).game.to_open) if strict else ():
            self.club.tables.command(game, OpenNonce(seat, players[seat]), "public")

    def _finish(self, game: str, players: list[str], stopping: set[str]) -> None:
        """Play on at random until one of these is asked; often a player resigns after a move."""
        resigning = self.vanished not in players and self.lot.random() < 0.7
        while not (seen := self.club.tables.seen(game)).game.is_over and seen.to_act:
            seat = seen.to_act[0]
            if players[seat] in stopping or seen.game.seats[seat].absent:
                return
            if resigning and (game, seat) in self.moved:
                self.club.tables.command(game, Resign(seat), seat)
                self.resigned[game] = seat
                return
            self.club.move(game, seat)
            self.moved.add((game, seat))

    def worth(self, cup: Tournament, number: int, table: tuple[str, ...], game: str):
        """The points of both seats of this game, and for whom it counts as played."""
        away = [cup.holder(place, number) == self.vanished for place in table]
        seen = self.club.tables.seen(game)
        answered = ((game, 0) in self.moved, (game, 1) in self.moved)
        if game in self.decided:
            return self.decided[game], answered
        if seen.game.status == "aborted":  # no one came, or one did not
            return (float(away[1]), float(away[0])), (not away[0], not away[1])
        assert seen.game.status == "finished"
        if game in self.resigned:
            return (float(self.resigned[game] == 1), float(self.resigned[game] == 0)), answered
        if any(away):
            return (float(not away[0]), float(not away[1])), answered
        places = seen.game.result.places
        return tuple(0.5 if places[0] == places[1] else float(one == 1) for one in places), answered


class Counted:
    """A tournament with the points of each game, and for whom it counts as played, as the people know it."""

    def __init__(self, month: Month, cup: Tournament) -> None:
        self.month, self.now = month, cup

    def games(self):
        """Each game: its round, its players, what each of them got, and for whom it counts as played."""
        for number, (one, ids) in enumerate(zip(self.now.made, self.now.games, strict=True)):
            for table, game in zip(one.tables, ids, strict=True):
                yield number, table, *self.month.worth(self.now, number, table, game)


@pytest.mark.parametrize(
    ("people", "seed"), [(5, 3), *(pytest.param(number, number, marks=pytest.mark.soak) for number in range(5, 13))]
)
def test_a_month_of_tournaments(empty_redis, data_directory, caplog, people: int, seed: int) -> None:
    """Nothing is stuck or fails, no one forfeits by the outage, and each tournament has its winner."""
    month = Month(data_directory, people, seed)
    month.hold()
    month.run()
    assert [] == [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]
    for kind in FORMS:
        cup = month.tournaments.get(kind)
        assert cup.status == "over" and month.leaver in cup.left
        assert all(month.club.tables.seen(game).game.seats for game in cup.games[0] if kind != "knockout")
        if kind != "knockout":
            check_table(month, cup)
        if cup.is_knockout:
            check_final(month, cup)
    assert any(one.kind == "time-limit" for one in month.tournaments.get("swiss").repairs)


def check_table(month: Month, cup: Tournament) -> None:
    """Points, tie-breaks, struck results and places are as counted again, in each group or among all."""
    rows = {one.player: one for one in standings(cup, month.results(cup))}
    counted = Counted(month, cup)
    tables: list[Played] = [Group(counted, group) for group in cup.groups]
    for played in tables or [counted]:
        expected, struck = counted_again(played), struck_of(played)
        merits = {one: (one not in struck, *expected[one]) for one in played.now.players}
        for one, merit in merits.items():
            assert (rows[one].points, rows[one].opponents) == pytest.approx(expected[one])
            assert rows[one].struck == (one in struck)
            place = rows[one].group_place if cup.groups else rows[one].place
            assert place == 1 + sum(other > merit for other in merits.values())


def check_final(month: Month, cup: Tournament) -> None:
    """A finalist has won by the lot, and the organiser can decide the final, which no one attended."""
    rows = standings(cup, month.results(cup))
    last = cup.made[-1]
    assert [one.place for one in rows].count(1) == 1
    finals = [found for found in zip(last.tables, cup.games[-1], strict=True) if {*found[0]} != {*last.third}]
    if len(cup.made) < cup.rounds or not finals:  # the lot has led a player to the final who left, or who was away
        assert rows[0].player not in cup.left
        return
    for finalists, final in finals:
        assert rows[0].player in finalists, "the lot has decided"
        for places in ((1, 2), (2, 1)):
            month.repair(cup.id, final, places)
            cup = month.tournaments.get(cup.id)
            rows = standings(cup, month.results(cup))
            assert [one.player for one in rows if one.place == 1] == [finalists[places.index(1)]]
