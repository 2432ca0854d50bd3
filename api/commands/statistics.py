"""Statistics command: shows what is counted, checks the sums, and counts all games again."""

import sys

import click

from api.commands.ratings import rebuild_visibly
from api.services import services


@click.command()
@click.option("--rebuild", is_flag=True, help="Count all finished games again from the record, with the same numbers.")
def statistics(rebuild: bool) -> None:
    """Print the number of counted games by title and players, and check the sums; exit 1 if they do not agree."""
    found = services().games.statistics
    if rebuild:
        taken = rebuild_visibly(found.rebuild)
        click.echo(f"The statistics were made anew from {taken} appends.")
    while not found.catch_up():
        pass
    for title in found.titles():
        people = found.counts(title, people=True)
        for players, games in found.counts(title, people=False).items():
            click.echo(f"{title}, {players} players: {games} games, {people.get(players, 0)} between people only")
    if not found.agrees():
        click.echo("The sums do not agree with the games. Run `statistics --rebuild`.")
        sys.exit(1)
    click.echo("The sums agree with the games.")
