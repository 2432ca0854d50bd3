"""Whole games: at any table, and through HTTP, by clients that use only the API."""

import random

import pytest

from ai.self_play import play_out
from audit.verification.verify import verify
from domain.projector import projector_for
from tests.api.clients import play_to_the_end, table_of
from tests.audit.games import bundled


@pytest.mark.parametrize("options", [{}, {"expert": True}], ids=["plain", "expert"])
@pytest.mark.parametrize("players", [3, 4])
def test_a_whole_game(players, options):
    """AR-S1, AR-E3: games of three and four seats, also with the expert rules, end and verify."""
    projector = projector_for("amun-re")
    game = play_out(projector, ["random"] * players, f"whole {players}", options)
    assert game.final.is_over and len(game.final.result.points) == players
    assert verify(bundled(projector, game, game.entries)).ok


@pytest.mark.parametrize(("players", "options"), [(4, {"expert": True})])
def test_a_whole_game_through_http(gallery, players, options):
    """AR-S1, AR-E3: a game with the expert rules is played to its end over HTTP; the tests of all titles play five
    without.
    """
    game_id, clients = table_of(gallery, "amun-re", [f"Player {seat}" for seat in range(players)], options=options)
    assert play_to_the_end(game_id, clients, random.Random(players)) > 20
    game = gallery.get(f"/api/games/{game_id}")
    assert game["status"] == "finished" and len(game["result"]["points"]) == players
    assert gallery.get(f"/api/games/{game_id}/audit")["ok"]
