"""Complete games through the public API alone."""

import random
import time

import pytest

from domain.title_loader import find_rulebooks
from tests.api.clients import play_to_the_end, table_of, typed
from tests.in_short import titles_in_short


@pytest.mark.parametrize("title", titles_in_short("kheops"))
def test_a_full_table_plays_replays_and_verifies(gallery, title, tmp_path):
    """A complete game of the most players; the replay permanently shows the answer of each move."""
    most = find_rulebooks()[title].meta.most_players
    game_id, clients = table_of(gallery, title, [f"Player {number}" for number in range(most)])
    heard: list[tuple[str, int, dict]] = []
    play_to_the_end(game_id, clients, random.Random(5), heard)
    game = gallery.get(f"/api/games/{game_id}")
    assert game["status"] == "finished"
    assert sorted(game["result"]["places"])[0] == 1

    frames = {}
    for seat, client in enumerate(clients):
        for frame in client.get(f"/api/games/{game_id}/replay?state=full&limit=5000&as={seat}")["steps"]:
            frames[frame["position"], seat] = frame["state"]
    for number, (position, seat, state) in enumerate(heard):
        assert frames[position, seat] == state
        if number % 5 == 0 or number == len(heard) - 1:
            assert clients[seat].get(f"/api/games/{game_id}/state?at={position}&as={seat}")["state"] == state

    path = tmp_path / "game.ndjson"
    path.write_bytes(gallery.get(f"/api/games/{game_id}/bundle"))
    code, text = typed(gallery.server, "verify", str(path))
    assert code == 0, text

    lines = path.read_bytes().splitlines(keepends=True)
    changed = lines[len(lines) // 2]
    place = changed.index(b'"at') + 8
    broken = changed[:place] + (b"1" if changed[place : place + 1] != b"1" else b"2") + changed[place + 1 :]
    path.write_bytes(b"".join([*lines[: len(lines) // 2], broken, *lines[len(lines) // 2 + 1 :]]))
    code, text = typed(gallery.server, "verify", str(path))
    assert code == 1, text


def test_a_person_against_computer_players(remote):
    """The worker answers for the computer players until it is a person's turn or the game is over."""
    game_id, (me,) = table_of(remote, "kheops", ["Solo"], bots=1, bot_kind="random")
    lot = random.Random(3)
    deadline = time.monotonic() + 600
    while time.monotonic() < deadline:
        game = me.get(f"/api/games/{game_id}")
        if game["status"] == "finished":
            break
        if 0 in game["to_act"]:
            legal = me.get(f"/api/games/{game_id}/legal-moves")["moves"]
            me.post(f"/api/games/{game_id}/moves", lot.choice(legal)["move"])
        else:
            time.sleep(0.02)
    assert game["status"] == "finished"
    assert me.get("/api/me/turns")["games"] == []
