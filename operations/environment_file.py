"""Environment file: the settings of an installed server, as `EnvironmentFile=` of its systemd units reads them.

Only lines that systemd reads in the same way are accepted, so that a command never has other settings than the server.

Exception
└── BadLine   a line that systemd could read differently; the message names the file, the line, and what to write
"""

import re
from pathlib import Path

_LINE = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)")
_QUOTED = re.compile(r"'[^']*'|\"[^\"\\]*\"")
_PLAIN = re.compile(r"(?!['\"])[^\\]*")


class BadLine(ValueError):
    """A line of the file that is not understood; the message says which one, and what to write."""


def read_environment(path: Path) -> dict[str, str]:
    """The variables of the file by name; of two lines with the same name the last one counts.

    Raises `BadLine` for anything but comments, empty lines and `NAME=value`, and `OSError` if the file cannot be read.
    """
    found = {}
    for number, line in enumerate(path.read_text("utf-8").split("\n"), start=1):
        text = line.strip()
        if not text or text[0] in "#;":
            continue
        pair = _LINE.fullmatch(text)
        if pair is None:
            raise BadLine(f"{path}, line {number}: write NAME=value, without `export` and without spaces before `=`")
        name, value = pair[1], pair[2].strip()
        if _QUOTED.fullmatch(value):
            value = value[1:-1]
        elif not _PLAIN.fullmatch(value):
            raise BadLine(f"{path}, line {number}: put the value of {name} into '…': it has quotes or backslashes")
        found[name] = value
    return found
