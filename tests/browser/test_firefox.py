"""The flows that matter, in Firefox: sign up, open, join, play in each title, replay, study, verify."""

import os
import random
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect

from domain.title_loader import find_rulebooks
from tests.api.clients import table_of
from tests.audit.games import TITLES
from tests.audit.mutations import signed_bundle
from tests.browser import test_lobby, test_replay, test_study, test_verification
from tests.browser.conftest import PATIENCE_MILLISECONDS, Browse, visiting
from tests.browser.playing import choose_on_board, open_table, wait_for_outcome
from tests.missing_programs import path_of, skip_without
from tests.serving import Served

pytestmark = pytest.mark.soak

DRIVEN = Path(__file__).with_name("firefox_for_playwright.py")
DECISIONS = 3


@pytest.fixture(scope="module")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """The system's Firefox."""
    skip_without("firefox")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    browser = playwright.firefox.launch(
        channel="moz-firefox",
        executable_path=DRIVEN,
        env={**os.environ, "PATH": path, "STELE_TESTS_FIREFOX": path_of("firefox") or ""},
        firefox_user_prefs={"ui.prefersReducedMotion": 1},
        timeout=5 * PATIENCE_MILLISECONDS,
    )
    yield browser
    browser.close()


@pytest.fixture
def browse(firefox: Browser, served: Served) -> Iterator[Browse]:
    """Browsers for one test, each new: what a context has stored can be removed in Chromium only."""
    with visiting(firefox, served) as browse:
        yield partial(browse, first=True)


def test_a_game_is_opened_and_joined(browse, gallery):
    """By its invitation, with a name that is chosen on the way."""
    test_lobby.test_private_table(browse, gallery)


@pytest.mark.parametrize("title", find_rulebooks())
def test_decisions_by_clicking(browse, gallery, title):
    """Each is chosen on the board, previewed, confirmed, and told in the story."""
    least = find_rulebooks()[title].meta.least_players
    game_id, (client,) = table_of(gallery, title, ["Ada"], bots=least - 1)
    page, lot = browse(client), random.Random(title)
    open_table(page, game_id)
    for _ in range(DECISIONS):
        page.locator(".your-turn").wait_for()
        number = page.locator("#story li").count()
        assert choose_on_board(page, lot)
        page.click("#confirm")
        wait_for_outcome(page, number)


def test_a_replay_is_stepped_through(browse, served):
    """By effect, by action and by part of the game, with buttons and with keys."""
    finished = test_replay.game_of_three(served.url)
    page = test_replay.read_whole(browse(), finished)
    test_replay.test_steps_actions_and_phases(page, finished)


def test_a_replay_is_studied(browse, demo):
    """Bookmarks, a search, another perspective and a comparison, and the link that opens all of them elsewhere."""
    test_study.test_bookmarks_are_stored_and_a_link_opens_the_same_view(browse, demo)


def test_a_record_is_verified(browse):
    """By the page and by the server."""
    page = browse(at="/verify")
    test_verification.choose(page, signed_bundle(TITLES[0], "all"))
    expect(page.locator(test_verification.VERDICT)).to_contain_text("No contradiction was found")
