"""The first game over HTTP, run word for word against a server, and the README's commands."""

import os
import re
import subprocess
import sys

import pytest

from app import create_app
from tests.documents.blocks import blocks
from tests.eventstore.handmade import eventually
from tests.missing_programs import needs
from tests.serving import READY_SECONDS, ROOT

PAGE = ROOT / "docs" / "tutorials" / "first-game-by-http.md"
TOUR = [block.text for block in blocks(PAGE)]
OLDER = '-H "Content-Type: application/json" -d'
NEEDED = (7, 82)


def version_of_curl():
    """The version of the installed curl."""
    told = subprocess.run(["curl", "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(int(number) for number in re.findall(r"\d+", told)[:2])


def walk(served, directory, tour):
    """The output of each block of the tour, in one bash at a checkout's root."""
    for path in ROOT.iterdir():
        if path.name != ".venv":
            (directory / path.name).symlink_to(path)
    (directory / ".venv").symlink_to(sys.prefix)
    script = "set -eu\n" + "\necho ==== the next block ====\n".join(tour)
    environment = {**os.environ, "PORT": str(served.port), "STELE_DATA": str(directory / "data")}
    environment["XDG_CONFIG_HOME"] = str(directory / "config")  # the place of stored keys
    ran = subprocess.run(
        ["bash", "-c", script], cwd=directory, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout.split("==== the next block ====\n")


@pytest.fixture
def with_demonstration(gallery, served):
    """The server, once its demonstration game is played."""

    def is_finished():
        answer = gallery.call("GET", "/api/games/demo-amun-re-card-game")
        return answer.status == 200 and answer.body["status"] == "finished"

    assert eventually(is_finished, READY_SECONDS)
    return served


def for_this_curl(text):
    """The block as typed for this curl."""
    return text if version_of_curl() >= NEEDED else text.replace("--json", OLDER)


def check_game(printed):
    """The commitment to the luck, the start, a legal move, its effects, and a refusal that names its rule."""
    commitment, status, move, told, refusal = printed.splitlines()
    assert re.fullmatch(r"[0-9a-f]{64}", commitment)
    assert status == "playing"
    assert '"text": ' in move and '"type": "ChooseGold"' in move
    assert re.match(r"Nefertari \d+ laid out the Gold cards ", told)
    assert re.search(r'"rule": ?"(AC-\w+|R\d+)"', refusal), "the last answer is a refusal that names its rule"
    assert re.search(r'"status": ?4\d\d', refusal)


@needs("curl")
def test_the_tour(with_demonstration, tmp_path):
    """Each block prints what the page promises."""
    demonstration, game, verification = walk(with_demonstration, tmp_path, map(for_this_curl, TOUR))
    texts = re.findall(r'"text": "(.+)"', demonstration)
    assert len(texts) == 12
    assert "was opened" in texts[0]
    assert '"position": "20-' in demonstration and '"state": {' in demonstration

    check_game(game)

    assert re.search(r"^id: 1-0$", verification, re.MULTILINE)
    assert re.search(r"^data: \{", verification, re.MULTILINE)
    assert "Unaltered in itself: chain, secrets, luck and rules agree." in verification
    assert "which you see for the first time; not kept" in verification
    *_, last = verification.splitlines()
    assert "The game is over. " in last


@needs("curl")
def test_the_tour_with_an_older_curl(served, tmp_path):
    """An older curl needs --json written out, as the page explains."""
    assert f"write `{OLDER}`" in PAGE.read_text("utf-8")
    address = TOUR[0].splitlines()[0]
    _nothing, game = walk(served, tmp_path, [address, TOUR[1].replace("--json", OLDER)])
    check_game(game)


def test_every_rule_is_listed(gallery):
    """The tour's output for `field rules`: all rules of the title by number."""
    assert "$STELE/rulebooks/amun-re-card-game | field rules" in PAGE.read_text("utf-8")
    rules = gallery.get("/api/rulebooks/amun-re-card-game")["rules"]
    assert "AC-S1" in rules and len(rules) > 50


def test_every_command_is_listed():
    """The page of the command line names each command, and no other."""
    told = (ROOT / "docs" / "reference" / "command-line.md").read_text("utf-8")
    names = {name for row in re.findall(r"^\| (`.*?) \|", told, re.MULTILINE) for name in re.findall(r"`([\w-]+)", row)}
    ours = [
        one
        for one in create_app({}).cli.commands.values()
        for command in (one, *getattr(one, "commands", {}).values())
        if getattr(command.callback, "__module__", "")[:4] == "api."
    ]
    assert names == {command.name for command in ours}
