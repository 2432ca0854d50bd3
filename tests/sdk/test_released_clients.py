"""Released clients: the Python client of version 1.0.0 still plays, and version 1 of the API still tells its replay."""

import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.api.clients import Client
from tests.missing_programs import skip_without
from tests.serving import ROOT, Served

RELEASED = "035631f1b2eb3873119082a54d9539f70eef7498"
"""Version 1.0.0."""
PLAYER = """
import sys

from stele_client import Client, calls

url, name, game = (*sys.argv[1:], "")[:3]
with Client(url) as stranger:
    token = stranger.send(calls.sign_up(name)).token
with Client(url, token) as me:
    seat, nonce = int(game != ""), calls.new_nonce()
    game = game or me.send(calls.open_game("kheops", 2, strict=True)).id
    me.send(calls.sit_down(game, commitment=calls.commitment_to(game, seat, nonce), seat=seat))
    print(game, flush=True)
    next(one for one in me.follow(game) if one.type == "SeatTaken" and one.data["seat"] == 1)
    me.send(calls.open_nonce(game, nonce))
    for legal in me.turns(game):
        me.send(calls.play(game, legal.moves[0].move, expecting=legal.digest))
    seen = me.send(calls.state(game))
    print(seen.state.status, seen.digest)
"""


def playing(client: Path, *told: str) -> subprocess.Popen[str]:
    """A process that plays with the client in this folder. It writes the game's id first, and last what it has seen."""
    environment = {"PYTHONPATH": str(client)}
    return subprocess.Popen([sys.executable, "-c", PLAYER, *told], env=environment, stdout=subprocess.PIPE, text=True)


@pytest.mark.soak
def test_the_client_of_1_0_0_plays_with_the_present_one(tmp_path: Path, served: Served, gallery: Client):
    """A whole strict game, which the earlier client opens; its replay is told in the forms of both versions."""
    skip_without("git")
    archive = tmp_path / "client.tar"
    command = ["git", "archive", "-o", str(archive), RELEASED, "sdk/python"]
    if subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode:
        pytest.skip("the history does not reach back to version 1.0.0")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    with playing(tmp_path / "sdk" / "python", served.url, "Sinuhe") as released:
        assert released.stdout is not None
        game = released.stdout.readline().strip()
        with playing(ROOT / "sdk" / "python", served.url, "Hatshepsut", game) as present:
            told = [one.communicate()[0].split()[-2:] for one in (released, present)]
    state = gallery.get(f"/api/games/{game}/state")
    assert told == [["finished", state["digest"]]] * 2
    steps = gallery.get(f"/api/games/{game}/replay?state=full&brief=false")["steps"]
    frames = gallery.get(f"/api/games/{game}/replay", Stele_API="1")["frames"]
    assert [{**frame.pop("event"), **frame} for frame in frames] == steps
    assert steps[-1]["digest"] == state["digest"]
