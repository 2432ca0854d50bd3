"""Ratings over HTTP: profiles, leaderboards, rated games, rating limits of seats, and the search for open games."""

import pytest

from domain.title_loader import find_rulebooks
from tests.api.clients import table_of

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)
PACE = {"time": 86_400_000}
OTHER = next(title for title, one in find_rulebooks().items() if any(x.kind == "components" for x in one.meta.options))


def resigned(players, loser=1, **more):
    """A rated game of these players, which this one has resigned."""
    game = players[0].post("/api/games", {"rulebook": TITLE, "players": 2, "rated": True, "pace": PACE, **more})
    players[1].post(f"/api/games/{game['id']}/seats", {"invite": game.get("invite")})
    players[loser].post(f"/api/games/{game['id']}/moves", {"type": "Resign"})
    return game["id"]


def own(client, path="", asking=None):
    """The profile of a client's player."""
    return (asking or client).get(f"/api/players/{client.player['id']}{path}")


def ids(games):
    return [game["id"] for game in games]


def test_a_profile(gallery):
    """Results by title and number of players, a rating with its curve, running games, reliability."""
    ann, bob = gallery.sign_up("Ann"), gallery.sign_up("Bob")
    fresh = own(ann, asking=gallery)
    assert (0, 0, [], []) == (fresh["finished"], fresh["running"], fresh["titles"], fresh["ratings"])
    assert ("person", ann.name, {"number": 0, "within_seconds": None}) == (
        fresh["kind"], fresh["name"], fresh["answers"],
    )  # fmt: skip
    games = [resigned((ann, bob)) for _ in range(3)]
    ann.post("/api/games", {"rulebook": TITLE, "players": 2, "bots": 1})
    winner, loser = own(ann, asking=gallery), own(bob, asking=gallery)
    assert (3, 3, 1) == (winner["finished"], winner["stayed"], winner["running"])
    assert (3, 0, 0) == (loser["finished"], loser["stayed"], loser["running"])
    (title,), (rating,) = winner["titles"], winner["ratings"]
    assert (TITLE, 2, [3, 0], 1.0) == (title["rulebook"], title["players"], title["places"], title["average_place"])
    assert rating["rating"] > 1500 > loser["ratings"][0]["rating"]
    assert rating["provisional"] and 3 == rating["games"] == len(rating["curve"])
    assert games == [point["game"] for point in rating["curve"]]
    assert [point["rating"] for point in rating["curve"]] == sorted(point["rating"] for point in rating["curve"])
    assert rating["uncertainty"] == rating["curve"][-1]["uncertainty"] < rating["curve"][0]["uncertainty"]


def test_private_games_stay_private(gallery):
    """A private game is listed for its players alone, though its rating moves; its point on the curve has no link."""
    ann, bob = gallery.sign_up("Ann"), gallery.sign_up("Bob")
    game_id = resigned((ann, bob), private=True)
    assert (1, 1) == (own(ann)["finished"], len(own(ann)["titles"]))
    assert [game_id] == [point["game"] for point in own(ann)["ratings"][0]["curve"]]
    for asking in (gallery, bob, gallery.sign_up("Eve")):
        shown = own(ann, asking=asking)
        assert (0, []) == (shown["finished"], shown["titles"])
        assert game_id not in str(shown)
    private = ann.post("/api/games", {"rulebook": TITLE, "players": 2, "bots": 1, "private": True})
    assert "playing" == private["status"]
    assert (1, 0) == (own(ann)["running"], own(ann, asking=gallery)["running"])


def test_computer_players_have_a_profile(gallery):
    """The caretaker stands where the scale is anchored."""
    ann = gallery.sign_up("Ann")
    game = ann.post("/api/games", {"rulebook": TITLE, "players": 2, "bots": 1, "rated": True, "pace": PACE})
    ann.post(f"/api/games/{game['id']}/moves", {"type": "Resign"})
    found = gallery.get("/api/players/computer-steward")
    assert ("Steward", "steward") == (found["name"], found["kind"]) and found["finished"]
    (rating,) = (one for one in found["ratings"] if one["rulebook"] == TITLE)
    assert 1500 == rating["rating"] and not rating["provisional"]
    board = gallery.get(f"/api/ratings/{TITLE}?limit=100")["entries"]
    assert "computer-steward" in [line["player"] for line in board]


@pytest.mark.parametrize("who", ["nobody", "computer-nobody", "computer-", "a%20b", "%E2%88%9E"])
def test_an_unknown_player_has_no_profile(gallery, who):
    """An unknown id is not found."""
    assert "urn:stele:problem:no-such-player" == gallery.call("GET", f"/api/players/{who}").body["type"]


def test_whether_a_game_is_rated_is_agreed_on_at_the_start(gallery):
    """Public games with strict randomness are rated by default, other games only on request.

    A game without a clock is never rated, because a losing player could leave it open permanently.
    """
    ann = gallery.sign_up("Ann")
    usual = {"rulebook": TITLE, "players": 2, "sit": False, "pace": PACE}
    for body, is_rated in (
        ({}, False), ({"rated": True}, True), ({"strict": True}, True), ({"strict": True, "rated": False}, False),
        ({"strict": True, "private": True}, False), ({"private": True, "rated": True}, True),
    ):  # fmt: skip
        assert is_rated == ann.post("/api/games", {**usual, **body}).get("rated", False), body
    for pace in (None, {**PACE, "outcome": "never"}):
        refused = ann.call("POST", "/api/games", {**usual, "rated": True, "pace": pace})
        assert (refused.status, refused.body["errors"]) == (422, {"rated": [refused.body["detail"]]})
        assert "rated" not in ann.post("/api/games", {**usual, "strict": True, "pace": pace})
    option = next(one.name for one in find_rulebooks()[OTHER].meta.options if one.kind == "components")
    own_file = {"rulebook": OTHER, "players": 3, "sit": False, "rated": True, "options": {option: "x = 1"}}
    assert ann.call("POST", "/api/games", own_file).body["detail"].startswith("A game with its own component file")


def test_a_rematch_is_rated_if_the_game_was(gallery):
    """The players' agreement carries over."""
    ann, bob = gallery.sign_up("Ann"), gallery.sign_up("Bob")
    for rated in (True, False):
        game_id = resigned((ann, bob), rated=rated)
        again = [one.post(f"/api/games/{game_id}/rematch", {}) for one in (ann, bob)]
        assert [rated, rated] == [one.get("rated", False) for one in again]


def test_seats_may_be_for_some_ratings(gallery):
    """A seat refuses players outside its range of ratings by name, except the game's opener and a reserved seat."""
    ann, bob, eve = (gallery.sign_up(name) for name in ("Ann", "Bob", "Eve"))
    resigned((ann, bob))
    weak = {"least": None, "most": 1480}
    game = ann.post("/api/games", {"rulebook": TITLE, "players": 2, "ratings": weak})
    assert weak == game["ratings"] and [0] == [seat["seat"] for seat in game["seats"] if seat["player"]]
    refused = eve.call("POST", f"/api/games/{game['id']}/seats", {})
    assert (403, "urn:stele:problem:outside-the-ratings", 1500) == (
        refused.status, refused.body["type"], refused.body["rating"],
    )  # fmt: skip
    listed = f"/api/games?status=waiting&open=true&rulebook={TITLE}&limit=200"
    for client, is_listed in ((bob, True), (eve, False), (gallery, False)):
        assert is_listed == (game["id"] in ids(client.get(listed + "&suits_me=true")["games"]))
        assert game["id"] in ids(client.get(listed)["games"])
    assert "playing" == bob.post(f"/api/games/{game['id']}/seats", {})["status"]
    kept = {"rulebook": TITLE, "players": 2, "ratings": {"least": 4000}, "reserved": ["", eve.name]}
    kept_for = ann.post("/api/games", kept)["id"]
    assert game["id"] != kept_for and kept_for not in ids(gallery.get(listed)["games"])
    assert "playing" == eve.post(f"/api/games/{kept_for}/seats", {})["status"]
    wrong = ann.call("POST", "/api/games", {"rulebook": TITLE, "players": 2, "ratings": {"least": 2, "most": 1}})
    assert 422 == wrong.status


def test_open_seats_are_filtered(gallery):
    """Open seats can be filtered by number of players, by pace, and by whether games are rated."""
    ann = gallery.sign_up("Ann")
    day = 86_400_000
    pace = {"kind": "answer", "time": day}
    usual = {"rulebook": TITLE, "players": 2}
    quick = ann.post("/api/games", {**usual, "pace": pace, "rated": True})["id"]
    slow = ann.post("/api/games", {**usual, "players": 3, "pace": {**pace, "time": 3 * day}})["id"]
    bank = {"kind": "bank", "time": day, "increment": day // 2, "cap": 2 * day}
    banked, without = ann.post("/api/games", {**usual, "pace": bank})["id"], ann.post("/api/games", usual)["id"]
    for asked, wanted in (
        ("players=2", {quick, banked, without}), ("players=3", {slow}), ("pace=quick", {quick, banked}),
        ("pace=slow", {slow}), ("pace=none", {without}), ("rated=true", {quick}),
        ("open=true", {quick, slow, banked, without}), ("players=2&pace=quick&rated=true", {quick}),
    ):  # fmt: skip
        found = ids(gallery.get(f"/api/games?player={ann.player['id']}&{asked}")["games"])
        assert wanted == set(found), asked
    full, _clients = table_of(gallery, TITLE, ["Bob", "Eve"])
    assert full not in ids(gallery.get("/api/games?open=true&limit=200")["games"])


def test_games_that_were_called_off_after_the_draw_count_on_the_profile(gallery):
    """Players who call tables off until the luck pleases are seen to do so; before the draw it counts for nothing."""
    ann, bob = gallery.sign_up("Ann"), gallery.sign_up("Bob")
    for seats in (2, 1):
        game = ann.post("/api/games", {"rulebook": "kheops", "players": 2})
        if seats == 2:
            bob.post(f"/api/games/{game['id']}/seats", {})
        ann.post(f"/api/games/{game['id']}/moves", {"type": "Abort"})
    told = {who.name: gallery.get(f"/api/players/{who.player['id']}")["called_off"] for who in (ann, bob)}
    assert told == {ann.name: 1, bob.name: 0}
