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
        for frame in client.get(f"/api/games/{game_id}/replay?as={seat}")["frames"]:
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


@pytest.mark.parametrize(("title", "kind"), [("kheops", "random"), ("amun-re-card-game", "steward")])
def test_a_person_against_computer_players(remote, title, kind):
    """The worker answers for the computer players until it is a person's turn or the game is over."""
    least = find_rulebooks()[title].meta.least_players
    game_id, (me,) = table_of(remote, title, ["Solo"], bots=max(1, least - 1), bot_kind=kind)
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


def test_a_resigned_seat_is_taken_care_of(remote):
    """A player who has resigned can't move; a computer player answers for the seat, and it is ranked last."""
    game_id, clients = table_of(remote, "amun-re-card-game", [f"R{number}" for number in range(3)])
    play_to_the_end(game_id, clients, random.Random(1), most=2)
    clients[2].post(f"/api/games/{game_id}/moves", {"type": "Resign"})
    assert clients[2].get(f"/api/games/{game_id}/legal-moves")["moves"] == []
    deadline = time.monotonic() + 600
    lot = random.Random(2)
    while time.monotonic() < deadline:
        game = remote.get(f"/api/games/{game_id}")
        if game["status"] == "finished":
            break
        asked = [seat for seat in game["to_act"] if seat != 2]
        if not asked:
            time.sleep(0.02)
            continue
        legal = clients[asked[0]].get(f"/api/games/{game_id}/legal-moves")["moves"]
        clients[asked[0]].post(f"/api/games/{game_id}/moves", lot.choice(legal)["move"])
    assert game["result"]["places"][2] == 3
    refused = clients[2].call("POST", f"/api/games/{game_id}/moves", {"type": "Resign"})
    assert (refused.status, refused.body["rule"]) in ((409, "G5"), (409, "G7"))
