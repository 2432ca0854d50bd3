"""Failed-deliveries command: lists notices that could not be sent, and sends them again."""

import click

from api.services import services
from replay.timestamps import time_text
from services.notifications.outbox import Failure


@click.command()
@click.option("--retry", is_flag=True, help="Send all of it once more; what broke off may then come twice.")
def deliveries(retry: bool) -> None:
    """List the notices that could not be sent: when, by which channel, to whom, and why."""
    outbox = services().notifications.outbox
    failures = outbox.failures()
    for at, one in failures:
        click.echo(f"{time_text(at)}  {one.channel}  {_name(one)}  {one.notice}")
        click.echo(f"    {_in_a_line(one.reason)}")
        if retry:
            outbox.retry(one)
    if not failures:
        click.echo("Everything could be sent.")
    elif retry:
        click.echo(f"{len(failures)} will be sent once more.")


def _name(failure: Failure) -> str:
    found = services().accounts.players.get(failure.person)
    return "(not here any more)" if found is None else found.name


def _in_a_line(text: str) -> str:
    """What a foreign server said, as one line that a terminal shows and does not obey."""
    return "".join(one if one.isprintable() else "?" for one in text)[:200]
