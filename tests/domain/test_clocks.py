"""Clocks: rules G17 to G19, and the fold against an implementation that counts minute by minute."""

import random
from datetime import UTC, datetime
from functools import lru_cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from domain import game as shared
from domain.clocks import events
from domain.clocks.availability import DAY, MINUTE, PlayTimes, counted, runs_out
from domain.clocks.events import (
    AgreePause,
    DeclinePause,
    EndVacation,
    GamePaused,
    GameResumed,
    GrantTime,
    Pace,
    PauseAgreed,
    PauseDeclined,
    PlayTimesSet,
    Resume,
    Return,
    SeatReturned,
    SetPlayTimes,
    TakeVacation,
    TimedOut,
    TimeGranted,
    TimeOut,
    VacationEnded,
    VacationTaken,
)
from domain.clocks.rules import deadlines
from domain.disputes.events import Remedy, RolledBack
from domain.game import GameFinished, SeatResigned, rested
from domain.lifecycle import open_game
from domain.messages import Illegal
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from tests.domain.tables import RULEBOOK
from tests.domain.tables import Table as _Table

HOUR = 60 * MINUTE
EVENINGS = PlayTimes("Europe/Rome", tuple((day * 1440 + 18 * 60, day * 1440 + 23 * 60) for day in range(7)), ((0, 60),))
BEGIN = 1_767_225_600_000  # Thursday, 1 January 2026, 0:00 UTC


class Table(_Table):
    """A game between persons with a pace; every action has a time."""

    at = BEGIN

    def __init__(self, pace, players=2, **more):
        super().__init__(players, pace=pace, **more)

    def answer(self, after=0, seat=None):
        """The first legal answer of an asked seat."""
        return self.do(self.first_command(seat), after=after)

    def left(self, seat):
        """The time until this seat's deadline."""
        return deadlines(RULEBOOK, self.game)[seat] - self.at


def test_each_answer_has_its_time():
    """G17: the asked player's clock runs, and restarts with each answer."""
    table = Table(Pace(time=2 * DAY))
    seat = table.asked[0]
    assert table.left(seat) == 2 * DAY
    other = 1 - seat
    if other not in table.asked:
        assert other not in deadlines(RULEBOOK, table.game)
    table.answer(after=DAY, seat=seat)
    for asked in table.asked:
        assert table.left(asked) in (2 * DAY, DAY)
    if seat in table.asked:
        assert table.left(seat) == 2 * DAY


def test_a_bank_runs_down_and_grows():
    """G17: a bank loses its seat's thinking time, gains with each answer in the first edition, and has a cap."""
    table = Table(Pace("bank", time=3 * DAY, increment=12 * HOUR, cap=3 * DAY + HOUR), edition=1)
    seat = table.asked[0]
    table.answer(after=DAY, seat=seat)
    assert table.game.clock.seats[seat].left == 2 * DAY + 12 * HOUR
    while seat not in table.asked:
        table.answer()
    table.answer(after=MINUTE, seat=seat)
    while seat not in table.asked:
        table.answer()
    table.answer(seat=seat)
    assert table.game.clock.seats[seat].left == 3 * DAY + HOUR


def visits_counted(table, most, after):
    """Play this number of random answers: each seat's number of ended visits, and its thinking time.

    A visit ends with the action behind which the seat, having answered, is asked no longer.
    """
    lot = random.Random(most)
    ended, thought, owed = [0] * len(table.game.seats), [0] * len(table.game.seats), set()
    for _ in range(most):
        if table.game.is_over:
            break
        seat = lot.choice(table.asked)
        for one in table.asked:
            thought[one] += after
        table.do(lot.choice(shared.legal(table.rulebook, table.game, seat)), after=after)
        owed.add(seat)
        for one in owed - set(table.asked):
            ended[one] += 1
        owed &= set(table.asked)
    return ended, thought


@pytest.mark.parametrize("after", [0, 1])
@pytest.mark.parametrize("title", find_rulebooks())
def test_a_bank_earns_its_increment_once_a_visit(title, after):
    """G17: a bank earns its increment once a visit, for any number of small moves, also of seats asked together or in
    one instant.
    """
    rulebook = find_rulebooks()[title]
    pace = Pace("bank", time=3 * DAY, increment=MINUTE, cap=60 * DAY)
    table = Table(pace, rulebook.meta.least_players, rulebook=rulebook)
    ended, thought = visits_counted(table, 150, after)
    assert sum(ended) > 20
    for seat, own in enumerate(rested(rulebook, table.game).clock.seats):
        assert (own.visits, own.left) == (ended[seat], pace.time + ended[seat] * MINUTE - thought[seat])


def test_an_annulled_visit_earns_nothing_again():
    """G17, G20: a player who answers again after a take-back has had the increment; the next visit earns it."""
    pace = Pace("bank", time=DAY, increment=HOUR, cap=60 * DAY)
    then = events.new_clock(pace, 2)
    clock = events.visit_over(events.with_seat(then, 0, answered=True), pace, 0)
    clock = events.visit_over(clock, pace, 1)
    assert [DAY + HOUR] * 2 == [one.left for one in clock.seats]
    clock = events.fresh(clock, pace, then)
    for seat, left in ((0, DAY + HOUR), (0, DAY + 2 * HOUR), (1, DAY + HOUR), (1, DAY + 2 * HOUR)):
        clock = events.visit_over(clock, pace, seat)
        assert left == clock.seats[seat].left


def test_answers_within_a_visit_do_not_move_its_deadline():
    """G17: a player who thinks too long in a visit is late whatever they answer in it, until it ends."""
    rulebook = find_rulebooks()["kheops"]
    table = Table(Pace("bank", time=DAY, increment=HOUR, cap=DAY, outcome="never"), rulebook=rulebook)
    lot, mid = random.Random(5), 0
    while mid < 3:
        seat = table.asked[0]
        due = deadlines(rulebook, table.game)[seat]
        table.do(lot.choice(shared.legal(rulebook, table.game, seat)), after=MINUTE)
        if table.asked == (seat,):
            assert due == deadlines(rulebook, table.game)[seat]
            mid += 1


@pytest.mark.parametrize(
    "pace",
    [
        Pace(time=MINUTE - 1), Pace(time=61 * DAY), Pace(vacation=61), Pace(increment=1), Pace("bank", cap=DAY),
        Pace("bank", increment=-1, cap=9 * DAY), Pace("bank", cap=61 * DAY),
    ],
)  # fmt: skip
def test_impossible_paces(pace):
    """G17: a pace is within its bounds."""
    with pytest.raises(Illegal) as caught:
        open_game(RULEBOOK, GameTerms(RULEBOOK.meta.id, 2, {"components": None}, pace=pace), "")
    assert caught.value.rule == "G17"


def test_a_time_out_cites_its_deadline():
    """G18: a time-out before its deadline, of another deadline, or of an unasked seat is refused; a computer player
    answers once.
    """
    table = Table(Pace(time=DAY, outcome="once"))
    seat = table.asked[0]
    deadline = BEGIN + DAY
    table.refuses(TimeOut(seat, deadline), "G18", after=DAY - 1)
    table.refuses(TimeOut(seat, deadline - 1), "G18", after=2)
    table.refuses(TimeOut(7, deadline), "G18")
    assert table.do(TimeOut(seat, deadline)) == [TimedOut(seat, deadline)]
    assert table.game.seats[seat].absent == "once"
    assert seat not in deadlines(RULEBOOK, table.game)
    table.refuses(TimeOut(seat, deadline), "G18")
    table.answer(seat=seat)
    assert table.game.seats[seat].absent == ""


def test_a_returning_player_answers_again():
    """G18: a computer player has the seat until its player returns, who then has a day or the whole time."""
    table = Table(Pace("bank", time=3 * DAY, increment=0, cap=3 * DAY, outcome="seat"))
    seat = table.asked[0]
    table.refuses(Return(seat), "G18")
    table.do(TimeOut(seat, BEGIN + 3 * DAY), after=4 * DAY)
    table.answer(seat=seat)
    assert table.game.seats[seat].absent == "seat" and not table.game.seats[seat].is_person
    assert table.do(Return(seat)) == [SeatReturned(seat)]
    assert table.game.clock.seats[seat].left == DAY
    assert table.game.seats[seat].is_person


def test_a_seat_resigns():
    """G18: a time-out resigns the seat where players agreed on it; the game ends if only one seat is left."""
    table = Table(Pace(time=DAY, outcome="resign"))
    seat = table.asked[0]
    events = table.do(TimeOut(seat, BEGIN + DAY), after=DAY)
    assert events[:2] == [TimedOut(seat, BEGIN + DAY), SeatResigned(seat)]
    assert isinstance(events[2], GameFinished)
    table.refuses(AgreePause(1 - seat), "G7")


def test_a_time_out_without_effect():
    """G18: a time-out has no effect where the players agreed on that."""
    table = Table(Pace(time=DAY, outcome="never"))
    table.refuses(TimeOut(table.asked[0], BEGIN + DAY), "G18", after=DAY)


def test_without_a_pace():
    """G17: no clock, no deadline, no moves about time."""
    table = Table(None)
    assert deadlines(RULEBOOK, table.game) == {}
    table.refuses(GrantTime(0, 1), "G17")
    table.refuses(TimeOut(0, BEGIN), "G17")


def test_a_day_is_granted():
    """G19: another player can grant a day to an asked player."""
    table = Table(Pace(time=DAY))
    seat = table.asked[0]
    other = 1 - seat
    table.refuses(GrantTime(seat, seat), "G19")
    table.refuses(GrantTime(other, seat, DAY + 1), "G19")
    table.refuses(GrantTime(other, seat, 0), "G19")
    table.refuses(GrantTime(5, seat), "G19")
    assert table.do(GrantTime(other, seat), after=HOUR) == [TimeGranted(other, seat, DAY)]
    assert table.left(seat) == 2 * DAY - HOUR
    table.answer(seat=seat)
    assert table.game.clock.seats[seat].left == DAY


def test_a_pause_needs_all_players():
    """G19: all agree, the clocks stop, any player restarts them."""
    table = Table(Pace(time=DAY))
    seat = table.asked[0]
    table.refuses(DeclinePause(0), "G19")
    table.refuses(Resume(0), "G19")
    assert table.do(AgreePause(0)) == [PauseAgreed(0)]
    table.refuses(AgreePause(0), "G19")
    assert table.do(DeclinePause(1)) == [PauseDeclined(1)]
    table.do(AgreePause(1))
    assert table.do(AgreePause(0), after=HOUR) == [PauseAgreed(0), GamePaused()]
    assert deadlines(RULEBOOK, table.game) == {}
    table.refuses(AgreePause(0), "G19", after=9 * DAY)
    table.refuses(TimeOut(seat, BEGIN + DAY), "G18")
    assert table.do(Resume(0)) == [GameResumed(0)]
    assert table.left(seat) == DAY - HOUR


def test_vacations():
    """G19: within the year's days, from now on, not twice; an early return is announced."""
    table = Table(Pace(time=DAY, vacation=10))
    seat = table.asked[0]
    table.refuses(EndVacation(seat), "G19")
    table.refuses(TakeVacation(seat, BEGIN - 1, BEGIN + DAY), "G19")
    table.refuses(TakeVacation(seat, BEGIN + DAY, BEGIN + DAY), "G19")
    table.refuses(TakeVacation(seat, BEGIN, BEGIN + 10 * DAY + 1), "G19")
    since = BEGIN + HOUR
    assert table.do(TakeVacation(seat, since, since + 7 * DAY)) == [VacationTaken(seat, since, since + 7 * DAY)]
    assert table.left(seat) == 8 * DAY
    table.refuses(TakeVacation(seat, since + DAY, since + 2 * DAY), "G19")
    table.refuses(TakeVacation(seat, since + 8 * DAY, since + 12 * DAY), "G19")
    assert table.do(EndVacation(seat), after=HOUR + 2 * DAY) == [VacationEnded(seat)]
    assert table.left(seat) == DAY - HOUR
    table.do(TakeVacation(seat, table.at, table.at + 8 * DAY))
    table.refuses(EndVacation(1 - seat), "G19")


def test_play_times():
    """G17: play times, where agreed, are the only time that counts: at least twenty hours a week, for at least a
    week.
    """
    table = Table(Pace(time=10 * HOUR, windows=True))
    seat = table.asked[0]
    short = PlayTimes("UTC", ((0, 60),), ((0, 0),))
    table.refuses(SetPlayTimes(seat, short), "G17")
    table.refuses(SetPlayTimes(seat, PlayTimes("UTC", ((60, 10), (0, 5000)), ((0, 0),))), "G17")
    assert table.do(SetPlayTimes(seat, EVENINGS)) == [PlayTimesSet(seat, EVENINGS)]
    # Five hours on the first evening, which begins at 17:00 UTC, and five on the second.
    assert table.left(seat) == DAY + 22 * HOUR
    table.refuses(SetPlayTimes(seat, EVENINGS), "G17", after=6 * DAY)
    table.do(SetPlayTimes(seat, EVENINGS), after=DAY)
    Table(Pace()).refuses(SetPlayTimes(0, EVENINGS), "G17")


def test_going_back_asks_again():
    """G14: the clocks do not go back, and a question asked then has its whole time."""
    table = Table(Pace(time=DAY))
    seat, start = table.asked[0], table.game
    table.do(GrantTime(1 - seat, seat), after=HOUR)
    rolled = shared.evolve_shared(table.game, RolledBack("3-9"), lambda _position: start)
    assert rolled.clock.seats[seat].left == DAY and rolled.clock.at == table.at
    assert Remedy().kind == "none"


def in_pairs(ends):
    """Pairs of successive elements; a single last one is left out."""
    return zip(ends[::2], ends[1::2], strict=False)


WINDOWS = some.lists(some.integers(0, 7 * 24 * 12), min_size=2, max_size=8, unique=True).map(
    lambda ends: tuple((5 * one, 5 * other) for one, other in in_pairs(sorted(ends)))
)
OFFSETS = some.lists(some.tuples(some.integers(0, 20 * 24), some.integers(-12, 14)), min_size=1, max_size=3).map(
    lambda found: tuple(sorted({BEGIN + hours * HOUR: 30 * ahead for hours, ahead in found}.items()))
)
TIMES = some.none() | some.builds(PlayTimes, some.just("somewhere"), WINDOWS, OFFSETS)
SPANS = some.lists(some.tuples(some.integers(0, 14 * 288), some.integers(1, 3 * 288)), max_size=2).map(
    lambda found: tuple((BEGIN + since * 5 * MINUTE, BEGIN + (since + long) * 5 * MINUTE) for since, long in found)
)
STEP = 5 * MINUTE


@lru_cache(100_000)
def minute_of_week(minutes):
    """The minute of the week at this number of minutes since 1970, by the calendar."""
    local = datetime.fromtimestamp(minutes * 60, UTC)
    return local.weekday() * 1440 + local.hour * 60 + local.minute


def is_counted(times, away, at):
    """Whether the five minutes from this time on count, by the calendar alone."""
    if any(since <= at < until for since, until in away):
        return False
    if times is None:
        return True
    minutes = [ahead for since, ahead in times.offsets if since <= at] or [times.offsets[0][1]]
    minute = minute_of_week(at // MINUTE + minutes[-1])
    return any(start <= minute < end for start, end in times.windows)


@settings(max_examples=200, deadline=None)
@given(TIMES, SPANS, some.integers(0, 2000), some.integers(1, 2000), some.integers(1, 300))
def test_time_that_counts(times, away, start, long, left):
    """The counted time, and the moment when an amount has passed, match step-by-step counting."""
    since = BEGIN + start * STEP
    steps = sum(is_counted(times, away, since + step * STEP) for step in range(long))
    assert counted(times, away, since, since + long * STEP) == steps * STEP
    at, open_steps = since, left
    while open_steps:
        open_steps -= is_counted(times, away, at)
        at += STEP
    assert runs_out(times, away, since, left * STEP) == at


PACES = some.builds(Pace, some.just("answer"), some.integers(1, 100).map(lambda steps: steps * STEP)) | some.builds(
    lambda time, increment, more: Pace("bank", time * STEP, increment * STEP, (time + more) * STEP),
    some.integers(1, 100), some.integers(0, 50), some.integers(0, 50),
)  # fmt: skip
FACTS = some.sampled_from(("answer", "grant", "pause", "resume", "nothing", "away", "back", "time-out"))
STEPS = some.lists(
    some.tuples(some.integers(0, 200), some.sets(some.integers(0, 2)), some.integers(0, 2), FACTS), max_size=12
)


class Naive:
    """Three clocks, counted step by step, without spans."""

    def __init__(self, pace, times):
        self.pace, self.times, self.now, self.is_paused = pace, times, BEGIN, False
        self.left, self.away, self.over = [pace.time] * 3, [[], [], []], [0] * 3

    def runs(self, steps, running):
        """Let this number of steps pass in which these seats think."""
        for _ in range(steps):
            for seat in running if not self.is_paused else ():
                if self.left[seat] <= 0:
                    self.over[seat] = self.over[seat] or self.now
                self.left[seat] -= STEP * is_counted(self.times[seat], self.away[seat], self.now)
                if self.left[seat] <= 0:
                    self.over[seat] = self.over[seat] or self.now + STEP
            self.now += STEP
        if steps and self.pace.kind == "answer" and not self.is_paused:
            self.left = [left if seat in running else self.pace.time for seat, left in enumerate(self.left)]
            self.over = [over if seat in running else 0 for seat, over in enumerate(self.over)]

    def happens(self, seat, fact):
        """Record this fact about the seat in both clocks."""
        pace = self.pace
        if fact == "answer":
            more = max(self.left[seat], 0) + pace.increment
            after = pace.time if pace.kind == "answer" else min(pace.cap, more)
            self.left[seat], self.over[seat] = after, 0
        elif fact == "time-out":
            self.left[seat], self.over[seat] = pace.time if pace.kind == "answer" else 0, 0
        elif fact == "grant":
            self.left[seat] += 12 * STEP
            self.over[seat] = self.over[seat] if self.left[seat] <= 0 else 0
        elif fact in ("pause", "resume"):
            self.is_paused = fact == "pause"
        elif fact == "away":
            self.away[seat].append((self.now, self.now + DAY))
        elif fact == "back":
            self.away[seat] = [(since, min(until, self.now)) for since, until in self.away[seat]]

    def runs_out(self, seat):
        """The moment when this seat's clock is down, if it runs."""
        if self.over[seat]:
            return self.over[seat]
        at, left = self.now, max(self.left[seat], 0)
        while left > 0:
            left -= STEP * is_counted(self.times[seat], self.away[seat], at)
            at += STEP
        return at


def check_history(pace, times, steps):
    """Check that both clocks agree after every step, and on the end of the last time."""
    naive, clock = Naive(pace, times), events.new_clock(pace, 3)
    clock = events.ticked(clock, pace, (), BEGIN)
    for seat, own in enumerate(times):
        clock = events.with_seat(clock, seat, times=own)
    for long, running, seat, fact in steps:
        naive.runs(long, running)
        naive.happens(seat, fact)
        clock = events.ticked(clock, pace, tuple(sorted(running)), BEGIN if not long else clock.at + long * STEP)
        if fact == "answer":
            clock = events.answered(clock, pace, seat)
        facts = {
            "grant": TimeGranted(0, seat, 12 * STEP), "pause": GamePaused(), "resume": GameResumed(seat),
            "away": VacationTaken(seat, clock.at, clock.at + DAY), "back": VacationEnded(seat),
            "time-out": TimedOut(seat, 0),
        }  # fmt: skip
        if fact in facts:
            clock = events.clock_after(clock, pace, facts[fact])
        assert (naive.now, naive.left) == (clock.at, [one.left for one in clock.seats])
    for seat in {step[2] for step in steps[-1:]}:  # only at the end: in a narrow window it is counted over years
        assert naive.runs_out(seat) == clock.seats[seat].runs_out(clock.at)


HISTORIES = given(PACES, some.tuples(TIMES, TIMES, TIMES), STEPS)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@HISTORIES
def test_clocks_agree_with_counting(pace, times, steps):
    """Over random histories."""
    check_history(pace, times, steps)


@pytest.mark.soak
@settings(max_examples=10_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@HISTORIES
def test_clocks_agree_with_counting_ten_thousand_times(pace, times, steps):
    """Over ten thousand random histories."""
    check_history(pace, times, steps)


@pytest.mark.parametrize("edition", [1, 2])
def test_one_person_stops_no_clock_in_a_rated_game(edition):
    """G19, since edition 2: a person among computer players, or against resigned players, cannot pause indefinitely."""
    alone = Table(Pace(time=HOUR), computers=1, rated=True, edition=edition)
    if edition == 1:
        assert isinstance(alone.do(AgreePause(0))[-1], GamePaused)
    else:
        alone.refuses(AgreePause(0), "G19")
    two = Table(Pace(time=HOUR), rated=True)
    two.do(AgreePause(0))
    assert isinstance(two.do(AgreePause(1))[-1], GamePaused)
