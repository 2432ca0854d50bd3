"""Whole games: their course, a seat's view, the advanced set-up."""

from typing import Any

import pytest

from ai.self_play import play_out
from domain.chance import Scripted
from domain.game import Resign
from domain.messages import Illegal
from domain.redaction import HIDDEN, Hidden, redact
from titles import das_amulett as title
from titles.das_amulett.events import (
    AmuletCompleted,
    CompanyMoved,
    EnergyPhaseBegun,
    ExchangeOpened,
    ExchangeWon,
    GemsPhaseBegun,
    GemTaken,
    MetalsDealt,
    MetalsPhaseBegun,
    PilesCounted,
    SpellAcquired,
    SpellsDealt,
    SpellsFuelled,
    SpellsKept,
    SpellsRevealed,
    SpellTurnedUp,
    TableLaid,
    TurnBegun,
    TurnLimitReached,
)
from titles.das_amulett.tests.tables import exchange, hands, spells, start
from titles.das_amulett.tests.watched import PROJECTOR, Watched

PLAYERS = (3, 4, 5, 6)
PHASES = [TurnBegun, MetalsPhaseBegun, GemsPhaseBegun, EnergyPhaseBegun]


@pytest.fixture(scope="module", params=PLAYERS)
def played(request):
    """A game of random answers."""
    return Watched(request.param, f"course {request.param}")


@pytest.fixture(scope="module", params=PLAYERS)
def advanced(request):
    """A game with the advanced set-up."""
    return Watched(request.param, f"advanced {request.param}", advanced=True)


def test_the_course(played):
    """DA-T1: four phases a turn, turn after turn, until a player wins."""
    kinds = [type(one) for one in played.events if type(one) in PHASES]
    turns = len(played.of(TurnBegun))
    assert (PHASES * turns)[: len(kinds)] == kinds
    assert list(range(1, turns + 1)) == [one.turn for one in played.of(TurnBegun)]
    assert played.final.is_over
    title_events = [one for one in played.events if isinstance(one, title.EVENTS)]
    assert isinstance(title_events[-1], AmuletCompleted | TurnLimitReached)


def test_a_redacted_state_is_enough(played):
    """R7: every seat's legal answers follow from its view; each seat was asked at least once."""
    assert played.asked
    assert {"spells", "metals", "exchange", "over"} <= played.phases


def test_nothing_is_lost(played):
    """DA-S2, DA-S3, DA-S4, R65: cards, gems, energy, spells and discs are the same from the beginning to the end."""
    assert 1 == len({tuple(one.items()) for one in played.kept})
    table = played.kept[-1]
    assert [28] * 4 == [table[metal] for metal in ("gold", "silver", "copper", "iron")]
    assert (52, 33, 6) == (table["gems"], table["spells"], table["discs"])
    assert [10] * played.final.players == [table[f"energy of seat {seat}"] for seat in range(played.final.players)]


def test_the_hat_moves_with_wins(played):
    """DA-P4, DA-X4, DA-T2, R66: each auction and exchange begins with the last winner; no other event changes it."""
    (laid,) = played.of(TableLaid)
    hat = laid.hat
    for event in played.events:
        if isinstance(event, SpellAcquired | ExchangeWon):
            hat = event.seat
        elif isinstance(event, SpellTurnedUp | ExchangeOpened | MetalsPhaseBegun | GemsPhaseBegun | EnergyPhaseBegun):
            assert [(hat + step) % played.final.players for step in range(played.final.players)] == list(event.order)
        elif isinstance(event, CompanyMoved):
            assert hat == event.seat


def test_gems_come_by_exchanges_alone(played):
    """R68: each gem is taken by the last winner of an exchange."""
    winner = None
    for event in played.events:
        if isinstance(event, ExchangeWon):
            winner = event.seat
        elif isinstance(event, GemTaken):
            assert winner == event.seat


def test_gems_are_left(played):
    """R69: a game can be won while gems are left."""
    assert any(played.final.table.gems)


def test_seats_are_fixed(played):
    """R1: the seated players act, each under their own number."""
    assert set(range(played.final.players)) == {one.seat for one in played.of(MetalsDealt)}


# The advanced set-up


def test_advanced_games(advanced):
    """DA-A1, DA-A2, DA-A3, R7: advanced games end, need only redacted states, and conserve quantities."""
    assert advanced.final.is_over
    assert advanced.asked
    assert "choice" in advanced.phases
    assert 1 == len({tuple(one.items()) for one in advanced.kept})


def test_choices_are_revealed(advanced):
    """DA-A1, DA-A3: two of each player's four, with their energy, and all together."""
    dealt = {one.seat: one.spells for one in advanced.of(SpellsDealt)}
    kept = {one.seat: one.spells for one in advanced.of(SpellsKept)}
    fuelled = {one.seat: one.energy for one in advanced.of(SpellsFuelled)}
    (revealed,) = advanced.of(SpellsRevealed)
    assert all(set(kept[seat]) < set(dealt[seat]) for seat in dealt)
    assert tuple(kept[seat] for seat in sorted(kept)) == revealed.spells
    assert tuple(fuelled[seat] for seat in sorted(fuelled)) == revealed.energy


@pytest.mark.parametrize("players", PLAYERS)
def test_advanced_playouts(players):
    """DA-A1, DA-W1: random players come to an end."""
    final = play_out(PROJECTOR, ["random"] * players, f"end {players}", {"advanced": True}).final
    assert final.is_over
    assert 1 in final.result.places


# Secrets


def test_hands_are_secret():
    """R7: the metals of a hand are secret, but its size is public."""
    event = MetalsDealt(1, 4, (1, 1, 1, 1))
    assert event == redact(event, 1)
    assert [MetalsDealt(1, 4, HIDDEN)] * 2 == [redact(event, viewer) for viewer in (0, "public")]
    shown = title.view(start().and_then(redact(event, 0)).state)["players"]
    assert (8, None) == (shown[1]["cards"], shown[1]["metals"])
    assert {"gold": 1, "silver": 1, "copper": 1, "iron": 1} == shown[0]["metals"]


def test_public_information():
    """R7, R2: gems, energy, spells and bids."""
    table = exchange(spells(hands(start(), "g3", "g3", "g3"), 1, "Gift:3"))
    shown = title.view(table.state)
    assert (["Gift"], 7) == ([one["name"] for one in shown["players"][1]["spells"]], shown["players"][1]["reserve"])
    assert 52 == sum(len(one["gems"]) for one in shown["regions"])
    assert [None] * 3 == shown["bids"]


def test_dealt_spells_stay_hidden(advanced):
    """R7: a player who was not dealt a spell does not know that it was given back."""
    for viewer, seen in advanced.seen.items():
        for seat in range(advanced.final.players):
            event = next(one for one in advanced.of(SpellsDealt) if one.seat == seat)
            shown: Any = redact(event, viewer)
            assert (viewer == seat) == (not isinstance(shown.spells, Hidden))
        assert () == seen.table.players[0].dealt


def test_piles_are_known_when_counted(played):
    """R8: once the piles are counted, all viewers fold the same piles."""
    assert played.of(PilesCounted)
    assert all(seen.table.empty == played.final.table.empty for seen in played.seen.values())


# Refusals


def test_it_is_not_your_turn():
    """DA-T1: an unknown command is refused from any seat."""
    table = exchange(start())
    for seat, rule in ((0, "DA-T1"), (1, "DA-X1")):
        with pytest.raises(Illegal) as refusal:
            title.decide(table.state, Resign(seat), Scripted([]))
        assert rule == refusal.value.rule
