"""Laws of tournaments, over random drop-outs, substitutes, suspensions and results, with a second computation.

The second computation knows only the pairings and the games' results, and the rules of the manual.
"""

from collections import Counter, defaultdict
from itertools import combinations, compress
from typing import Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec.structs import replace

from services.community.pairing import Kind, Round, meetings
from services.community.results import PERSON, Answers, GameResult, SeatResult
from services.community.tournament_standings import cross_table, qualifiers, schedule, slots, standings, tie_break
from services.community.tournaments import (
    MOST_ROUNDS,
    RULES,
    Repair,
    Seeding,
    Tournament,
    TournamentForm,
    TournamentRefused,
    TournamentSettings,
    entered,
    left,
    paired,
    played_again,
    repaired,
    started,
    with_qualified,
    with_settings,
    with_void,
)

OUTCOMES = ("first", "second", "draw", "first forfeits", "second forfeits", "both forfeit", "void", "first missing")
PLACES = {"first": (1, 2), "second": (2, 1), "draw": (1, 1)}
WORTH = {
    "first": (1.0, 0.0), "second": (0.0, 1.0), "draw": (0.5, 0.5), "first forfeits": (0.0, 1.0),
    "second forfeits": (1.0, 0.0), "both forfeit": (0.0, 0.0), "void": (0.5, 0.5), "first missing": (0.0, 1.0),
}  # fmt: skip
"""The points of each seat for an outcome, written out."""
ANSWERED = {
    "first": (True, True), "second": (True, True), "draw": (True, True), "first forfeits": (False, True),
    "second forfeits": (True, False), "both forfeit": (False, False), "void": (False, False),
    "first missing": (False, True),
}  # fmt: skip
"""For each seat, whether its game counts as played."""


DECISIONS = {(1, 2): "first", (2, 1): "second", (1, 1): "draw", (1, 0): "second forfeits", (0, 0): "both forfeit"}
"""The places that an organiser can decide, and the outcome that they are worth."""


USUAL = TournamentForm()


class Played(Protocol):
    """A tournament that was played, with what happened at each table."""

    now: Tournament

    def games(self):
        """Each game: its round, its players, what each of them got, and for whom it counts as played."""


class Random:
    """A tournament of two at a table that chance plays, with what happened at each table.

    Unless it `is_calm`, players leave, stay away and are suspended, and its organiser repairs some of its games.
    """

    def __init__(self, data, kind: Kind, players: int, is_calm: bool = False, form: TournamentForm = USUAL) -> None:
        self.data, self.is_calm = data, is_calm
        names = tuple(f"p{number:02}" for number in range(players))
        made = Tournament("cup", "Cup", "boss", "title", 2, kind, 1, players=names, rules=RULES, form=form)
        self.now = started(made, rating=lambda player: int(player[1:]) % 5)
        self.results: dict[str, GameResult] = {}
        self.outcomes: dict[str, str] = {}
        self.answered: dict[str, tuple[bool, bool]] = {}
        self.newcomers = self.repairs = 0

    def play(self) -> None:
        """Play it to its end."""
        while True:
            self._come_and_go()
            if self.now.groups and not self.now.qualified and len(self.now.made) == self.now.group_rounds:
                self.now = with_qualified(self.now, qualifiers(self.now, self.results))
            order = slots(self.now, self.results) if self.now.is_knockout else self.order()
            away = [] if self.is_calm else self._some(self.now.staying, 5)
            absent = [self.now.holder(place) for place in away]
            is_going = self.now.is_knockout and len(self.now.made) > self.now.group_rounds
            if is_going and not any(order) and self._play_again(absent):
                continue
            after = paired(self.now, order, absent, lambda number, table: f"{number}-{table}")
            if after == self.now:  # too few are there this time
                after = paired(self.now, order, (), lambda number, table: f"{number}-{table}")
            self.now = after
            if after.status == "over":
                if self._repair("play-again"):
                    continue
                return
            for table, game in zip(after.made[-1].tables, after.games[-1], strict=True):
                self._finish(game, table)
            self.now = replace(self.now, opening=False)
            self._repair("decide")

    def _repair(self, kind) -> bool:
        """The organiser repairs a game of the last round, now and then; whether one is played again."""
        if self.is_calm or not self.now.all_games or not self._some(["boss"], 3):
            return False
        number = len(self.now.games) - 1
        game = self.data.draw(some.sampled_from(self.now.games[number] or self.now.all_games))
        self.repairs += 1
        repair = Repair(kind, game, "Because.", "boss", 1)
        places = self.data.draw(some.sampled_from(list(DECISIONS)))
        more = {"places": places} if kind == "decide" else {"instead": f"{game} repair {self.repairs}"}
        try:
            self.now = repaired(self.now, replace(repair, **more), self.results)
        except TournamentRefused:
            return False
        if kind == "decide":
            self.outcomes[game] = DECISIONS[places]
            return False
        again = more["instead"]
        number = self.now.round_of(again) - 1  # a round without games has been reopened
        self._finish(again, self.now.made[number].tables[self.now.games[number].index(again)])
        return True

    def _play_again(self, absent: list[str]) -> bool:
        """Play the last round of a knock-out again, if there is something to play."""
        before, self.now = self.now, played_again(self.now, absent, lambda number, table: f"{number}-{table} again")
        number = len(before.made) - 1
        for table, game in zip(self.now.made[number].tables, self.now.games[number], strict=True):
            if game not in before.all_games:
                self._finish(game, table)
        self.now = replace(self.now, opening=False)
        return self.now != before

    def order(self) -> list[str]:
        """The players in the order of the standings."""
        return [one.player for one in standings(self.now, self.results)]

    def _some(self, people, rarely: int) -> list[str]:
        return [one for one in people if self.data.draw(some.integers(0, rarely)) == rarely]

    def _come_and_go(self) -> None:
        if self.is_calm:
            return
        for place in self._some(self.now.staying, 7):
            self.now = left(self.now, self.now.holder(place))
        if not self.now.is_knockout and self.data.draw(some.integers(0, 3)) == 3:
            self.newcomers += 1
            self.now = entered(self.now, f"n{self.newcomers:02}")

    def _finish(self, game: str, table: tuple[str, ...]) -> None:
        outcome = self.data.draw(some.sampled_from(OUTCOMES[:3] if self.is_calm else OUTCOMES))
        self.outcomes[game], self.answered[game] = outcome, ANSWERED[outcome]
        if outcome in ("void", "first missing"):
            self.now = with_void(self.now, game, (0,) if outcome == "first missing" else ())
            return
        gone = {"first forfeits": {0}, "second forfeits": {1}, "both forfeit": {0, 1}}.get(outcome, set())
        seats = tuple(
            SeatResult(
                player,
                PERSON,
                PLACES.get(outcome, (1, 1))[seat],
                0,
                stayed=seat not in gone,
                answers=Answers() if seat in gone else Answers((3,)),
            )
            for seat, player in enumerate(table)
        )
        self.results[game] = GameResult(game, "title", 1, 2, seats)

    def games(self):
        """Each game: its round, its players, what each of them got, and for whom it counts as played."""
        for number, (one, games) in enumerate(zip(self.now.made, self.now.games, strict=True)):
            for table, game in zip(one.tables, games, strict=True):
                yield number, table, WORTH[self.outcomes[game]], self.answered[game]


class Group:
    """A group of a tournament, as if it were a round robin of its own."""

    def __init__(self, cup: Played, players: tuple[str, ...]) -> None:
        self.cup, rounds = cup, cup.now.made[: cup.now.group_rounds]
        made = tuple(Round((), tuple(one for one in made.resting if one in players)) for made in rounds)
        gone = tuple(one for one in cup.now.left if one in players)
        self.now = replace(cup.now, kind="round_robin", players=players, made=made, left=gone)

    def games(self):
        """The games of the group."""
        for number, table, *more in self.cup.games():
            if number < self.cup.now.group_rounds and {*table} <= {*self.now.players}:
                yield number, table, *more


def counted_again(cup: Played) -> dict[str, tuple[float, float]]:
    """Each player's points and tie-break of a round robin or a Swiss tournament, from the games alone."""
    players = cup.now.players
    score: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    if cup.now.kind == "swiss":
        return counted_again_as_swiss(cup)
    for _number, (one, other), worth, _answered in cup.games():
        score[one][other] += worth[0]
        score[other][one] += worth[1]
    struck = struck_of(cup)
    for number, made in enumerate(cup.now.made):
        for winner in made.resting:
            if loser := partner_of(players, number, winner):
                score[winner][loser] += 1.0
    kept = [one for one in players if one not in struck]
    points = {one: sum(score[one].get(other, 0.0) for other in kept) if one in kept else 0.0 for one in players}
    return {
        one: (points[one], sum(score[one].get(other, 0.0) * points[other] for other in kept) if one in kept else 0.0)
        for one in players
    }


def struck_of(cup: Played) -> set[str]:
    """The players who left a round robin before they had played half of their games."""
    played = Counter(player for _number, table, _worth, answered in cup.games() for player in compress(table, answered))
    is_round_robin = cup.now.kind == "round_robin"
    due = cup.now.form.cycles * (len(cup.now.players) - 1)
    return {one for one in cup.now.left if is_round_robin and 2 * played[one] < due}


def partner_of(players: tuple[str, ...], number: int, player: str) -> str:
    """The opponent in this round by Berger's method, or empty.

    All players sit in a circle. Each round, all but the first move on by one place, and opposite players meet.
    """
    names = sorted(players)
    ring = names[1:] + [""] * (len(names) % 2)
    turn = number % len(ring)
    circle = [names[0], *ring[len(ring) - turn :], *ring[: len(ring) - turn]]
    return circle[len(circle) - 1 - circle.index(player)]


def counted_again_as_swiss(cup: Played) -> dict[str, tuple[float, float]]:
    """The standings of a Swiss tournament, counted again: a bye is a point, and Buchholz breaks ties."""
    players = cup.now.players
    points = dict.fromkeys(players, 0.0)
    unplayed, unpaired = Counter(), Counter()
    opponents: dict[str, list[str]] = {one: [] for one in players}
    for _number, (one, other), worth, _answered in cup.games():
        points[one] += worth[0]
        points[other] += worth[1]
        opponents[one].append(other)
        opponents[other].append(one)
    for made in cup.now.made:
        for player in players:
            if player in made.resting:
                points[player] += 1
                unplayed[player] += 1
            elif player in made.absent:
                unplayed[player] += 1
            if player not in made.players:
                unpaired[player] += 1
    return {
        player: (
            points[player],
            sum(points[other] + 0.5 * unpaired[other] for other in opponents[player])
            + unplayed[player] * points[player],
        )
        for player in players
    }


@settings(deadline=None, max_examples=70)
@given(some.data(), some.integers(3, 11), some.sampled_from(["round_robin", "swiss"]), some.integers(1, 2))
def test_the_standings_equal_a_second_computation(data, players: int, kind: Kind, cycles: int) -> None:
    """Points, tie-breaks, order and places, and the cross table's cells, after every kind of accident and repair.

    The first place is shared only by players with equal points and tie-breaks.
    """
    cup = Random(data, kind, players, form=TournamentForm(cycles=cycles, seeding="rating"))
    cup.play()
    expected = counted_again(cup)
    table = standings(cup.now, cup.results)
    assert {one.player: (one.points, one.opponents) for one in table} == {
        one.player: pytest.approx(expected[one.player]) for one in table
    }
    assert {one.player for one in table if one.struck} == struck_of(cup)
    merits = [(not one.struck, one.points, one.opponents) for one in table]
    assert merits == sorted(merits, reverse=True)
    assert [one.place for one in table] == [1 + sum(other > merit for other in merits) for merit in merits]
    assert table[0].place == 1
    cells = cross_table(cup.now, cup.results)
    found = {(met.number - 1, met.opponent, player, met.points) for player, row in cells.items() for met in row}
    assert found == {
        (number, table[1 - seat], table[seat], worth[seat])
        for number, table, worth, _answered in cup.games()
        for seat in (0, 1)
    }
    assert tie_break(cup.now) == {"round_robin": "sonneborn-berger", "swiss": "buchholz"}[kind]


@settings(deadline=None, max_examples=60)
@given(some.data(), some.integers(3, 12), some.integers(1, 2))
def test_each_pair_meets_once_in_each_cycle_of_a_round_robin(data, players: int, cycles: int) -> None:
    """No pair meets more than once in a cycle, even after withdrawals and replacements; the second cycle exchanges the
    seats.
    """
    form = TournamentForm(cycles=cycles)
    cup = Random(data, "round_robin", players, form=form)
    cup.play()
    assert max(meetings(cup.now.made).values(), default=0) <= cycles
    calm = Random(data, "round_robin", players, is_calm=True, form=form)
    planned = schedule(calm.now)
    calm.play()
    assert set(meetings(calm.now.made)) == set(map(frozenset, combinations(calm.now.players, 2)))
    assert set(meetings(calm.now.made).values()) == {cycles}
    tables = [table for one in calm.now.made for table in one.tables]
    assert len(set(tables)) == len(tables)
    assert [{frozenset(table) for table in one.tables} for one in planned] == [
        {frozenset(table) for table in one.tables} for one in calm.now.made
    ]


@settings(deadline=None, max_examples=60)
@given(some.data(), some.integers(3, 16))
def test_nobody_has_two_byes_in_a_swiss_tournament(data, players: int) -> None:
    """No player has a second bye before all other present players have had one."""
    cup = Random(data, "swiss", players)
    cup.play()
    rested: Counter[str] = Counter()
    for made in cup.now.made:
        assert len(made.resting) == len(made.players) % 2
        for player in made.resting:
            assert rested[player] == min(rested[other] for other in made.players)
        rested.update(made.resting)
    calm = Random(data, "swiss", players, is_calm=True)
    calm.play()
    assert max(Counter(one for made in calm.now.made for one in made.resting).values(), default=0) <= 1


@settings(deadline=None, max_examples=70)
@given(some.data(), some.integers(3, 40), some.booleans(), some.booleans(), some.sampled_from(["lot", "rating"]))
def test_a_knock_out_of_any_number_has_one_winner(
    data, players: int, is_calm: bool, third_place: bool, seeding: Seeding
) -> None:
    """A knock-out ends with one winner in the fewest rounds, even if players stay away or games are repaired.

    A loser plays no further game, except for the third place.
    """
    cup = Random(data, "knockout", players, is_calm, TournamentForm(third_place=third_place, seeding=seeding))
    cup.play()
    out: set[str] = set()
    table = standings(cup.now, cup.results)
    for number, made in enumerate(cup.now.made):
        playing = {*made.players} - {*made.third}
        assert out.isdisjoint(playing)
        assert not is_calm or len(playing) == (2 ** (cup.now.rounds - number) if number else players)
        for seats, game in zip(made.tables, cup.now.games[number], strict=True):
            if {*seats} == {*made.third}:
                won = {one.player: one.place for one in table}
                worth = WORTH[cup.outcomes[game]]
                wanted = [3, 3] if worth[0] == worth[1] else [4 - one for one in worth]
                assert third_place and number == cup.now.rounds - 1 and playing.isdisjoint(seats)
                assert not is_calm or [won[one] for one in seats] == wanted
                continue
            one, other = WORTH[cup.outcomes[game]]
            if one != other:
                out.add(seats[one > other])
            elif not one:
                out.update(seats)
        out.update(made.absent)
    byes = [len(made.resting) for made in cup.now.made]
    if is_calm:
        assert bool(cup.now.made[-1].third) == (third_place and players > 3)
        assert len(cup.now.made) == (players - 1).bit_length()
        assert byes[0] == 2 ** len(cup.now.made) - players and not any(byes[1:])
        games = sum(len(made.tables) - bool(made.third) for made in cup.now.made)
        assert games == players - 1
        assert table[0].points == cup.now.rounds and table[0].player not in out
    places = [one.place for one in table]
    assert places == sorted(places) and places.count(1) == 1 and len(places) == players
    most = max(one.points for one in table)
    equals = [one.player for one in table if one.points == most]
    assert table[0].points == most and (table[0].player in cup.now.staying or not {*equals} & {*cup.now.staying})


@settings(deadline=None, max_examples=80)
@given(
    some.data(), some.integers(2, 4), some.integers(1, 3), some.integers(0, 6), some.integers(1, 2), some.booleans(),
    some.sampled_from(["lot", "rating"]),
)  # fmt: skip
def test_groups_then_a_knock_out(
    data, groups: int, advancing: int, more: int, cycles: int, is_calm: bool, seeding: Seeding
) -> None:
    """All players meet within their group, the first of each group reach a knock-out with one winner, and the others
    rank after them.
    """
    form = TournamentForm(groups=groups, advancing=advancing, cycles=cycles, seeding=seeding, third_place=True)
    players = max(3, groups * (advancing + 1) + more)
    cup = Random(data, "groups", players, is_calm, form)
    cup.play()
    now, number_of = cup.now, {player: number for number, one in enumerate(cup.now.groups) for player in one}
    sizes = [len(one) for one in now.groups]
    assert len(number_of) == sum(sizes) == players and max(sizes) - min(sizes) <= 1
    first, final = now.made[: now.group_rounds], now.made[now.group_rounds :]
    assert all(number_of[one] == number_of[other] for made in first for one, other in made.tables)
    met = meetings(first)
    assert max(met.values(), default=0) <= cycles
    if is_calm:
        within = [frozenset(pair) for one in now.groups for pair in combinations(one, 2)]
        assert met == Counter(dict.fromkeys(within, cycles))
    table = standings(now, cup.results)
    rows = {one.player: one for one in table}
    for number, group in enumerate(now.groups, start=1):
        own = Group(cup, group)
        expected, struck = counted_again(own), struck_of(own)
        merits = {one: (one not in struck, *expected[one]) for one in group}
        for one in group:
            assert (rows[one].points, rows[one].opponents) == pytest.approx(expected[one])
            assert (rows[one].group, rows[one].struck) == (number, one in struck)
            assert rows[one].group_place == 1 + sum(other > merits[one] for other in merits.values())
        going = [one for one in group if one in now.qualified]
        staying = [one for one in group if one not in now.qualified]
        if is_calm:
            assert len(going) == advancing
            assert min(merits[one] for one in going) >= max(merits[one] for one in staying)
    places = [one.place for one in table]
    assert places == sorted(places) and places.count(1) == 1 and len(places) == players
    entrants = [one.player for one in table[: len(now.qualified)]]
    assert {*entrants} == {*now.qualified} and all(one in now.qualified for made in final for one in made.players)
    others = [one.group_place for one in table[len(now.qualified) :]]
    assert others == sorted(others)
    if not is_calm:
        return
    assert len(now.made) == now.rounds == now.group_rounds + (groups * advancing - 1).bit_length()
    assert sum(len(made.tables) - bool(made.third) for made in final) == groups * advancing - 1
    (winner,) = slots(now, cup.results)
    assert winner == table[0].player
    last = [pair for made in final[:-1] for pair in made.tables]
    if advancing < 3:  # with more some must meet earlier
        assert all(number_of[one] != number_of[other] for one, other in last)


@pytest.mark.parametrize(("cycles", "groups", "most"), [(1, 0, 30), (2, 0, 16), (1, 4, 112), (2, 2, 28)])
def test_all_can_meet_within_the_maximum_of_rounds(cycles: int, groups: int, most: int) -> None:
    """A later entrant is a substitute, unless the organiser has set the number of rounds."""
    form = TournamentForm(cycles=cycles, groups=groups)
    kind: Kind = "groups" if groups else "round_robin"
    names = tuple(f"p{number:03}" for number in range(most))
    full = Tournament("cup", "Cup", "boss", "title", 2, kind, 1, players=names, rules=RULES, form=form)
    assert not full.has_room and replace(full, players=names[1:]).has_room
    assert replace(full, rounds=5).has_room == (not groups)
    assert MOST_ROUNDS - 2 <= started(full).rounds <= MOST_ROUNDS
    with pytest.raises(TournamentRefused, match="30 rounds"):
        with_settings(full, TournamentSettings(form=replace(form, cycles=cycles + 1)))


@settings(deadline=None, max_examples=60)
@given(some.data(), some.integers(3, 10), some.sampled_from(["round_robin", "swiss"]))
def test_a_place_has_one_player_at_a_time(data, players: int, kind: Kind) -> None:
    """No player has two places, and substitutes come in the order of their entry."""
    cup = Random(data, kind, players)
    cup.play()
    for number in range(len(cup.now.made) + 1):
        holders = [cup.now.holder(place, number) for place in cup.now.players]
        assert len(set(holders)) == len(holders)
    came = [one.player for one in cup.now.substitutions]
    assert came == sorted(came) and set(came).isdisjoint(cup.now.substitutes)
