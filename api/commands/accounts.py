"""Account commands: a recovery link, another name, deletion, and proof that none of an account's data is left."""

import click
from flask.cli import AppGroup

from api.services import services, settings
from operations.clock import now
from services.accounts.deletion import NoSuchPerson
from services.accounts.name_rules import BadName, NameTaken
from services.accounts.operator_log import COMMAND_LINE, OperatorAction

people = AppGroup("people", help="Persons and their accounts.")


@people.command()
@click.argument("name")
@click.option("--hours", type=click.IntRange(1, 168), default=24, show_default=True, help="The validity of the link.")
def recover(name: str, hours: int) -> None:
    """Create a link that signs in a player once who has lost all credentials.

    Be sure of the person you give it to: it gives access to the account. The link is logged as an operator action, and
    the player is notified when it is used.
    """
    found = services()
    player = found.accounts.players.named(name)
    if player is None or player.owner:
        raise click.ClickException(f"there is no person of the name {name}")
    found.community.people.operator_log.write(OperatorAction(now(), COMMAND_LINE, "made a link to recover", player.id))
    token = found.accounts.recovery.make(player.id, hours * 3600)
    click.echo(f"{player.name} signs in once, within {hours} hours, at:")
    click.echo(f"{settings().pages_url}/account#recover={token}")


@people.command()
@click.argument("name")
@click.argument("new_name")
def rename(name: str, new_name: str) -> None:
    """Give a player another name. They are notified; games show the new name, and no record changes."""
    found = services()
    player = found.accounts.players.named(name)
    if player is None:
        raise click.ClickException(f"there is no player of the name {name}")
    try:
        renamed = found.accounts.rename(player.id, new_name)
    except (BadName, NameTaken) as refusal:
        raise click.ClickException(str(refusal)) from None
    found.community.people.operator_log.write(OperatorAction(now(), COMMAND_LINE, "renamed", player.id))
    found.notifications.account_notices.tell(player.owner or player.id, "renamed", now())
    click.echo(f"{player.name} is now {renamed.name if renamed else new_name}.")


@people.command()
@click.argument("player_id")
def delete(player_id: str) -> None:
    """Delete a person, give up their seats, and search the whole store for remains.

    The games' records remain as they are. The command can be repeated, after an interruption or to show the result
    again.
    """
    try:
        deleted = services().accounts.deletion.delete(player_id)
    except NoSuchPerson:
        raise click.ClickException(f"there is no person with the id {player_id}") from None
    for one in deleted.left:
        click.echo(f"game {one.game}: {one.outcome}{f' ({one.why})' if one.why else ''}")
    click.echo(f"Looked through {deleted.keys} keys and files of the archive for: {', '.join(deleted.sought)}.")
    for found in deleted.found:
        click.echo(f"  {found.what}: {found.key}")
    if deleted.found:
        raise click.ClickException("something of the person is still in the store")
    click.echo("Nothing else of the person is in the store.")
