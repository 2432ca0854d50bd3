"""Operator commands: operators, reports, silence, suspend, announce, overview. Each action is written down."""

import click

from api.services import services
from domain.clocks.availability import DAY, HOUR
from operations.clock import now
from replay.timestamps import time_text
from services.accounts.operator_log import COMMAND_LINE, OperatorAction
from services.accounts.players import Player
from services.accounts.suspensions import Suspension
from services.games.stalled_games import open_for_operator, standstills


@click.command()
@click.option("--add", metavar="NAME", help="This player becomes an operator, who settles reports at /operator.")
@click.option("--remove", metavar="NAME", help="This player is no operator any more.")
@click.option("--without-proof", is_flag=True, help="With --add: also somebody with neither a passkey nor an address.")
def operators(add: str | None, remove: str | None, without_proof: bool) -> None:
    """Say who the operators are, after one was added or removed.

    An operator shows with a passkey or an address who they are. Without one, whoever gets hold of their browser's
    session is the operator: that is for a server on one's own machine.
    """
    people = services().community.people
    if add is not None:
        player, accounts = _named(add), services().accounts
        if not (without_proof or accounts.passkeys.ids(player.id) or accounts.players.reached(player.id).address):
            raise click.ClickException(
                f"{player.name} has neither a passkey nor an address with which to show who they are: "
                "let them add one at /account first, or say --without-proof on a server of your own machine"
            )
        _write("became an operator", player.id)
        people.operators.add(player.id)
    if remove is not None:
        _write("is no operator any more", _named(remove).id)
        people.operators.forget(_named(remove).id)
    everybody = people.operators.all()
    if not everybody:
        click.echo("There is no operator yet: a player becomes one by --add NAME.")
    for player_id in everybody:
        found = services().accounts.players.get(player_id)
        click.echo(f"{player_id}  {'(not here any more)' if found is None else found.name}")


@click.command()
def reports() -> None:
    """List the reports that wait for an operator."""
    found = services().community.people.reports.open()
    for one in found:
        author = services().accounts.players.get(one.about)
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
    until = now() + days * DAY
    player = _named(name)
    _write("silenced" if days else "may speak", player.id)
    services().community.people.silences.suspend(player.id, Suspension(until))
    click.echo(f"{player.name} is silent until {time_text(until)}." if days else f"{player.name} may speak.")


@click.command()
@click.argument("name")
@click.option("--days", type=click.IntRange(0, 3650), default=30, show_default=True, help="0: lift it.")
@click.option("--reason", default="", help="They are told.")
def suspend(name: str, days: int, reason: str) -> None:
    """Let a player open no games, sit down nowhere and say nothing for so many days."""
    until = now() + days * DAY
    player = _named(name)
    _write("suspended" if days else "lifted", player.id, reason)
    services().community.people.suspensions.suspend(player.id, Suspension(until, reason))
    click.echo(f"{player.name} is suspended until {time_text(until)}." if days else f"{player.name} is welcome.")


@click.command()
@click.argument("text")
@click.option("--hours", type=click.IntRange(1, 8760), default=24, show_default=True)
def announce(text: str, hours: int) -> None:
    """Announce something on every page for so many hours; an empty text takes the announcement away."""
    _write("announced", "", text)
    services().community.people.announcements.announce(text.strip(), now() + hours * HOUR)


@click.command()
def overview() -> None:
    """Name the running games that stand still: damaged, stuck, overdue, waiting for somebody for two weeks,
    or a week old and not started.
    """
    found = services()
    for note in found.storage.integrity.notes():
        click.echo(f"Note: {note}.")
    still = standstills(found.games.lobby, found.storage.integrity.closures, found.games.tables.now())
    for one in still:
        click.echo(f"{time_text(one.since)}  {one.trouble:9}  {one.game}  {one.title}")
    if number := len(found.community.people.reports.open()):
        click.echo(f"Reports that wait: {number}. The command reports lists them.")
    for seen, number in open_for_operator(found.games.tables, found.games.lobby):
        click.echo(f"Dispute {number} of game {seen.game_id} waits for an operator. The command disputes lists all.")
    made = found.storage.integrity.last_backup()
    if (failed := found.storage.integrity.failed_backup()) is not None:
        click.echo(f"The backup of {time_text(failed)} failed.")
    click.echo("There is no backup yet." if made is None else f"The last backup is of {time_text(made)}.")
    if not still:
        click.echo("Every running game goes on.")


def _write(what: str, about: str, text: str = "") -> None:
    services().community.people.operator_log.write(OperatorAction(now(), COMMAND_LINE, what, about, text))


def _named(name: str) -> Player:
    found = services().accounts.players.named(name)
    if found is None:
        raise click.ClickException(f"there is no player with the name {name}")
    return found


def _in_a_line(text: str) -> str:
    return " / ".join(text.splitlines())
