"""Struct decoders: made ready before a process has threads.

msgspec finds out how a kind of struct is decoded when the first one comes, and other threads use what it knows before
that is complete: two threads that decode the first of a kind at the same time end the process with a segmentation fault
(0.22.0; `tests/operations/test_struct_decoders.py` shows it).
"""

from collections.abc import Iterator

import msgspec
from msgspec import Struct


def make_ready() -> None:
    """Find out how all structs that this process has loaded are decoded."""
    for kind in kinds():
        msgspec.json.Decoder(kind)


def kinds(above: type[Struct] = Struct) -> Iterator[type[Struct]]:
    """All kinds of structs that are loaded."""
    for kind in above.__subclasses__():
        yield kind
        yield from kinds(kind)
