"""Pytest plug-in: selects the titles for the tests of laws, and the number of playouts.

A test with the fixture `stele_title` runs for each title, one with `stele_table` for each number of players. The
plug-in is loaded in every run where Stele is installed, so it makes no package importable before such a test exists.
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
    """The ids of the titles in this run; a title that is not available is reported with the reason."""
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
    """Run tests with a title or a table once for each."""
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
    """The number of playouts for each table."""
    return int(request.config.getoption("--stele-playouts"))


@pytest.fixture
def stele_tests(request: pytest.FixtureRequest) -> Path:
    """The folder of the title's tests, which cover its rules; it is the folder of the test module."""
    return request.path.parent
