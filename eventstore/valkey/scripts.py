"""Lua scripts: each is a separate file and is called by its digest."""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from redis.exceptions import NoScriptError

from eventstore.valkey.connection import Client

R = TypeVar("R")


class Script:
    """A script that runs in the server without interruption."""

    def __init__(self, source: bytes) -> None:
        self._source = source.decode()
        self._digest = hashlib.sha1(source, usedforsecurity=False).hexdigest()

    def __call__(self, redis: Client, keys: Sequence[str], arguments: Sequence[Any]) -> Any:
        """Run the script; it is sent to a server that does not know it yet."""
        return self._run(redis.run_script, keys, arguments)

    def on_replicas(self, redis: Client, keys: Sequence[str], arguments: Sequence[Any]) -> tuple[Any, bool]:
        """Run the script, and whether as many replicas as are asked for have what it wrote."""
        return self._run(redis.run_script_on_replicas, keys, arguments)

    def _run(
        self,
        run: Callable[[tuple[str, str], Sequence[str], Sequence[Any]], R],
        keys: Sequence[str],
        arguments: Sequence[Any],
    ) -> R:
        try:
            return run(("EVALSHA", self._digest), keys, arguments)
        except NoScriptError:
            # Text and call in one, so that a server restarting in between cannot have forgotten the text.
            return run(("EVAL", self._source), keys, arguments)


@cache
def script(path: Path) -> Script:
    """The script in this file."""
    return Script(path.read_bytes())


TOUCH = script(Path(__file__).with_name("touch.lua"))
"""Set fields of a hash that are there still; how many there were."""
