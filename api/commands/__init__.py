"""The command line: `flask --app app …`, or `stele …` where Stele is installed as a package."""

from flask import Flask

from api.commands.playing import playout, tournament
from api.commands.records import audit, export, import_command, validate, verify_command
from api.commands.running import bench, serve, worker


def register_commands(app: Flask) -> None:
    """Give the app its commands."""
    for command in (verify_command, audit, validate, export, import_command, playout, tournament, serve, worker, bench):
        app.cli.add_command(command)
