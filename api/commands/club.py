"""Club commands: the club's name and who may sign up, and invitations. Changes are logged as operator actions."""

from typing import Any

import click
from msgspec.structs import replace

from api.services import services, settings
from services.accounts.club_settings import LONGEST_NAME, SIGN_UPS, SignUp
from services.accounts.invitations import LONGEST_NOTE, MOST_USES, TooManyInvitations
from services.accounts.operator_log import COMMAND_LINE


@click.command("club")
@click.option("--name", help="The club's name; empty: none.")
@click.option("--sign-up", type=click.Choice(SIGN_UPS), help="Who may sign up: all, with an invitation, or none.")
@click.option("--organisers-only/--all-organise", default=None, help="Whether only organisers may open tournaments.")
def club_command(name: str | None, sign_up: SignUp | None, organisers_only: bool | None) -> None:
    """Show the club, after changing its name or choices. Operators write its welcome text and rules at /operator."""
    people = services().community.people
    asked = {"name": name, "sign_up": sign_up, "organisers_only": organisers_only}
    changes: dict[str, Any] = {field: value for field, value in asked.items() if value is not None}
    if len(changes.get("name", "")) > LONGEST_NAME or not changes.get("name", "").isprintable():
        raise click.ClickException(f"a name has at most {LONGEST_NAME} characters, and all of them can be seen")
    if changes:
        people.set_club(COMMAND_LINE, replace(people.club.get(), **changes))
    found = people.club.get()
    click.echo(f"Name: {found.name or '(none)'}")
    click.echo(f"Sign-up: {found.sign_up}")
    click.echo(f"Tournaments are opened by: {'organisers' if found.organisers_only else 'all players'}")


@click.command()
@click.option("--most", type=click.IntRange(1, MOST_USES), default=1, show_default=True, help="For how many players.")
@click.option("--days", type=click.IntRange(1, 365), default=7, show_default=True, help="The validity of the link.")
@click.option("--note", default="", help="For the list of invitations.")
def invite(most: int, days: int, note: str) -> None:
    """Create an invitation link, with which players sign up where that needs an invitation."""
    if len(note) > LONGEST_NOTE:
        raise click.ClickException(f"a note has at most {LONGEST_NOTE} characters")
    try:
        _made, code = services().community.people.invite(COMMAND_LINE, note, most, days)
    except TooManyInvitations:
        raise click.ClickException("there are too many invitations: revoke one first") from None
    click.echo(f"{settings().pages_url}/club#invitation={code}")
