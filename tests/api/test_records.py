"""Records over the API: pages, streams, replays, times."""

import hashlib
import json
import random
import re
import threading
import urllib.request
from datetime import datetime

import pytest

from audit.signing.origin import origin_of
from domain.title_loader import find_rulebooks
from tests.api.clients import Client, play_to_the_end, table_of
from tests.api.contract import contract_of
from verify.receipts import is_genuine

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)


@pytest.fixture(scope="module")
def played(application):
    """A game between two players with some moves made."""
    gallery = Client(application)
    game_id, clients = table_of(gallery, TITLE, ["Rec A", "Rec B"])
    play_to_the_end(game_id, clients, random.Random(8), most=15)
    return gallery, game_id, clients


def test_pages_make_the_whole(played):
    """Pages by `after` add up to the single response, and NDJSON the same."""
    gallery, game_id, _clients = played
    whole = gallery.get(f"/api/games/{game_id}/events")["events"]
    pages, after = [], "0-0"
    while after:
        page = gallery.get(f"/api/games/{game_id}/events?limit=7&after={after}")
        pages += page["events"]
        after = page["next"]
    assert pages == whole
    lines = gallery.get(f"/api/games/{game_id}/events", Accept="application/x-ndjson").splitlines()
    assert [json.loads(line) for line in lines] == whole


def test_an_action_means_all_of_it(played):
    """`17` is the whole of action 17: its last effect for a state, none of its effects in what follows."""
    gallery, game_id, _clients = played
    whole = gallery.get(f"/api/games/{game_id}/events")["events"]
    last = [event["position"] for event in whole if event["position"].startswith("2-")][-1]
    assert gallery.get(f"/api/games/{game_id}/state?at=2")["position"] == last
    assert gallery.get(f"/api/games/{game_id}/events?after=2")["events"][0]["position"] == "3-0"
    steps = gallery.get(f"/api/games/{game_id}/replay?from=2&to=2")["steps"]
    assert [step["position"] for step in steps][:: len(steps) - 1 or 1] == ["2-0", last][: len(steps)]
    for beyond in ("state?at=9999", "state?at=9999-7", "dossier?at=9999", "replay?from=9999"):
        refused = gallery.call("GET", f"/api/games/{game_id}/{beyond}")
        assert (refused.status, refused.body["type"]) == (404, "urn:stele:problem:no-such-position")
        numbers = set(re.findall(r"[0-9]+", refused.body["detail"])) - {"9999", "7", "0"}
        assert numbers and numbers <= set(whole[-1]["position"].split("-")), refused.body["detail"]


def test_a_time_means_the_last_position_before_it(played):
    """A state is also found by a time."""
    gallery, game_id, _clients = played
    whole = gallery.get(f"/api/games/{game_id}/events")["events"]
    for event in whole[:: len(whole) // 5]:
        found = gallery.get(f"/api/games/{game_id}/state?at={event['at']}")["position"]
        expected = [one["position"] for one in whole if parsed(one["at"]) <= parsed(event["at"])][-1]
        assert found == expected


def parsed(text):
    """The moment in this text."""
    return datetime.fromisoformat(text)


def test_patches_give_the_full_states(played):
    """Steps as patches, applied one after the other, give the steps in full."""
    import jsonpatch

    _gallery, game_id, clients = played
    full = clients[1].get(f"/api/games/{game_id}/replay?state=full")["steps"]
    patched = clients[1].get(f"/api/games/{game_id}/replay")["steps"]
    state = patched[0]["state"]
    assert state == full[0]["state"]
    for step, wanted in zip(patched[1:], full[1:], strict=True):
        state = jsonpatch.apply_patch(state, step["patch"])
        assert state == wanted["state"], step["position"]


def test_a_replay_comes_in_small_pages(played):
    """Patches and brief events, as many as asked for; `next` leads to the rest, and lines have all of them."""
    gallery, game_id, _clients = played
    path = f"/api/games/{game_id}/replay"
    whole = gallery.get(f"{path}?state=full&brief=false")["steps"]
    brief, cursor = [], None
    while cursor is not None or not brief:
        page = gallery.get(f"{path}?limit=7" + (f"&cursor={cursor}" if cursor else ""))
        first, *others = page["steps"]
        assert len(others) <= 6 and first["state"] == whole[len(brief)]["state"]
        assert all("patch" in one and "digest" not in one for one in others)
        brief += page["steps"]
        cursor = page["next"]
    assert [one["position"] for one in brief] == [one["position"] for one in whole]
    lines = gallery.get(f"{path}?limit=7", Accept="application/x-ndjson").splitlines()
    assert len(lines) == len(whole)


def test_a_step_is_an_event_with_its_state(played):
    """A step of a replay has the members of its event at the same place, and what the state says of the turn."""
    gallery, game_id, clients = played
    for client in (gallery, clients[0]):
        events = client.get(f"/api/games/{game_id}/events")["events"]
        steps = client.get(f"/api/games/{game_id}/replay?state=full&brief=false")["steps"]
        for step, event in zip(steps, events, strict=True):
            around = {name: step.pop(name) for name in ("weights", "to_act", "state")}
            assert step == event and around["to_act"] == around["state"]["to_act"]


def test_version_1_has_its_replay(played):
    """All frames at once, each with its event apart and its whole state; a brief one, and one of lines, as it was."""
    gallery, game_id, _clients = played
    path = f"/api/games/{game_id}/replay"
    steps = gallery.get(f"{path}?state=full&brief=false")["steps"]
    whole = gallery.call("GET", path, Stele_API="1")
    assert whole.headers["Sunset"] and whole.headers["Deprecation"] and whole.body["next"] is None
    for frame, step in zip(whole.body["frames"], steps, strict=True):
        assert {**frame.pop("event"), **frame} == step
    assert len(gallery.get(f"{path}?limit=2&digests=false", Stele_API="1")["frames"]) == 2
    (frame,) = gallery.get(f"{path}?from=1-0&to=1-0&brief=true", Stele_API="1")["frames"]
    assert frame.keys() == {"position", "text", "weights", "event", "state"}
    assert frame["event"].keys() == {"type", "seat", "seats", "at"}
    lines = gallery.get(path, Stele_API="1", Accept="application/x-ndjson").splitlines()
    assert [json.loads(line) for line in lines] == gallery.get(path, Stele_API="1")["frames"]


def follow(url, game_id, seen, ready, last=None, most=10**6):
    """Read server-sent events into `seen` until the stream ends or enough have arrived."""
    request = urllib.request.Request(f"{url}/api/games/{game_id}/events?as=public")
    request.add_header("Accept", "text/event-stream")
    if last:
        request.add_header("Last-Event-ID", last)
    with urllib.request.urlopen(request, timeout=300) as response:
        contract, heard = contract_of(url), b""
        if response.status == 204:
            contract.check("GET", request.selector, 204, response.headers, heard)
            seen.append(None)
            return
        ready.set()
        identity = None
        for line in response:
            heard += line
            text = line.decode().rstrip("\n")
            if text.startswith("id: "):
                identity = text[4:]
            elif text.startswith("data: "):
                event = json.loads(text[6:])
                assert event["position"] == identity
                seen.append(event)
                if len(seen) >= most:
                    break
        contract.check("GET", request.selector, 200, response.headers, heard)


def test_the_record_is_followed_live(remote):
    """Each event arrives when recorded, once and in order; a reconnecting client misses nothing.

    The end closes the stream.
    """
    game_id, clients = table_of(remote, TITLE, ["Live A", "Live B"])
    seen: list[dict] = []
    ready = threading.Event()
    following = threading.Thread(target=follow, args=(remote.url, game_id, seen, ready))
    following.start()
    assert ready.wait(300)
    interrupted: list[dict] = []
    started = threading.Event()
    follow(remote.url, game_id, interrupted, started, most=5)
    play_to_the_end(game_id, clients, random.Random(6))
    following.join(300)
    assert not following.is_alive()
    whole = remote.get(f"/api/games/{game_id}/events?as=public&limit=5000")["events"]
    assert [event["position"] for event in seen] == [event["position"] for event in whole]
    follow(remote.url, game_id, interrupted, started, last=interrupted[-1]["position"])
    assert [event["position"] for event in interrupted] == [event["position"] for event in whole]
    after_the_end: list[dict] = []
    follow(remote.url, game_id, after_the_end, started, last=whole[-1]["position"])
    assert after_the_end == [None]


def test_an_answer_has_the_recorded_events(played):
    """The events of a move's answer are the record's; its receipt binds game, position, digest, time and request."""
    gallery, game_id, clients = played
    seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
    move = clients[seat].get(f"/api/games/{game_id}/legal-moves")["moves"][0]["move"]
    answer = clients[seat].post(f"/api/games/{game_id}/moves", move)
    recorded = clients[seat].get(f"/api/games/{game_id}/events?after={int(answer['position'].split('-')[0]) - 1}")[
        "events"
    ]
    assert answer["events"] == recorded
    receipt = answer["receipt"]
    assert is_genuine(receipt)
    assert receipt["digest"] == answer["digest"] == recorded[-1]["digest"]
    assert (receipt["game"], receipt["position"]) == (game_id, answer["position"])
    assert datetime.fromisoformat(recorded[-1]["at"]).timestamp() * 1000 == pytest.approx(receipt["at"])
    assert receipt["request"] == hashlib.sha256(json.dumps(move).encode()).hexdigest()
    published = gallery.get("/.well-known/stele.json")
    assert receipt["origin"] == published["origin"]
    # Another test may have just given the server a new key; the previous one is accepted until it is noticed.
    assert receipt["public_key"] in [one["key"] for one in published["keys"]]


def test_the_keys_are_published(gallery):
    """Origin, current key and all keys since the first; cacheable for a minute."""
    answer = gallery.call("GET", "/.well-known/stele.json")
    assert answer.headers["Cache-Control"] == "public, max-age=60"
    assert answer.body["key"] == answer.body["keys"][-1]["key"]
    assert answer.body["keys"][0]["succession"] is None
    assert answer.body["origin"] == origin_of(answer.body["keys"][0]["key"])


def test_digests_at_positions(played):
    """The record's digests, null where it has no entry, the end too. No caching; a malformed list is refused."""
    gallery, game_id, _clients = played
    events = gallery.get(f"/api/games/{game_id}/events")["events"]
    wanted = [events[3], events[-1]]
    at = ",".join([*(event["position"] for event in wanted), "999-0"])
    answer = gallery.call("GET", f"/api/games/{game_id}/digests?at={at}")
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.body == {
        "game": game_id, "position": wanted[1]["position"], "digest": wanted[1]["digest"],
        "digests": [
            *({"position": event["position"], "digest": event["digest"]} for event in wanted),
            {"position": "999-0", "digest": None},
        ],
    }  # fmt: skip
    for wrong in ("", "x", "1-0,", "01-0", "1-0%0A", ",".join(["1-0"] * 65), f"{10**15}-0"):
        assert gallery.call("GET", f"/api/games/{game_id}/digests?at={wrong}").status == 422
    assert gallery.call("GET", f"/api/games/{game_id}/digests").status == 422
    assert gallery.call("GET", "/api/games/nowhere/digests?at=1-0").status == 404


def test_the_audit_of_a_game(played):
    """Each check has its verdict; some are not possible yet for a running game, and none fails."""
    gallery, game_id, _clients = played
    report = gallery.get(f"/api/games/{game_id}/audit")
    assert report["ok"] is True
    verdicts = {check["name"]: check["verdict"] for check in report["checks"]}
    assert verdicts["chain"] == "passed"
    # A signature made for this very answer would prove nothing.
    assert verdicts["luck"] == verdicts["receipts"] == "not possible"


def test_the_lobby_lists_and_filters(gallery):
    """A game is in the lobby as soon as it is opened; filters combine, and pages continue without gaps."""
    ann = gallery.sign_up("Lobby Ann")
    opened = [ann.post("/api/games", {"rulebook": TITLE, "players": 2})["id"] for _ in range(3)]
    mine = gallery.get(f"/api/games?player={ann.player['id']}&status=waiting")["games"]
    assert [game["id"] for game in mine] == opened[::-1]
    first = gallery.get(f"/api/games?player={ann.player['id']}&limit=2")
    second = gallery.get(f"/api/games?player={ann.player['id']}&limit=2&cursor={first['next']}")
    assert [game["id"] for game in first["games"] + second["games"]] == opened[::-1]
    assert gallery.get(f"/api/games?player={ann.player['id']}&status=finished")["games"] == []


def test_the_documentation_needs_nothing_from_outside(gallery):
    """OpenAPI 3.1 and its page come from this server alone."""
    document = gallery.get("/api/openapi.json")
    assert document["openapi"].startswith("3.1")
    page = gallery.get("/api/docs").decode()
    assert "http" not in page.replace("http-equiv", "").split("<title>")[0]
    for asset in ("swagger-ui-bundle.js", "swagger-ui.css", "start.js"):
        assert gallery.get(f"/api/docs/{asset}")
