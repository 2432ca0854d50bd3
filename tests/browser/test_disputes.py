"""Disputes in the browser: opened on the dossier, answered and decided at the table, shown in the replay."""

import json
import random
import re

import pytest
from playwright.sync_api import expect

from tests.api.clients import Client, play_to_the_end, table_of
from tests.api.test_disputes import a_secret_of, open_dispute, positions
from tests.browser.playing import axe_report, fits, in_theme, open_table, saved, to_game, unfold_options
from verify import main as program

TITLE = "kheops"
REASON = "The stone lay elsewhere.\nLook at the picture."


def doubt(page, game_id, at, kind="none", **chosen):
    """Dispute an action on its dossier, by clicking; then the page shows the dispute."""
    page.goto(f"/games/{game_id}/dossier#{at}")
    page.get_by_text("Dispute this action").click()
    page.get_by_label("Your claim and your reasons").fill(REASON)
    page.get_by_label("Remedy").select_option(kind)
    for name, value in chosen.items():
        page.locator(f"[name={name.replace('_', '-')}]").select_option(value)
    page.click("#open-dispute")
    return page.get_by_role("dialog")


def record(page):
    """Confirm a permanent entry."""
    page.get_by_role("dialog").get_by_role("button", name="Record it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def unfold(page):
    """The section of disputes above the board, opened."""
    section = page.locator("#disputes")
    section.locator("> summary").click()
    return section


def test_players_settle_a_dispute(browse, gallery):
    """A game with a referee is opened; its players agree to go back, and what is undone is shown everywhere."""
    justice, ada, bo = (gallery.sign_up(name) for name in ("Justice", "Ada", "Bo"))
    first, second = (browse(one) for one in (ada, bo))
    first.goto("/")
    first.get_by_role("button", name="New game of Kheops").click()
    first.locator("[name=bots]").select_option("0")
    unfold_options(first)
    first.get_by_label("Referee").fill("Nobody has this name")
    first.get_by_role("button", name="Open the game").click()
    expect(first.locator(".refusal")).to_contain_text("There is no player with this name")
    first.get_by_label("Referee").fill(justice.name)
    game_id = to_game(first)
    path = f"/api/games/{game_id}"
    second.goto("/")
    card = second.locator("#open-games .game", has=second.locator(f"a[href='/games/{game_id}']"))
    expect(card).to_contain_text(f"Referee: {justice.name}")
    card.get_by_role("button").click()
    second.wait_for_url("**/games/*")
    expect(second.locator("#referee")).to_have_text(f"Referee: {justice.name}")
    play_to_the_end(game_id, [ada, bo], random.Random(1), most=8)
    before, doubted = positions(gallery, path)[-4:-2]
    then = gallery.get(f"{path}/state?at={before}")["state"]
    whole = [one["position"] for one in gallery.get(f"{path}/events?limit=5000")["events"]]
    undone = whole[whole.index(before) + 1 :]

    dialog = doubt(first, game_id, doubted.split("-")[0] + "-0", "roll_back")
    expect(dialog).to_contain_text("recorded permanently")
    expect(dialog).to_contain_text(f"{ada.name} disputes the record at {doubted}")
    expect(dialog).to_contain_text(f"Requested remedy: play continues from {before}.")
    dialog.get_by_role("button", name="Back").click()
    expect(dialog).to_have_count(0)
    assert "disputed" not in gallery.get(path)
    first.click("#open-dispute")
    record(first)
    expect(first.locator("#dispute-1")).to_contain_text("Look at the picture.")
    expect(first.locator("#dispute-1")).to_contain_text(f"Waiting for: {bo.name}.")
    expect(first.locator("#disputed")).to_contain_text("You already have an open dispute")
    expect(second.locator("#disputes > summary")).to_have_text("Dispute 1 is open")
    open_table(first, game_id)
    section = unfold(second)
    expect(section.get_by_role("link", name=f"Dossier for {doubted}")).to_be_visible()
    section.get_by_label("Your answer").select_option("yes")
    section.get_by_label("Your reply").fill("Yes, I erred.")
    section.get_by_role("button", name="Answer").click()
    expect(second.get_by_role("dialog")).to_contain_text("Yes, I erred.")
    record(second)
    for page in (first, second):
        expect(page.locator("#notices")).to_contain_text("All players agree to the remedy in dispute 1")
        expect(page.locator("#disputes > summary")).to_have_text("One dispute, settled")
        expect(page.locator("#story")).to_contain_text(
            f"The game continues from {before}; everything after it is undone."
        )
        expect(page.locator("#story .annulled").first).to_contain_text("undone")
        expect(page.locator("#story .annulled .story-position")).to_have_text(undone)
    assert gallery.get(f"{path}/state")["state"]["table"] == then["table"]
    asked = [first, second][then["to_act"][0]]
    expect(asked.locator(".your-turn")).to_be_visible()

    first.goto(f"/games/{game_id}/replay#{undone[0]}")
    expect(first.locator("#scrubber")).to_have_attribute("aria-valuetext", re.compile(r"\(undone\)$"))
    expect(first.locator("#story .annulled")).to_have_count(len(undone))
    expect(first.locator(".graph-annulled")).to_have_count(len(undone))
    expect(first.locator("#story li").nth(whole.index(undone[0]))).to_have_attribute("aria-current", "step")
    expect(unfold(first)).to_contain_text(f"All players agree: play continues from {before}.")
    assert gallery.get(f"{path}/audit")["ok"]


@pytest.mark.soak
def test_the_referee_decides(browse, gallery):
    """The lobby names the dispute as the referee's task, and the players see the decision at once."""
    justice = gallery.sign_up("Justice")
    game_id, (ada, bo) = table_of(gallery, TITLE, ["Ada", "Bo"], referee=justice.name)
    path = f"/api/games/{game_id}"
    open_dispute(bo, path, positions(gallery, path)[-1], kind="result", places=[2, 1])
    first, judge = browse(ada), browse(justice)
    open_table(first, game_id)
    first.goto(f"/games/{game_id}#disputes")  # the page stays, and unfolds them
    section = first.locator("#disputes")
    section.get_by_label("Your answer").select_option("no")
    section.get_by_role("button", name="Answer").click()
    record(first)
    expect(section).to_contain_text(f"{ada.name} disagrees.")
    judge.goto("/")
    mine = judge.locator("#my-games .my-turn")
    expect(mine).to_contain_text("One dispute to decide")
    mine.get_by_role("link", name="Decide: Kheops").click()
    form = judge.locator("#dispute-1")
    expect(form).to_be_visible()
    expect(form.get_by_label("Outcome")).to_have_value("")
    form.get_by_label("Your reason").fill("Both are right.")
    form.get_by_role("button", name="Decide").click()
    expect(judge.get_by_role("button", name="Record it")).to_have_count(0)
    form.get_by_label("Outcome").select_option("result")
    form.get_by_label(f"Place of {ada.name}").select_option("1")
    form.get_by_role("button", name="Decide").click()
    record(judge)
    expect(form).to_contain_text(f"{justice.name} decided as referee")
    for page in (first, judge):
        expect(page.locator("#turn")).to_contain_text("The game is over")
        expect(page.locator("#disputes > summary")).to_have_text("One dispute, settled")
    assert gallery.get(path)["result"]["places"] == [1, 1]


@pytest.mark.soak
def test_a_freed_seat_is_taken_over(browse, gallery):
    """On the table and in the replay, the previous player has the public view; a third player continues with the whole
    seat.
    """
    justice, cy = gallery.sign_up("Justice"), gallery.sign_up("Cy")
    game_id, (ada, bo) = table_of(gallery, TITLE, ["Ada", "Bo"], referee=justice.name)
    path = f"/api/games/{game_id}"
    play_to_the_end(game_id, [ada, bo], random.Random(4), most=4)
    first, second, third, replay = browse(ada), browse(bo), browse(cy), browse(bo)
    for page in (first, second, third):
        open_table(page, game_id)
    replay.goto(f"/games/{game_id}/replay#&as=1")
    expect(replay.locator("#progress")).to_have_text("live")
    open_dispute(ada, path, positions(gallery, path)[-1], kind="free_seat", seat=1)
    judge = browse(justice, at=f"/games/{game_id}#disputes")
    form = judge.locator("#dispute-1")
    form.get_by_label("Outcome").select_option("free_seat")
    expect(form.get_by_label("Player to remove")).to_have_value("1")
    form.get_by_label("Your reason").fill("Away for a year.")
    form.get_by_role("button", name="Decide").click()
    record(judge)
    expect(second.locator(".freed")).to_contain_text("You lost your seat after a dispute")
    expect(second.locator("#leave")).to_be_hidden()
    expect(second.locator(".freed button")).to_have_count(0)
    expect(replay.locator("#as")).to_have_value("public")
    expect(replay.locator("#as option")).to_have_count(1)
    for page in (first, judge):
        expect(page.locator(".freed")).to_contain_text(f"The seat of {bo.name} is free")
        expect(page.locator(".freed button")).to_have_count(0)
    third.goto("/")
    card = third.locator(".game", has=third.locator(f"a[href='/games/{game_id}']")).first
    expect(card).to_contain_text("a seat to take over")
    card.get_by_role("link").first.click()
    third.get_by_role("button", name="Take over the seat").click()
    for page in (first, third):
        expect(page.locator("#story")).to_contain_text(f"{cy.name} took over the seat from {bo.name}.")
        expect(page.locator(".freed")).to_have_count(0)
    expect(third.locator("#leave")).to_have_text("Resign")
    expect(third.locator("#connection")).to_have_attribute("data-connection", "live")
    assert gallery.get(path)["seats"][1]["player"] == cy.player["id"]


@pytest.mark.soak
def test_a_secret_is_opened_to_the_referee(browse, gallery):
    """The owner chooses and opens a secret; all players see that, but only the referee can read it, and it is
    checked.
    """
    justice = gallery.sign_up("Justice")
    game_id, (ada, bo) = table_of(gallery, TITLE, ["Ada", "Bo"], referee=justice.name)
    path = f"/api/games/{game_id}"
    play_to_the_end(game_id, [ada, bo], random.Random(4), most=6)
    position, member, _value, told = a_secret_of(bo, path, 1)
    open_dispute(ada, path, positions(gallery, path)[-1])
    owner, other, judge = (browse(one) for one in (bo, ada, justice))
    for page in (owner, other, judge):
        page.goto(f"/games/{game_id}#disputes")
        expect(page.locator("#dispute-1")).to_be_visible()
    expect(judge.get_by_text("Show the referee a secret")).to_have_count(0)
    owner.locator(".disclose summary").click()
    choice = owner.get_by_label("Secret")
    choice.select_option(label=f"{position} ({member}): {told}")
    owner.locator(".disclose").get_by_role("button").click()
    dialog = owner.get_by_role("dialog")
    expect(dialog).to_contain_text("Only the referee sees what it is.")
    expect(dialog).to_contain_text(f"{bo.name} showed the referee the secret “{member}” of {position}.")
    record(owner)
    for page in (owner, other, judge):
        expect(page.locator("#dispute-1")).to_contain_text(
            f"{bo.name} showed the referee the secret “{member}” of {position}"
        )
    opened = judge.locator("#dispute-1 .opened-secrets li")
    expect(opened).to_contain_text(told)
    expect(opened).to_contain_text("This matches the commitment in the record.")
    for page in (owner, other):
        expect(page.locator(".opened-secrets")).to_have_count(0)
    expect(other.locator("body")).not_to_contain_text(told)
    assert axe_report(judge, within="#dispute-1") is None
    assert gallery.get(f"{path}/audit")["ok"]


@pytest.mark.soak
def test_disputes_are_signed_in_a_signed_game(browse, gallery, tmp_path):
    """Opening, answering and withdrawing are moves like any other; the seat's new player brings a key of their own."""
    ada, bo, cy = (gallery.sign_up(name) for name in ("Ada", "Bo", "Cy"))
    first, second, third = browse(ada), browse(bo), browse(cy)
    game = ada.post("/api/games", {"rulebook": TITLE, "players": 2, "signed": True, "sit": False})
    path = f"/api/games/{game['id']}"
    for page in (first, second):
        page.goto(f"/games/{game['id']}")
        page.click("#sit-down")
        expect(page.locator("#sit-down")).to_have_count(0)
    begun = positions(gallery, path)[-1]
    doubt(first, game["id"], begun)
    record(first)
    expect(first.locator("#dispute-1 .tag")).to_have_text("open")
    (dispute := tmp_path / "dispute.json").write_bytes(saved(first, "#save-dispute-file"))
    receipts = json.loads(dispute.read_bytes())["receipts"]
    texts = [json.loads(one["text"]) for one in receipts if "text" in one]
    assert {one["command"]["type"] for one in texts} == {"TakeSeat", "OpenDispute"}
    assert program.main([str(dispute)]) in (0, 3)
    first.locator("#dispute-1").get_by_role("button", name="Withdraw the dispute").click()
    expect(first.locator("#dispute-1")).to_contain_text(f"{ada.name} withdrew the dispute.")
    assert gallery.get(f"{path}/audit")["ok"]
    doubt(second, game["id"], begun, "free_seat", open_seat="0")
    record(second)
    open_table(first, game["id"])
    section = unfold(first)
    section.get_by_label("Your answer").select_option("yes")
    section.get_by_role("button", name="Answer").click()
    record(first)
    expect(first.locator(".freed")).to_contain_text("You lost your seat after a dispute")
    open_table(third, game["id"])
    third.get_by_role("button", name="Take over the seat").click()
    expect(third.locator("#leave")).to_be_visible()
    seat = gallery.get(f"{path}/state")["state"]["seats"][0]
    assert seat["player"] == cy.player["id"] and seat["public_key"]
    events = gallery.get(f"{path}/events?limit=5000")["events"]
    signed = [one["seat"] for one in events if one["type"] == "StatementSigned"]
    assert signed == [0, 1, 0, 0, 1, 0, 0], "also that both sat down, and that the seat was taken over"


@pytest.mark.soak
def test_a_finished_game_is_disputed(browse, gallery):
    """Play can't continue there: another result may be proposed, and the players may agree to it."""
    game_id, (ada, bo) = table_of(gallery, TITLE, ["Ada", "Bo"])
    path = f"/api/games/{game_id}"
    bo.post(f"{path}/moves", {"type": "Resign"})
    first, second = browse(ada), browse(bo)
    end = gallery.get(path)["position"]
    doubt(first, game_id, end, "result", open_place_1="1")
    expect(first.locator("[name=open-kind] option")).to_have_text(
        ["Nothing changes", "The game ends with a different ranking"]
    )
    record(first)
    expect(first.locator("#dispute-1")).to_contain_text("This server's operator decides disputes.")
    second.goto(f"/games/{game_id}/replay")
    unfold(second).get_by_label("Your answer").select_option("yes")
    second.get_by_role("button", name="Answer").click()
    record(second)
    expect(second.locator("#disputes > summary")).to_have_text("One dispute, settled")
    second.goto(f"/games/{game_id}")
    expect(second.locator(".ranking li")).to_have_count(2)
    assert gallery.get(path)["result"]["places"] == [1, 1]
    expect(second.locator("#story")).to_contain_text("The game's result was changed.")


@pytest.fixture(scope="module")
def disputed(served):
    """A running game with a freed seat, an open dispute and a decided one: its id and its players."""
    gallery = Client(served.url)
    game_id, (ada, bo, cy) = table_of(gallery, "amun-re-card-game", ["Ada", "Bo", "Cy"])
    path = f"/api/games/{game_id}"
    play_to_the_end(game_id, [ada, bo, cy], random.Random(2), most=6)
    back = positions(gallery, path)[-3]
    for kind in ({"kind": "roll_back", "position": back}, {"kind": "free_seat", "seat": 2}):
        number = len(gallery.get(f"{path}/state")["state"].get("disputes", [])) + 1
        open_dispute(ada, path, back, **kind)
        for client in (bo, cy):
            client.post(f"{path}/moves", {"type": "AnswerDispute", "number": number, "agrees": True, "text": "Yes."})
    open_dispute(ada, path, back, kind="result", places=[1, 2, 3])
    return game_id, back, [ada, bo, cy]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("locale", "open_words", "back_words"),
    [
        ("it-IT", "La contestazione 3 è aperta", "La partita continua da"),
        ("es-ES", "La disputa 3 está abierta", "La partida continúa desde"),
    ],
)
def test_the_readers_language(browse, disputed, locale, open_words, back_words):
    """Sections, forms, sentences and the story are in the reader's language."""
    game_id, back, (_ada, bo, _cy) = disputed
    page = open_table(browse(bo, locale=locale), game_id)
    expect(page.locator("#disputes > summary")).to_have_text(open_words)
    expect(page.locator("#story")).to_contain_text(f"{back_words} {back}")
    unfold(page)
    expect(page.locator("#dispute-3 select")).to_be_visible()
    words = page.locator("#disputes").inner_text() + page.locator(".freed").inner_text()
    for english in ("Dispute", "doubts", "Wished", "agree", "decided", "Your answer"):
        assert english not in words


@pytest.mark.soak
@pytest.mark.parametrize("phone", [False, True])
def test_disputes_are_accessible(browse, disputed, phone):
    """Table, replay and dossier fit the page with every form open, pass axe in both themes, and work by keyboard."""
    game_id, back, (_ada, bo, _cy) = disputed
    page = open_table(browse(bo, phone=phone), game_id)
    page.locator("#disputes > summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#dispute-3 select")).to_be_visible()
    assert axe_report(in_theme(page, "light"), within="#disputes") is None
    assert axe_report(in_theme(page, "dark"), "color-contrast", "link-in-text-block", within="#disputes") is None
    in_theme(page, "light")
    fits(page, 390 if phone else 1440)
    page.goto(f"/games/{game_id}/replay#{back}")
    unfold(page)
    expect(page.locator("#dispute-3 select")).to_be_visible()
    assert axe_report(page, within="#disputes") is None
    fits(page, 390 if phone else 1440)
    page.goto(f"/games/{game_id}/dossier#{back}")
    page.get_by_text("Dispute this action").click()
    expect(page.locator("#open-dispute")).to_be_visible()
    page.get_by_label("Remedy").select_option("result")
    assert axe_report(page, within="#disputed") is None
    fits(page, 390 if phone else 1440)


def test_a_game_without_disputes_does_not_load_them(browse, gallery):
    """Neither table nor replay requests the modules for disputes, which few games need."""
    game_id, (ada, _bo) = table_of(gallery, TITLE, ["Ada", "Bo"])
    asked = []
    page = open_table(browse(ada, requests=asked), game_id)
    page.goto(f"/games/{game_id}/replay")
    expect(page.locator("#progress")).to_have_text("live")
    assert any("replay/page.js" in request.url for request in asked)
    assert not [request for request in asked if "disput" in request.url]
