"""Title commands: create a title in a package of its own, check one, and preview one while it is changed."""

import os
import shutil
import sys
from pathlib import Path

import click

from api.pages.page_types import written_for_drawing
from api.services import settings
from domain.rulebook import PROTOCOL
from domain.title_loader import find_rulebooks, find_shown_table, folder_of
from services.jobs.new_title import CannotCreate, new_title, write_title
from services.jobs.title_check import check_title, heading, known_titles
from services.jobs.title_preview import HOST
from services.jobs.title_preview import preview as serve_preview
from services.jobs.title_upgrade import CannotUpgrade, upgrade_title


@click.group()
def title() -> None:
    """Create, check and preview titles. This needs neither a server nor its data."""


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
    checkout, command = Path(__file__).parents[2], shutil.which("stele")
    if not command or Path(command).resolve() == checkout / "bin" / "stele":  # a checkout that is not installed
        click.echo(f"  export PYTHONPATH={checkout} PATH={checkout}/bin:{Path(sys.executable).parent}:$PATH")
    click.echo(f"  cd {place}\n  python -m pip install --no-deps --editable .\n  pytest")
    click.echo(f"  stele title preview {made.id}\n")
    click.echo(f"stele title check {made.id} says what is missing. README.md explains the files.")


@title.command()
@click.argument("title_id", metavar="[TITLE]", required=False)
def check(title_id: str | None) -> None:
    """Say what is missing in TITLE, or in every title, and what to do; exit 1 if something must be mended."""
    must_mend = False
    for one in known_titles() if title_id is None else [title_id]:
        findings = list(check_title(one))
        click.echo(heading(one))
        for label, is_optional in (("To mend", False), ("Optional", True)):
            for text in (finding.text for finding in findings if finding.is_optional == is_optional):
                click.echo(f"  {label}: {text}")
        is_sound = all(finding.is_optional for finding in findings)
        click.echo(
            "  Nothing must be mended. The laws check how it plays: run pytest in its folder.\n" if is_sound else ""
        )
        must_mend |= not is_sound
    sys.exit(1 if must_mend else 0)


@title.command()
@click.argument("title_id", metavar="[TITLE]", required=False)
def types(title_id: str | None) -> None:
    """Write the types of the view of TITLE, or of every title, for its drawing: `view.d.ts`, from its `shown.py`."""
    for one in find_rulebooks() if title_id is None else [title_id]:
        if (table := find_shown_table(one)) is not None:
            place = Path(str(folder_of(one))) / "web" / "titles" / one / "view.d.ts"
            place.write_text(written_for_drawing(table), "utf-8")
            click.echo(f"{place} is written.")


@title.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, writable=True, path_type=Path))
def upgrade(folder: Path) -> None:
    """Rewrite the package in FOLDER, whose title was written for an earlier protocol, and say what is left to you."""
    try:
        done = upgrade_title(folder)
    except CannotUpgrade as reason:
        raise click.ClickException(str(reason)) from None
    if not done.left:
        click.echo(f"The title has the present protocol, {PROTOCOL}.")
        return
    click.echo(f"Rewritten from protocol {done.version} to {PROTOCOL}:")
    for one in done.changed:
        click.echo(f"  {one}")
    click.echo("Left to you:")
    for text in done.left:
        click.echo(f"  {text}")
    click.echo("Then `stele title check` says what is missing, and pytest runs the laws.")


@title.command()
@click.argument("title_id", metavar="TITLE")
def preview(title_id: str) -> None:
    """Serve TITLE for its author, until Ctrl-C: after each saved change, open pages show the same position again.

    The games are in a temporary directory, and end with it.
    """
    if title_id not in find_rulebooks():
        raise click.ClickException(f"{title_id} is not played here. `stele title check {title_id}` says why.")
    click.echo(f"Its page will be at http://{HOST}:{settings().port}/titles/{title_id}")
    sys.exit(serve_preview(Path(str(folder_of(title_id))), os.environ))
