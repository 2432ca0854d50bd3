"""Whole games: their course and length, a seat's view, the steward."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from ai.self_play import play_out
from domain.chance import Scripted
from domain.game import Game, GameFinished, Resign
from domain.messages import Illegal
from domain.projector import projector_for
from titles import kheops as title
from titles.kheops.commands import Move, PlacePawn, PlaceTile, Rotate, Swap
from titles.kheops.events import (
    AnkhsScored,
    DungeonScored,
    PawnPlaced,
    PyramidScored,
    TileDrawn,
    TilePlaced,
    TurnsBegin,
)
from titles.kheops.plan import CELLS
from titles.kheops.tests.tables import Playout

SEEDS = range(6)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_length_of_a_game(seed):
    """KH-E1, R7: thirty tiles are laid, fifteen turns each; blue lays the last one, white keeps one tile."""
    playout = Playout(seed).finish()
    white = playout.state.white
    assert [white, 1 - white] * 15 == [event.seat for event in playout.of(TilePlaced)]
    assert [white, 1 - white] * 15 == [event.seat for event in playout.of(PawnPlaced)]
    assert [1, 0] == [len(playout.state.players[seat].hand) for seat in (white, 1 - white)]
    assert None not in playout.state.laid


@pytest.mark.parametrize("seed", SEEDS)
def test_the_end(seed):
    """KH-E1: the last tile ends the game with the scoring."""
    playout = Playout(seed).finish()
    kinds = [type(event) for event in playout.events[playout.events.index(playout.of(TilePlaced)[-1]) :]]
    dungeons = kinds.count(DungeonScored)
    assert [TilePlaced] + [DungeonScored] * dungeons + [AnkhsScored, AnkhsScored, PyramidScored, GameFinished] == kinds
    assert [*["draw"] * 25, *["pass"] * 4, "score"] == [event.then for event in playout.of(TilePlaced)]
    assert () == title.to_act(playout.state)


@pytest.mark.parametrize("seed", SEEDS)
def test_drawing(seed):
    """KH-L4, R6, R7: thirteen of the deck's tiles are white's, twelve blue's.

    The last four tiles are laid without drawing.
    """
    playout = Playout(seed).finish()
    white = playout.state.white
    begin = next(place for place, event in enumerate(playout.events) if isinstance(event, TurnsBegin))
    drawers = Counter(event.seat for event in playout.events[begin:] if isinstance(event, TileDrawn))
    assert {white: 13, 1 - white: 12} == drawers


def test_whites_last_tile_is_not_scored():
    """R7: forty-nine tiles are in the dungeons and beside them, and the fiftieth in white's hand."""
    playout = Playout(7).finish()
    (left,) = playout.state.players[playout.state.white].hand
    assert left not in [laid.tile.id for laid in playout.state.laid]
    assert 49 == len({laid.tile.id for laid in playout.state.laid})


@pytest.mark.parametrize("seed", SEEDS)
def test_the_points(seed):
    """KH-E2, KH-V1, KH-V8: final points are exactly those in the record and in the standing."""
    playout = Playout(seed).finish()
    points = [0, 0]
    for event in playout.of(DungeonScored):
        if event.winner is not None:
            points[event.winner] += event.value
    for event in playout.of(AnkhsScored):
        points[event.seat] += event.points
    assert tuple(points) == playout.game.result.points == title.standing(playout.state)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_standing_is_the_current_score(seed):
    """KH-V1: just before it is scored, the standing is the result already."""
    playout = Playout(seed).finish()
    assert playout.game.result.points == title.standing(msgspec.structs.replace(playout.state, step="score"))


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_lost(seed):
    """KH-S2, KH-S4: every tile is in one place, all through the game."""
    playout = Playout(seed)
    while not playout.game.is_over:
        kept = title.conserved(playout.state)
        assert (50, 0) == (kept["tiles"], kept["tiles in two places"])
        playout.step()


@pytest.mark.parametrize("options", [{}, {"closed_rule": "strict", "pharaoh_after_mummy": False, "white": "second"}])
def test_a_redacted_state_is_enough(options):
    """R9: a seat's redacted state allows the same answers; the table differs only in hidden hands."""
    playout = Playout(10, **options)
    decoder = msgspec.json.Decoder(Game[title.State])
    while not playout.game.is_over:
        for viewer, seen in playout.seen.items():
            assert title.to_act(playout.state) == title.to_act(seen.table)
            if isinstance(viewer, int):
                assert title.legal(playout.state, viewer) == title.legal(seen.table, viewer)
                assert playout.state.players[viewer] == seen.table.players[viewer]
            assert playout.state == msgspec.structs.replace(seen.table, players=playout.state.players)
        assert seen == decoder.decode(msgspec.json.encode(seen))
        playout.step()


def imaginable(state, seat, lot):
    """Commands of every type, sensible or not."""
    cells = [*lot.sample(CELLS, 12), "a14", "h1", ""]
    numbers = [*[one for player in state.players for one in player.hand], 0, 51]
    pawns: Any = ("worker", "priest", "mummy", "pharaoh", "")
    yield from (PlacePawn(seat, pawn, cell) for pawn in pawns for cell in cells)
    yield from (Rotate(seat, cell, thirds) for cell in cells for thirds in range(-1, 4))
    yield from (kind(seat, one, two) for kind in (Swap, Move) for one in cells for two in cells)
    yield from (PlaceTile(seat, tile, cell, turn) for tile in numbers for cell in cells for turn in range(-1, 4))


@pytest.mark.parametrize("options", [{}, {"swap_may_use_placed_pawn": False, "pharaoh_after_mummy": False}])
def test_listed_commands_are_the_accepted_ones(options):
    """KH-T1: every seat's listed commands are accepted, all others are refused with a rule's number."""
    playout = Playout(20, **options)
    while not playout.game.is_over:
        listed = set(playout.listed())
        asked = {one for seat in range(-1, 3) for one in imaginable(playout.state, seat, playout.lot)}
        for command in listed | asked:
            try:
                decided = list(title.decide(playout.state, command, Scripted([])))
            except Illegal as refusal:
                assert command not in listed, refusal
                assert refusal.rule in title.meta.rules
            else:
                assert command in listed
                assert 1 == len(decided)
        playout.step()


@pytest.mark.parametrize("seed", range(30, 36))
def test_a_question_always_has_several_answers(seed):
    """KH-W5, KH-L2, R11: a single possible answer is not asked for."""
    playout = Playout(seed)
    while not playout.game.is_over:
        (seat,) = title.to_act(playout.state)
        assert len(title.legal(playout.state, seat)) > 1
        assert () == tuple(title.legal(playout.state, 1 - seat))
        playout.step()


def test_it_is_not_your_turn():
    """KH-T1: a player who is not asked is refused, for any command."""
    playout = Playout(11)
    other = 1 - playout.state.turn
    for command in (PlacePawn(other, "worker", "a1"), PlaceTile(other, 1, "b2", 0), Resign(other)):
        with pytest.raises(Illegal) as refusal:
            title.decide(playout.state, command, Scripted([]))
        assert "KH-T1" == refusal.value.rule
    with pytest.raises(Illegal) as refusal:
        title.decide(playout.state, Resign(playout.state.turn), Scripted([]))
    assert "KH-T1" == refusal.value.rule


def test_two_players():
    """KH-S1: two, and no other number."""
    assert (2, 2) == (title.meta.least_players, title.meta.most_players)


def test_the_steward_beats_chance():
    """One steward wins more than 9 of 12 games against a random player; it sees only its seat."""
    wins = 0
    for seed in range(12):
        kinds = ["random", "random"]
        kinds[seed % 2] = "steward"
        played = play_out(projector_for("kheops"), kinds, f"beats {seed}")
        wins += played.final.result.winners() == (seed % 2,)
    assert wins > 9
