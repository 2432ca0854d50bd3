"""Analysis of a finished game on its replay: progress, the curve of chances, turning points and their links."""

import re

import pytest
from playwright.sync_api import Route, expect

from ai.analysis.game_analysis import Effort
from ai.analysis.move_analysis import AnalysisBudgets
from ai.search.search import Budget
from ai.self_play import Match
from api.services import services
from app import create_app
from domain.projector import projector_for
from services.games.analysis.game_analyses import Analyst
from services.games.analysis.move_analyses import MoveAnalyst
from tests.api.clients import Client
from tests.audit.games import bundled
from tests.browser.playing import axe_report, fits
from verify.bundle import read_bundle

QUICK = AnalysisBudgets(Budget(games=2), Budget(games=8), Budget(games=8), rounds=2)
SMALL = Effort(Budget(games=1), Budget(games=6), Budget(games=30), Budget(games=100), pieces=4)


@pytest.mark.soak
def test_a_finished_game_is_analysed(browse, served, demo):
    """A player requests the analysis on the replay; the curve grows, shows chances or points, and links turning points
    to steps.
    """
    game_id = demo.rpartition("/")[2]
    with create_app({"STELE_DATA": str(served.data)}).app_context():  # as if it had never been requested
        services().games.tables.store.redis.delete(f"stele:analysis:of:{game_id}", "stele:search:sign")
    page = browse(Client(served.url).sign_up("Ada"), at=f"{demo}/replay#60-0")
    expect(page.locator("#progress")).to_be_empty()
    page.click("#show-study")
    page.locator("#explain").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#explained-heading")).to_be_focused()
    expect(page.locator("#explained progress")).to_be_visible()
    said = page.locator("#explained [role=status]")
    expect(page.locator("#explained")).to_have_css("position", "static")
    expect(said).to_contain_text("Game analysis is currently unavailable.")
    with create_app({"STELE_DATA": str(served.data)}).app_context():
        services().games.searches.sign()
        expect(said).to_have_text("Games waiting for a move come first.")
        analyst = Analyst(services().games.tables, services().games.analyses, SMALL)
        analyst.work(game_id, lambda: True)  # a game waits for an answer before anything is found
        expect(said).to_contain_text("the last ones first. 1 minute left at most.")
        while game_id in analyst.waiting():
            analyst.work(game_id, lambda: False)
    turning = page.locator("#explained [aria-labelledby=turning-heading] li")
    expect(turning).not_to_have_count(0)
    expect(page.locator("#explained progress")).to_have_count(0)
    curve = page.locator(".graph svg")
    expect(curve).to_have_attribute("aria-label", re.compile(r"^Winning chances over time.* 100 %"))
    expect(page.locator(".graph-number")).to_have_text("100 %")
    expect(page.locator(".graph-turning")).to_have_count(turning.count())
    told = turning.locator("a").first.get_attribute("title")
    said = r"\d+-0: .+ chose “.+”. “.+” would have raised the winning chance by \d+ percentage points? \(± \d+\)"
    assert re.search(said, told)
    expect(page.locator("#explained [aria-labelledby=swings-heading] li")).to_have_count(3)
    expect(page.locator("#explained table.chances")).not_to_have_count(0)
    turning.locator("a").first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(rf"#{re.search(r'[0-9]+-0', told)[0]}(&|$)"))
    page.locator("#shown-curve").select_option("points")
    expect(curve).to_have_attribute("aria-label", re.compile(r"^Points over time. Final: "))
    page.locator("#shown-curve").select_option("known")
    expect(curve).to_have_attribute("aria-label", re.compile(r"^Winning chances over time, with what each"))
    page.locator("#shown-curve").select_option("chances")
    assert axe_report(page, within="#explained") is None

    phone = browse(phone=True, theme="dark", locale="it-IT")
    held: list[Route] = []
    record = re.compile(r"/api/games/[^/]+/replay\?(?!.*from=)")
    phone.route(record, lambda route: held.append(route))
    with phone.expect_request(record):  # it follows the shown step first
        phone.goto(f"{demo}/replay#60-0")
    phone.click("#show-side")
    phone.click("#show-study")
    phone.click("#explain")
    expect(phone.locator("#explained [aria-labelledby=turning-heading] li")).to_have_count(turning.count())
    assert held
    for one in held:  # the record arrives after the analysis: the marks get their places then
        one.continue_()
    expect(phone.locator(".graph-turning")).to_have_count(turning.count())
    expect(phone.locator("#turning-heading")).to_have_text("Le perdite maggiori")
    fits(phone, 390)
    phone.locator(".turning-points a").first.click()
    expect(phone.locator("#side")).to_be_hidden()  # it would cover the board


class NamedMatch(Match):
    """A game in memory, always with the same draws, with an id that no other game of the tests has."""

    def __init__(self, projector, name):
        self.name = name
        super().__init__(projector, ["random"] * 2, "replay")

    @property
    def game_id(self):
        """The name, whatever the game's usual id."""
        return self.name

    @game_id.setter
    def game_id(self, usual):
        pass


def analysed_game(served, name):
    """A short game with mistakes by this name, which was analysed as a search process does."""
    projector = projector_for("amun-re-card-game")
    game = NamedMatch(projector, name).finish()
    with create_app({"STELE_DATA": str(served.data)}).app_context():
        games = services().games
        games.tables.take_in(read_bundle(bundled(projector, game, game.entries)))
        games.analyses.ask(games.tables.seen(name))
        analyst = Analyst(games.tables, games.analyses, SMALL)
        while name in analyst.waiting():
            analyst.work(name, lambda: False)
    return name


def test_better_moves_are_shown_and_asked_for(browse, served):
    """A better move is previewed on the board; its player's mistakes are questions, answered on the board or a list."""
    game_id = analysed_game(served, "analysed")
    page = browse(Client(served.url).sign_up("Cleo"), at=f"/games/{game_id}/replay#3-0")
    page.click("#show-study")
    page.click("#explain")
    better = page.locator("#explained li button").first
    expect(better).to_be_visible()
    heights = page.locator("#explained li").evaluate_all("lines => lines.map((one) => one.offsetHeight)")
    assert max(heights) <= 40  # each is one line
    better.click()
    expect(page.locator(".preview-mark")).to_have_text(f"Better: {better.get_attribute('title')}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".preview-mark")).to_have_count(0)
    page.click("#learn")
    expect(page.locator("#mistakes-heading")).to_be_focused()
    expect(page.locator("#mistakes")).to_contain_text("Question 1 of")
    expect(page.locator("#explained")).to_be_hidden()  # it has the answers
    expect(page.locator("#board .can-pick")).not_to_have_count(0)
    page.click("#mistake-solution")
    expect(page.locator("#mistakes .verdict")).to_have_text(re.compile("That is better: it raises"))
    expect(page.locator(".preview-mark")).to_be_visible()
    page.click("#mistake-again")
    expect(page.locator("#mistakes .verdict")).to_be_empty()
    page.locator("#mistakes summary").click()
    played = re.search(r"chose “(.+)”\. Choose", page.locator("#mistakes p").first.inner_text())
    assert played is not None
    page.locator("#mistakes .moves button", has_text=played[1]).first.click()
    expect(page.locator("#mistakes .verdict")).to_have_text("This is the move that was played. Find a better one.")
    assert axe_report(page, within="#mistakes") is None
    page.click("#study-back")
    expect(page.locator("#mistakes")).to_have_count(0)
    expect(page.locator("#explained-heading")).to_be_focused()
    expect(page.locator("#board .can-pick")).to_have_count(0)


@pytest.mark.soak
def test_an_answer_is_judged_at_once(browse, served, demo):
    """A key or button judges the shown step's answer; the verdict grows, stays with its step, and is marked on the
    curve.
    """
    game_id = demo.rpartition("/")[2]
    page = browse(Client(served.url).sign_up("Bo"), at=f"{demo}/replay#60-0")
    expect(page.locator("#progress")).to_be_empty()
    page.keyboard.press("e")
    expect(page.locator("#judged-heading")).to_be_focused()
    expect(page.locator("#judged progress")).to_be_visible()
    with create_app({"STELE_DATA": str(served.data)}).app_context():
        found = services()
        found.games.searches.sign()
        judge = MoveAnalyst(found.games.tables, found.games.verdicts, QUICK)
        (one,) = judge.waiting()
        assert one.game_id == game_id and one.action == 60
        steps = iter([False] * 3)
        judge.work(one, lambda: next(steps, True))  # stopped in the middle
        expect(page.locator("#judged [role=status]")).to_have_text(
            "Simulating games from here. This takes about ten seconds."
        )
        judge.work(one, lambda: False)
    judged = page.locator("#judged")
    expect(judged.locator(".verdict")).to_have_text(re.compile("better move"))
    expect(judged.locator("progress")).to_have_count(0)
    expect(judged.locator("tbody tr")).to_have_count(page.locator("#side .ranking tbody tr, #side .ranking li").count())
    expect(judged.locator(".turning-points li").first).to_contain_text("“")
    expect(page.locator(".graph-judged")).to_have_count(1)
    assert axe_report(page, within="#judged") is None
    judged.locator("#try-rival").click()
    expect(page.locator("dialog")).to_contain_text("as a copy of this one at 59-")
    page.keyboard.press("Escape")
    page.goto(f"{demo}/replay#64-0")
    with page.expect_response(lambda answer: answer.request.method == "POST" and "/analysis?at=" in answer.url):
        judged.locator("#judge-now").click()
    with create_app({"STELE_DATA": str(served.data)}).app_context():
        verdicts = services().games.verdicts
        for one in verdicts.waiting():
            verdicts.fail(one)
    expect(judged.locator(".refusal")).to_have_text("This answer could not be analysed. You can try again.")
    judged.locator("#judge-now").click()
    expect(judged.locator("progress")).to_be_visible()
    expect(judged.locator(".refusal")).to_have_count(0)
    page.locator("#last").click()
    expect(judged.locator(".verdict")).to_have_count(0)
    judged.locator("#judge-now").click()
    with create_app({"STELE_DATA": str(served.data)}).app_context():
        found = services()
        judge = MoveAnalyst(found.games.tables, found.games.verdicts, QUICK)
        for one in judge.waiting():
            judge.work(one, lambda: False)
    expect(judged.locator(".verdict, .refusal")).to_have_count(1)
    page.goto(f"{demo}/replay#60-0")
    expect(page.locator("#progress")).to_be_empty()
    page.click("#show-study")
    page.click("#judge")
    expect(judged.locator(".verdict")).to_have_text(re.compile("better move"))  # which was stored

    phone = browse(phone=True, theme="dark", locale="it-IT", at=f"{demo}/replay#60-0")
    phone.click("#show-side")
    phone.click("#show-study")
    phone.click("#judge")  # other players' analyses need no account
    expect(phone.locator("#judged .verdict")).to_have_text(re.compile("mossa migliore"))
    fits(phone, 390)
