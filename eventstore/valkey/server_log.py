"""Server log of the embedded server: its messages at the last start."""

import re
from pathlib import Path

_MOST_BYTES = 200_000
_START = b"is starting oO0OoO0OoO0Oo"
_TRUNCATING = re.compile(rb"Truncating the AOF (\S+) at offset (\d+)")


def what_was_cut(data_directory: Path) -> str | None:
    """A note if the server cut off an incomplete command when it started; none if its file was complete.

    That is no loss: acknowledged data is complete. Only a checkpoint can show whether anything beyond it is missing.
    """
    try:
        with (data_directory / "server.log").open("rb") as log:
            log.seek(0, 2)
            log.seek(max(0, log.tell() - _MOST_BYTES))
            _before, start, since = log.read().rpartition(_START)
    except OSError:
        return None
    found = _TRUNCATING.search(since) if start else None
    if found is None:
        return None
    name, offset = (part.decode(errors="replace") for part in found.groups())
    return f"when it started, it removed an incomplete command from the end of {name}, at byte {offset}"
