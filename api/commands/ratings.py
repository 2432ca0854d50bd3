"""Ratings command: shows the leaderboards, and recomputes all ratings."""

from collections.abc import Callable

import click

from api.services import services
from services.community.results import ladder_parts


def rebuild_visibly(rebuild: Callable[[Callable[[int, int], object]], int]) -> int:
    """Call this with a function that shows its progress and total as a bar; its result."""
    done = 0

    def told(taken: int, of: int) -> None:
        nonlocal done
        bar.length = of
        bar.update(taken - done)
        done = taken

    with click.progressbar(length=1, label="Reading the record") as bar:
        return rebuild(told)


@click.command()
@click.option("--rebuild", is_flag=True, help="Rebuild all results and ratings from the record, with the same numbers.")
def ratings(rebuild: bool) -> None:
    """Print the number of rated players of each title; with --rebuild, recompute all ratings first."""
    rating_updates = services().community.rating_updates
    if rebuild:
        taken = rebuild_visibly(rating_updates.rebuild)
        click.echo(f"The ratings were made anew from {taken} appends.")
    for ladder, number in rating_updates.ladders().items():
        rulebook, programs = ladder_parts(ladder)
        click.echo(f"{rulebook}{', with programs' if programs else ''}: {number} on the board")
