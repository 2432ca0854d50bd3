"""The TypeScript client: its types are those of the document; the example bot accepts, declines and plays with it."""

import os
import random
import signal
import subprocess
from pathlib import Path

import pytest

from api.pages.page_types import written_for_client
from app import create_app
from tests.api.clients import Client, play_to_the_end
from tests.api.test_bot_accounts import programmed
from tests.eventstore.handmade import eventually
from tests.serving import ROOT, Served

MODULES = ROOT / "node_modules"
EXAMPLE = ROOT / "examples" / "bot-typescript"


def test_the_types_are_those_of_the_document():
    """`python -m api.pages.page_types --client URL` writes them anew; each title's moves and states are told apart."""
    document = create_app({}).test_client().get("/api/openapi.json").json
    types = (ROOT / "sdk" / "typescript" / "responses.d.ts").read_text("utf-8")
    assert types == written_for_client(document)
    assert "export type Move = AmunReMove | AmunReCardGameMove | DasAmulettMove | KheopsMove;" in types
    assert "export type State = AmunRe_State | AmunReCardGame_State | DasAmulett_State | Kheops_State;" in types


def test_the_example_is_typed():
    """The checker accepts the example and the client, in its strict mode."""
    checked = subprocess.run(
        ["node", MODULES / "typescript" / "bin" / "tsc", "-p", EXAMPLE], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """The example as one module for Node."""
    made = tmp_path / "bot.mjs"
    options = ("--bundle", "--platform=node", "--format=esm", f"--outfile={made}", "--log-level=error")
    subprocess.run([MODULES / ".bin" / "esbuild", EXAMPLE / "bot.ts", *options], check=True)
    return made


def test_the_example_outlives_the_server(bot, own_directory):
    """It declines a strict game with a message, accepts another, and plays on after the web process was killed."""
    server = Served(own_directory).start()
    try:
        me = Client(server.url).sign_up("Senenmut")
        program = programmed(me)
        environment = {**os.environ, "STELE": server.url, "STELE_TOKEN": program.token}
        with subprocess.Popen(["node", bot], env=environment, stdout=subprocess.PIPE, text=True) as playing:
            try:
                asked = {"rulebook": "kheops", "players": 2, "reserved": ["", program.name]}
                strict = me.post("/api/games", {**asked, "strict": True, "sit": False})["id"]
                assert eventually(lambda: me.get(f"/api/games/{strict}/challenge")["messages"] != [])
                game = me.post("/api/games", asked)["id"]
                assert eventually(lambda: me.get(f"/api/games/{game}")["status"] == "playing")
                assert play_to_the_end(game, [me, me], random.Random(1), most=3) == 3
                server.stop(signal.SIGKILL)
                server.start()
                assert play_to_the_end(game, [me, me], random.Random(2)) > 5
            finally:
                playing.kill()
        (answer,) = me.get(f"/api/games/{strict}/challenge")["messages"]
        assert (answer["name"], answer["text"]) == (program.name, "I don't play strict games.")
    finally:
        server.stop()
