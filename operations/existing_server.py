"""Existing server: whether a data directory belongs to a server; only starting one, or a restore, begins a new one.

Exception
└── NotThePlace   no server has ever been there, or it is another user's; the message says what to do
"""

import os
import pwd
from pathlib import Path

MARKS = ("records", "secret", "checkpoints")
"""What a server leaves in its data directory: where one of these is, a server has been."""


class NotThePlace(Exception):
    """Nothing can be done in this directory; the message says why, and how another one is named."""


def has_been_served(directory: Path) -> bool:
    """Whether a server has ever been here."""
    return any((directory / mark).exists() for mark in MARKS)


def check_owner(directory: Path) -> None:
    """Raise `NotThePlace` where what a server left is another user's, or would be, for a root who is not the owner.

    What one of the two writes the other cannot open.
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
    """What to raise where no server has ever been."""
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
