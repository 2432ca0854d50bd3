"""Clocks in records: consistent for all readers, and no deadline can be made up."""

import msgspec
import pytest

from audit.verification.verify import verify
from domain.clocks.availability import DAY
from domain.clocks.events import (
    GamePaused,
    Pace,
    RecordOutage,
    SeatReturned,
    ServerAway,
    TimedOut,
    TimeGranted,
    TimeOut,
    VacationTaken,
)
from domain.clocks.rules import deadlines
from domain.disputes.events import Remedy, TakeOver
from domain.game import OfferSeat, SeatResigned
from domain.title_loader import find_rulebooks
from eventstore.entries import read_records
from sdk.verify import stele_verify
from tests.audit.games import (
    TIMED,
    TITLES,
    Seating,
    bundled,
    happenings_of,
    in_turn,
    sealed_again,
    timed,
)


def verdicts(raw):
    """The first bad place by the verifier with the rules and by the one in one file."""
    return verify(raw).first_bad, stele_verify.verify(raw).first_bad


@pytest.mark.parametrize(("title", "outcome"), in_turn(TITLES, TIMED))
def test_timed_records_are_consistent(title, outcome):
    """For the public, a seat, and all; signed, and for one title not."""
    for signed in (False, True) if title == TITLES[0] else (True,):
        projector, game = timed(title, outcome, signed)
        kinds = {type(record.data) for record in read_records(projector, game.entries)}
        assert {TimedOut, TimeGranted, GamePaused, VacationTaken} <= kinds
        assert (SeatResigned in kinds) == (outcome == "resign")
        for viewer in ("all", "public", 0):
            raw = bundled(projector, game, game.entries, viewer)
            assert verdicts(raw) == (None, None), (signed, viewer, verify(raw).checks)


def changed(projector, game, kind, change, after=0):
    """The record with the first event of this kind changed, or with everything from there on delayed by this time."""
    times = [record.at for entry, record in zip(game.entries, read_records(projector, game.entries), strict=True)
             if entry.position.effect == 0]  # fmt: skip
    actions = happenings_of(projector, game.entries)
    number = next(index for index, action in enumerate(actions) if isinstance(action[0].event, kind))
    told = actions[number][0]
    actions[number][0] = msgspec.structs.replace(told, event=msgspec.structs.replace(told.event, **change))
    times[number:] = [at + after for at in times[number:]]
    entries = sealed_again(projector, actions, game.game_key, game.game_id, times)
    return bundled(projector, game, entries, "public"), f"{number + 1}-0"


@pytest.mark.parametrize("title", TITLES)
def test_a_deadline_cannot_be_made_up(title):
    """With the game's key no time can run out at another moment, or for another seat.

    Only the rules can name the due deadline; all can see that it had not come.
    """
    projector, game = timed(title)
    deadline = next(one.data for one in read_records(projector, game.entries) if isinstance(one.data, TimedOut))
    for change in ({"deadline": deadline.deadline - 1}, {"deadline": deadline.deadline + 1}):
        raw, place = changed(projector, game, TimedOut, change)
        assert verdicts(raw) == (place, None)
    raw, place = changed(projector, game, TimedOut, {"deadline": deadline.deadline + 20})
    assert verdicts(raw) == (place, place)
    raw, place = changed(projector, game, TimedOut, {}, after=-18)
    assert verdicts(raw) == (place, place)
    raw, place = changed(projector, game, TimedOut, {"seat": 9})
    assert verdicts(raw) == (place, place)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (TimeGranted, {"time": 86_400_001}),
        (TimeGranted, {"to": 7}),
        (VacationTaken, {"since": 1}),
        (VacationTaken, {"until": 86_400_000 * 90}),
        (ServerAway, {"since": 1}),
        (ServerAway, {"until": 86_400_000 * 90}),
        (ServerAway, {"until": 1}),
    ],
)
def test_facts_about_time_are_within_the_rules(kind, change):
    """As shown to all, without the title's rules."""
    projector, game = timed(TITLES[0])
    raw, place = changed(projector, game, kind, change)
    assert verdicts(raw) == (place, place)


def test_an_outage_moves_the_deadlines():
    """By its length alone: with another outage, or none, the applied deadline is wrong."""
    table = Seating(TITLES[-1], bytes(32), 2, pace=Pace(time=DAY))
    for seat in range(2):
        table.sit(seat)
    ((seat, before), *_others) = deadlines(table.rulebook, table.game).items()
    since = table.times[-1] + 1000
    table.act(RecordOutage(-1, since, since + 2 * DAY), after=2 * DAY + 5000)
    after = deadlines(table.rulebook, table.game)[seat]
    assert after == before + 2 * DAY
    table.act(TimeOut(seat, after), after=after - table.times[-1])
    game = table.played()
    assert verdicts(bundled(table.projector, game, game.entries, "public")) == (None, None)
    for until in (since + 2 * DAY - 1, since + 2 * DAY + 1):
        raw, place = changed(table.projector, game, ServerAway, {"until": until})
        assert verdicts(raw) == (str(game.entries[-1].position.action) + "-0", None) != (place, None)


def test_a_returning_player_was_away():
    """And no player stops the clocks alone."""
    projector, game = timed(TITLES[0], "seat")
    actions = happenings_of(projector, game.entries)
    times = [record.at for entry, record in zip(game.entries, read_records(projector, game.entries), strict=True)
             if entry.position.effect == 0]  # fmt: skip
    for kind in (TimedOut, GamePaused):
        places = [(one, two) for one, action in enumerate(actions) for two, told in enumerate(action)
                  if isinstance(told.event, kind)]  # fmt: skip
        action, effect = places[0]
        told = [list(one) for one in actions]
        del told[action][effect]
        kept = [(one, at) for one, at in zip(told, times, strict=True) if one]
        entries = sealed_again(projector, [one for one, _ in kept], game.game_key, game.game_id, [at for _, at in kept])
        first, other = verdicts(bundled(projector, game, entries, "public"))
        assert first is not None and first == other
    assert any(isinstance(told.event, SeatReturned) for action in actions for told in action)


@pytest.mark.parametrize("way", ["freed", "offered"])
def test_the_time_of_a_taken_over_seat_runs_out_again(way):
    """The previous player was away; the new one is present, and has their own time (G18)."""
    title = TITLES[0]
    table = Seating(title, b"k" * 32, find_rulebooks()[title].meta.least_players, pace=Pace("answer", DAY))
    for seat in range(table.game.players):
        table.sit(seat)
    asked = min(deadlines(table.rulebook, table.game))
    if way == "offered":
        table.act(OfferSeat(asked, "player-9"))
    _run_out(table, asked)
    if way == "freed":
        table.decide((asked + 1) % table.game.players, table.end, Remedy("free_seat", seat=asked))
    table.act(TakeOver(asked, "player-9", ""))
    _run_out(table, asked)
    played = table.played()
    assert 2 == sum(isinstance(one.data, TimedOut) for one in read_records(table.projector, played.entries))
    for viewer in ("all", "public", asked):
        assert verdicts(bundled(table.projector, played, played.entries, viewer)) == (None, None)


def _run_out(table, seat):
    deadline = deadlines(table.rulebook, table.game)[seat]
    table.act(TimeOut(seat, deadline), after=deadline - table.times[-1])
