"""Struct decoders: prepared before a process has threads.

msgspec prepares the decoding of a struct type on first use, and other threads use this information before it is
complete. Two threads that decode the first instance of a type at the same time crash the process with a segmentation
fault (0.22.0; `tests/operations/test_struct_decoders.py` shows it).
"""

from collections.abc import Iterator

import msgspec
from msgspec import Struct


def make_ready() -> None:
    """Prepare the decoding of all struct types that this process has loaded."""
    for kind in kinds():
        msgspec.json.Decoder(kind)


def kinds(above: type[Struct] = Struct) -> Iterator[type[Struct]]:
    """All loaded struct types."""
    for kind in above.__subclasses__():
        yield kind
        yield from kinds(kind)
