"""Lua scripts, each in a separate file and called by its digest."""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from redis.exceptions import NoScriptError

from eventstore.valkey.connection import Client

R = TypeVar("R")


class Script:
    """A script that runs atomically in the server."""

    def __init__(self, source: bytes) -> None:
        self._source = source.decode()
        self._digest = hashlib.sha1(source, usedforsecurity=False).hexdigest()

    def __call__(self, redis: Client, keys: Sequence[str], arguments: Sequence[Any]) -> Any:
        """Run the script; it is sent to a server that has not loaded it."""
        return self._run(redis.execute_command, keys, arguments)

    def on_replicas(self, redis: Client, keys: Sequence[str], arguments: Sequence[Any]) -> tuple[Any, bool]:
        """Run the script. Returns the reply, and whether the required number of replicas have the written data."""
        return self._run(redis.execute_on_replicas, keys, arguments)

    def command(self, keys: Sequence[str], arguments: Sequence[Any]) -> tuple[Any, ...]:
        """The command that runs it in a server that has loaded it."""
        return "EVALSHA", self._digest, len(keys), *keys, *arguments

    def _run(self, run: Callable[..., R], keys: Sequence[str], arguments: Sequence[Any]) -> R:
        try:
            return run(*self.command(keys, arguments))
        except NoScriptError:
            # Text and call in one, so a restart of the server in between cannot lose the text.
            return run("EVAL", self._source, len(keys), *keys, *arguments)


Call = tuple[Script, Sequence[str], Sequence[Any]]
"""A script, its keys, which are in one hash slot, and its arguments."""


def run_each(redis: Client, calls: Sequence[Call]) -> list[Any]:
    """The replies of these independent calls, made in one round."""
    replies = redis.ask_each([one.command(keys, arguments) for one, keys, arguments in calls])
    for place, (one, keys, arguments) in enumerate(calls):
        if isinstance(replies[place], NoScriptError):
            replies[place] = one(redis, keys, arguments)
        elif isinstance(replies[place], Exception):
            raise replies[place]
    return replies


@cache
def script(*paths: Path) -> Script:
    """The script in this file, or in these files, one after another."""
    return Script(b"\n".join(path.read_bytes() for path in paths))


TOUCH = script(Path(__file__).with_name("touch.lua"))
"""Set fields of a hash that still exist; how many there were."""
