"""Signed commands: the command in the text that a player signed, which the engine reads, as the rules know it."""

import hashlib
from typing import Any

import msgspec

from domain.lifecycle import COMMAND_BEHIND
from domain.messages import Command
from domain.projector import Projector

_SHARED_COMMANDS = {one.command.__name__: one.command for one in COMMAND_BEHIND.values()}


def digest_of(text: str) -> str:
    """The SHA-256 of a signed text."""
    return hashlib.sha256(text.encode()).hexdigest()


def command_in(projector: Projector, said: dict[str, Any]) -> Command:
    """The command in the content of a signed text, or `ValueError`."""
    kinds: dict[str, type[Command]] = {**projector.command_types, **_SHARED_COMMANDS}
    kind = said["command"].get("type")
    if not isinstance(kind, str) or kind not in kinds or "seat" in said["command"]:
        raise ValueError("the signed command is none of this title")
    try:
        return msgspec.convert({**said["command"], "seat": said["seat"]}, kinds[kind])
    except msgspec.ValidationError as error:
        raise ValueError(f"the signed command is none of this title: {error}") from None
