"""Rule examples: parts of a title's finished game that illustrate the chapters of its rules.

The record is `example.ndjson` in the title's folder; `examples.toml` beside it gives the positions, the viewer and the
rule of each part. Its frames are made as for any record, so they always match the current display of games.
"""

import tomllib
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import takewhile
from typing import Any

import msgspec
from msgspec import Struct

from audit.bundle import import_entries
from domain.game import Game
from domain.projector import projector_for
from domain.redaction import Viewer
from domain.title_loader import folder_of
from eventstore.entries import Entry, parse_position
from replay.frames import FrameForm, frames
from replay.languages import translator
from replay.player_names import Names
from replay.viewer_state import SeenRecord, see
from verify.bundle import read_bundle

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eva", "Finn")
"""The names of the players in the examples, seat by seat."""


class Stretch(Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "end": "to", "viewer": "as"}):
    """The first and last position of a stretch, and its viewer."""

    start: str
    end: str
    viewer: int | str


@cache
def stretches_of(title: str) -> dict[str, Stretch]:
    """The title's examples by the number of their rule; none if it has none."""
    path = folder_of(title).joinpath("examples.toml")
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), dict[str, Stretch]) if path.is_file() else {}


@lru_cache(256)
def example_of(title: str, rule: str, language: str) -> dict[str, Any] | None:
    """The example for this rule in this language: its viewer, and its frames as patches; or none."""
    stretch = stretches_of(title).get(rule)
    if stretch is None:
        return None
    viewer: Viewer = stretch.viewer  # type: ignore[assignment]
    end = parse_position(stretch.end)
    seen = takewhile(lambda record: record.position <= end, _seen(title, viewer))
    start, translate = parse_position(stretch.start), translator(language)
    form = FrameForm("patch", translate, brief=True)
    told = frames(projector_for(title), seen, viewer, start, form, naming=_naming)
    return {"as": viewer, "steps": list(told)}


@lru_cache(1)
def _entries(title: str) -> list[Entry]:
    return import_entries(read_bundle(folder_of(title).joinpath("example.ndjson").read_bytes()))


def _seen(title: str, viewer: Viewer) -> Iterator[SeenRecord]:
    projector = projector_for(title)
    return (see(projector, entry, viewer) for entry in _entries(title))


def _naming(game: Game[Any]) -> Names:
    """Names that replace those in the record, which are private."""
    return Names(game, lambda player, _recorded: player, lambda seat, *_who: NAMES[seat])
