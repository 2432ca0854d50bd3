"""The command `stele` and `python -m stele`, which works in any directory; in a checkout, `bin/stele`."""

import click
from flask import Flask
from flask.cli import FlaskGroup

import stele.import_path  # noqa: F401
from api.commands.verify import verify_command
from operations.version import VERSION

__all__ = ["main"]


def main() -> None:
    """Run the command that the arguments name. The app is loaded only for a command that needs it."""
    group = FlaskGroup(create_app=_create_app, add_version_option=False)
    group.add_command(verify_command)
    shown = click.version_option(VERSION, prog_name="Stele", message="%(prog)s %(version)s")
    shown(group)(prog_name="stele")


def _create_app() -> Flask:
    from app import create_app  # here, because it loads everything

    return create_app()


if __name__ == "__main__":
    main()
