"""Lua scripts: each is a separate file and is called by its digest."""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from redis.exceptions import NoScriptError

from eventstore.connection import Client


class Script:
    """A script that runs in the server without interruption."""

    def __init__(self, source: bytes) -> None:
        self._source = source.decode()
        self._digest = hashlib.sha1(source, usedforsecurity=False).hexdigest()

    def __call__(self, redis: Client, keys: Sequence[str], arguments: Sequence[Any]) -> Any:
        """Run the script; it is sent to a server that does not know it yet."""
        try:
            return redis.run_script(self._digest, keys, arguments)
        except NoScriptError:
            # Text and call in one, so that a server restarting in between cannot have forgotten the text.
            return redis.eval(self._source, len(keys), *keys, *arguments)


@cache
def script(path: Path) -> Script:
    """The script in this file."""
    return Script(path.read_bytes())
