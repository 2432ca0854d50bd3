"""Mail command: sends a test mail or a test alarm, and reports the mail server's answer or the ways of the alarm."""

import click

from api.services import services, settings
from domain.title_loader import find_rulebooks
from operations.clock import now
from services.accounts.mail_page import heading, mail_page, paragraph, picture
from services.accounts.mailer import Mail, MailLater, MailRefused, MailServer
from services.games.statistics.demonstrations import demonstration_id
from services.notifications.board_pictures import BoardPictures
from services.notifications.operator_notices import test_notice

_SUBJECT = "Test mail from Stele"
_TEXT = "Your Stele server can send mail. If this arrived as spam, check SPF, DKIM and reverse DNS."
_BOARD = "board@stele"


@click.command("mail")
@click.option("--test", "address", metavar="ADDRESS", help="Send a test mail to this address.")
@click.option("--alarm", "is_alarm", is_flag=True, help="Send a test alarm to each operator, as real ones are sent.")
def mail_command(address: str | None, is_alarm: bool) -> None:
    """Send a test mail to ADDRESS, or a test alarm to the operators; exit 1 if it can't be sent.

    Nothing of a test mail is stored, and the address need not belong to a player; it has a picture of a board if a
    browser is set up. A test alarm is sent by the worker.
    """
    if is_alarm:
        _send_alarm()
    if address:
        _send_mail(address)
    if not address and not is_alarm:
        raise click.UsageError("choose --test ADDRESS or --alarm")


def _send_alarm() -> None:
    """Send each operator a test alarm and list the channels by which it goes; fail if an operator has none."""
    found = services()
    outbox, notice = found.notifications.outbox, test_notice(now())
    operators = found.community.people.roles.all("operator")
    outbox.tell([(one, notice) for one in operators])
    names = found.accounts.players.names(operators)
    silent = [one for one in operators if not outbox.ways(one, notice)]
    for one in operators:
        click.echo(f"{names.get(one, one)}: inbox" + "".join(f", {name}" for name in outbox.ways(one, notice)))
    if silent or not operators:
        raise click.ClickException(
            "an operator gets alarms only in the inbox: add an address, a device or a webhook in that account"
            if silent
            else "there are no operators: see `operators --add NAME`"
        )


def _send_mail(address: str) -> None:
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
