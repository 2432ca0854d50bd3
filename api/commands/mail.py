"""Mail command: sends a test mail, with a picture if a browser is set up, and reports the mail server's answer."""

import click

from api.services import settings
from domain.title_loader import find_rulebooks
from services.accounts.mail_page import heading, mail_page, paragraph, picture
from services.accounts.mailer import Mail, MailLater, MailRefused, MailServer
from services.jobs.demonstration import demonstration_id
from services.notifications.board_pictures import BoardPictures

_SUBJECT = "Test mail from Stele"
_TEXT = "Your Stele server can send mail. If this arrived as spam, check SPF, DKIM and reverse DNS."
_BOARD = "board@stele"


@click.command("mail")
@click.option("--test", "address", metavar="ADDRESS", required=True, help="Send a test mail to this address.")
def mail_command(address: str) -> None:
    """Send a test mail to ADDRESS; exit 1 if the mail server does not accept it.

    Nothing of it is stored, and the address need not belong to a player.
    """
    server = MailServer.from_settings(settings())
    if not server.is_there:
        raise click.ClickException("no mail server is set up: set STELE_SMTP and STELE_MAIL_FROM")
    place = f"{server.host}:{server.port}"
    game = demonstration_id(min(find_rulebooks()))
    board = BoardPictures.from_settings(settings()).take(game, "en")
    if settings().browser and not board:
        click.echo(
            f"STELE_BROWSER took no picture of {settings().pages_url}/games/{game}/embed?board; mails have none."
        )
    shown = picture(_BOARD, "A board", f"{settings().pages_url}/games/{game}") if board else ""
    html = mail_page([heading(_SUBJECT) + paragraph(_TEXT) + shown], language="en")
    headers, pictures = {"Auto-Submitted": "auto-generated"}, {_BOARD: board} if board else {}
    try:
        server.send(Mail(address, _SUBJECT, f"{_TEXT}\n", html, headers, pictures=pictures))
    except MailRefused as error:
        raise click.ClickException(f"the mail was refused for good: {error}") from None
    except MailLater as error:
        raise click.ClickException(f"{place} could not be used now, notices would be sent later: {error}") from None
    click.echo(f"{place} accepted the mail from {server.sender} to {address}. Check that it arrives, and not as spam.")
    if not settings().url:
        click.echo("STELE_URL is not set: mails with links, and so sign-in by mail, are off.")
