"""Live preview of a title: a saved change of its code or drawing is on the open page within seconds."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request

import pytest
from playwright.sync_api import expect

from tests.api.clients import Client
from tests.browser.playing import open_table
from tests.services.jobs.test_created_title import created as created  # a fixture
from tests.serving import READY_SECONDS, ROOT, free_port

SECONDS = 60
"""The most seconds from a saved change to the changed page, on a busy machine; on an idle one it is about two."""


@pytest.fixture
def previewed(created, tmp_path):
    """The address of a running preview, the title's folder, and the log."""
    site = shutil.copytree(created[1], tmp_path / "site")
    port = free_port()
    # The caller's server is left alone: its secret, its archive, its limits.
    of_server = {"STELE_SECRET": "no secret", "STELE_ARCHIVE": str(tmp_path / "archive"), "HOST": "0.0.0.0"}
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"} | of_server
    log = tmp_path / "preview.log"
    with log.open("wb") as output:
        preview = subprocess.Popen(
            [sys.executable, "-m", "flask", "--app", "app", "title", "preview", "dragons-hoard"],
            cwd=ROOT, env={**environment, "PYTHONPATH": str(site), "PORT": str(port)}, stdout=output, stderr=output,
        )  # fmt: skip
    url = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + READY_SECONDS
    while True:
        try:
            urllib.request.urlopen(url + "/health/ready", timeout=5).read()
            break
        except OSError:
            assert preview.poll() is None and time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
    assert f"Its page will be at {url}/titles/dragons-hoard" in log.read_text()
    yield url, site / "stele_dragons_hoard", log
    preview.send_signal(signal.SIGTERM)
    assert preview.wait(60) == 0, log.read_text()
    assert not (tmp_path / "archive").exists()


def save(path, old, new):
    """Replace this text in a file of the title, as an editor does; the time."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return time.monotonic()


@pytest.mark.soak
def test_a_saved_change_is_on_the_open_page(previewed, browse, chromium):
    """The drawing, the view, a rule and a mistake: the page stays at its address and shows the same position again."""
    url, folder, log = previewed
    player = Client(url).sign_up("Ada")
    game = player.post("/api/games", {"rulebook": "dragons-hoard", "players": 2, "computer_players": 1, "sit": True})
    page = open_table(browse(player, base_url=url), game["id"])
    board, address = page.locator("#board .kit-stage"), page.url
    expect(board).to_contain_text(re.compile(r"Pot: \d+ point"))
    took = {}

    at = save(
        folder / "web" / "titles" / "dragons-hoard" / "board.js", "The table of Dragon's Hoard", "The dragon's den"
    )
    expect(board).to_have_attribute("aria-label", "The dragon's den")
    took["drawing"] = time.monotonic() - at
    at = save(folder / "view.py", '"pot": state.pot,', '"pot": 1000 + state.pot,')
    expect(board).to_contain_text(re.compile(r"Pot: 10\d\d points"))
    took["view"] = time.monotonic() - at
    at = save(folder / "turns.py", "[Roll(seat), Bank(seat)] if state.pot", "[Roll(seat)] if state.pot")
    expect(page.locator("#board .can-pick")).to_have_count(1)
    took["rule"] = time.monotonic() - at
    save(folder / "view.py", "def view(", "def vieuw(")
    expect(board).to_have_count(0)
    at = save(folder / "view.py", "def vieuw(", "def view(")
    expect(board).to_contain_text(re.compile(r"Pot: 10\d\d points"))
    took["mended mistake"] = time.monotonic() - at

    assert page.url == address
    assert f"The server starts again: {folder / 'view.py'} has changed." in log.read_text()
    assert max(took.values()) < SECONDS, took
