"""Frames: the record as a sequence of steps, each with what happened and the state after it.

Everything here is made from records that are redacted for their viewer already.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Literal

import jsonpatch
import msgspec

from domain import game as shared
from domain.game import Game
from domain.messages import Record
from domain.projector import Projector
from domain.secrets import Hidden, Viewer, secret_fields
from eventstore.canonical import canonical
from eventstore.entries import BEGINNING, Entry, Position, read_record
from replay.narration import Translate, narrate, untranslated


@lru_cache(1024)
def time_text(milliseconds: int) -> str:
    """The time in RFC 3339, UTC, to the millisecond."""
    moment = datetime.fromtimestamp(milliseconds // 1000, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03d}Z"


def names_of(game: Game[Any]) -> list[str]:
    """The players' names, seat by seat."""
    return [seat.name for seat in game.seats]


def shown_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options; a whole component file is named by its digest."""
    return {
        name: {"name": value.get("name"), "digest": hashlib.sha256(canonical(value)).hexdigest()}
        if isinstance(value, Mapping)
        else value
        for name, value in options.items()
    }


def render_state(projector: Projector, game: Game[Any], viewer: Viewer) -> dict[str, Any]:
    """The state as plain JSON values; `game` is the fold of this viewer's redacted records."""
    rulebook = projector.rulebook
    table = game.table
    shown = {
        "as": viewer,
        "status": game.status,
        "rulebook": game.rulebook,
        "title": rulebook.meta.title,
        "players": game.players,
        "options": shown_options(game.options),
        "commitment": game.commitment,
        "seats": [
            {
                "seat": number,
                "player": seat.player or None,
                "name": seat.name,
                "kind": seat.kind,
                "resigned": seat.resigned,
                "nonce": seat.nonce,
            }
            for number, seat in enumerate(game.seats)
        ],
        "to_act": list(shared.to_act(rulebook, game)),
        "moves": game.moves,
        "points": None if table is None else list(rulebook.standing(table)),
        "result": msgspec.to_builtins(game.result),
        "table": None if table is None else rulebook.view(table),
    }
    if game.key:
        shown["key"] = game.key
    return shown


def event_json(
    projector: Projector,
    entry: Entry,
    viewer: Viewer,
    names: Sequence[str],
    translate: Translate = untranslated,
) -> dict[str, Any]:
    """One event of the record as this viewer may see it."""
    record = read_record(projector, entry, viewer)
    return _event(projector, entry, record, names, translate)


def _event(
    projector: Projector, entry: Entry, record: Record[Any], names: Sequence[str], translate: Translate
) -> dict[str, Any]:
    event = record.data
    data: dict[str, Any] = msgspec.to_builtins(event)
    kind = data.pop("type")
    for field in secret_fields(type(event)):
        value = getattr(event, field)
        if isinstance(value, Hidden):
            data[field] = {"hidden": True} if value.height is None else {"hidden": True, "height": value.height}
    shown = {
        "position": str(entry.position),
        "type": kind,
        "seat": record.actor,
        "at": time_text(record.at),
        "data": data,
        "text": narrate(projector.rulebook, event, names, translate),
        "digest": entry.digest.hex(),
    }
    if record.luck:
        shown["luck"] = record.luck
    if record.opens:
        shown["opens"] = msgspec.to_builtins(record.opens)
    return shown


def frames(
    projector: Projector,
    entries: Iterable[Entry],
    viewer: Viewer,
    first: Position = BEGINNING,
    state: Literal["full", "patch"] | str = "full",
    translate: Translate = untranslated,
    digests: bool = True,
) -> Iterator[dict[str, Any]]:
    """One frame for each effect from `first` on; `entries` begin with the game.

    With `state="patch"` the first frame holds the whole state and every later one a patch (RFC 6902) from the last.
    `digests=False` leaves them out: they cannot be compressed, and who only looks does not need them.
    """
    game: Game[Any] | None = None
    before: dict[str, Any] | None = None
    for entry in entries:
        record = read_record(projector, entry, viewer)
        game = projector.evolve(game, record)
        if entry.position < first:
            continue
        shown = _event(projector, entry, record, names_of(game), translate)
        rendered = render_state(projector, game, viewer)
        frame: dict[str, Any] = {
            "position": shown["position"],
            "text": shown["text"],
            "event": shown,
            "to_act": rendered["to_act"],
            "digest": shown["digest"],
        }
        if not digests:
            del frame["digest"], shown["digest"]
        if state == "full" or before is None:
            frame["state"] = rendered
        else:
            frame["patch"] = jsonpatch.make_patch(before, rendered).patch
        before = rendered
        yield frame
