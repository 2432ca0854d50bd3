"""Archive command: moves finished games into the archive, or one game back."""

import click

from api.services import services
from services.jobs.archivist import Archivist

_SAY_EVERY = 100


@click.command("archive")
@click.option(
    "--after", default=7.0, show_default=True, metavar="DAYS", help="The number of days since the end of a game."
)
@click.option("--restore", "game_id", metavar="GAME", help="Move this game back into the server's memory instead.")
def archive_command(after: float, game_id: str | None) -> None:
    """Move finished games from the server's memory into the archive, where they remain readable.

    Each game is compared with its archived copy before memory is released; play continues meanwhile. Progress is
    written to standard error; exit 1 if a finished game could not be moved.
    """
    archivist = Archivist(services().games.tables, None, services().games.analyses.archive)
    if game_id is not None:
        if not archivist.bring_back(game_id):
            raise click.ClickException(f"the game {game_id} is not in the archive")
        click.echo(f"game {game_id} is in the server's memory again")
        return

    def told(done: int, everything: int, moved: int) -> None:
        if done % _SAY_EVERY == 0 or done == everything:
            click.echo(f"{done}/{everything} games, moved so far: {moved}", err=True)

    moved, stay = archivist.everything(after, told)
    for sentence in stay:
        click.echo(sentence)
    click.echo(f"{moved} games were moved into the archive")
    if stay:
        raise SystemExit(1)
