"""The command `stele` of an installed server: the command line with the settings of its units, as their user.

`deploy/stele` calls it. Variables of the shell take precedence over those of the file. `STELE_ENV` names another file
than `/etc/stele.env`, and `STELE_USER` another user than `stele`.
"""

import os
import pwd
import sys
from collections.abc import Mapping
from pathlib import Path

import stele.import_path  # noqa: F401
from operations.child_processes import CANNOT_START, with_rooms
from operations.environment_file import BadLine, read_environment

FILE, USER = "STELE_ENV", "STELE_USER"
_DATA = "/var/lib/stele"
_OF_ROOT = ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")


class Refused(Exception):
    """The command cannot be run; the message says why, and what to do."""


def user_of(name: str, own: int) -> pwd.struct_passwd:
    """The server's user, if the user with the id `own` can become it; else `Refused`."""
    try:
        user = pwd.getpwnam(name)
    except KeyError:
        raise Refused(f"There is no user {name}, who owns the server's files. {USER} names another one.") from None
    if own not in (0, user.pw_uid):
        raise Refused(f"Only {name} and root can run this. Run it with: sudo stele …")
    return user


def environment_of(path: Path, shell: Mapping[str, str]) -> dict[str, str]:
    """The environment of the command: the shell's variables, and those of the file that the shell does not set."""
    try:
        told = read_environment(path)
    except FileNotFoundError:
        raise Refused(f"There is no {path}, which has the server's settings. {FILE} names another file.") from None
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}. Run it with: sudo stele …") from None
    except (BadLine, UnicodeDecodeError) as error:
        raise Refused(f"{error}.") from None
    own = {name: value for name, value in shell.items() if name not in (FILE, USER)}
    return {"STELE_DATA": _DATA, **told, **own}


def become(user: pwd.struct_passwd) -> None:
    """Change this process to this user for good, if it is not already."""
    if os.getuid() != user.pw_uid:
        os.initgroups(user.pw_name, user.pw_gid)
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)


def main() -> None:
    """Run the command line; exit status 78 if the settings or the user make that impossible."""
    try:
        user = user_of(os.environ.get(USER, "stele"), os.getuid())
        environment = environment_of(Path(os.environ.get(FILE, "/etc/stele.env")), os.environ)
    except Refused as refusal:
        print(f"Error: {refusal}", file=sys.stderr)
        sys.exit(CANNOT_START)
    if os.getuid() == 0:
        environment = {name: value for name, value in environment.items() if name not in _OF_ROOT}
        environment |= {"HOME": user.pw_dir, "USER": user.pw_name, "LOGNAME": user.pw_name}
    become(user)
    os.umask(0o077)
    environment["PYTHONPATH"] = with_rooms(environment)
    # -P: modules in the current directory must not replace Stele's.
    os.execve(sys.executable, [sys.executable, "-P", "-m", "stele", *sys.argv[1:]], environment)


if __name__ == "__main__":
    main()
