"""Commands about persons: deleting one, and showing that nothing is left."""

import click
from flask.cli import AppGroup

from api.services import services
from people.deletion import NoSuchPerson

people = AppGroup("people", help="Persons and their accounts.")


@people.command()
@click.argument("player_id")
def delete(player_id: str) -> None:
    """Delete a person, give up their seats, and search the whole store for what is left of them.

    The games' records stay as they are. What was broken off, or is to be shown once more, may be done again.
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
