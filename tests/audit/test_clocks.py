"""Clocks in records: consistent for all readers, and no deadline can be made up."""

import pytest

from audit.verification.verify import verify
from domain.clocks.availability import DAY
from domain.clocks.events import (
    GamePaused,
    Pace,
    RecordOutage,
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
from tests.audit.conformance.edits import Script
from tests.audit.games import TIMED, TITLES, Seating, bundled, in_turn, timed


@pytest.mark.parametrize(("title", "outcome"), in_turn(TIMED))
def test_timed_records_are_consistent(title, outcome):
    """Timed and signed records are consistent for the public, for a seat, and for all."""
    projector, game = timed(title, outcome, signed=True)
    kinds = {type(record.data) for record in read_records(projector, game.entries)}
    assert {TimedOut, TimeGranted, GamePaused, VacationTaken} <= kinds
    assert (SeatResigned in kinds) == (outcome == "resign")
    for viewer in ("all", "public", 0):
        raw = bundled(projector, game, game.entries, viewer)
        assert verify(raw).first_bad is None, (viewer, verify(raw).checks)


def test_an_outage_moves_the_deadlines():
    """An outage moves deadlines by its length only; with another outage or none, the applied deadline is wrong."""
    table = Seating(TITLES[0], bytes(32), 2, pace=Pace(time=DAY)).fill()
    ((seat, before), *_others) = deadlines(table.rulebook, table.game).items()
    since = table.times[-1] + 1000
    table.act(RecordOutage(-1, since, since + 2 * DAY), after=2 * DAY + 5000)
    after = deadlines(table.rulebook, table.game)[seat]
    assert after == before + 2 * DAY
    table.act(TimeOut(seat, after), after=after - table.times[-1])
    game = table.played()
    assert verify(bundled(table.projector, game, game.entries, "public")).ok
    for until in (since + 2 * DAY - 1, since + 2 * DAY + 1):
        script = Script((table.projector, game))
        script.change(ServerAway, until=until)
        assert verify(script.raw()).first_bad == f"{len(script.actions)}-0"


@pytest.mark.parametrize("way", ["freed", "offered"])
def test_the_time_of_a_taken_over_seat_runs_out_again(way):
    """The previous player was away; the new one is present, and has their own time (G18)."""
    title = TITLES[0]
    table = Seating(title, b"k" * 32, find_rulebooks()[title].meta.least_players, pace=Pace("answer", DAY)).fill()
    asked = min(deadlines(table.rulebook, table.game))
    if way == "offered":
        table.act(OfferSeat(asked, "player-9"))
    table.run_out(asked, late=0)
    if way == "freed":
        table.decide((asked + 1) % table.game.players, table.end, Remedy("free_seat", seat=asked))
    table.act(TakeOver(asked, "player-9", ""))
    table.run_out(asked, late=0)
    played = table.played()
    assert 2 == sum(isinstance(one.data, TimedOut) for one in read_records(table.projector, played.entries))
    for viewer in ("all", "public", asked):
        assert verify(bundled(table.projector, played, played.entries, viewer)).ok
