"""Server commands: serve, worker, search and bench."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import click

from api.resources.health import missing_worker, operator_notes, why_nothing_is_recorded
from api.services import CannotStart, services, settings
from operations import logs, metrics
from operations.child_processes import CANNOT_START, with_rooms
from services.jobs.demonstration import open_demonstrations


@click.command()
def serve() -> None:
    """Serve Stele, all its processes, until Ctrl-C, at HOST and PORT."""
    environment = {**os.environ, "PYTHONPATH": with_rooms(os.environ)}
    # -P: modules in the current directory must not replace those of Python.
    os.execve(sys.executable, [sys.executable, "-P", "-m", "operations.supervisor"], environment)


@contextmanager
def _left_to_the_web() -> Iterator[None]:
    """Do not report why Stele cannot start if the web server, under the same supervisor, reports it."""
    try:
        yield
    except CannotStart:
        if settings().is_supervised:
            sys.exit(CANNOT_START)
        raise


@click.command()
@click.option("--demo/--no-demo", default=True, show_default=True, help="Play the demonstration games first.")
@click.option(
    "--checkpoints/--no-checkpoints",
    default=True,
    show_default=True,
    help="Sign the record's checkpoints; omit that for workers with another data directory.",
)
def worker(demo: bool, checkpoints: bool) -> None:
    """Follow the record and let computer players answer."""
    logs.begin(settings())
    metrics.forget_ended()
    with _left_to_the_web():
        services(begins=True)
    with services().storage.integrity.keeping() if checkpoints else nullcontext():
        if demo:
            games = services().games
            for game_id in open_demonstrations(games.tables, games.analyses, games.puzzle_checks):
                logs.announce(f"A finished game to replay: /games/{game_id}/replay")
        found = services().jobs.make_worker()
        logs.announce("The worker is ready.")
        jobs = services().jobs
        with (
            jobs.make_delivery_threads().running(),
            jobs.make_log_submission().running(),
        ):
            found.run()


@click.command()
def search() -> None:
    """Search moves for the computer players that look ahead. Any number of these processes can share the work."""
    logs.begin(settings())
    metrics.forget_ended()
    with _left_to_the_web():
        services(begins=True)
    services().jobs.make_searcher().run()


@click.command()
@click.option("--worker", is_flag=True, help="Fail also without a worker.")
def ready(worker: bool) -> None:
    """Check that a move could be recorded now and that a worker is running; exit 1 if not. For health checks."""
    share = services().games.tables.writable()
    if not share:
        raise click.ClickException(why_nothing_is_recorded())
    for note in operator_notes(share):
        click.echo(note)
    sys.exit(1 if worker and missing_worker() else 0)


@click.command()
@click.argument("parts", nargs=-1)
def bench(parts: tuple[str, ...]) -> None:
    """Measure the performance here, each number beside a reference (needs what `make bench` installs)."""
    sys.exit(subprocess.run([sys.executable, "-m", "bench", *parts], check=False).returncode)
