"""Challenges over HTTP: a message with reserved seats, an answer, reports; nothing shows who has blocked whom."""

import random
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from services.accounts.suspensions import Suspension
from services.community.challenges import LONGEST_MESSAGE, MOST_DAILY_TO_ONE, MOST_OPEN, MOST_TO_ONE
from tests.api.clients import appointed, play_to_the_end, table_of
from tests.api.test_chat import kind

TITLE = "kheops"


def challenge(opener, *others, message="Fancy a game?", **more):
    """The answer to a challenge of these players."""
    body = {"rulebook": TITLE, "players": len(others) + 1, "reserved": ["", *(one.name for one in others)]}
    return opener.call("POST", "/api/games", {**body, "message": message, **more})


def table(opener, *others, **more):
    """The path of a game to which a player challenges these."""
    made = challenge(opener, *others, **more)
    assert made.status == 201, made
    return f"/api/games/{made.body['id']}"


def texts(client, path):
    """The messages of the challenge that this player may read."""
    return [(one["name"], one["text"]) for one in client.get(f"{path}/chat?room=challenge")["messages"]]


@pytest.fixture
def players(gallery):
    """Ann, who challenges Bob, and Eve."""
    return [gallery.sign_up(name) for name in ("Ann", "Bob", "Eve")]


def block(client, other, wanted=True):
    """Block a player."""
    assert client.call("PUT", f"/api/me/shunned/{other.player['id']}", {"blocked": wanted}).status == 200


@pytest.mark.parametrize("private", [False, True])
def test_a_challenge_is_declined_with_a_message(players, private):
    """The invited player and the author read the message, and only they read the answer; declining frees the seat
    once.
    """
    ann, bob, eve = players
    path = table(ann, bob, message=" Fancy\n a game? ", private=private)
    own = (ann.name, "Fancy a game?")
    assert texts(ann, path) == texts(bob, path) == [own]
    assert bob.name == ann.get(path)["seats"][1]["reserved_name"]
    assert "reserved_until" in ann.get(path)["seats"][1]
    if private:
        assert kind(eve.call("GET", f"{path}/chat?room=challenge")) == (403, "private-game")
        assert kind(eve.call("POST", f"{path}/challenge/answers", {})) == (403, "private-game")
    else:
        assert texts(eve, path) == []
        assert kind(eve.call("POST", f"{path}/challenge/answers", {})) == (409, "against-the-rules")
    declined = bob.post(f"{path}/challenge/answers", {"message": "No time"})
    assert "reserved" not in declined["seats"][1] and "invite" not in declined
    assert texts(ann, path) == [own, (bob.name, "No time")]
    again = bob.call("POST", f"{path}/challenge/answers", {"message": "Really"})
    assert kind(again) == ((403, "private-game") if private else (409, "against-the-rules"))
    assert texts(ann, path)[1:] == [(bob.name, "No time")]
    if not private:
        assert texts(eve, path) == []
        assert eve.post(f"{path}/seats", {})["status"] == "playing"


def test_an_invited_player_accepts(players):
    """An invited player accepts by joining; the message stays visible to both players."""
    ann, bob, eve = players
    path = table(ann, bob)
    assert bob.post(f"{path}/seats", {})["status"] == "playing"
    assert texts(bob, path) == texts(ann, path) != texts(eve, path) == []


@pytest.mark.parametrize("message", ["x" * (LONGEST_MESSAGE + 1), "\u200b", 7])
def test_a_message_has_visible_characters(players, message):
    """Up to 300 of them, in a challenge and in an answer."""
    ann, bob, _eve = players
    assert kind(challenge(ann, bob, message=message)) == (422, "invalid-request")
    path = table(ann, bob, message="")
    assert kind(bob.call("POST", f"{path}/challenge/answers", {"message": message})) == (422, "invalid-request")
    assert texts(bob, path) == []


def test_a_message_needs_a_reader(players):
    """A message is refused unless a seat is reserved for another player."""
    ann = players[0]
    body = {"rulebook": TITLE, "players": 2, "message": "Hello"}
    for reserved in ([], ["", ann.name]):
        assert kind(ann.call("POST", "/api/games", {**body, "reserved": reserved})) == (422, "invalid-request")


def test_a_blocked_challenger_sees_what_one_without_an_answer_sees(gallery, players):
    """To a blocked challenger, everything looks as if there were no answer: the challenge, the game, its messages,
    lists, profile.
    """
    blocked, bob, eve = players
    block(bob, blocked)
    seen = []
    for challenger, other in ((blocked, bob), (gallery.sign_up("Ann"), eve)):
        made = challenge(challenger, other)
        path, own, others = f"/api/games/{made.body['id']}", challenger.player["id"], other.player["id"]
        calls = (
            path, f"{path}/chat?room=challenge", f"/api/games?player={own}", f"/api/games?player={others}",
            f"/api/players/{others}", f"/api/players/search?exact=true&name={other.name.replace(' ', '+')}",
            "/api/me/turns", f"{path}/events",
        )  # fmt: skip
        answers = [made, *(challenger.call("GET", one) for one in calls)]
        shown = " ".join(f"{one.status} {one.body}" for one in answers)
        people = ((other.name, "OTHER"), (challenger.name, "OWN"), (others, "OTHER"), (own, "OWN"))
        for known, word in ((made.body["id"], "GAME"), *people):
            shown = shown.replace(known, word)
        seen.append(re.sub(r"[0-9a-f]{64}|20\d\d-[^']*Z", "…", shown))
    assert seen[0] == seen[1]
    assert [] == bob.get(f"/api/games?player={bob.player['id']}")["games"]
    assert 1 == len(eve.get(f"/api/games?player={eve.player['id']}")["games"])


def test_a_player_does_not_challenge_whom_they_have_blocked(players):
    """The refusal tells players that they have blocked the other player, because the list is their own."""
    ann, bob, _eve = players
    block(ann, bob)
    refused = challenge(ann, bob)
    assert kind(refused) == (422, "invalid-request") and "You have blocked this player" in refused.body["detail"]
    block(ann, bob, False)
    assert challenge(ann, bob).status == 201


def test_open_challenges_are_limited(gallery, players):
    """Open challenges to one player, and of one player in all, are limited; an answer makes room for another."""
    ann, bob, _eve = players
    paths = [table(ann, bob) for _ in range(MOST_TO_ONE)]
    refused = challenge(ann, bob)
    assert kind(refused) == (422, "invalid-request") and "open invitations" in refused.body["detail"]
    bob.post(f"{paths[0]}/challenge/answers", {})
    assert challenge(ann, bob).status == 201
    for number in range(MOST_OPEN - MOST_TO_ONE):
        table(ann, gallery.sign_up(f"Guest {number}"))
    assert kind(challenge(ann, gallery.sign_up("Zoe"))) == (422, "invalid-request")
    released = ann.call("DELETE", f"{paths[1]}/reservations/1")
    assert released.status == 200 and "reserved" not in released.body["seats"][1]
    assert challenge(ann, gallery.sign_up("Zoe")).status == 201


def test_a_challenge_is_moderated(players):
    """A reader reports it, a moderator deletes it and mutes its author, who then challenges without words."""
    ann, bob, eve = players
    judge = appointed(eve)
    path = table(ann, bob, message="Something nasty")
    reports = f"{path}/chat/challenge/challenge/reports"
    assert kind(eve.call("POST", reports, {"reason": "x"})) == (404, "no-such-message")
    made = bob.post(reports, {"reason": "Insult"})
    assert (made["room"], made["author"]["name"], made["text"]) == ("challenge", ann.name, "Something nasty")
    assert bob.post(reports, {"reason": "Again"})["number"] == made["number"]
    settled = judge.call("PUT", f"/api/reports/{made['number']}", {"outcome": "silenced", "days": 1})
    assert settled.status == 200 and texts(bob, path) == texts(ann, path) == []
    assert kind(challenge(ann, bob)) == (403, "silenced")
    assert challenge(ann, bob, message="").status == 201
    path = table(bob, ann)
    assert kind(ann.call("POST", f"{path}/challenge/answers", {"message": "Nasty"})) == (403, "silenced")
    assert "reserved" in bob.get(path)["seats"][1]
    assert ann.call("POST", f"{path}/challenge/answers", {}).status == 201


def test_a_suspended_player_declines_without_a_word(inside, players):
    """The seat is free again, but nothing that they write reaches the challenger."""
    ann, bob, _eve = players
    path = table(ann, bob)
    tomorrow = inside.games.tables.now() + 86_400_000
    inside.community.people.suspensions.suspend(bob.player["id"], Suspension(tomorrow, "Insults"))
    assert kind(bob.call("POST", f"{path}/challenge/answers", {"message": "Nasty"})) == (403, "suspended")
    bob.post(f"{path}/challenge/answers", {})
    assert texts(ann, path) == [(ann.name, "Fancy a game?")]


def test_a_seat_is_reserved_for_another_player(players):
    """The first player reserves a seat, which the first guest may not take; the invited player is told the new
    deadline.
    """
    ann, bob, eve = players
    path = table(ann, bob)
    until = ann.get(path)["seats"][1]["reserved_until"]
    answer = ann.call("PUT", f"{path}/reservations/1", {"name": eve.name})
    assert answer.status == 200 and answer.body["seats"][1]["reserved_name"] == eve.name
    assert answer.body["seats"][1]["reserved_until"] > until
    assert kind(bob.call("POST", f"{path}/seats", {})) == (409, "against-the-rules")
    assert texts(bob, path) == [] and len(texts(eve, path)) == 1
    for asked, seat, name, refusal in (
        (bob, 1, bob.name, (409, "against-the-rules")),
        (ann, 0, bob.name, (409, "against-the-rules")),
        (ann, "x", bob.name, (409, "against-the-rules")),
        (ann, 1, ann.name, (409, "against-the-rules")),
        (ann, 1, eve.name, (409, "against-the-rules")),
        (ann, 1, "No such player", (422, "invalid-request")),
        (ann, 1, "", (422, "invalid-request")),
    ):
        assert kind(asked.call("PUT", f"{path}/reservations/{seat}", {"name": name})) == refusal
    block(ann, bob)
    assert kind(ann.call("PUT", f"{path}/reservations/1", {"name": bob.name})) == (422, "invalid-request")
    assert eve.post(f"{path}/challenge/answers", {})["seats"][1].get("reserved") is None
    assert ann.call("PUT", f"{path}/reservations/1", {"name": eve.name}).status == 200
    assert eve.post(f"{path}/seats", {})["status"] == "playing"


def test_a_private_game_is_not_told_by_a_reservation(players):
    """Other players cannot tell it from a private game without reserved seats."""
    ann, bob, eve = players
    own = {"rulebook": TITLE, "players": 2, "private": True}
    plain = f"/api/games/{ann.post('/api/games', own)['id']}"
    kept = table(ann, bob, private=True)
    for method, call, body in (
        ("GET", "/chat?room=challenge", None),
        ("POST", "/challenge/answers", {"message": "No"}),
        ("POST", "/chat/challenge/challenge/reports", {"reason": "x"}),
        ("PUT", "/reservations/1", {"name": bob.name}),
        ("DELETE", "/reservations/1", None),
    ):
        answers = [eve.call(method, path + call, body) for path in (plain, kept)]
        assert kind(answers[0]) == kind(answers[1]) == (403, "private-game")
        assert answers[0].body == answers[1].body


def test_a_rematch_is_by_the_player_who_asked_for_it(gallery):
    """Two who ask at once get one game; when it is called off, another is opened."""
    game_id, clients = table_of(gallery, TITLE, ["Ann", "Bob"])
    play_to_the_end(game_id, clients, random.Random(1))
    with ThreadPoolExecutor(2) as threads:
        made = list(threads.map(lambda one: one.post(f"/api/games/{game_id}/rematch", {}), clients * 3))
    assert len({one["id"] for one in made}) == 1
    path = f"/api/games/{made[0]['id']}"
    assert all("reserved_until" in seat for seat in clients[0].get(path)["seats"])
    for client in clients:
        client.post(f"{path}/challenge/answers", {})
    clients[1].post(f"{path}/seats", {})
    assert clients[1].post(f"{path}/moves", {"type": "Abort"})["state"]["status"] == "aborted"
    again = [client.post(f"/api/games/{game_id}/rematch", {})["id"] for client in clients]
    assert len(set(again)) == 1 and again[0] != made[0]["id"]


def test_who_reserves_a_seat_later_is_its_challenger(gallery, players):
    """Blocks, limits and answers are theirs; the opener's message is not for the guest, nor is the answer for them."""
    ann, bob, eve = players
    carl, dora, emil = [gallery.sign_up(name) for name in ("Carl", "Dora", "Emil")]
    block(dora, bob)
    body = {"rulebook": "amun-re", "players": 5, "reserved": ["", "", carl.name, "", ""], "message": "Hello Carl"}
    path = f"/api/games/{ann.post('/api/games', body)['id']}"
    bob.post(f"{path}/seats", {})
    assert ann.call("POST", f"{path}/moves", {"type": "LeaveSeat"}).status in (200, 201)
    for guest, seat in ((dora, 3), (emil, 4)):
        assert bob.call("PUT", f"{path}/reservations/{seat}", {"name": guest.name}).status == 200
    assert texts(emil, path) == texts(dora, path) == [] and len(texts(carl, path)) == 1
    games = [one.get(f"/api/games?player={one.player['id']}")["games"] for one in (dora, emil)]
    assert games[0] == [] and len(games[1]) == 1
    for number in range(MOST_TO_ONE - 1):
        assert challenge(bob, emil, message=f"{number}").status == 201
    assert kind(challenge(bob, emil)) == (422, "invalid-request")
    for number in range(MOST_TO_ONE):
        assert challenge(ann, emil, message=f"{number}").status == 201
    emil.post(f"{path}/challenge/answers", {"message": "Not now"})
    carl.post(f"{path}/challenge/answers", {"message": "Gladly later"})
    assert texts(bob, path)[-1] == (emil.name, "Not now") and (carl.name, "Gladly later") not in texts(bob, path)
    assert texts(ann, path)[-1] == (carl.name, "Gladly later") and (emil.name, "Not now") not in texts(ann, path)
    assert texts(eve, path) == []


def test_a_player_is_invited_a_few_times_a_day(players):
    """A player can invite another a few times a day; accepted invitations do not count, but released seats do."""
    ann, bob, eve = players
    body = {"rulebook": TITLE, "players": 2}
    accepted = table(ann, bob)
    bob.post(f"{accepted}/seats", {})
    path = f"/api/games/{ann.post('/api/games', body)['id']}"
    for _ in range(MOST_DAILY_TO_ONE):
        for guest in (bob, eve):
            assert ann.call("PUT", f"{path}/reservations/1", {"name": guest.name}).status == 200
    refused = ann.call("PUT", f"{path}/reservations/1", {"name": bob.name})
    assert kind(refused) == (422, "invalid-request") and "too often today" in refused.body["detail"]
    assert "too often today" in challenge(ann, bob).body["detail"]


def test_an_answer_never_frees_the_seat_of_another_player(players):
    """A player who declines while the seat is reserved for another is refused, and an earlier answer stays."""
    ann, bob, eve = players
    path = table(ann, bob)
    bob.post(f"{path}/challenge/answers", {"message": "First"})
    told = [(bob.name, "First")]
    for number in range(MOST_DAILY_TO_ONE - 1):
        assert ann.call("PUT", f"{path}/reservations/1", {"name": bob.name}).status == 200
        with ThreadPoolExecutor(2) as threads:
            declining = threads.submit(bob.call, "POST", f"{path}/challenge/answers", {"message": f"{number}"})
            reserving = threads.submit(ann.call, "PUT", f"{path}/reservations/1", {"name": eve.name})
        assert reserving.result().status == 200
        assert ann.get(path)["seats"][1].get("reserved_name") == eve.name
        told += [(bob.name, f"{number}")] if declining.result().status == 201 else []
        assert texts(ann, path)[1:] == told
