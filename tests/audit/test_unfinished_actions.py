"""Unfinished actions: a record that ends within an action, with the place of the missing event."""

import pytest

from audit.verification.verify import verify
from domain.clocks.events import Pace, TimeOut
from domain.clocks.rules import deadlines
from domain.disputes.events import AnswerDispute, OpenDispute, Remedy, WithdrawDispute
from domain.game import SHARED_EVENTS, CommandSigned, GameFinished, GameStarted, SeatResigned
from domain.messages import Illegal
from domain.proposals.events import AskTakeBack, ProposeEnd
from sdk.verify import stele_verify
from tests.audit.games import (
    DISPUTED,
    TIMED,
    Seating,
    bundled,
    disputed,
    happenings_of,
    sealed_again,
    seated,
    timed,
)
from tests.audit.test_signatures import finding

SOURCES = {
    **{f"{ending}, {how}": (ending, more)
       for ending in ("played out", "resigned")
       for how, more in (("plain", {}), ("strict", {"strict": True}), ("computers", {"computers": 1}))},
}  # fmt: skip


def cut_short(projector, game):
    """The bundles of this record up to each place where an event of every game must follow within the action."""
    events = [one.event for action in happenings_of(projector, game.entries) for one in action]
    for number, (entry, event) in enumerate(zip(game.entries, events, strict=True)):
        by_the_title = isinstance(event, GameFinished) and event.result.reason not in (
            "adjudicated", "agreed", "resignation",
        )  # fmt: skip
        if entry.position.effect and isinstance(event, SHARED_EVENTS) and not by_the_title:
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


@pytest.mark.parametrize("title", ["kheops", "amun-re-card-game"])
@pytest.mark.parametrize("source", SOURCES)
def test_until_the_start_and_when_one_seat_is_left(title, source):
    """The last player to join starts the game; a resignation that leaves one seat ends it."""
    ending, more = SOURCES[source]
    if title == "kheops" and "computers" in more and ending == "resigned":
        more = {}
    check(seated(title, ending, **more))


@pytest.mark.parametrize("title", ["kheops", "amun-re-card-game", "das-amulett"])
@pytest.mark.parametrize("way", DISPUTED)
def test_disputes_and_proposals(title, way):
    """The last consent, a decision, an agreement: signed games, too."""
    check(disputed(title, way, signed=title == "kheops"), least=2)


@pytest.mark.parametrize("outcome", TIMED)
def test_time(outcome):
    """The last consent to a pause; a time-out that resigns."""
    check(timed("kheops", outcome), least=2)


def test_a_required_event_comes_no_later():
    """Nor may play go on without it: a consent that was never carried out, a game that never ended."""
    projector, game = disputed("kheops")
    actions = happenings_of(projector, game.entries)
    number = next(n for n, action in enumerate(actions) if [type(one.event).__name__ for one in action][-2:]
                  == ["DisputeDecided", "RolledBack"] and len(action) > 2)  # fmt: skip
    without = [*actions[:number], actions[number][:-2], *actions[number + 1 :]]
    lie = sealed_again(projector, without, game.game_key, game.game_id)
    assert finding(bundled(projector, game, lie, "public")) == ("course", f"{number + 2}-0")
    projector, game = seated("kheops", "resigned")
    actions = happenings_of(projector, game.entries)
    assert isinstance(actions[-1][0].event, SeatResigned) and isinstance(actions[-1][-1].event, GameFinished)
    lie = sealed_again(projector, [*actions[:-1], actions[-1][:-1], actions[-2]], game.game_key, game.game_id)
    assert finding(bundled(projector, game, lie, "public")) == ("course", f"{len(actions) + 1}-0")
    late = next(n for n, action in enumerate(actions) if isinstance(action[-1].event, GameStarted) or any(
        isinstance(one.event, GameStarted) for one in action))  # fmt: skip
    at = next(n for n, one in enumerate(actions[late]) if isinstance(one.event, GameStarted))
    lie = sealed_again(projector, [*actions[:late], actions[late][:at], actions[late][at:]], game.game_key, "seated")
    assert finding(bundled(projector, game, lie, "public")) == ("course", f"{late + 2}-0")


def disputing(edition):
    """A game that has started, and the end of its opening."""
    table = Seating("kheops", bytes(32), 2, edition=edition)
    table.sit(0)
    table.sit(1)
    return table


def open_and_withdraw(table, seat, times):
    """This number of times."""
    for _ in range(times):
        table.act(OpenDispute(seat, "1-0", "I doubt it."))
        table.act(WithdrawDispute(seat, len(table.game.disputes)))


def refusal(table, command):
    """The rule of the refusal."""
    with pytest.raises(Illegal) as refused:
        table.act(command)
    return refused.value.rule


def test_a_player_cannot_use_up_other_players_disputes():
    """G12: a player withdraws ten of their own. The eleventh waits for a decision; the other players dispute freely."""
    table = disputing(edition=2)
    open_and_withdraw(table, 0, 10)
    table.act(OpenDispute(0, "1-0", "I doubt it still."))
    assert refusal(table, WithdrawDispute(0, 11)) == "G12"
    open_and_withdraw(table, 1, 10)
    for _ in range(45):
        table.decide(1, "1-0", Remedy())
    assert len(table.game.disputes) > 50
    table.act(AnswerDispute(1, 11, agrees=False))
    game = table.played()
    assert verify(bundled(table.projector, game, game.entries, "public")).ok
    assert stele_verify.verify(bundled(table.projector, game, game.entries, "public")).first_bad is None


def test_the_first_edition_counts_all_disputes_of_a_game():
    """Its games go on, and verify, by the first edition's rule; neither record passes for the other edition."""
    table = disputing(edition=1)
    open_and_withdraw(table, 0, 50)
    assert refusal(table, OpenDispute(1, "1-0", "Now I.")) == "G12"
    game = table.played()
    raw = bundled(table.projector, game, game.entries, "public")
    assert verify(raw).ok and stele_verify.verify(raw).first_bad is None
    actions = happenings_of(table.projector, game.entries)
    again = disputing(edition=2)
    lie = sealed_again(table.projector, [again.actions[0], *actions[1:]], game.game_key, game.game_id)
    assert finding(bundled(table.projector, game, lie, "public")) == ("course", "25-0")


@pytest.mark.parametrize("command", [AskTakeBack(0), ProposeEnd(0, "draw")])
def test_an_away_players_seat_cannot_propose(command):
    """G18, G20, G23: until the player returns."""
    for edition, rule in ((2, "G18"), (1, None)):
        table = away(edition)
        seat = next(number for number, one in enumerate(table.game.seats) if one.absent)
        wish = type(command)(seat, *(getattr(command, name) for name in command.__struct_fields__[1:]))
        if rule:
            assert refusal(table, wish) == rule
        elif isinstance(wish, ProposeEnd):
            table.act(wish)
            game = table.played()
            raw = bundled(table.projector, game, game.entries, "public")
            assert verify(raw).ok and stele_verify.verify(raw).first_bad is None
            actions = happenings_of(table.projector, game.entries)
            first = [away(2).actions[0], *actions[1:]]
            lie = sealed_again(table.projector, first, game.game_key, game.game_id, table.times)
            assert finding(bundled(table.projector, game, lie, "public")) == ("course", f"{len(actions)}-0")


def away(edition):
    """A game in which a player's time has run out."""

    table = Seating("kheops", bytes(32), 2, pace=Pace("answer", 60_000, 0, 0, False, 0, "seat"), edition=edition)
    table.sit(0)
    table.sit(1)
    ((seat, deadline), *_others) = deadlines(table.rulebook, table.game).items()
    table.act(TimeOut(seat, deadline), after=deadline - table.times[-1] + 1)
    return table
