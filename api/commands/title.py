"""Title commands: create a title in a package of its own, and check one."""

from pathlib import Path

import click

from services.jobs.new_title import CannotCreate, new_title, write_title


@click.group()
def title() -> None:
    """Create and check titles. This needs neither a server nor its data."""


@title.command()
@click.argument("name")
@click.option("--seats", default="2-4", show_default=True, help="The numbers of players, from 2 to 12.")
@click.option(
    "--folder", type=click.Path(exists=True, file_okay=False, writable=True, path_type=Path), default=Path("."),
    help="Create the title's folder in this one; by default in the current one.",
)  # fmt: skip
def new(name: str, seats: str, folder: Path) -> None:
    """Create a package with the title NAME: a small complete game, with a drawing and tests, for you to change."""
    try:
        made = new_title(name, seats)
        place = write_title(made, folder)
    except CannotCreate as reason:
        raise click.ClickException(str(reason)) from None
    click.echo(f"{made.name} is in {place}. Next:\n")
    click.echo(f"  cd {place}\n  pip install --no-deps --editable .\n  pytest\n  stele title preview {made.id}\n")
    click.echo(f"stele title check {made.id} says what is missing. README.md explains the files.")
