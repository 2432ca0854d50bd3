"""Game history over HTTP: a player's finished games with filters, their table for spreadsheets, and the opponents."""

import csv
import hashlib
import io

import pytest

from tests.api.test_ratings import OTHER, PACE, TITLE, resigned

SCORE = ("games", "won", "tied", "lost")


def games_of(player, asking, **asked):
    """The games of this client's player as the other sees them, by id with their outcomes, and the score."""
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    found = asking.get(f"/api/players/{player.player['id']}/games?{query}")
    return {one["game"]: one["outcome"] for one in found["games"]}, found


def test_games_are_filtered(gallery):
    """Games can be filtered by title, opponent, outcome and tournament; the score counts all games of the filter."""
    ann, bob, eve = (gallery.sign_up(name) for name in ("Ann", "Bob", "Eve"))
    won, lost, other = resigned((ann, bob)), resigned((ann, bob), loser=0), resigned((ann, eve))
    games, page = games_of(ann, gallery)
    assert [(other, "won"), (lost, "lost"), (won, "won")] == list(games.items())
    assert {"games": 3, "won": 2, "tied": 0, "lost": 1} == page["score"]
    first = page["games"][0]
    assert (TITLE, True, False, None) == tuple(first[name] for name in ("rulebook", "rated", "private", "tournament"))
    assert [(ann.player["id"], ann.name, 1, True), (eve.player["id"], eve.name, 2, False)] == [
        (one["player"], one["name"], one["place"], one["stayed"]) for one in first["seats"]
    ]
    against_bob, page = games_of(ann, bob, opponent=bob.player["id"], outcome="lost")
    assert [lost] == list(against_bob)
    assert {"games": 2, "won": 1, "tied": 0, "lost": 1} == page["score"]
    assert {} == games_of(ann, gallery, rulebook=OTHER)[0] == games_of(ann, gallery, tournament="none")[0]
    assert games == games_of(ann, gallery, rulebook=TITLE)[0]
    assert [] == games_of(gallery.sign_up("New"), gallery)[1]["games"]


def test_games_of_a_tournament(gallery):
    """A game names its tournament, by which the games are filtered, also in the table for spreadsheets."""
    clients = {one.player["id"]: one for one in (gallery.sign_up(name) for name in ("Ann", "Bob", "Eve"))}
    organiser = gallery.sign_up("Cup")
    cup = organiser.post("/api/tournaments", {"name": "-Cup", "rulebook": TITLE, "size": 2})
    path = f"/api/tournaments/{cup['id']}"
    for one in clients.values():
        one.post(f"{path}/entries", {})
    table = organiser.call("PATCH", path, {"status": "running"}).body["made"][0]["tables"][0]
    game, (ann, bob) = table["game"], (clients[one["id"]] for one in table["players"])
    for one in (ann, bob):
        one.post(f"/api/games/{game}/seats", {"nonce": one.player["id"]})
    ann.post(f"/api/games/{game}/moves", {"type": "Resign"})
    resigned((ann, bob))
    assert 2 == len(games_of(ann, gallery)[0])
    games, page = games_of(ann, gallery, tournament=cup["id"])
    assert {game: "lost"} == games and {"id": cup["id"], "name": "-Cup"} == page["games"][0]["tournament"]
    answer = gallery.call("GET", f"/api/players/{ann.player['id']}/games?format=csv&tournament={cup['id']}")
    (row,) = csv.DictReader(io.StringIO(answer.body.decode()))
    assert (game, "'-Cup") == (row["game"], row["tournament"])


def test_a_deleted_player_is_no_filter(gallery):
    """Neither a deleted player's id in the records nor the id that replaces it in results selects games."""
    ann, bob = gallery.sign_up("Ann"), gallery.sign_up("Bob")
    game = resigned((ann, bob))
    assert bob.call("POST", "/api/me/deletion", {"name": bob.name}).status == 200
    assert [game] == list(games_of(ann, gallery)[0])
    replaced = f"gone-{hashlib.sha256(bob.player['id'].encode()).hexdigest()[:16]}"
    for opponent in (bob.player["id"], replaced):
        assert {} == games_of(ann, gallery, opponent=opponent)[0]
    assert [] == gallery.get(f"/api/tournaments?player={bob.player['id']}")["tournaments"]


def test_games_are_paged(gallery):
    """Newest first, page by page."""
    ann, bob = gallery.sign_up("Ann"), gallery.sign_up("Bob")
    played = [resigned((ann, bob)) for _ in range(3)]
    games, page = games_of(ann, gallery, limit=2)
    assert [played[2], played[1]] == list(games)
    games, page = games_of(ann, gallery, limit=2, cursor=page["next"])
    assert [played[0]] == list(games) and page["next"] is None


def test_private_games_are_in_the_players_own_history_alone(gallery):
    """Other viewers see private games neither in the list nor in the score against an opponent."""
    ann, bob = gallery.sign_up("Ann"), gallery.sign_up("Bob")
    private = resigned((ann, bob), private=True)
    assert {private: "won"} == games_of(ann, ann)[0]
    for asking in (gallery, bob):
        assert {} == games_of(ann, asking)[0]
        assert [] == asking.get(f"/api/players/{ann.player['id']}")["opponents"]
        assert private.encode() not in asking.call("GET", f"/api/players/{ann.player['id']}/games?format=csv").body


def test_opponents_are_listed_with_the_score(gallery):
    """Persons and computer players, the most frequent first."""
    ann, bob = gallery.sign_up("Ann"), gallery.sign_up("Bob")
    for loser in (0, 1, 1):
        resigned((ann, bob), loser=loser)
    alone = ann.post("/api/games", {"rulebook": TITLE, "players": 2, "bots": 1, "rated": True, "pace": PACE})
    ann.post(f"/api/games/{alone['id']}/moves", {"type": "Resign"})
    person, computer = gallery.get(f"/api/players/{ann.player['id']}")["opponents"]
    assert {"games": 3, "won": 2, "tied": 0, "lost": 1} == {name: person[name] for name in SCORE}
    assert (bob.player["id"], bob.name, "person") == (person["player"], person["name"], person["kind"])
    assert {"games": 1, "won": 0, "tied": 0, "lost": 1} == {name: computer[name] for name in SCORE}
    assert ("computer-steward", "Steward", "steward") == (computer["player"], computer["name"], computer["kind"])


def test_games_are_saved_as_a_table(gallery):
    """A CSV file with the same filters, in which a name is never a formula."""
    ann, bob = gallery.sign_up("Ann"), gallery.sign_up("=Bob")
    won, lost = resigned((ann, bob)), resigned((ann, bob), loser=0)
    answer = gallery.call("GET", f"/api/players/{ann.player['id']}/games?format=csv")
    assert "text/csv; charset=utf-8" == answer.headers["Content-Type"]
    assert "attachment" in answer.headers["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.body.decode())))
    assert [(lost, "lost", "2"), (won, "won", "1")] == [(row["game"], row["outcome"], row["place"]) for row in rows]
    assert {f"'{bob.name}"} == {row["opponents"] for row in rows} and bob.name.startswith("=")
    filtered = gallery.call("GET", f"/api/players/{ann.player['id']}/games?format=csv&outcome=won").body.decode()
    assert won in filtered and lost not in filtered


@pytest.mark.parametrize("path", ["games?", "games?format=csv&"])
def test_an_unknown_player_has_no_games(gallery, path):
    """An unknown id is not found, and an unknown outcome is refused."""
    assert "urn:stele:problem:no-such-player" == gallery.call("GET", f"/api/players/nobody/{path}").body["type"]
    assert 422 == gallery.call("GET", f"/api/players/computer-steward/{path}outcome=best").status
