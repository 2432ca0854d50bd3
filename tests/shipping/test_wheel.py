"""Wheel: `pip wheel .` gives a wheel that is complete and runs anywhere."""

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
from fnmatch import fnmatch

import pytest

from domain.title_loader import find_rulebooks
from operations.version import VERSION
from stele.import_path import NAMES
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
    """The directory of the installed wheel. Its dependencies are installed already."""
    place = tmp_path_factory.mktemp("site")
    pip("install", "--no-deps", "--no-index", "--target", str(place), str(wheel))
    return place


@pytest.fixture
def environment(installed):
    """The variables for running the installed Stele, and not the checkout."""
    kept = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "HOST")}
    return {**kept, "PYTHONPATH": str(installed)}


def run(installed, environment, directory, *arguments):
    """The output of the installed command `stele`."""
    command = [str(installed / "bin" / "stele"), *arguments]
    ran = subprocess.run(command, cwd=directory, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def python(environment, directory, code):
    """The output of this program, run in this directory."""
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=directory, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_the_wheel_is_complete(wheel, built_checkout):
    """Every file of every folder is in the wheel, within `stele`, and nothing else but its metadata."""
    rooms = {name.split("/")[0] for name in SHIPPED}
    places = [built_checkout / name for name in (*rooms, "stele")]
    files = {
        path.relative_to(built_checkout).as_posix()
        for place in places
        for path in ([place] if place.is_file() else place.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
    wanted = {
        name if name.startswith("stele/") else f"stele/{name}"
        for name in files
        if not fnmatch(name, "titles/*/tests/*")
    }
    packed = set(zipfile.ZipFile(wheel).namelist())
    described = {name for name in packed if ".dist-info/" in name}
    assert wanted == packed - described
    assert any(name.endswith("licenses/LICENSE") for name in described)
    assert {"domain", "web", "app.py"} <= rooms and "stele/web/dist/lobby/page.js" in packed


def test_every_folder_ships():
    """A new folder ships, too, under a name that Stele reserves; the clients' packages ship with the rest."""
    packages = {path.parent.name for path in (ROOT / "sdk").glob("*/*/__init__.py")}
    rooms = {*PROJECT["tool"]["importlinter"]["root_packages"]} - packages - {"stele"}
    assert rooms | {"web", "app.py", "Procfile"} == set(SHIPPED)
    assert rooms | {"app"} == set(NAMES)


def test_the_metadata(wheel):
    """License, Python version and dependencies are those of pyproject.toml; requirements.txt pins them all."""
    archive = zipfile.ZipFile(wheel)
    name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    said = message_from_string(archive.read(name).decode())
    assert said["License-Expression"] == PROJECT["project"]["license"] == "AGPL-3.0-or-later"
    assert said["Version"] == VERSION
    assert said["Requires-Python"] == PROJECT["project"]["requires-python"]
    needed = [one for one in said.get_all("Requires-Dist") if "extra ==" not in one]
    assert len(needed) == len(PROJECT["project"]["dependencies"])
    pins = (ROOT / "requirements.txt").read_text("utf-8")
    assert pins.count("stele (pyproject.toml)") == len(PROJECT["project"]["dependencies"])


def test_the_wheel_plays(installed, environment, tmp_path):
    """A game between computer players, from the package alone, verified by it."""
    story = run(installed, environment, tmp_path, "playout", "kheops", "--seed", "3", "--bundle", "game.ndjson")
    assert "The game is over." in story.splitlines()[-1]
    assert "Unaltered in itself: chain, secrets, luck and rules agree." in run(
        installed, environment, tmp_path, "verify", "game.ndjson"
    )


@pytest.fixture
def theirs(tmp_path):
    """A directory with packages and a module named like some of Stele's folders."""
    (tmp_path / "app.py").write_text("OWNER = 'theirs'\n", "utf-8")
    for name in ("domain", "api"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("OWNER = 'theirs'\n", "utf-8")
    return tmp_path


def test_one_package(installed):
    """The only importable name is `stele`."""
    assert {path.name for path in installed.iterdir()} - {"bin"} == {
        "stele",
        *(path.name for path in installed.glob("stele-*.dist-info")),
    }


def test_foreign_packages_keep_their_names(environment, theirs, tmp_path):
    """A foreign process gets its own `domain`, `api` and `app`; asking for Stele's then fails with the reason."""
    code = "import domain, api, app; print(domain.OWNER, api.OWNER, app.OWNER)"
    both = {**environment, "PYTHONPATH": os.pathsep.join((environment["PYTHONPATH"], str(theirs)))}
    assert python(both, tmp_path, code) == "theirs theirs theirs"
    said = python(both, tmp_path, "import domain\ntry: import stele.title\nexcept ImportError as error: print(error)")
    assert f"imported others by these: domain ({theirs / 'domain' / '__init__.py'})" in said


@pytest.mark.parametrize("module", ["stele.title", "stele.laws", "stele.research"])
def test_stele_is_importable_beside_them(environment, theirs, module):
    """Each of the public modules has Stele's folders behind it, also beside packages with their names."""
    code = f"import {module}, domain.rulebook, stele.title; print(stele.title.Meta is domain.rulebook.Meta)"
    assert python(environment, theirs, code) == "True"


def test_foreign_tests_are_not_touched(environment, theirs):
    """pytest loads the plug-in in every run where Stele is installed, and the foreign `domain` stays importable."""
    test = """import domain, sys

def test():
    assert domain.OWNER == "theirs" and "stele.import_path" not in sys.modules
"""
    (theirs / "test_theirs.py").write_text(test, "utf-8")
    command = [sys.executable, "-m", "pytest", "--trace-config", "-p", "no:cacheprovider", "-p", "no:xdist"]
    ran = subprocess.run(command, cwd=theirs, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and "1 passed" in ran.stdout, ran.stdout + ran.stderr
    assert "stele.pytest_plugin" in ran.stdout


@pytest.mark.soak
def test_the_wheel_serves(installed, environment, theirs, server_directory):
    """`stele serve` starts web and worker: pages, translations, titles and a demonstration game; Ctrl-C ends it.

    It does so even where other packages have the names of its folders; and it prints its version.
    """
    assert run(installed, environment, theirs, "--version") == f"Stele {VERSION}\n"
    port = free_port()
    directory = server_directory("installed")
    log = directory / "serve.log"
    settings = {"PORT": str(port), "STELE_DATA": str(directory / "data")}
    with log.open("wb") as output:
        serving = subprocess.Popen(
            [str(installed / "bin" / "stele"), "serve"],
            cwd=theirs, env={**environment, **settings}, stdout=output, stderr=output,
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
        assert b"/lobby/page.js" in get("/")
        assert b"sourceMappingURL" in get("/web/lobby/page.js")
        assert json.loads(get("/web/texts/it.json"))["Confirm"] == "Conferma"
        assert {one["id"] for one in json.loads(get("/api/rulebooks"))["rulebooks"]} == set(find_rulebooks())
        assert json.loads(get(f"/api/games/demo-{next(iter(find_rulebooks()))}"))["status"] in ("playing", "finished")
    finally:
        serving.send_signal(signal.SIGINT)
        serving.wait(60)
    assert f"Stele is at http://127.0.0.1:{port}/" in log.read_text()
