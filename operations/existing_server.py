"""Existing server: checks that a data directory belongs to a server, since only a start or a restore creates a new one.

Exception
└── NotThePlace   no server has used it, or it is another user's; the message says what to do
"""

import os
import pwd
from pathlib import Path

MARKS = ("records", "secret", "checkpoints")
"""The files that a server creates in its data directory: any of these shows that it has been used."""


class NotThePlace(Exception):
    """This directory cannot be used; the message says why, and how to choose another one."""


def has_been_served(directory: Path) -> bool:
    """Whether the directory has been used by a server."""
    return any((directory / mark).exists() for mark in MARKS)


def check_owner(directory: Path) -> None:
    """Raise `NotThePlace` if the server's files belong to another user, or would, when run by root.

    Neither of the two users could open the other's files.
    """
    user = os.geteuid()
    ours = [directory / mark for mark in MARKS]
    for path in [directory, *ours] if user == 0 else ours:
        if path.exists() and (owner := path.stat().st_uid) != user:
            raise NotThePlace(
                f"{path} belongs to {_name(owner)}, and this is {_name(user)}, whose files that user could not open. "
                f"Nothing was done. Run it as {_name(owner)}, for example with: sudo -u {_name(owner)} …"
            )


def no_server_in(directory: Path) -> NotThePlace:
    """The exception for a directory that no server has used."""
    return NotThePlace(
        f"No server has ever been in {directory}. Nothing was done. STELE_DATA names the server's data directory "
        f"(the shipped units: /var/lib/stele), and REDIS_URL its record where that has a server of its own; "
        "`make run` or `stele serve` begins a new server"
    )


def _name(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"user {user}"
