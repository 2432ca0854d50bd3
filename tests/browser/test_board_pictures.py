"""Board pictures in a mail, as its reader sees them, and the view that is taken for them.

What is taken, of which games: `tests/services/notifications/test_board_pictures.py`.
"""

import base64

from msgspec.structs import replace

from services.accounts.mailer import Mail
from services.notifications.mail_digest import mail_of
from tests.api.clients import table_of
from tests.services.notifications.test_board_pictures import URL, your_turn
from tests.services.notifications.test_board_pictures import pictures as pictures  # a fixture


def shown(page, mail: Mail) -> None:
    """Show the mail as a mail program does: its pictures by their ids."""
    html = mail.html
    for name, picture in mail.pictures.items():
        html = html.replace(f"cid:{name}", f"data:image/jpeg;base64,{base64.b64encode(picture).decode()}")
    page.set_content(html)


def test_the_board_in_a_mail(chromium, browse, gallery, pictures):
    """The picture in a mail is above the link to the move, fits a phone, has an alternative text, and shows the public
    view.
    """
    game, _clients = table_of(gallery, "kheops", ["Ada"], bots=1)
    board = pictures.take(game, "it")
    mail = mail_of("a@stele.example", [replace(your_turn(game), board=board)], f"{URL}/inbox", f"{URL}/end")
    page = browse(phone=True, first=True)  # a page without a policy, as mail programs have
    shown(page, mail)
    image = page.get_by_role("img", name="The board when this email was sent")
    page.wait_for_function("() => document.querySelector('img').complete")
    assert [1100, 700] == image.evaluate("one => [one.naturalWidth, one.naturalHeight]")
    box, button = image.bounding_box(), page.get_by_role("link", name="Play now").bounding_box()
    assert 250 < box["width"] <= 390 - 2 * box["x"] and box["y"] + box["height"] <= button["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert 5_000 < len(board) < 300_000


def test_the_view_that_is_taken(browse, gallery):
    """The address of the pictures: a board that fills the window, seen by the public, and nothing around it."""
    game, (client,) = table_of(gallery, "kheops", ["Ada"], bots=1)
    page = browse(client, viewport={"width": 1100, "height": 700}, at=f"/games/{game}/embed?board")
    surface = page.locator("#board .kit-surface")
    surface.wait_for()
    assert "as=public" in page.url
    assert 0 == page.locator(":is(button, a, select, input):visible:not(#board *)").count()
    assert surface.bounding_box()["height"] > 550
