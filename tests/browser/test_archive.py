"""An archived game is a game like any other, for a server that never had it in memory."""

import random
from itertools import islice

import pytest
from playwright.sync_api import expect

from api.services import services
from app import create_app
from audit.verification.verify import verify
from eventstore.keys import names_of
from services.jobs.archivist import Archivist
from tests.api.clients import Client
from tests.api.test_analysis import explain
from tests.api.test_disputes import positions
from tests.api.test_forks import fork
from tests.api.test_live_streams import follow
from tests.browser.conftest import visiting
from tests.serving import Served

TITLE = "kheops"
ACTIONS = 8


@pytest.fixture
def archived(server_directory):
    """A server, its app here, and a rated game of two that was finished and archived before that server started."""
    directory = server_directory("archived")
    app = create_app({"STELE_DATA": str(directory), "STELE_LIMITS": "off"})
    web, lot = app.test_client(), random.Random(4)

    def said(method, path, body=None, token=""):
        answer = web.open(path, method=method, json=body, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code < 300, answer.text
        return answer.json

    tokens = [said("POST", "/api/players", {"name": name})["token"] for name in ("Ada", "Bo")]
    rated = {"rulebook": TITLE, "players": 2, "rated": True, "pace": {"time": 86_400_000}}
    game_id = said("POST", "/api/games", rated, tokens[0])["id"]
    path = f"/api/games/{game_id}"
    said("POST", f"{path}/seats", {}, tokens[1])
    for _action in range(ACTIONS):
        token = tokens[lot.choice(said("GET", path, None, tokens[0])["to_act"])]
        legal = said("GET", f"{path}/legal-moves", None, token)["moves"]
        said("POST", f"{path}/moves", lot.choice(legal)["move"], token)
    said("POST", f"{path}/moves", {"type": "Resign"}, tokens[0])
    with app.app_context():
        services().jobs.make_worker().run(until_idle=True)
        tables = services().games.tables
        Archivist(tables, 0.0).work()
        assert tables.store.archived(game_id)
        assert tables.store.redis.xlen(names_of(game_id, tables.store.partitions).events) == 0
    served = Served(directory, worker=False).start()
    yield served, app, game_id
    served.stop()


@pytest.mark.soak
def test_an_archived_game_is_complete(archived, chromium):
    """Forked and played on, analysed, followed from its start and its middle, rated, verified and shown."""
    served, app, game_id = archived
    eve, path = Client(served.url).sign_up("Eve"), f"/api/games/{game_id}"
    events = eve.get(f"{path}/events?as=public&limit=5000")["events"]
    for number, since in ((0, {}), (len(events) // 2, {"Last_Event_ID": events[len(events) // 2 - 1]["position"]})):
        with follow(served, game_id, **since) as connection, connection.makefile("r") as lines:
            told = (line[4:].rstrip() for line in lines if line.startswith("id: "))
            assert list(islice(told, len(events) - number)) == [one["position"] for one in events[number:]]

    ends = positions(eve, path)
    copy = fork(eve, path, ends[len(ends) // 2], ["me", "me"])
    assert copy.status == 201, copy
    line = f"/api/games/{copy.body['id']}"
    move = eve.get(f"{line}/legal-moves")["moves"][0]["move"]
    assert eve.post(f"{line}/moves", move)["position"] != copy.body["position"]

    assert eve.call("POST", f"{path}/analysis", {}).status == 202
    explain(app, game_id)
    assert eve.get(f"{path}/analysis")["state"] == "done"

    players = [f"/api/players/{seat['player']}" for seat in eve.get(path)["seats"]]
    profiles = [eve.get(player) for player in players]
    assert [(one["finished"], one["ratings"][0]["games"]) for one in profiles] == [(1, 1), (1, 1)]
    with app.app_context():
        assert app.test_cli_runner().invoke(args=["rebuild", "ratings"]).exit_code == 0
    assert [eve.get(player) for player in players] == profiles
    assert verify(eve.call("GET", f"{path}/bundle").body).ok

    with visiting(chromium, served) as browse:
        page = browse(at=f"/games/{game_id}/replay#{ends[1]}")
        expect(page.locator("#progress")).to_be_empty()
        page.click("#show-study")
        expect(page.locator("#explain")).to_be_visible()
        assert page.evaluate("location.hash").startswith(f"#{ends[1]}")
