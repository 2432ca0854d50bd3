"""A finished game explained on its replay: progress, the curve of chances, turning points and the way to them."""

import re

from playwright.sync_api import Route, expect

from ai.analysis.game_analysis import Effort
from ai.analysis.move_analysis import Haste
from ai.search.search import Budget
from api.services import services
from app import create_app
from services.games.analysis.game_analyses import Analyst
from services.games.analysis.move_analyses import MoveAnalyst
from tests.api.clients import Client
from tests.browser.playing import axe_report, fits

QUICK = Haste(Budget(games=2), Budget(games=8), Budget(games=8), rounds=2)
SMALL = Effort(Budget(games=2), answers=40, fall=Budget(games=4), search=Budget(games=12), comparison=Budget(games=2))


def test_a_finished_game_is_explained(browse, served, demo):
    """Asked for on the replay; the curve grows, and is the chances' or the points'; each turning point leads there."""
    game_id = demo.rpartition("/")[2]
    with create_app({"STELE_DATA": str(served.data)}).app_context():  # as if nobody had asked before
        services().games.tables.store.redis.delete(f"stele:analysis:of:{game_id}", "stele:search:sign")
    page = browse(Client(served.url).sign_up("Ada"))
    page.goto(f"{demo}/replay#60-0")
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
        expect(said).to_contain_text("earlier requests, come first.")
        analyst = Analyst(services().games.tables, services().games.analyses, SMALL)
        analyst.work(game_id, lambda: True)  # a game waits for an answer before anything is found
        expect(said).to_have_text("Simulating games from every step. This takes a few minutes.")
        while game_id in analyst.waiting():
            analyst.work(game_id, lambda: False)
    turning = page.locator(".turning-points li")
    expect(turning).not_to_have_count(0)
    expect(page.locator("#explained progress")).to_have_count(0)
    curve = page.locator(".graph svg")
    expect(curve).to_have_attribute("aria-label", re.compile(r"^Winning chances over time.* 100 %"))
    expect(page.locator(".graph-number")).to_have_text("100 %")
    expect(page.locator(".graph-turning")).to_have_count(turning.count())
    told = turning.first.inner_text()
    better = r"At \d+-0 .+ chose “.+”; with “.+” they would have won"
    assert re.search(rf"{better}|After “.+” at \d+-0, .+ winning chances fell from", told)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(rf"#{re.search(r'[0-9]+-0', told)[0]}(&|$)"))
    page.locator("#show-chances").uncheck()
    expect(curve).to_have_attribute("aria-label", re.compile(r"^Points over time. Final: "))
    page.locator("#show-chances").check()
    assert axe_report(page) is None

    phone = browse(phone=True, theme="dark", locale="it-IT")
    held: list[Route] = []
    record = re.compile(r"/api/games/[^/]+/replay\?(?!.*from=)")
    phone.route(record, lambda route: held.append(route))
    with phone.expect_request(record):  # it follows the step that is shown first
        phone.goto(f"{demo}/replay#60-0")
    phone.click("#show-side")
    phone.click("#show-study")
    phone.click("#explain")
    expect(phone.locator(".turning-points li")).to_have_count(turning.count())
    assert held
    for one in held:  # the record comes after the analysis: the marks find their places then
        one.continue_()
    expect(phone.locator(".graph-turning")).to_have_count(turning.count())
    expect(phone.locator("#turning-heading")).to_have_text("Punti di svolta")
    assert axe_report(phone) is None
    fits(phone, 390)
    phone.locator(".turning-points a").first.click()
    expect(phone.locator("#side")).to_be_hidden()  # it would lie over the board


def test_an_answer_is_judged_at_once(browse, served, demo):
    """By its key or button, at the step that is shown: it grows, stays with its step, and is marked on the curve."""
    game_id = demo.rpartition("/")[2]
    page = browse(Client(served.url).sign_up("Bo"))
    page.goto(f"{demo}/replay#60-0")
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
    assert axe_report(page) is None
    judged.locator("#try-rival").click()
    expect(page.locator("dialog")).to_contain_text("as a copy of this one at 59-")
    page.keyboard.press("Escape")
    page.goto(f"{demo}/replay#64-0")
    with page.expect_response(lambda answer: answer.request.method == "POST" and "/verdicts/" in answer.url):
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
    expect(judged.locator(".verdict")).to_have_text(re.compile("better move"))  # which was kept

    phone = browse(phone=True, theme="dark", locale="it-IT")
    phone.goto(f"{demo}/replay#60-0")
    phone.click("#show-side")
    phone.click("#show-study")
    phone.click("#judge")  # no account is needed for what others asked for
    expect(phone.locator("#judged .verdict")).to_have_text(re.compile("mossa migliore"))
    assert axe_report(phone) is None
    fits(phone, 390)
