"""Statistics command: prints the counted games, and checks the sums."""

import sys

import click

from api.commands.rebuild import rebuild_first
from api.services import services


@click.command()
@rebuild_first("statistics")
def statistics() -> None:
    """Print the number of counted games by title and players, and check the sums; exit 1 if they do not agree."""
    found = services().games.statistics
    while not found.catch_up():
        pass
    for title in found.titles():
        people = found.counts(title, people=True)
        for players, games in found.counts(title, people=False).items():
            click.echo(f"{title}, {players} players: {games} games, {people.get(players, 0)} between people only")
    if not found.agrees():
        click.echo("The sums do not agree with the games. Run `rebuild statistics`.")
        sys.exit(1)
    click.echo("The sums agree with the games.")
