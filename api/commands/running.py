"""Commands that run the server or measure it: worker, bench."""

import os
import socket
import subprocess
import sys

import click

from api.services import services
from correspondence.demonstration import open_demonstrations
from correspondence.worker import Worker
from eventstore.log import Follower


@click.command()
@click.option("--demo/--no-demo", default=True, show_default=True, help="Play the demonstration games first.")
def worker(demo: bool) -> None:
    """Follow what is recorded and let the computer players answer."""
    if demo:
        for game_id in open_demonstrations(services().store):
            click.echo(f"A finished game to replay: /api/games/{game_id}/replay")
    name = f"{socket.gethostname()}-{os.getpid()}"
    store = services().store
    Worker(services().tables, Follower(store.redis, store.partitions, "computer-players", name), services().lobby).run()


@click.command()
@click.argument("parts", nargs=-1)
def bench(parts: tuple[str, ...]) -> None:
    """Measure how fast it is here, each number beside a reference (needs what `make bench` installs)."""
    sys.exit(subprocess.run([sys.executable, "-m", "bench", *parts], check=False).returncode)
