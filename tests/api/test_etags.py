"""Caching over HTTP: cacheable responses, responses that need not be sent again, and responses served from a cache."""

import gzip
import itertools
import json
import random

import pytest

from api.http.compression import compressed, pack
from eventstore.checkpoints.read_only_games import Acceptance
from tests.api.clients import Client, play_to_the_end, table_of

TITLE = "amun-re-card-game"
NDJSON = {"Accept": "application/x-ndjson"}
MOVING = ["", "/state", "/events", "/replay", "/audit", "/bundle", "/dossier?at=2"]
"""Views of a game's current state or of currently stored data."""
SETTLED = ["/state?at=2", "/state?at=2-0", "/replay?to=3", "/replay?from=2&to=3-0"]
"""Views of a past part of a record."""


@pytest.fixture(scope="module")
def games(application, work):
    """A running and a finished game, each public and private: the path, the players, the invitation."""
    found = {}
    for is_private, is_over in itertools.product((False, True), repeat=2):
        game_id, clients = table_of(Client(application), TITLE, ["Ada", "Bo"], private=is_private)
        play_to_the_end(game_id, clients, random.Random(5), most=10**6 if is_over else 4)
        invitation = clients[0].get(f"/api/games/{game_id}").get("invite")
        found[is_private, is_over] = f"/api/games/{game_id}", clients, invitation
    work()  # the log then has the games' ends, and their proofs no longer change
    return found


def asked(path, **query):
    given = "&".join(f"{name}={value}" for name, value in query.items() if value is not None)
    return path + (("&" if "?" in path else "?") + given if given else "")


@pytest.mark.parametrize(("has_token", "viewer"), [(False, None), (True, "0")])
@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("is_private", [False, True])
def test_who_may_cache(games, gallery, is_private, is_over, has_token, viewer):
    """Only a reader's own cache stores a game's views, and revalidates each time, with and without a seat."""
    path, clients, invitation = games[is_private, is_over]
    client = clients[0] if has_token else gallery
    for call, headers in [(call, {}) for call in MOVING + SETTLED] + [("/events", NDJSON), ("/replay", NDJSON)]:
        as_viewer = {} if call in ("", "/audit") else {"as": viewer}
        answer = client.call("GET", asked(path + call, **as_viewer, invite=invitation), **headers)
        if answer.status != 200:
            assert answer.status == 403 and not is_over, (call, answer)
            assert "public" not in answer.headers.get("Cache-Control", "")
            continue
        # Past positions never change, but players' names do, and a deleted player's name is never shown.
        assert answer.headers["Cache-Control"] == "private, no-cache", call
        vary = {name.strip() for name in answer.headers["Vary"].split(",")}
        assert {"Authorization", "Accept-Encoding"} <= vary, call
        assert (call.startswith(("/events", "/replay"))) == ("Accept" in vary), call
        has_no_texts = call.startswith(("/audit", "/bundle"))
        assert has_no_texts != ("Accept-Language" in vary), call


@pytest.mark.parametrize("is_over", [False, True])
def test_unchanged_responses_are_not_sent_again(games, gallery, is_over):
    """A matching ETag gets a 304 without a body, compressed or not, and again the second time."""
    path, _clients, _invitation = games[False, is_over]
    for call, headers in [(call, {}) for call in MOVING + SETTLED] + [("/events", NDJSON), ("/replay", NDJSON)]:
        for packed in ({}, {"Accept-Encoding": "gzip"}):
            for _ in range(2):
                whole = gallery.call("GET", path + call, **headers, **packed)
                etag = whole.headers["ETag"].removeprefix("W/" if call == "/bundle" else "")
                assert etag.startswith('"') and etag.endswith('-gzip"') == ("Content-Encoding" in whole.headers)
                for known in (etag, f"W/{etag}", f'"something", {etag}'):
                    again = gallery.call("GET", path + call, **headers, **packed, If_None_Match=known)
                    assert (again.status, again.body) == (304, b""), call
                    assert again.headers["Cache-Control"] == whole.headers["Cache-Control"]
                other = gallery.call("GET", path + call, **headers, **packed, If_None_Match='"something"')
                assert other.status == 200
                assert call == "/bundle" or other.body == whole.body


def test_each_request_has_its_own_etag(games, gallery):
    """Another viewer, language, query or form has another ETag."""
    path, clients, _invitation = games[False, True]
    tags = [
        gallery.call("GET", path + call, **headers).headers["ETag"]
        for call, headers in [
            ("", {}), ("/state", {}), ("/state?as=all", {}), ("/state?as=0", {}), ("/state?at=2", {}),
            ("/replay?state=full", {}), ("/replay", NDJSON), ("/replay", {}), ("/replay", {"Accept-Language": "it"}),
            ("/events", {}), ("/events?limit=3", {}), ("/bundle", {}), ("/audit", {}),
        ]
    ]  # fmt: skip
    tags += [client.call("GET", path).headers["ETag"] for client in clients]
    assert len(set(tags)) == len(tags)


@pytest.mark.parametrize("call", ["/replay?state=full", "/replay", "/events", "/bundle", "/audit", "/state"])
@pytest.mark.parametrize("headers", [{}, NDJSON])
def test_cached_responses_equal_fresh_ones(games, gallery, call, headers):
    """The first and later readers get equal responses, compressed or not.

    A bundle may contain any valid proof of the log, because the log continues to grow.
    """
    path, _clients, _invitation = games[False, True]
    found = []
    for packed in ({}, {"Accept-Encoding": "gzip"}, {}, {"Accept-Encoding": "gzip"}):
        answer = gallery.call("GET", path + call, **headers, **packed)
        is_packed = "Content-Encoding" in answer.headers
        assert is_packed or not packed or call == "/audit"
        body = gzip.decompress(answer.body) if is_packed else answer.body
        found.append(body if is_packed or isinstance(body, bytes) else json.dumps(body))
        if call == "/bundle":
            assert answer.headers["Content-Disposition"].startswith("attachment")
    as_values = [[json.loads(line) for line in body.splitlines()] for body in found]
    if call == "/bundle":
        assert all(any(one.get("scheme") == "stele/logged/2" for one in value[-1]["proofs"]) for value in as_values)
        as_values = [value[:-1] for value in as_values]
    assert all(value == as_values[0] for value in as_values)


def test_pending_proofs_are_revalidated(gallery, work):
    """A bundle or verdict fetched before the log had the game's end differs from one with its proof."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(5), most=10**6)
    bundle, verdict = f"/api/games/{game_id}/bundle", f"/api/games/{game_id}/audit"
    early = {call: gallery.call("GET", call) for call in (bundle, verdict)}
    work()
    for call, before in early.items():
        after = gallery.call("GET", call, If_None_Match=before.headers["ETag"])
        assert after.status == 200 and after.headers["ETag"] != before.headers["ETag"]


def test_a_move_changes_the_state(remote):
    """Cached responses expire when the game has moved on, in any process."""
    game_id, clients = table_of(remote, TITLE, ["Ada", "Bo"])
    known = dict.fromkeys(("", "/state"), "")
    for _ in range(4):
        for call in known:
            for client in (remote, *clients) * 2:
                answer = client.call("GET", f"/api/games/{game_id}{call}", If_None_Match=known[call])
                assert answer.status == 200 and answer.headers["ETag"] != known[call]
                assert answer.headers["ETag"].startswith(f'"{answer.body["digest"]}-')
        known = {call: remote.call("GET", f"/api/games/{game_id}{call}").headers["ETag"] for call in known}
        play_to_the_end(game_id, clients, random.Random(3), most=1)


def test_a_summary_tells_of_a_loss_accepted_after_it_was_served(games, gallery, inside):
    """A summary served earlier is updated when a loss is accepted, even without a new entry in the record."""
    path, _clients, _invitation = games[False, True]
    before = gallery.call("GET", path)
    closures = inside.storage.integrity.closures
    closures.accept(path.rpartition("/")[2], Acceptance("9-2", "ab" * 32, "3-1", 1_000))
    for known in ({}, {"If-None-Match": before.headers["ETag"]}):
        assert gallery.call("GET", path, **known).body["loss"]["lost"] == "9-2"
    assert "loss" not in before.body


def test_a_response_is_not_served_to_another_viewer(gallery):
    """A response is cached for the same request with the same token; any other viewer's access is checked."""
    game_id, (ada, bo) = table_of(gallery, TITLE, ["Ada", "Bo"], private=True)
    path = f"/api/games/{game_id}"
    invitation = ada.get(path)["invite"]
    for _ in range(4):
        for call in ("", "/state"):
            assert ada.get(path + call).get("your_seat", 0) == 0
            assert bo.get(path + call).get("your_seat", 1) == 1
            assert "invite" in ada.get(path) and "invite" not in gallery.get(f"{path}?invite={invitation}")
            assert gallery.get(f"{path}{call}?invite={invitation}").get("your_seat") is None
            assert gallery.call("GET", path + call).status == 403
            assert gallery.call("GET", f"{path}{call}?invite=guess").status == 403
            assert gallery.call("GET", path + call, Authorization="Bearer nobody").status == 401


def test_an_etag_of_the_state_is_good_for_a_move(gallery):
    """`If-Match` takes the ETag as it came, compressed or not."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    for encoding in ("identity", "gzip"):
        for call in ("", "/state"):
            seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
            etag = clients[seat].call("GET", f"/api/games/{game_id}{call}", Accept_Encoding=encoding).headers["ETag"]
            move = clients[seat].get(f"/api/games/{game_id}/legal-moves")["moves"][0]["move"]
            assert clients[seat].call("POST", f"/api/games/{game_id}/moves", move, If_Match=etag).status == 201
            other = 1 - seat if gallery.get(f"/api/games/{game_id}")["to_act"] == [1 - seat] else seat
            stale = clients[other].call("POST", f"/api/games/{game_id}/moves", move, If_Match=etag)
            assert stale.status == 412


def test_a_content_is_compressed_in_one_way():
    """Content compresses to the same bytes however it is cut into pieces, so an ETag never names two bodies."""
    content = json.dumps([[number, number**3] for number in range(20_000)]).encode()
    ways = {b"".join(compressed(content[at : at + step] for at in range(0, len(content), step))) for step in (7, 5000)}
    assert ways == {pack(content)}
    assert gzip.decompress(pack(content)) == content
