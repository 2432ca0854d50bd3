"""Generated clients: those that other people's generators make of the document play, replay and verify a whole game."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import ROOT, Served

PYTHON_GENERATOR = "openapi-python-client==0.29.1"
TYPESCRIPT_GENERATOR = ("openapi-typescript@7.13.0", "openapi-fetch@0.17.0")
CONFIGURATION = """
content_type_overrides:
  application/x-ndjson: application/octet-stream
post_hooks: []
"""
IN_PYTHON = """
import json
import sys
import time

from generated import AuthenticatedClient, Client
from generated.api.games import one_game, open_game
from generated.api.moves import legal_moves, move
from generated.api.players import sign_up
from generated.api.records import bundle, events, replay, state
from generated.api.verifications import verify_record
from generated.models.full_step import FullStep
from generated.models.game_response import GameResponse
from generated.models.new_game import NewGame
from generated.models.new_player import NewPlayer
from generated.types import UNSET, File

url = sys.argv[1]
made = sign_up.sync(client=Client(url), body=NewPlayer(name="Sinuhe"))
me = AuthenticatedClient(url, made.token)
game = open_game.sync(client=me, body=NewGame(rulebook="kheops", players=2, computer_players=1))
assert isinstance(game, GameResponse) and game.your_seat == 0, game
while (game := one_game.sync(game.id, client=me)).status == "playing":
    asked = legal_moves.sync(game.id, client=me)
    if asked.moves:
        told = move.sync(game.id, client=me, body=asked.moves[0].move, if_match=asked.digest)
        assert told.digest != asked.digest, told
    else:
        time.sleep(0.05)
seen = state.sync(game.id, client=me)
assert (seen.state.status, seen.digest, len(game.points)) == ("finished", game.digest, 2), seen
steps, cursor = [], UNSET
while cursor is not None:
    page = replay.sync(game.id, client=me, limit=100, cursor=cursor)
    assert isinstance(page.steps[0], FullStep), page.steps[0]
    steps, cursor = steps + page.steps, page.next_
assert events.sync(game.id, client=me, limit=1).events[0].position == "1-0"
record = bundle.sync_detailed(game.id, client=me).content
report = verify_record.sync(client=Client(url), body=File(payload=record))
print(json.dumps([game.status, steps[-1].position == game.position, report.ok]))
"""
IN_TYPESCRIPT = """
import createClient from "openapi-fetch";
import type { components, paths } from "./generated";

const baseUrl = process.argv[2] ?? "";
const { data: made } = await createClient<paths>({ baseUrl }).POST("/api/players", { body: { name: "Hatshepsut" } });
if (!made) throw new Error("not signed up");
const me = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${made.token}` } });
const body = { rulebook: "kheops", players: 2, computer_players: 1 };
const { data: opened } = await me.POST("/api/games", { body });
if (opened?.your_seat !== 0) throw new Error("not seated");
const path = { game_id: opened.id };
let game: components["schemas"]["GameResponse"] = opened;
while (game.status === "playing") {
  const { data: asked } = await me.GET("/api/games/{game_id}/legal-moves", { params: { path } });
  const legal = asked?.moves[0];
  if (asked && legal) {
    const header = { "If-Match": asked.digest };
    const { error } = await me.POST("/api/games/{game_id}/moves", { params: { path, header }, body: legal.move });
    if (error) throw new Error(error.detail);
  } else await new Promise((resolve) => setTimeout(resolve, 50));
  game = (await me.GET("/api/games/{game_id}", { params: { path } })).data ?? game;
}
const { data: seen } = await me.GET("/api/games/{game_id}/state", { params: { path } });
let last = "";
for (let cursor: string | null = "0"; cursor !== null; ) {
  const query: { limit: number; cursor?: string } = cursor === "0" ? { limit: 100 } : { limit: 100, cursor };
  const { data: page } = await me.GET("/api/games/{game_id}/replay", { params: { path, query } });
  if (!page || typeof page === "string") throw new Error("no page");
  last = page.steps.at(-1)?.position ?? last;
  cursor = page.next;
}
const asText = { params: { path }, parseAs: "text" } as const;
const { data: record } = await me.GET("/api/games/{game_id}/bundle", asText);
const { data: report } = await me.POST("/api/verifications", {
  body: record as never,
  bodySerializer: String,
  headers: { "Content-Type": "application/x-ndjson" },
});
console.log(JSON.stringify([seen?.state.status, last === game.position, report?.ok]));
"""


def run(*command: str | Path, place: Path) -> str:
    """The output of this program."""
    ran = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{ran.stdout}\n{ran.stderr}"
    return ran.stdout


@pytest.mark.soak
def test_a_generated_python_client_plays(tmp_path: Path, served: Served):
    """By openapi-python-client, which leaves out nothing of the part for playing."""
    run(sys.executable, "-m", "venv", "made", place=tmp_path)
    programs = tmp_path / "made" / "bin"
    run(programs / "pip", "--quiet", "install", PYTHON_GENERATOR, place=tmp_path)
    (tmp_path / "generator.yaml").write_text(CONFIGURATION)
    generator = (programs / "openapi-python-client", "generate", "--config", "generator.yaml", "--fail-on-warning")
    document = f"{served.url}/api/openapi.json?part=play"
    run(*generator, "--url", document, "--meta", "none", "--output-path", "generated", place=tmp_path)
    (tmp_path / "play.py").write_text(IN_PYTHON)
    assert json.loads(run(programs / "python", "play.py", served.url, place=tmp_path)) == ["finished", True, True]


@pytest.mark.soak
def test_a_generated_typescript_client_plays(tmp_path: Path, served: Served):
    """By openapi-typescript: the program that plays is typed by it, in the checker's strict mode."""
    (tmp_path / "package.json").write_text('{"type": "module"}')
    run("npm", "install", "--silent", *TYPESCRIPT_GENERATOR, place=tmp_path)
    document = f"{served.url}/api/openapi.json?part=play"
    generator = ("npx", "openapi-typescript", "--default-non-nullable", "false")
    run(*generator, document, "--output", "generated.d.ts", place=tmp_path)
    (tmp_path / "node.d.ts").write_text("declare const process: { argv: string[] };")
    (tmp_path / "play.ts").write_text(IN_TYPESCRIPT)
    checker = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
    form = ("--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--skipLibCheck")
    run("node", checker, *form, "node.d.ts", "play.ts", place=tmp_path)
    assert json.loads(run("node", "play.js", served.url, place=tmp_path)) == ["finished", True, True]
