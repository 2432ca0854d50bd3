"""Availability: a player's absence and play times, sent once for all games, with what each game accepts or refuses."""

import time

from domain.clocks.availability import DAY
from domain.title_loader import find_rulebooks
from tests.api.clients import table_of
from tests.api.test_clocks import PACE, TITLE, times


def said_by(player, body):
    """The results, game by game."""
    answer = player.call("POST", "/api/me/availability", body)
    assert answer.status == 200, answer
    return {one["id"]: one for one in answer.body["games"]}


def test_applied_in_every_game(gallery):
    """Written once into each running game that allows it, by its own rules.

    The other games are listed with the reason.
    """
    open_to_all, mine = table_of(gallery, TITLE, ["Ada", "Bo"], pace=PACE)
    ada = mine[0]
    always = {**PACE, "vacation": 0, "windows": False}
    strict = ada.post("/api/games", {"rulebook": TITLE, "players": 2, "pace": always, "sit": False})
    untimed = ada.post("/api/games", {"rulebook": TITLE, "players": 2, "sit": False})
    for game in (strict["id"], untimed["id"]):
        for player in mine:
            player.post(f"/api/games/{game}/seats", {"nonce": "1"})
    now = time.time_ns() // 1_000_000
    away = {"type": "TakeVacation", "since": now + DAY, "until": now + 3 * DAY}
    for _again in range(2):
        told = said_by(ada, away)
        assert told[open_to_all] == {
            "id": open_to_all,
            "rulebook": TITLE,
            "title": find_rulebooks()[TITLE].meta.title,
            "said": True,
        }
        assert (told[strict["id"]]["said"], told[strict["id"]]["rule"]) == (False, "G19")
        assert "0 vacation days a year" in told[strict["id"]]["reason"]
        assert untimed["id"] not in told
    said = [one["type"] for one in gallery.get(f"/api/games/{open_to_all}/events?limit=5000")["events"]]
    assert said.count("VacationTaken") == 1

    week = {"type": "SetPlayTimes", "times": times()}
    told = said_by(ada, week)
    assert (told[open_to_all]["said"], told[strict["id"]]["said"]) == (True, False)
    for _again in range(2):
        assert said_by(ada, {"type": "EndVacation"})[open_to_all]["said"]
    state = ada.get(f"/api/games/{open_to_all}/state")["state"]["away"]
    assert [("away" in one, "play_times" in one) for one in state.values()] == [(False, True)]
    assert gallery.get(f"/api/games/{open_to_all}/audit")["ok"]


def test_bad_availability(gallery):
    """Availability without a player, of another move, or malformed is refused, and the refusal names the wrong part."""
    assert gallery.call("POST", "/api/me/availability", {"type": "EndVacation"}).status == 401
    ada = gallery.sign_up("Ada")
    assert said_by(ada, {"type": "EndVacation"}) == {}
    for body, part in (({"type": "Resign"}, "type"), ({"type": "TakeVacation", "since": 1}, "until"), ([], "type")):
        refused = ada.call("POST", "/api/me/availability", body)
        assert (refused.status, part in refused.body["errors"]) == (422, True)
