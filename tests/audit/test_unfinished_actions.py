"""Unfinished actions: a record that ends within an action, with the place of the missing event."""

import pytest

from audit.verification.verify import verify
from domain.clocks.events import Pace
from domain.disputes.events import OpenDispute, Remedy, WithdrawDispute
from domain.game import SHARED_EVENTS, CommandSigned, GameCreated, GameFinished
from domain.messages import Illegal
from domain.proposals.events import AskTakeBack, ProposeEnd
from tests.audit.conformance.edits import Script
from tests.audit.games import DISPUTED, TIMED, Seating, bundled, disputed, happenings_of, seated, timed
from tests.audit.test_signatures import finding


def cut_short(projector, game):
    """The bundles of this record up to places where an event of every game must follow within the action.

    One for each pair of an event and the one that must follow.
    """
    events = [one.event for action in happenings_of(projector, game.entries) for one in action]
    seen = set()
    for number, (entry, event) in enumerate(zip(game.entries, events, strict=True)):
        by_the_title = isinstance(event, GameFinished) and event.result.reason not in (
            "adjudicated", "agreed", "resignation",
        )  # fmt: skip
        pair = type(events[number - 1]), type(event)
        if entry.position.effect and isinstance(event, SHARED_EVENTS) and not by_the_title and pair not in seen:
            seen.add(pair)
            yield str(entry.position), event, bundled(projector, game, game.entries[:number], "public")


def check(told, least=1):
    """Each is named at the missing event's place."""
    found = 0
    for place, event, raw in cut_short(*told):
        name, where = finding(raw)
        if isinstance(event, CommandSigned):
            assert name in ("signatures", "course")
        else:
            assert (name, where) == ("course", place), event
        found += 1
    assert found >= least


@pytest.mark.parametrize(
    ("title", "more"),
    [("kheops", {}), ("kheops", {"strict": True}), ("amun-re-card-game", {"computers": 1})],
    ids=["plain", "strict", "computers"],
)
def test_until_the_start_and_when_one_seat_is_left(title, more):
    """The last player to join starts the game, and a resignation that leaves one seat ends it, in the same action."""
    check(seated(title, "resigned", **more))


@pytest.mark.parametrize("way", DISPUTED)
def test_disputes_and_proposals(way):
    """In signed games, a last consent, a decision, or an agreement and its effect are one action."""
    check(disputed("kheops", way, signed=True), least=2)


@pytest.mark.parametrize("outcome", TIMED)
def test_time(outcome):
    """The last consent to a pause, or a time-out that resigns, is one action with its effect."""
    check(timed("kheops", outcome), least=2)


def disputing(edition):
    """A game that has started, and the end of its opening."""
    return Seating("kheops", bytes(32), 2, edition=edition).fill()


def open_and_withdraw(table, seat, times):
    """Open and withdraw a dispute this number of times."""
    for _ in range(times):
        table.act(OpenDispute(seat, "1-0", "I doubt it."))
        table.act(WithdrawDispute(seat, len(table.game.disputes)))


def test_a_player_cannot_use_up_other_players_disputes():
    """G12: a player withdraws ten of their own, and the other players dispute freely."""
    table = disputing(edition=2)
    for seat in (0, 1):
        open_and_withdraw(table, seat, 10)
    for _ in range(45):
        table.decide(1, "1-0", Remedy())
    assert len(table.game.disputes) > 50
    assert is_sound(table)


def test_the_first_edition_counts_all_disputes_of_a_game():
    """G12: games of the first edition verify by its rule, and do not pass for games of another edition."""
    table = disputing(edition=1)
    open_and_withdraw(table, 0, 50)
    assert is_sound(table)
    script = Script((table.projector, table.played()))
    script.change(GameCreated, edition=2)
    assert finding(script.raw()) == ("course", "25-0")


def away(edition):
    """A game in which a player's time has run out, and the player's seat."""
    pace = Pace("answer", 60_000, 0, 0, False, 0, "seat")
    table = Seating("kheops", bytes(32), 2, pace=pace, edition=edition).fill()
    return table, table.run_out(late=1)


def test_an_away_players_seat_cannot_propose():
    """G18, G20, G23: an away player's seat cannot propose until the player returns; in the first edition it could."""
    table, seat = away(edition=2)
    for wish in (AskTakeBack(seat), ProposeEnd(seat, "draw")):
        with pytest.raises(Illegal) as refused:
            table.act(wish)
        assert refused.value.rule == "G18"
    table, seat = away(edition=1)
    table.act(ProposeEnd(seat, "draw"))
    assert is_sound(table)


def is_sound(table):
    """Whether the verifiers find no fault in the record of this table's game."""
    game = table.played()
    return verify(bundled(table.projector, game, game.entries, "public")).ok
