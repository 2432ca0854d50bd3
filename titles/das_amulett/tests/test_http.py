"""Whole games: at any table, and through HTTP, by clients that use only the API."""

import random

import pytest

from ai.self_play import play_out
from audit.verification.verify import verify
from domain.projector import projector_for
from tests.api.clients import play_to_the_end, table_of
from tests.audit.games import bundled

TABLES = [(3, False), (3, True), (4, True), (5, False), (6, True)]


@pytest.mark.parametrize(("players", "advanced"), TABLES)
def test_a_whole_game(players, advanced):
    """DA-S1, DA-W1: games of three to six seats, also with the advanced set-up, end and verify."""
    projector = projector_for("das-amulett")
    game = play_out(projector, ["random"] * players, f"whole {players}", {"advanced": advanced})
    assert game.final.is_over and len(game.final.result.points) == players
    assert game.final.result.places.count(1) == 1
    assert verify(bundled(projector, game, game.entries)).ok


@pytest.mark.parametrize(("players", "advanced"), [(4, True)])
def test_a_whole_game_through_http(gallery, players, advanced):
    """DA-S1, DA-W1: a game with the advanced set-up is played over HTTP; the tests of all titles play six seats
    without.
    """
    names = [f"Player {seat}" for seat in range(players)]
    game_id, clients = table_of(gallery, "das-amulett", names, options={"advanced": advanced})
    assert play_to_the_end(game_id, clients, random.Random(players)) > 20
    game = gallery.get(f"/api/games/{game_id}")
    assert game["status"] == "finished" and len(game["result"]["points"]) == players
    assert game["result"]["places"].count(1) == 1
    assert gallery.get(f"/api/games/{game_id}/audit")["ok"]


def test_a_turn_limit_ends_the_game(gallery):
    """R70: a host's house rule ends a game without a winner."""
    game_id, clients = table_of(gallery, "das-amulett", ["Ada", "Bo", "Cy"], options={"turn_limit": 1})
    play_to_the_end(game_id, clients, random.Random(1))
    game = gallery.get(f"/api/games/{game_id}")
    assert game["status"] == "finished" and game["result"]["reason"] == "turn limit"
