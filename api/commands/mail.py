"""Mail command: sends a test mail and reports the mail server's answer."""

import click

from api.services import settings
from services.accounts.mail_page import heading, mail_page, paragraph
from services.accounts.mailer import Mail, MailLater, MailRefused, MailServer

_SUBJECT = "Test mail from Stele"
_TEXT = "Your Stele server can send mail. If this arrived as spam, check SPF, DKIM and reverse DNS."


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
    html = mail_page([heading(_SUBJECT) + paragraph(_TEXT)], language="en")
    try:
        server.send(Mail(address, _SUBJECT, f"{_TEXT}\n", html, {"Auto-Submitted": "auto-generated"}))
    except MailRefused as error:
        raise click.ClickException(f"the mail was refused for good: {error}") from None
    except MailLater as error:
        raise click.ClickException(f"{place} could not be used now, notices would be sent later: {error}") from None
    click.echo(f"{place} accepted the mail from {server.sender} to {address}. Check that it arrives, and not as spam.")
    if not settings().url:
        click.echo("STELE_URL is not set: mails with links, and so sign-in by mail, are off.")
