"""The TypeScript client: its types are those of the document; the example bot accepts, declines and plays with it."""

import json
import os
import random
import re
import signal
import subprocess
from pathlib import Path

import pytest

from tests.api.clients import Client, play_to_the_end
from tests.api.test_bot_accounts import programmed
from tests.eventstore.handmade import eventually
from tests.response_types import OF_CLIENT, write_types
from tests.serving import ROOT, Served

MODULES = ROOT / "node_modules"
EXAMPLE = ROOT / "examples" / "bot-typescript"


@pytest.fixture(scope="module", autouse=True)
def types() -> str:
    """The types of the responses, as `make types` writes them."""
    write_types()
    return OF_CLIENT.read_text("utf-8")


def test_the_titles_are_told_apart(types: str):
    """Each title's moves and states have types of their own."""
    assert "export type Move = AmunReMove | AmunReCardGameMove | DasAmulettMove | KheopsMove;" in types
    assert "export type State = AmunRe_State | AmunReCardGame_State | DasAmulett_State | Kheops_State;" in types


def test_the_example_is_typed():
    """The checker accepts the example and the client, in its strict mode."""
    checked = subprocess.run(
        ["node", MODULES / "typescript" / "bin" / "tsc", "-p", EXAMPLE], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout


LOOK_AHEAD = """
import { Stele } from "stele-client";
const stele = new Stele(process.env.STELE!, process.env.STELE_TOKEN);
const { id } = await stele.openGame("kheops", 2, { computer_players: 1 });
let { moves, position } = await stele.legalMoves(id);
while (!moves.length) {  // the computer player begins
  await new Promise((resolve) => setTimeout(resolve, 100));
  ({ moves, position } = await stele.legalMoves(id));
}
const { events, complete, state } = await stele.preview(id, moves[0].move);
const after = await stele.legalMoves(id);
const talk = `/api/games/${id}/chat`;
const said = await stele.call("POST", talk, { room: "players", text: "Hello" });
const ended = await stele.call("DELETE", `${talk}/players/${said.id}`);
console.log(JSON.stringify([events.length > 0, complete, state.rulebook, after.position === position, ended]));
"""


def test_a_project_of_its_own(tmp_path: Path, served: Served):
    """The program on the client's page is typed there, takes its seat and plays; a preview changes nothing."""
    page = (ROOT / "sdk" / "typescript" / "README.md").read_text("utf-8")
    (program,) = re.findall(r"```ts\n(.*?)```", page, re.DOTALL)
    (options,) = re.findall(r"`npx tsc ([^`]*) bot.ts`", page)
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "stele-client").symlink_to(ROOT / "sdk" / "typescript")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "node_modules" / "@types").symlink_to(MODULES / "@types")
    (tmp_path / "bot.ts").write_text(program)
    (tmp_path / "look.ts").write_text(LOOK_AHEAD)
    tsc = ["node", MODULES / "typescript" / "bin" / "tsc", *options.split(), "--strict", "bot.ts", "look.ts"]
    checked = subprocess.run(tsc, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert checked.stdout == ""
    me = Client(served.url).sign_up("Nefertari")
    environment = {**os.environ, "STELE": served.url, "STELE_TOKEN": me.token}
    ran = subprocess.run(
        ["node", "look.ts"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == [True, True, "kheops", True, None]
    host = Client(served.url).sign_up("Senenmut")
    with subprocess.Popen(["node", "bot.ts"], cwd=tmp_path, env=environment, start_new_session=True) as playing:
        try:
            asked = {"rulebook": "kheops", "players": 2, "reserved": ["", me.name]}
            game = host.post("/api/games", asked)["id"]
            assert eventually(lambda: host.get(f"/api/games/{game}")["status"] == "playing")
            assert play_to_the_end(game, [host, host], random.Random(1), most=3) == 3
        finally:
            os.killpg(playing.pid, signal.SIGKILL)


@pytest.mark.soak
def test_the_example_outlives_the_server(own_directory):
    """The example declines a strict game with a message, accepts another, and plays on after the web process was
    killed.
    """
    server = Served(own_directory).start()
    try:
        me = Client(server.url).sign_up("Senenmut")
        program = programmed(me)
        environment = {**os.environ, "STELE": server.url, "STELE_TOKEN": program.token}
        with subprocess.Popen(
            ["node", EXAMPLE / "bot.ts"], env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
        ) as playing:
            try:
                asked = {"rulebook": "kheops", "players": 2, "reserved": ["", program.name]}
                strict = me.post("/api/games", {**asked, "strict": True, "sit": False})["id"]
                assert eventually(lambda: me.get(f"/api/games/{strict}/chat?room=challenge")["messages"] != [])
                game = me.post("/api/games", asked)["id"]
                assert eventually(lambda: me.get(f"/api/games/{game}")["status"] == "playing")
                assert play_to_the_end(game, [me, me], random.Random(1), most=3) == 3
                server.stop(signal.SIGKILL)
                server.start()
                assert play_to_the_end(game, [me, me], random.Random(2)) > 5
            finally:
                os.killpg(playing.pid, signal.SIGKILL)  # `node` may be a script that starts it
        (answer,) = me.get(f"/api/games/{strict}/chat?room=challenge")["messages"]
        assert (answer["name"], answer["text"]) == (program.name, "I don't play strict games.")
    finally:
        server.stop()
