"""Commands that run the server or measure it: serve, worker, bench."""

import os
import subprocess
import sys

import click

from api.services import services
from correspondence.demonstration import open_demonstrations
from operations import logs


@click.command()
def serve() -> None:
    """Serve Stele, web and worker, until Ctrl-C. HOST, PORT and STELE_DATA say where."""
    os.execv(sys.executable, [sys.executable, "-m", "operations.supervisor"])


@click.command()
@click.option("--demo/--no-demo", default=True, show_default=True, help="Play the demonstration games first.")
def worker(demo: bool) -> None:
    """Follow what is recorded and let the computer players answer."""
    logs.begin()
    if demo:
        for game_id in open_demonstrations(services().tables):
            logs.say(f"A finished game to replay: /api/games/{game_id}/replay")
    found = services().make_worker()
    logs.say("The worker is ready.")
    found.run()


@click.command()
@click.argument("parts", nargs=-1)
def bench(parts: tuple[str, ...]) -> None:
    """Measure how fast it is here, each number beside a reference (needs what `make bench` installs)."""
    sys.exit(subprocess.run([sys.executable, "-m", "bench", *parts], check=False).returncode)
