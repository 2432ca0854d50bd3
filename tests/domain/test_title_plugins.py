"""Titles of other packages: valid ones are played, the rest are named with the reason and stop nothing."""

import sys
from importlib.metadata import EntryPoint

import pytest

from app import create_app
from domain import title_loader
from domain.rulebook import PROTOCOL
from domain.title_plugins import GROUP, find_packages
from services.games.warm_game import TitleMissing
from tests.serving import ROOT

EXAMPLE = ROOT / "examples" / "liars-dice"


@pytest.fixture
def points(tmp_path, monkeypatch):
    """A factory of entry points with this id, for a module with this source, or for the example."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend(EXAMPLE)

    def point(title, source=None):
        module = "stele_liars_dice" if source is None else f"package_{title.replace('-', '_').lower()}"
        if source is not None:
            (tmp_path / f"{module}.py").write_text(source, "utf-8")
        return EntryPoint(title, module, GROUP)

    yield point
    for name in [name for name in sys.modules if name.startswith(("package_", "stele_liars_dice"))]:
        del sys.modules[name]


REFUSED = {
    "newer": (f"PROTOCOL = {PROTOCOL + 1}", f"asks for version {PROTOCOL + 1} of the title protocol"),
    "unsaid": ("", f"asks for no version of the title protocol, and this is version {PROTOCOL}"),
    "empty": (f"PROTOCOL = {PROTOCOL}", "is no title: it does not offer meta"),
    "broken": ("from domain.rulebook import Gone", "cannot be loaded: ImportError: cannot import name 'Gone'"),
    "failing": ("\nPROTOCOL = 1 / 0", "ZeroDivisionError: division by zero (package_failing.py, line 2)"),
    "misspelt": ("\nPROTOCOL = = 3", "SyntaxError: invalid syntax (package_misspelt.py, line 2)"),
    "leaving": ("import sys; sys.exit('bye')", "cannot be loaded: SystemExit: bye"),
    "nameless": ("from stele_liars_dice import *; meta = None", "has the id None; like its entry point it must be"),
    "other-name": ("from stele_liars_dice import *", "has the id 'liars-dice'; like its entry point it must be"),
    "crowded": (
        "from msgspec.structs import replace; from stele_liars_dice import *; "
        "meta = replace(meta, id='crowded', most_players=13)",
        "is for up to 13 players; a title may seat 12 at most",
    ),
    "uncounted": (
        "from msgspec.structs import replace; from stele_liars_dice import *; "
        "meta = replace(meta, id='uncounted', most_players=None)",
        "package_uncounted cannot be used: TypeError: ",
    ),
    "Loud": ("", "an id is of lower case letters"),
    "kheops": ("", "there is another title with the id kheops"),
}


def test_each_title_is_refused_alone(points):
    """Version, names, id, and any failure on loading; the valid one is played."""
    declared = [points("liars-dice"), *(points(title, source) for title, (source, _reason) in REFUSED.items())]
    found = find_packages({"kheops"}, declared)
    assert ["liars-dice"] == list(found.found)
    assert sorted(REFUSED) == sorted(found.refused)
    for title, (_source, reason) in REFUSED.items():
        told = " ".join(found.refused[title])
        assert reason in told and "/" not in told, title


def test_one_of_two_with_the_same_id_is_played(points):
    """One of the two titles is played and the other is reported; if neither is playable, all reasons are reported."""
    found = find_packages((), [points("liars-dice"), EntryPoint("liars-dice", "stele_worse", GROUP)])
    assert ["liars-dice"] == list(found.found)
    assert ("stele_worse: there is another title with the id liars-dice",) == found.refused["liars-dice"]
    found = find_packages((), [points("newer", REFUSED["newer"][0]), EntryPoint("newer", "stele_nowhere", GROUP)])
    assert not found.found and 2 == len(found.refused["newer"])


def test_games_of_a_refused_title_show_the_reason(points, monkeypatch):
    """The reason of the refusal replaces the usual sentence about a title that is not installed."""
    packages = find_packages((), [points("newer", REFUSED["newer"][0])])
    monkeypatch.setattr(title_loader, "_packages", lambda: packages)
    app = create_app({})
    for title, said in (("newer", "cannot be played here: package_newer asks for version"), ("gone", "not installed")):
        with app.test_request_context("/api/games/one"):
            response = app.make_response(app.handle_user_exception(TitleMissing(title)))
        assert 503 == response.status_code
        assert f"The title {title} of this game " in response.json["detail"] and said in response.json["detail"]


def test_a_titles_files_are_found_in_its_package(points, monkeypatch):
    """Rules, texts, drawing and their versions come from its own folder, and change no other title's texts."""
    from api.pages.static_folders import all_files, drawing_folders, path_of
    from replay.languages import catalog_files, page_texts

    packages = find_packages((), [points("liars-dice")])
    monkeypatch.setattr(title_loader, "_packages", lambda: packages)
    drawing_folders.cache_clear()
    page_texts.cache_clear()
    package = EXAMPLE / "stele_liars_dice"
    try:
        assert package == title_loader.folder_of("liars-dice")
        assert "liars-dice" in title_loader.outside_titles()
        board = package / "web" / "titles" / "liars-dice" / "board.js"
        assert board == path_of("titles/liars-dice/board.js") == all_files()["titles/liars-dice/board.js"]
        assert {"kheops", "liars-dice"} <= set(drawing_folders())
        assert package / "locale" / "it.po" == catalog_files("it")[0]
        assert "Dubita dell'offerta" == page_texts("it", "liars-dice")["Doubt the bid"]
    finally:
        drawing_folders.cache_clear()
        page_texts.cache_clear()
