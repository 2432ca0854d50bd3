"""The package: `pip wheel .` gives a wheel that has everything and runs anywhere."""

import json
import os
import signal
import subprocess
import sys
import time
import tomllib
import urllib.request
import zipfile
from email import message_from_string

import pytest

from domain.title_loader import find_rulebooks
from tests.serving import READY_SECONDS, ROOT, free_port

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SHIPPED = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]


def pip(*arguments, place=ROOT):
    """Run pip in this directory, without a network."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments]
    ran = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.fixture(scope="module")
def wheel(built_checkout, tmp_path_factory):
    """The wheel of a checkout with built pages."""
    place = tmp_path_factory.mktemp("wheel")
    pip(
        "wheel", "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", str(place), ".", place=built_checkout
    )
    return next(place.glob("stele-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The directory where the wheel is installed. What it depends on is there already."""
    place = tmp_path_factory.mktemp("site")
    pip("install", "--no-deps", "--no-index", "--target", str(place), str(wheel))
    return place


@pytest.fixture
def environment(installed):
    """The variables under which the installed Stele runs, and not the checkout."""
    kept = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "HOST")}
    return {**kept, "PYTHONPATH": str(installed)}


def run(installed, environment, directory, *arguments):
    """What the installed command `stele` prints."""
    command = [str(installed / "bin" / "stele"), *arguments]
    ran = subprocess.run(command, cwd=directory, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_nothing_is_left_behind(wheel, built_checkout):
    """Every file of every room is in the wheel, and nothing else but its description, the license and the Procfile."""
    rooms = {name.split("/")[0] for name in SHIPPED}
    wanted = {
        path.relative_to(built_checkout).as_posix()
        for name in rooms
        for path in [built_checkout / name, *(built_checkout / name).rglob("*")]
        if path.is_file() and "__pycache__" not in path.parts
    }
    wanted.add("operations/Procfile")
    packed = set(zipfile.ZipFile(wheel).namelist())
    described = {name for name in packed if ".dist-info/" in name}
    assert wanted == packed - described
    assert any(name.endswith("licenses/LICENSE") for name in described)
    assert {"domain", "web", "app.py"} <= rooms and "web/dist/lobby.js" in packed


def test_every_room_ships():
    """A new room of the house ships, too; the packages of the clients ship with the others of these."""
    packages = {path.parent.name for path in (ROOT / "sdk").glob("*/*/__init__.py")}
    assert {*PROJECT["tool"]["importlinter"]["root_packages"], "web", "app.py"} - packages == set(SHIPPED)


def test_the_description(wheel):
    """License, version of Python and what it depends on are those of pyproject.toml; requirements.txt pins them all."""
    archive = zipfile.ZipFile(wheel)
    name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    said = message_from_string(archive.read(name).decode())
    assert said["License-Expression"] == PROJECT["project"]["license"] == "AGPL-3.0-or-later"
    assert said["Requires-Python"] == PROJECT["project"]["requires-python"]
    needed = [one for one in said.get_all("Requires-Dist") if "extra ==" not in one]
    assert len(needed) == len(PROJECT["project"]["dependencies"])
    pins = (ROOT / "requirements.txt").read_text("utf-8")
    assert pins.count("stele (pyproject.toml)") == len(PROJECT["project"]["dependencies"])


def test_it_plays(installed, environment, tmp_path):
    """A game between computer players, from the package alone, verified by it."""
    code = "import app, pathlib; print(pathlib.Path(app.__file__).parent)"
    where = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert where.stdout.strip() == str(installed)
    story = run(installed, environment, tmp_path, "playout", "kheops", "--seed", "3", "--bundle", "game.ndjson")
    assert "The game is over." in story.splitlines()[-1]
    assert "Unaltered in itself: chain, secrets, luck and rules agree." in run(
        installed, environment, tmp_path, "verify", "game.ndjson"
    )


def test_it_serves(installed, environment, server_directory):
    """`stele serve` brings up web and worker: pages, translations, titles and a demonstration game; Ctrl-C ends it."""
    port = free_port()
    directory = server_directory("installed")
    log = directory / "serve.log"
    settings = {"PORT": str(port), "STELE_DATA": str(directory / "data")}
    with log.open("wb") as output:
        serving = subprocess.Popen(
            [str(installed / "bin" / "stele"), "serve"],
            cwd=directory, env={**environment, **settings}, stdout=output, stderr=output,
        )  # fmt: skip
    deadline = time.monotonic() + READY_SECONDS

    def get(path):
        while True:
            try:
                return urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30).read()
            except OSError as error:
                if time.monotonic() > deadline or serving.poll() is not None:
                    raise AssertionError(f"{path}: {error}\n{log.read_text()}") from None
                time.sleep(0.1)

    try:
        get("/health/ready")
        assert b"/lobby.js" in get("/")
        assert b"sourceMappingURL" in get("/web/lobby.js")
        assert json.loads(get("/web/texts/it.json"))["Confirm"] == "Conferma"
        assert {one["id"] for one in json.loads(get("/api/rulebooks"))["rulebooks"]} == set(find_rulebooks())
        assert json.loads(get(f"/api/games/demo-{next(iter(find_rulebooks()))}"))["status"] in ("playing", "finished")
    finally:
        serving.send_signal(signal.SIGINT)
        serving.wait(60)
    assert f"Stele is at http://127.0.0.1:{port}/" in log.read_text()
