"""Abort command for the operator: call-off."""

import click

from api.services import services
from domain.messages import Illegal
from eventstore.errors import ReadOnly, RecordDamaged
from replay.narration import render
from services.accounts.operator_log import COMMAND_LINE
from services.games.stalled_games import call_off
from services.games.tables import NoSuchGame


@click.command("call-off")
@click.argument("game_id")
@click.option(
    "--text", required=True, help="Why. It is recorded, and everybody who sees the game reads it: name nobody."
)
def call_off_command(game_id: str, text: str) -> None:
    """Call off a game that is not over: it counts for nobody, and everybody who plays in it is told."""
    try:
        done = call_off(services().games.tables, services().community.people.operator_log, COMMAND_LINE, game_id, text)
    except NoSuchGame:
        raise click.ClickException(f"there is no game with the id {game_id}") from None
    except Illegal as refusal:
        raise click.ClickException(f"{render(refusal.sentence, [])} ({refusal.rule})") from None
    except (ReadOnly, RecordDamaged) as damage:
        raise click.ClickException(f"nothing can be written to this game: {damage}") from None
    click.echo(f"called off at {done.seen.position}")
