"""Clocks over HTTP: a pace is agreed on, deadlines are shown; grants, pauses, vacations and play times are moves."""

import time

import pytest

from domain.clocks.availability import DAY, HOUR
from domain.title_loader import find_rulebooks
from replay.timestamps import milliseconds_of
from tests.api.clients import table_of
from tests.api.test_challenges import challenge

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)
PACE = {
    "kind": "bank", "time": DAY, "increment": 3600_000, "cap": 2 * DAY, "windows": True, "vacation": 14,
    "outcome": "seat",
}  # fmt: skip


def times(windows=((0, 10080),)):
    return {"zone": "Europe/Rome", "windows": windows, "offsets": [[0, 60]]}


def test_a_game_with_a_pace(gallery):
    """Summary, state and turns show it; everything about time is a move."""
    game, players = table_of(gallery, TITLE, ["Ada", "Bo"], pace=PACE)
    path = f"/api/games/{game}"
    public = gallery.get(path)
    assert public["pace"] == PACE
    (due, *_others) = public["deadlines"]
    asked, other = players[due["seat"]], players[1 - due["seat"]]
    state = asked.get(f"{path}/state")["state"]
    assert (state["pace"], state["deadlines"]) == (PACE, public["deadlines"])
    assert game in [one["id"] for one in asked.get("/api/me/turns")["games"]]

    granted = other.post(f"{path}/moves", {"type": "GrantTime", "to": due["seat"], "time": 60_000})
    assert [one["type"] for one in granted["events"]] == ["TimeGranted"]
    assert "minute" in granted["events"][0]["text"]
    assert gallery.get(path)["deadlines"][0]["at"] > due["at"]

    asked.post(f"{path}/moves", {"type": "AgreePause"})
    assert gallery.get(path)["pause_agreed"] == [due["seat"]]
    other.post(f"{path}/moves", {"type": "AgreePause"})
    paused = gallery.get(path)
    assert (paused["paused"], paused["deadlines"]) == (True, [])
    asked.post(f"{path}/moves", {"type": "Resume"})
    assert "paused" not in gallery.get(path)

    asked.post(f"{path}/moves", {"type": "SetPlayTimes", "times": times([[0, 5000], [5000, 10080]])})
    now = time.time_ns() // 1_000_000
    asked.post(f"{path}/moves", {"type": "TakeVacation", "since": now + DAY // 2, "until": now + 3 * DAY})
    away = gallery.get(f"{path}/state")["state"]["away"][str(due["seat"])]
    assert away["play_times"] == {"zone": "Europe/Rome", "windows": [[0, 5000], [5000, 10080]]}
    assert len(away["away"]) == 1
    steps = gallery.get(f"{path}/replay")["steps"]
    (told,) = [one["parts"] for one in steps if one["type"] == "VacationTaken"]
    assert [milliseconds_of(one["at"]) for one in told if isinstance(one, dict) and "at" in one] == [
        now + DAY // 2,
        now + 3 * DAY,
    ]
    assert gallery.get(path)["deadlines"][0]["at"] > due["at"]
    asked.post(f"{path}/moves", {"type": "EndVacation"})
    assert "away" not in gallery.get(f"{path}/state")["state"]["away"][str(due["seat"])]


def test_after_an_outage_no_past_deadline_is_shown(gallery, inside, monkeypatch):
    """After an outage, every display shows the later deadline even before the worker records it, and also with an
    ETag.
    """
    tables = inside.games.tables
    tables.store.redis.delete("stele:worker:sign")  # a worker of an earlier test may have been away ever since
    game, players = table_of(gallery, TITLE, ["Ada", "Bo"], pace={**PACE, "windows": False})
    path = f"/api/games/{game}"
    ada = players[gallery.get(path)["to_act"][0]]
    other = next(one for one in players if one is not ada)
    made = challenge(ada, other).body["id"]
    before = {one: ada.call("GET", one) for one in (path, f"{path}/state", f"/api/games/{made}")}
    away, length = tables.now() + 1, 50 * HOUR + 7 * DAY
    tables.store.redis.set("stele:worker:sign", away)
    monkeypatch.setattr(tables, "_clock", lambda: away + length)
    after = {one: ada.call("GET", one, **{"If-None-Match": answer.headers["ETag"]}) for one, answer in before.items()}
    calendar = gallery.get(ada.get("/api/me/account")["feeds"]["calendar"].removeprefix(gallery.url)).decode()
    lists = [ada.get(one)["games"] for one in ("/api/me/turns", f"/api/games?player={ada.player['id']}&status=playing")]
    try:
        tables.outages.sign(away + length)
        tables.say_outages(game)
        (recorded,) = ada.get(path)["deadlines"]
    finally:
        tables.store.redis.delete("stele:worker:sign", "stele:outages")
    assert milliseconds_of(recorded["at"]) == milliseconds_of(before[path].body["deadlines"][0]["at"]) + length
    shown = [after[path].body, after[f"{path}/state"].body["state"], *(one for found in lists for one in found)]
    assert [one["deadlines"] for one in shown] == [[recorded]] * 4
    assert recorded["at"][:19].translate({45: None, 58: None}) in calendar
    until = [answers[f"/api/games/{made}"].body["seats"][1]["reserved_until"] for answers in (before, after)]
    assert milliseconds_of(until[1]) == milliseconds_of(until[0]) + length


@pytest.mark.parametrize(
    "pace",
    [{"kind": "hourglass"}, {"time": 1}, {"time": "long"}, {"vacation": 1000}, {"tempo": 1}, 7, {"increment": 5}],
)
def test_bad_paces_are_named(gallery, pace):
    """A malformed pace is refused; a pace against the rules names its rule."""
    answer = gallery.sign_up("Ada").call("POST", "/api/games", {"rulebook": TITLE, "players": 2, "pace": pace})
    assert answer.status in (409, 422) and ("pace" in str(answer.body) or answer.body["rule"] == "G17"), answer.body
