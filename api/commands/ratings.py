"""Ratings command: shows the number of rated players."""

import click

from api.commands.rebuild import rebuild_first
from api.services import services
from services.community.results import ladder_parts


@click.command()
@rebuild_first("ratings")
def ratings() -> None:
    """Print the number of rated players of each title."""
    for ladder, number in services().community.rating_updates.ladders().items():
        rulebook, with_bots = ladder_parts(ladder)
        click.echo(f"{rulebook}{', with bots' if with_bots else ''}: {number} on the board")
