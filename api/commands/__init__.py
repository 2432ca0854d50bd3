"""Command line: `stele …`, in a checkout `bin/stele …`."""

from flask import Flask

from api.commands.accounts import people
from api.commands.ai import dataset, playout, tournament
from api.commands.archive import archive_command
from api.commands.backup import backup, restore
from api.commands.club import club_command, invite
from api.commands.disputes import call_off_command, decide, disputes
from api.commands.doctor import doctor
from api.commands.keys import rotate_key
from api.commands.mail import mail_command
from api.commands.monitor import monitor
from api.commands.operators import announce, deliveries, operators, overview, reports, silence, suspend
from api.commands.ratings import ratings
from api.commands.rebuild import rebuild
from api.commands.records import audit, export, import_command, validate
from api.commands.server import bench, ready, search, serve, worker
from api.commands.statistics import statistics
from api.commands.title import title
from api.commands.verify import verify_command


def register_commands(app: Flask) -> None:
    """Register the app's commands."""
    records = (
        archive_command,
        backup,
        restore,
        verify_command,
        audit,
        validate,
        doctor,
        export,
        import_command,
        rotate_key,
        rebuild,
    )
    club = (club_command, invite, operators)
    persons = (people, reports, silence, suspend, announce, overview, ratings, statistics, deliveries)
    processes = (serve, worker, search, ready, mail_command)
    games = (disputes, decide, call_off_command, playout, tournament, dataset)
    for command in (*records, *club, *persons, *processes, *games, bench, monitor, title):
        app.cli.add_command(command)
