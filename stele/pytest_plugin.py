"""The pytest plug-in: which titles a test of laws runs for, and how long it looks.

A test that asks for `stele_title` runs for each of them, one that asks for `stele_table` for each number of players.
It is loaded in every run where Stele is installed, so it brings no room into reach before such a test is there.
"""

from pathlib import Path

import pytest

pytest.register_assert_rewrite("sdk.laws")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of the command line, each with a setting for `pyproject.toml`."""
    group = parser.getgroup("stele", "laws of Stele's titles")
    group.addoption("--stele-title", action="append", metavar="ID", help="check this title; may be repeated")
    group.addoption("--stele-playouts", type=int, default=2, metavar="N", help="playouts a number of players (2)")
    parser.addini("stele_titles", "the ids of the titles to check, by default all that are found", type="args")


def titles(config: pytest.Config) -> list[str]:
    """The ids of the titles that this run is about; one that is not played here is told with the reason."""
    import stele.import_path  # noqa: F401
    from domain.title_loader import find_rulebooks, refused_titles

    found = find_rulebooks()
    asked = config.getoption("--stele-title") or config.getini("stele_titles") or list(found)
    for title in asked:
        if title not in found:
            reasons = "; ".join(refused_titles().get(title, ("it is not installed",)))
            raise pytest.UsageError(f"there is no title {title}: {reasons}")
    return list(asked)


@pytest.hookimpl
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what asks for a title, or for a table, once for each."""
    if "stele_table" in metafunc.fixturenames:
        asked = titles(metafunc.config)
        from domain.title_loader import find_rulebooks

        metas = [find_rulebooks()[title].meta for title in asked]
        tables = [(one.id, players) for one in metas for players in range(one.least_players, one.most_players + 1)]
        metafunc.parametrize("stele_table", tables, ids=[f"{title}-{players}" for title, players in tables])
    elif "stele_title" in metafunc.fixturenames:
        metafunc.parametrize("stele_title", titles(metafunc.config))


@pytest.fixture
def stele_playouts(request: pytest.FixtureRequest) -> int:
    """How many playouts of each table are looked at."""
    return int(request.config.getoption("--stele-playouts"))


@pytest.fixture
def stele_tests(request: pytest.FixtureRequest) -> Path:
    """Where the title's tests lie, which promise its rules: beside the module that asks."""
    return request.path.parent
