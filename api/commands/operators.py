"""Commands that name the operators, and settle what was reported: operators, reports."""

import time

import click

from api.services import services
from people.players import Player
from replay.times import time_text


@click.command()
@click.option("--add", metavar="NAME", help="This player becomes an operator, who settles reports at /operator.")
@click.option("--remove", metavar="NAME", help="This player is no operator any more.")
def operators(add: str | None, remove: str | None) -> None:
    """Say who the operators are, after one was added or removed."""
    people = services().people
    if add is not None:
        people.operators.add(_named(add).id)
    if remove is not None:
        people.operators.forget(_named(remove).id)
    for player_id in people.operators.all():
        found = services().players.get(player_id)
        click.echo(f"{player_id}  {'(not here any more)' if found is None else found.name}")


@click.command()
def reports() -> None:
    """List the reports that wait for an operator."""
    found = services().people.reports.open()
    for one in found:
        author = services().players.get(one.about)
        click.echo(f"{one.number}  {time_text(one.at)}  game {one.game}, {one.room}, {one.message}")
        click.echo(f"    {'(not here any more)' if author is None else author.name}: {_in_a_line(one.text)}")
        click.echo(f"    reported: {_in_a_line(one.reason)}")
    if not found:
        click.echo("No report is open.")


@click.command()
@click.argument("name")
@click.option("--days", type=click.IntRange(0, 3650), default=7, show_default=True, help="0: they may speak again.")
def silence(name: str, days: int) -> None:
    """Let a player say nothing in any room for so many days."""
    until = time.time_ns() // 1_000_000 + days * 86_400_000
    player = _named(name)
    services().people.reports.silence(player.id, until)
    click.echo(f"{player.name} is silent until {time_text(until)}." if days else f"{player.name} may speak.")


def _named(name: str) -> Player:
    found = services().players.named(name)
    if found is None:
        raise click.ClickException(f"there is no player with the name {name}")
    return found


def _in_a_line(text: str) -> str:
    return " / ".join(text.splitlines())
