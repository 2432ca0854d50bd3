"""Whole games through HTTP, by people who know nothing but the API."""

import random

import pytest

from tests.api.clients import play_to_the_end, table_of


@pytest.mark.parametrize("options", [{}, {"expert": True}], ids=["plain", "expert"])
@pytest.mark.parametrize("players", [3, 4])
def test_a_whole_game(gallery, players, options):
    """AR-S1, AR-E3: with three and four seats, with the expert rules too; five are what every title's test plays."""
    game_id, clients = table_of(gallery, "amun-re", [f"Player {seat}" for seat in range(players)], options=options)
    assert play_to_the_end(game_id, clients, random.Random(players)) > 20
    game = gallery.get(f"/api/games/{game_id}")
    assert game["status"] == "finished" and len(game["result"]["points"]) == players
    assert gallery.get(f"/api/games/{game_id}/audit")["ok"]
