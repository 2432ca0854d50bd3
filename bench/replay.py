"""Replays on the server: from stored bytes to translated sentences, compared with computing the state only."""

from functools import partial

import msgspec

from bench.fold import Row, fold, games, seconds
from domain.projector import Projector
from domain.redaction import Viewer
from eventstore.entries import Entry
from replay.frames import FrameForm, frames
from replay.languages import translator
from replay.viewer_state import see

LANGUAGE = "it"


def replay(projector: Projector, entries: list[Entry], viewer: Viewer, state: str) -> int:
    """The bytes of all lines."""
    records = (see(projector, entry, viewer) for entry in entries)
    shown = frames(projector, records, viewer, form=FrameForm(state, translator(LANGUAGE)))
    return sum(len(msgspec.json.encode(frame)) + 1 for frame in shown)


def rows() -> list[Row]:
    """Each title's replay as patches and with full states, for a viewer who may see everything and for a seat."""
    viewers: tuple[Viewer, ...] = ("all", 0)
    found = []
    for title, (projector, entries) in games().items():
        for state, called in (("patch", "as differences"), ("full", "with full states")):
            folded, whole, seat = seconds(
                partial(fold, projector, entries),
                *(partial(replay, projector, entries, viewer, state) for viewer in viewers),
            )
            size = replay(projector, entries, "all", state)
            found.append(
                Row(
                    f"{title}: the whole replay {called}, {len(entries)} events",
                    whole / len(entries) * 1e6, "µs/event",
                    f"{whole / folded:.1f} times as long as the state only ({seat / folded:.1f} for one seat); "
                    f"{size:,} bytes sent",
                )
            )  # fmt: skip
    return found
