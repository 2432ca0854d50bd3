"""The guide to a new title, followed to the letter in a separate checkout."""

import os
import random
import subprocess

import pytest
from babel.messages.pofile import read_po

from replay.catalog_updates import place_of_folder, texts_of
from replay.languages import LANGUAGES
from tests.api.clients import Client, play_to_the_end, table_of
from tests.documents.blocks import blocks
from tests.documents.guide import FOLDER, GUIDE, TITLE, checkout_with_packages, checkout_with_title, write
from tests.serving import Served

BLOCKS = blocks(GUIDE)
FILES = [block for block in BLOCKS if block.path]
LANGUAGE_TESTS = ".venv/bin/python -m pytest -q tests/replay/test_languages.py -k every_text"


def run(checkout, commands):
    """Exit code and output of these commands, in bash at the checkout's root."""
    environment = {**os.environ, "STELE_DATA": str(checkout / "var")}
    for name in [name for name in environment if name.startswith(("PYTEST_", "STELE_TESTS_", "REDIS_URL"))]:
        del environment[name]
    ran = subprocess.run(
        ["bash", "-eu", "-c", commands], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    return ran.returncode, ran.stdout + ran.stderr


def texts_in(path):
    """The English texts of a catalog, and the untranslated ones."""
    with path.open("rb") as file:
        catalog = read_po(file)
    texts = {message.id: message.string for message in catalog if message.id}
    missing = {text for text, said in texts.items() if not said or not all(said)}
    return set(texts), missing


def test_every_block_has_a_kind():
    """A block is a file of the new title or a command; nothing else is shown, and no file is elsewhere."""
    assert {"sh"} == {block.language for block in BLOCKS if not block.path}
    assert [] == [block.path for block in FILES if not block.path.startswith(f"titles/{FOLDER}/")]
    assert TITLE == FOLDER.replace("_", "-")


@pytest.mark.soak  # most of its time goes into two passes over all sources and the laws
def test_followed_to_the_letter(server_directory):
    """Each file is written and each command run in the page's order: all of it works."""
    checkout = checkout_with_packages(server_directory("followed"))
    said, said_untranslated = [], ""
    for block in BLOCKS:
        if not block.path:
            if block.text == "make texts\n":
                code, text = run(checkout, LANGUAGE_TESTS)
                assert code != 0 and "is missing: run make texts" in text and "FileNotFoundError" not in text
            code, text = run(checkout, block.text)
            assert code == 0, f"{block.text}\n{text}"
            said.append(text)
        elif block.language == "po":
            path = checkout / block.path
            wanted, missing = texts_in(path)
            assert missing == wanted, "make texts leaves them to be translated"
            if not said_untranslated:
                code, said_untranslated = run(checkout, LANGUAGE_TESTS)
                assert code != 0
            assert f"translate in {block.path}" in said_untranslated
            write(checkout, block)
            assert (wanted, set()) == texts_in(path), "the guide translates exactly what is said"
        else:
            write(checkout, block)
    played, _texts, golden, tested = said
    assert " won " in played and "steward: won" in played
    assert "bad: 0." in golden
    assert " passed" in tested and "failed" not in tested
    for language in LANGUAGES[1:]:
        _all, missing = texts_in(checkout / "titles" / FOLDER / "locale" / f"{language}.po")
        assert missing == set()


@pytest.fixture(scope="module")
def with_title(server_directory):
    """A checkout with the guide's title."""
    return checkout_with_title(server_directory("guide"))


def test_its_golden_record_and_its_tests_pass(with_title):
    """A game is recorded and verified with the guide's commands, and the title's own tests pass."""
    (golden,) = (block.text for block in BLOCKS if "golden" in block.text and not block.path)
    code, text = run(with_title, f"{golden}\n.venv/bin/python -m pytest titles/{FOLDER}/tests")
    assert code == 0 and "bad: 0." in text and " passed" in text, text


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_it_translates_exactly_what_is_said(with_title, language):
    """The guide's catalogs translate exactly the texts that `make texts` finds in its sources."""
    folder, sources, root = place_of_folder(with_title / "titles" / FOLDER)
    wanted = {message.id for message in texts_of(sources, root) if message.id}
    assert texts_in(folder / f"{language}.po") == (wanted, set())


@pytest.mark.soak
def test_types_and_style(with_title):
    """The guide's code passes this project's checks unchanged."""
    folder = f"titles/{FOLDER}"
    for check in (f"ruff check {folder}", f"ruff format --check {folder}", f"mypy {folder}"):
        code, text = run(with_title, f".venv/bin/{check}")
        assert code == 0, text
    for check in ("python -m pytest -q tests/test_architecture.py", "lint-imports --no-logo"):
        code, text = run(with_title, f"PYTHONPATH=sdk/python:sdk/mcp .venv/bin/{check}")
        assert code == 0, text


@pytest.mark.soak
def test_played_over_http(with_title, server_directory):
    """Opened with its option, played by persons and computer players to its end, shown in three languages, verified."""
    server = Served(server_directory("played"), root=with_title).start()
    try:
        gallery = Client(server.url)
        (about,) = (one for one in gallery.get("/api/rulebooks")["rulebooks"] if one["id"] == TITLE)
        assert about["title"] == "The Game of Pure Strategy"
        for names, bots, cards in ((["Ada", "Bob"], 0, 13), (["Ada", "Bob", "Cem", "Dot"], 0, 5), (["Ada"], 1, 4)):
            game_id, players = table_of(gallery, TITLE, names, bots=bots, options={"cards": cards})
            if bots:
                continue
            moves = play_to_the_end(game_id, players, random.Random(cards))
            assert moves == len(names) * (cards - 1)
            game = gallery.get(f"/api/games/{game_id}")
            assert game["status"] == "finished"
            report = gallery.get(f"/api/games/{game_id}/audit")
            assert report["ok"] and {one["name"]: one["verdict"] for one in report["checks"]}["rules"] == "passed"
        texts = {
            language: [one["text"] for one in page["events"]]
            for language in LANGUAGES
            for page in [gallery.get(f"/api/games/{game_id}/events?limit=20", Accept_Language=language)]
        }
        assert "Each player holds the cards from 1 to 4." in texts["en"]
        assert "Ognuno ha in mano le carte da 1 a 4." in texts["it"]
        assert "Cada uno tiene en la mano las cartas del 1 al 4." in texts["es"]
    finally:
        server.stop()
