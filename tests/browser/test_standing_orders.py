"""Standing orders at a table: outbid up to a limit, the placed orders, and their results."""

from playwright.sync_api import expect

from tests.api.test_standing_orders import auction
from tests.audit.games import bundled, sealed_again
from tests.audit.test_ordered_moves import ordered_game
from tests.browser.conftest import DESKTOP
from tests.browser.playing import axe_report, fits, open_table
from tests.browser.test_verification import choose


def test_outbid_up_to(browse, gallery):
    """An order is one number of the legal bids; when carried out, it is one line in the story, with the move.

    An order that does not apply is reported.
    """
    path, clients, seat, legal = auction(gallery, ["Bea", "Cai", "Dov"])
    game_id = path.rpartition("/")[2]
    page = open_table(browse(clients[seat]), game_id)
    page.click("#outbid")
    drawer = page.get_by_role("dialog", name="Standing orders")
    expect(drawer.locator("#order-number")).to_be_focused()
    wanted = legal[-1]["province"]
    drawer.get_by_label("for", exact=True).select_option(f"Province {wanted}")
    numbers = sorted(one["gold"] for one in legal if one["province"] == wanted)
    assert drawer.locator("#order-number option").all_inner_texts() == [str(number) for number in numbers]
    drawer.get_by_label("Outbid up to").select_option(str(numbers[1]))
    assert not (report := axe_report(page, within="dialog[open]")), report
    fits(page, 390)
    page.set_viewport_size(DESKTOP)
    drawer.locator("#order").click()
    expect(drawer.locator(".orders-list li")).to_contain_text(f"up to: Place the Gold card {numbers[1]} in front of")
    page.keyboard.press("Escape")
    line = page.locator("#story li", has_text="(standing order)")
    expect(line).to_have_count(1)
    expect(line).to_contain_text(f"{clients[seat].name}")
    expect(line).to_contain_text(wanted)
    expect(page.locator("#show-orders")).to_have_text("Standing orders: 1")
    expect(page.locator("#outbid")).to_have_count(0)

    # The other players bid until nothing is left of the order when its seat is asked again.
    while (asked := gallery.get(path)["to_act"][0]) != seat:
        moves = [one["move"] for one in clients[asked].get(f"{path}/legal-moves")["moves"]]
        higher = [one for one in moves if one.get("province") == wanted]
        clients[asked].post(f"{path}/moves", (higher or moves)[-1])
    expect(page.locator("#notices")).to_contain_text("Standing order dropped, because none of its moves was possible")
    expect(page.locator("#show-orders")).to_have_text("Standing orders")
    page.click("#outbid")
    drawer.get_by_role("button", name="Understood").click()
    expect(drawer.locator(".orders-notices p")).to_have_count(0)
    assert clients[seat].get(f"{path}/orders") == {"orders": [], "notices": []}

    page.goto(f"/games/{game_id}/replay")
    expect(page.locator(".story li", has_text="(standing order)")).to_have_count(1)


def test_ordered_moves_in_a_record(browse):
    """The browser's verifier reads the mark behind a move, and names a misplaced one."""
    projector, game, actions, number = ordered_game()
    page = browse(at="/verify")
    choose(page, bundled(projector, game, game.entries))
    expect(page.locator(".verdict")).to_contain_text("No contradiction was found")
    move, mark, *rest = actions[number]
    actions = [*actions[:number], [mark, move, *rest], *actions[number + 1 :]]
    choose(page, bundled(projector, game, sealed_again(projector, actions, game.game_key, game.game_id)))
    expect(page.locator("#first-bad")).to_contain_text(f"{number + 1}-0")
