"""Slow networks: how many ways to the server and back, and how many bytes, before a page is of use. Never seconds."""

from playwright.sync_api import expect

from tests.browser.waiting import Waiting


def test_the_lobby_and_the_first_choice_of_a_new_game(browse):
    """The lobby's buttons work after four ways and 45 kB; a game is opened and played from after seven more.

    What the table needs is loaded while it is being opened; and no request is made twice.
    """
    page = browse()
    waiting = Waiting(page)
    page.goto("/")
    expect(page.locator("#play-now")).to_be_enabled()
    requests, rounds, size = waiting.until_now()
    # How many games the other tests have opened is no matter of the page's.
    size -= sum(one.size for one in waiting.asked.values() if "/api/games?" in one.path)
    assert rounds <= 4 and requests <= 19 and size < 45_000, sorted(
        (one.rounds, one.size, one.path) for one in waiting.asked.values()
    )
    page.wait_for_load_state("networkidle")
    waiting.begin_again()
    page.click("#play-now")
    expect(page.locator("#board .can-pick").first).to_be_visible()
    requests, rounds, size = waiting.until_now()
    told = sorted((one.rounds, one.size, one.path) for one in waiting.asked.values())
    assert rounds <= 7 and size < 78_000, told
    paths = [path for _rounds, size, path in told if size and "/web/" in path]
    assert len(paths) == len(set(paths)), told


def test_a_replay_in_another_language(browse, demo):
    """The page, all that it is made of, the game, its step: five ways to the first board, with the reader's texts."""
    page = browse(locale="it-IT")
    waiting = Waiting(page)
    page.goto(f"{demo}/replay#20")
    expect(page.locator("#board svg").first).to_be_visible()
    _requests, rounds, size = waiting.until_now()
    assert rounds <= 5 and size < 83_000, sorted((one.rounds, one.path) for one in waiting.asked.values())
