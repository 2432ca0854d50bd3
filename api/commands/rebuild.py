"""Rebuild command: rebuilds read models from the record."""

from collections.abc import Callable, Sequence

import click

from api.services import READ_MODELS, services


@click.command()
@click.argument("names", nargs=-1, required=True, type=click.Choice(READ_MODELS))
def rebuild(names: Sequence[str]) -> None:
    """Rebuild the lobby, the ratings or the statistics from the record, with the same content."""
    for name in dict.fromkeys(names):
        _rebuild(name)


def rebuild_first(name: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """The deprecated option `--rebuild` of a command that shows this read model."""

    def first(_context: click.Context, _option: click.Parameter, wanted: bool) -> None:
        if wanted:
            _rebuild(name)

    return click.option(
        "--rebuild", is_flag=True, expose_value=False, callback=first, deprecated=f"use `rebuild {name}`"
    )


def _rebuild(name: str) -> None:
    done = 0

    def told(taken: int, of: int) -> None:
        nonlocal done
        bar.length = of
        bar.update(taken - done)
        done = taken

    with click.progressbar(length=1, label=f"Reading the record for: {name}") as bar:
        taken = services().projections[name].rebuild(told)
    click.echo(f"Rebuilt from {taken} log records: {name}.")
