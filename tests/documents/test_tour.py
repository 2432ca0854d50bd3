"""Stele in ten calls, run word for word against a server, and the list of commands."""

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
TOUR = [block.text for block in blocks(PAGE) if block.language == "sh"]
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


def shown():
    """The output that the page shows below a block, by the block's number; `…` stands for anything."""
    found, number = {}, -1
    for block in blocks(PAGE):
        if block.language == "sh":
            number += 1
        else:
            found[number] = re.compile(re.escape(block.text).replace("…", ".+"), re.DOTALL)
    return found


def check_outputs(printed):
    """Run these blocks and compare their output with the page's."""
    told = {number: text for number, text in shown().items() if number < len(printed)}
    assert {number: printed[number] for number in told if not told[number].fullmatch(printed[number])} == {}


@needs("curl")
def test_the_tour(with_demonstration, tmp_path):
    """Each block prints what the page shows; the commitment, the refused rule and the verdict are real ones."""
    printed = walk(with_demonstration, tmp_path, map(for_this_curl, TOUR))
    check_outputs(printed)
    assert len(shown()) == 8 and len(printed) == 11
    assert re.fullmatch(r"[0-9a-f]{64}\n", printed[2])
    assert re.fullmatch(r"AC-\w+|R\d+", printed[5].splitlines()[-1])
    assert re.search(r"^data: \{", printed[7], re.MULTILINE)
    assert "Unaltered in itself: chain, secrets, luck and rules agree." in printed[10]
    assert "which you see for the first time; not kept" in printed[10]


@needs("curl")
def test_the_tour_with_an_older_curl(served, tmp_path):
    """An older curl needs --json written out, as the page explains."""
    assert f"write `{OLDER}`" in PAGE.read_text("utf-8")
    check_outputs(walk(served, tmp_path, [block.replace("--json", OLDER) for block in TOUR[:6]]))


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
