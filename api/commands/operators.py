"""Operator commands: operators, reports, silence, suspend, announce, overview, deliveries. Actions are logged."""

import click

from api.services import services
from replay.timestamps import time_text
from services.accounts.operator_log import COMMAND_LINE
from services.accounts.players import Player
from services.accounts.roles import ROLES, Role
from services.games.operator_tasks import open_for_operator, standstills


@click.command()
@click.option("--add", metavar="NAME", help="Give this player the role, which is used at /operator.")
@click.option("--remove", metavar="NAME", help="Take the role from this player.")
@click.option("--without-proof", is_flag=True, help="With --add: also a player with neither a passkey nor an address.")
@click.option(
    "--role",
    type=click.Choice(ROLES),
    default="operator",
    show_default=True,
    help="Moderators settle reports and suspend; organisers run all tournaments.",
)
def operators(add: str | None, remove: str | None, without_proof: bool, role: Role) -> None:
    """List the operators, or the players with another role, after adding or removing one.

    An operator proves their identity with a passkey or a mail address. Without one, anyone with access to their
    browser's session can act as the operator: allow that only on a server on your own machine.
    """
    people = services().community.people
    if add is not None:
        player, accounts = _named(add), services().accounts
        if not (without_proof or accounts.passkeys.ids(player.id) or accounts.players.reached(player.id).address):
            raise click.ClickException(
                f"{player.name} has neither a passkey nor an address to prove their identity: "
                "ask them to add one at /account first, or use --without-proof on a server on your own machine"
            )
        people.appoint(COMMAND_LINE, player.id, role, is_held=True)
    if remove is not None:
        people.appoint(COMMAND_LINE, _named(remove).id, role, is_held=False)
    holders = people.roles.all(role)
    if not holders:
        click.echo(f"There are no {role}s yet: add one with --add NAME.")
    for player_id in holders:
        click.echo(f"{player_id}  {_name(player_id)}")


@click.command()
def reports() -> None:
    """List the open reports."""
    found = services().community.people.reports.open()
    for one in found:
        click.echo(f"{one.number}  {time_text(one.at)}  game {one.game}, {one.room}, {one.message}")
        click.echo(f"    {_name(one.about)}: {_in_a_line(one.text)}")
        click.echo(f"    reported: {_in_a_line(one.reason)}")
    if not found:
        click.echo("No report is open.")


@click.command()
@click.argument("name")
@click.option("--days", type=click.IntRange(0, 3650), default=7, show_default=True, help="0: lift the mute.")
def silence(name: str, days: int) -> None:
    """Mute a player in all rooms for DAYS days."""
    player = _named(name)
    until = services().community.people.suspend(COMMAND_LINE, player.id, days, only_talk=True)
    click.echo(f"{player.name} is silent until {time_text(until)}." if days else f"{player.name} may speak.")


@click.command()
@click.argument("name")
@click.option("--days", type=click.IntRange(0, 3650), default=30, show_default=True, help="0: lift it.")
@click.option("--reason", default="", help="They are told.")
def suspend(name: str, days: int, reason: str) -> None:
    """Suspend a player for DAYS days. They cannot open games, take seats or send messages until then."""
    player = _named(name)
    until = services().community.people.suspend(COMMAND_LINE, player.id, days, reason)
    click.echo(f"{player.name} is suspended until {time_text(until)}." if days else f"{player.name} is welcome.")


@click.command()
@click.argument("text")
@click.option("--hours", type=click.IntRange(1, 8760), default=24, show_default=True)
def announce(text: str, hours: int) -> None:
    """Show an announcement on every page for HOURS hours; an empty text removes it."""
    services().community.people.announce(COMMAND_LINE, text, hours)


@click.command()
def overview() -> None:
    """List the stalled games.

    A game is stalled if it is damaged, stuck or overdue, has waited for a player for two weeks, or has not started
    within a week.
    """
    found = services()
    for note in found.storage.integrity.notes():
        click.echo(f"Note: {note}.")
    still = standstills(found.games.lobby, found.games.tables, found.games.tables.now())
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


@click.command()
@click.option("--retry", is_flag=True, help="Send all of them again; interrupted ones may arrive twice.")
def deliveries(retry: bool) -> None:
    """List the notices that could not be sent: time, channel, receiver and reason."""
    outbox = services().notifications.outbox
    failures = outbox.failures()
    for at, one in failures:
        click.echo(f"{time_text(at)}  {one.channel}  {_name(one.person)}  {one.notice}")
        click.echo(f"    {_printable(one.reason)}")
        if retry:
            outbox.retry(one)
    if not failures:
        click.echo("Everything could be sent.")
    elif retry:
        click.echo(f"{len(failures)} will be sent once more.")


def _name(player_id: str) -> str:
    found = services().accounts.players.get(player_id)
    return "(deleted account)" if found is None else found.name


def _named(name: str) -> Player:
    found = services().accounts.players.named(name)
    if found is None:
        raise click.ClickException(f"there is no player with the name {name}")
    return found


def _in_a_line(text: str) -> str:
    return " / ".join(text.splitlines())


def _printable(text: str) -> str:
    """A foreign server's message as one line without control characters."""
    return "".join(one if one.isprintable() else "?" for one in text)[:200]
