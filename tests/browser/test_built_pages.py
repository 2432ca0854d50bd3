"""Built pages: the weight of each until it can be used, and that it works; offline and with outside titles, too."""

import random
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.api.clients import Client, play_to_the_end, table_of
from tests.browser.conftest import Browse, visiting
from tests.browser.page_load import Waiting
from tests.browser.playing import open_table
from tests.browser.wire import Wire
from tests.serving import Served

TITLE = "amun-re"


@pytest.fixture(scope="module")
def built(built_checkout, examples, server_directory) -> Iterator[Served]:
    """A server of the built pages, with another package's title installed."""
    data = server_directory("built")
    for package in examples.glob("stele_liars_dice*"):
        shutil.copytree(package, data / "site" / package.name)
    server = Served(data, root=built_checkout, PYTHONPATH=str(data / "site")).start()
    yield server
    server.stop()


@pytest.fixture
def browse(chromium: Browser, built: Served) -> Iterator[Browse]:
    """Browsers on the built pages; at the end none may have had an error."""
    with visiting(chromium, built) as browse:
        yield browse


@pytest.fixture(scope="module")
def finished(built) -> str:
    """A finished game."""
    game, clients = table_of(Client(built.url), TITLE, ["Ada", "Bo", "Cy"])
    play_to_the_end(game, clients, random.Random(3))
    return game


def test_the_lobby_and_a_new_game(browse):
    """The lobby can be used after 55 kB in 25 requests without the covers, which come later.

    A new game loads no file again.
    """
    page = browse(first=True)
    waiting = Waiting(page, "#play-now:enabled")
    page.goto("/")
    requests, rounds, size = waiting.counted()
    told = sorted((one.rounds, one.size, one.path) for one in waiting.asked.values())
    assert size < 55_000 and rounds <= 5, "\n".join(map(str, told))
    assert requests <= 25, "\n".join(map(str, told))
    typefaces = [one.size for one in waiting.asked.values() if one.path.endswith(".woff2")]
    assert len(typefaces) == 1 and typefaces[0] < 60_000, told
    page.wait_for_load_state("networkidle")
    page.click("#play-now")
    expect(page.locator("#board .can-pick").first).to_be_visible()
    paths = [one.path for one in waiting.asked.values() if one.size and "/web/" in one.path]
    assert len(paths) == len(set(paths)), paths


def test_a_table(browse, built):
    """A move can be chosen after 138 kB."""
    game, (player, *_others) = table_of(Client(built.url), TITLE, ["Ada"], bots=2)
    page = browse(player, first=True)
    waiting = Waiting(page, "#board .can-pick")
    page.goto(f"/games/{game}")
    _requests, rounds, size = waiting.counted()
    told = sorted((one.rounds, one.size, one.path) for one in waiting.asked.values())
    assert size < 138_000 and rounds <= 6, told


def test_a_replay(browse, finished):
    """A replay shows its first board after 87 kB; steps and rare tools work."""
    page = browse(first=True)
    waiting = Waiting(page, "#board .kit-surface > svg")
    page.goto(f"/games/{finished}/replay#20")
    _requests, rounds, size = waiting.counted()
    told = sorted((one.rounds, one.size, one.path) for one in waiting.asked.values())
    # The game's data are some 3 kB, by its randomness; the whole record, for which no board waits, may have come, too.
    size -= sum(one.size for one in waiting.done() if "/api/" in one.path)
    assert size < 87_000 and rounds <= 5, "\n".join(map(str, told))
    expect(page.locator("#story li").nth(100)).to_be_attached()
    step = page.locator("#step").inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).not_to_have_text(step)
    page.click("#show-study")
    page.click("#share")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_record_is_verified(browse, built, finished, tmp_path):
    """The page that verifies a file in the browser verifies a record."""
    bundle = tmp_path / "game.ndjson"
    bundle.write_bytes(Client(built.url).call("GET", f"/api/games/{finished}/bundle").body)
    page = browse(at="/verify")
    page.locator("#verify-file").set_input_files(bundle)
    expect(page.locator(".verdict").first).to_be_visible()


@pytest.mark.soak
def test_offline(browse, built, finished):
    """A visited table and replay are available with all their modules while the server is unreachable."""
    wire = Wire(built.port)
    game, (player, *_others) = table_of(Client(built.url), TITLE, ["Ada"], bots=2)
    page = browse(player, base_url=wire.url, with_worker=True, at="/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    paths = (f"/games/{finished}/replay", f"/games/{game}")
    for path in paths:
        page.goto(path)
        expect(page.locator("#board .kit-surface > svg").first).to_be_visible()
    expect(page.locator("#connection")).to_have_attribute("data-connection", "live")
    wire.cut()
    for path in paths:
        page.goto(path)
        expect(page.locator("#offline")).to_be_visible()
        expect(page.locator("#board .kit-surface > svg").first).to_be_visible()
    wire.close()


def test_a_title_of_another_package(browse, built):
    """The drawing of a title unknown to the build shares the kit and the texts with the page, in the page's
    language.
    """
    game, (player,) = table_of(Client(built.url), "liars-dice", ["Ada"], bots=1)
    page = open_table(browse(player, locale="it-IT"), game)
    board = page.locator("#board .kit-stage")
    expect(board).to_have_attribute("aria-label", "Il tavolo dei dadi del bugiardo")
    expect(board.locator(".can-pick").first).to_be_visible()
