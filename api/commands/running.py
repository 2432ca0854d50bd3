"""Commands that run the server or measure it: serve, worker, bench."""

import os
import subprocess
import sys
import sysconfig

import click
from honcho.manager import Manager

from api.services import services
from api.serving import PROCESSES
from correspondence.demonstration import open_demonstrations


@click.command()
def serve() -> None:
    """Serve Stele, web and worker, until Ctrl-C. HOST, PORT and STELE_DATA say where."""
    programs = os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)))
    manager = Manager()
    for name, command in PROCESSES.items():
        manager.add_process(name, command, env={**os.environ, "PATH": programs, "PYTHONUNBUFFERED": "1"})
    manager.loop()
    sys.exit(manager.returncode)


@click.command()
@click.option("--demo/--no-demo", default=True, show_default=True, help="Play the demonstration games first.")
def worker(demo: bool) -> None:
    """Follow what is recorded and let the computer players answer."""
    if demo:
        for game_id in open_demonstrations(services().tables):
            click.echo(f"A finished game to replay: /api/games/{game_id}/replay")
    services().make_worker().run()


@click.command()
@click.argument("parts", nargs=-1)
def bench(parts: tuple[str, ...]) -> None:
    """Measure how fast it is here, each number beside a reference (needs what `make bench` installs)."""
    sys.exit(subprocess.run([sys.executable, "-m", "bench", *parts], check=False).returncode)
