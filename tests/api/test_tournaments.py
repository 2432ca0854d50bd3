"""Tournaments over HTTP: opened, entered, started, and played to the end by the worker."""

import csv
import io
import random

from icalendar import Calendar

from services.accounts.suspensions import Suspension
from tests.api.clients import play_to_the_end
from tests.api.test_chat import kind

TITLE = "kheops"


def opened(client, **more):
    return client.post("/api/tournaments", {"name": "The  cup", "rulebook": TITLE, "size": 2, **more})


def test_a_tournament_is_played_to_its_end(gallery, work):
    """Three players meet each other once; the rounds follow automatically."""
    boss, *others = [gallery.sign_up(name) for name in ("Boss", "Ada", "Bo", "Cy")]
    made = opened(boss, pace={"time": 259_200_000})
    path = f"/api/tournaments/{made['id']}"
    assert (made["name"], made["status"], made["standings"]) == ("The cup", "open", [])
    assert made["id"] in [one["id"] for one in gallery.get("/api/tournaments")["tournaments"]]
    for one in others:
        entered = one.post(f"{path}/entries", {})
    assert entered["players"] == 3 and entered["entered"]
    begun = boss.call("PATCH", path, {"status": "running"}).body
    assert (begun["status"], begun["rounds"], begun["played"]) == ("running", 3, 1)
    clients = {one.player["id"]: one for one in others}
    for number in range(1, 4):
        (table,) = gallery.get(path)["made"][-1]["tables"]
        game = gallery.get(f"/api/games/{table['game']}")
        assert [seat["reserved"] for seat in game["seats"]] == [one["id"] for one in table["players"]]
        for one in table["players"]:
            clients[one["id"]].post(f"/api/games/{table['game']}/seats", {"nonce": one["id"]})
        assert game["pace"]["time"] == 259_200_000
        play_to_the_end(table["game"], [clients[one["id"]] for one in table["players"]], random.Random(number))
        work()
    found = gallery.get(path)
    assert found["status"] == "over"
    assert [one["games"] for one in found["standings"]] == [2, 2, 2]
    assert all(table["places"] for one in found["made"] for table in one["tables"])


IMPOSSIBLE = (
    {"rulebook": "chess"}, {"size": 7}, {"name": ""}, {"kind": "ladder"}, {"kind": "knockout", "size": 3},
    {"kind": "groups"}, {"kind": "groups", "size": 3, "form": {"groups": 2}}, {"kind": "groups", "form": {"groups": 1}},
    {"form": {"groups": 2}}, {"options": {"nonsense": 1}}, {"x": 1}, {"pace": None}, {"pace": {"outcome": "never"}},
    {"most": 2}, {"begins_at": "2020-01-01T00:00:00Z"}, {"begins_at": "9999-12-31T23:59:59-14:00"},
    {"name": "Cup \u202e"}, {"most": 3, "size": 4}, {"form": {"cycles": 2}, "kind": "swiss"},
    {"form": {"third_place": True}}, {"form": {"seeding": "rating"}}, {"form": {"round_limit": 1000}},
    {"form": {"least_rating": 1600, "most_rating": 1500}},
)  # fmt: skip


def test_impossible_tournaments(gallery):
    """A tournament is refused with an unknown title or option, a wrong number of seats, no clock, or a start in the
    past.
    """
    boss = gallery.sign_up("Boss")
    for wrong in IMPOSSIBLE:
        answer = boss.call("POST", "/api/tournaments", {"name": "Cup", "rulebook": TITLE, "size": 2, **wrong})
        assert kind(answer) in ((422, "invalid-request"), (422, "invalid-option")), wrong


def test_the_organisers_choices(gallery, inside):
    """A maximum with substitutes, closed registration, rounds, a beginning, strict games, a removal, a message."""
    boss, ada, bo, cy, dee = [gallery.sign_up(name) for name in ("Boss", "Ada", "Bo", "Cy", "Dee")]
    asked = {"most": 3, "rounds": 2, "strict": True, "rated": True, "begins_at": "2999-01-01T12:00:00+02:00"}
    made = opened(boss, **asked)
    path = f"/api/tournaments/{made['id']}"
    assert {name: made[name] for name in asked} == {**asked, "begins_at": "2999-01-01T10:00:00.000Z"}
    assert made["pace"]["time"] == 259_200_000
    for one in (ada, bo, cy):
        assert one.post(f"{path}/entries", {})["entered"]
    waiting = dee.post(f"{path}/entries", {})
    assert (waiting["entered"], waiting["waiting"], waiting["players"]) == (False, True, 3)
    assert [one["id"] for one in waiting["substitutes"]] == [dee.player["id"]]
    assert kind(ada.call("DELETE", f"{path}/entries/{bo.player['id']}")) == (403, "not-the-organiser")
    people, tomorrow = inside.community.people, inside.games.tables.now() + 86_400_000
    people.suspensions.suspend(boss.player["id"], Suspension(tomorrow, "Insults"))
    assert kind(boss.call("DELETE", f"{path}/entries/{bo.player['id']}")) == (403, "suspended")
    people.suspensions.forget(boss.player["id"])
    without = boss.call("DELETE", f"{path}/entries/{bo.player['id']}").body
    assert {one["player"]["id"] for one in without["standings"]} == {one.player["id"] for one in (ada, cy, dee)}
    assert kind(bo.call("POST", f"{path}/entries", {})) == (409, "not-now")
    assert boss.call("PATCH", path, {"closed": True, "most": 8, "rounds": 3}).body["closed"]
    assert kind(gallery.sign_up("Eve").call("POST", f"{path}/entries", {})) == (409, "not-now")
    assert kind(boss.call("PATCH", path, {"begins_at": "2020-01-01T00:00:00Z"})) == (422, "invalid-request")
    assert kind(ada.call("PATCH", path, {"closed": False})) == (403, "not-the-organiser")
    cleared = boss.call("PATCH", path, {"most": None, "begins_at": None}).body
    assert "most" not in cleared and "begins_at" not in cleared and cleared["closed"] and cleared["rounds"] == 3
    assert boss.call("POST", f"{path}/messages", {"text": "Hello"}).status == 204
    assert kind(boss.call("POST", f"{path}/messages", {"text": " \u200b"})) == (422, "invalid-request")
    assert kind(ada.call("POST", f"{path}/messages", {"text": "Hello"})) == (403, "not-the-organiser")
    changes = {"name": "The plate", "rated": True, "wait": 7_200_000, "pace": {"time": 86_400_000}}
    changed = boss.call("PATCH", path, changes).body
    assert [changed[name] for name in ("name", "rated", "wait")] == ["The plate", True, 7_200_000]
    assert changed["pace"]["time"] == 86_400_000
    assert kind(boss.call("PATCH", path, {"pace": {"outcome": "never"}})) == (422, "invalid-request")
    begun = boss.call("PATCH", path, {"rounds": 2, "status": "running"}).body
    assert (begun["rounds"], begun["tie_break"]) == (2, "sonneborn-berger")
    assert kind(boss.call("PATCH", path, {"most": 9})) == (409, "not-now")
    game = gallery.get(f"/api/games/{begun['made'][0]['tables'][0]['game']}")
    assert game["strict"] and game["rated"]


def test_the_form_of_a_tournament(gallery):
    """The players who may enter are chosen by rating or by invitation; what does not fit the kind is refused."""
    boss, ada, bo = [gallery.sign_up(name) for name in ("Boss", "Ada", "Bo")]
    form = {"seeding": "rating", "third_place": True, "round_limit": 86_400_000, "least_rating": 2000}
    made = opened(boss, kind="knockout", form=form)
    path = f"/api/tournaments/{made['id']}"
    assert kind(boss.call("PATCH", path, {"name": "Too early", "status": "running"})) == (409, "not-now")
    assert gallery.get(path)["name"] == made["name"], "a refused start changes nothing"
    rest = {"cycles": 1, "most_rating": None, "by_invitation": False, "groups": 0, "advancing": 2}
    assert (made["form"], made["invited"]) == ({**form, **rest}, [])
    refused = ada.call("POST", f"{path}/entries", {})
    assert kind(refused) == (409, "not-now") and "Your rating is outside" in refused.body["detail"]
    assert kind(boss.call("PATCH", path, {"invited": ["nobody"]})) == (422, "invalid-request")
    assert kind(boss.call("PATCH", path, {"form": {"cycles": 2}})) == (422, "invalid-request")
    changed = boss.call("PATCH", path, {"form": {"by_invitation": True}, "invited": [ada.name]}).body
    assert changed["form"] == {
        **rest,
        "seeding": "lot",
        "third_place": False,
        "round_limit": 0,
        "least_rating": None,
    } | {"by_invitation": True}
    assert changed["invited"] == [ada.player]
    assert ada.post(f"{path}/entries", {})["entered"]
    refused = bo.call("POST", f"{path}/entries", {})
    assert kind(refused) == (409, "not-now") and "invited" in refused.body["detail"]


def test_groups_then_a_knock_out(gallery):
    """Each player has a place in a group; the first of each meet in the end. The table has a column for the groups."""
    boss, *others = [gallery.sign_up(name) for name in ("Boss", "Ada", "Bo", "Cy", "Dee")]
    path = f"/api/tournaments/{opened(boss, kind='groups', form={'groups': 2, 'advancing': 1}, most=4)['id']}"
    for one in others:
        entered = one.post(f"{path}/entries", {})
    assert entered["full"] and "group_rounds" not in entered and "group" not in entered["standings"][0]
    found = boss.call("PATCH", path, {"status": "running"}).body
    assert (found["group_rounds"], found["rounds"], found["full"]) == (1, 2, True)
    assert [(one["group"], one["group_place"]) for one in found["standings"]] == [(1, 1), (1, 1), (2, 1), (2, 1)]
    for table in found["made"][0]["tables"]:
        asked = {"kind": "decide", "game": table["game"], "reason": "We agreed.", "places": [1, 2]}
        now = boss.post(f"{path}/repairs", asked)
    winners = {table["players"][0]["id"] for table in found["made"][0]["tables"]}
    (final,) = now["made"][1]["tables"]
    assert {one["id"] for one in final["players"]} == winners == {one["player"]["id"] for one in now["standings"][:2]}
    rows = list(csv.DictReader(io.StringIO(gallery.call("GET", f"{path}?format=csv").body.decode())))
    assert [(row["place"], row["group_place"]) for row in rows] == [("1", "1"), ("1", "1"), ("3", "2"), ("3", "2")]
    assert {row["group"] for row in rows[:2]} == {"1", "2"}
    assert kind(gallery.call("GET", f"{path}?format=trf")) == (409, "not-now")


def test_the_way_from_a_player_to_their_game(gallery):
    """The next game of each, the schedule of the rounds to come, and the tournament's name on the game."""
    boss, ada, bo, cy = [gallery.sign_up(name) for name in ("Boss", "Ada", "Bo", "Cy")]
    path = f"/api/tournaments/{opened(boss)['id']}"
    for one in (ada, bo, cy):
        one.post(f"{path}/entries", {})
    assert ada.get(path)["next_game"] is None
    boss.call("PATCH", path, {"status": "running"})
    found = {one.player["id"]: one.get(path)["next_game"] for one in (ada, bo, cy)}
    assert boss.get(path)["next_game"] is None
    (table,) = gallery.get(path)["made"][0]["tables"]
    game = gallery.get(f"/api/games/{table['game']}")
    assert game["tournament"] == {"id": path.rpartition("/")[2], "name": "The cup", "round": 1}
    schedule = gallery.get(path)["schedule"]
    assert [one["round"] for one in schedule] == [2, 3]
    players = [one["id"] for one in table["players"]]
    for player, one in found.items():
        others = [other["id"] for other in one["opponents"]]
        if player in players:
            assert (one["round"], one["game"], [player, *others]) in (
                (1, table["game"], players),
                (1, table["game"], players[::-1]),
            )
        else:  # they have a bye, and the schedule names their next opponent
            assert "game" not in one and one["round"] == 2
            assert {player, *others} == {each["id"] for each in schedule[0]["tables"][0]}
    listed = gallery.get(f"/api/tournaments?player={ada.player['id']}")["tournaments"]
    assert [one["id"] for one in listed] == [path.rpartition("/")[2]] and "place" not in listed[0]
    assert gallery.get(f"/api/tournaments?player={boss.player['id']}")["tournaments"] == []


def test_a_repair(gallery):
    """The organiser decides a game: it counts, and everyone can read why. What does not fit is refused.

    The standings are also a table for spreadsheets.
    """
    boss, ada, bo, cy = [gallery.sign_up(name) for name in ("Boss", "=Ada", "=Bo", "=Cy")]
    path = f"/api/tournaments/{opened(boss)['id']}"
    for one in (ada, bo, cy):
        one.post(f"{path}/entries", {})
    (table,) = boss.call("PATCH", path, {"status": "running"}).body["made"][0]["tables"]
    asked = {"kind": "decide", "game": table["game"], "reason": "Bo moved away.", "places": [1, 0]}
    for wrong, problem in (
        ({"places": [1]}, (422, "invalid-request")),
        ({"places": [1, 3]}, (422, "invalid-request")),
        ({"kind": "more-time"}, (422, "invalid-request")),
        ({"kind": "play-again"}, (409, "not-now")),
        ({"game": "other"}, (404, "no-such-game")),
        ({"reason": ""}, (422, "invalid-request")),
    ):
        assert kind(boss.call("POST", f"{path}/repairs", {**asked, **wrong})) == problem, wrong
    assert kind(ada.call("POST", f"{path}/repairs", asked)) == (403, "not-the-organiser")
    found = boss.post(f"{path}/repairs", asked)
    (shown,) = found["made"][0]["tables"]
    assert (shown["places"], shown["forfeited"], shown["decided"], found["played"]) == ([1, 2], [1], True, 2)
    (one,) = gallery.get(path)["repairs"]
    assert one["at"] and one == {
        "kind": "decide",
        "round": 1,
        "game": table["game"],
        "players": table["players"],
        "reason": "Bo moved away.",
        "by": boss.player,
        "at": one["at"],
        "places": [1, 0],
    }
    again = boss.post(
        f"{path}/repairs",
        {"kind": "more-time", "game": found["made"][1]["tables"][0]["game"], "reason": "Ill.", "longer": 3_600_000},
    )
    assert again["repairs"][1]["longer"] == 3_600_000
    answer = gallery.call("GET", f"{path}?format=csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.body.decode())))
    assert list(rows[0]) == ["place", "player", "points", "sonneborn-berger", "games", "1", "2", "3"]
    lines = {row["player"]: (str(line), row) for line, row in enumerate(rows, start=1)}
    (first, won), (second, lost) = (lines[f"'{one['name']}"] for one in table["players"])
    assert (won["points"], won[second], lost[first], won[first]) == ("1.0", "1", "0", "")
    assert sum("·" in row.values() for row in rows) == 2
    answer = gallery.call("GET", f"{path}?format=trf")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.body.decode().splitlines()[3:5] == ["092 Individual: Round-Robin", "XXR 3"]
    knockout = opened(boss, kind="knockout")
    assert kind(gallery.call("GET", f"/api/tournaments/{knockout['id']}?format=trf")) == (409, "not-now")


def test_a_beginning_is_in_the_calendar(gallery):
    """A tournament's start is in the calendar of players who have joined, until the tournament starts."""
    boss, ada = gallery.sign_up("Boss"), gallery.sign_up("Ada")
    made = opened(boss, name="The spring cup", begins_at="2999-01-01T10:00:00Z")
    link = ada.get("/api/me/account")["feeds"]["calendar"].removeprefix(gallery.url)

    def starts():
        return [dict(one) for one in Calendar.from_ical(gallery.get(link)).walk("VEVENT")]

    assert starts() == []
    ada.post(f"/api/tournaments/{made['id']}/entries", {})
    (event,) = starts()
    assert str(event["SUMMARY"]) == "The spring cup: the tournament starts"
    assert event["DTSTART"].dt.isoformat() == "2999-01-01T10:00:00+00:00"
    assert str(event["URL"]).endswith(f"/tournaments/{made['id']}")
    boss.call("PATCH", f"/api/tournaments/{made['id']}", {"status": "called off"})
    assert starts() == []
