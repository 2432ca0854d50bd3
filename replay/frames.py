"""Frames: the record as a sequence of steps, each with what happened and the state after it.

Everything here is made from records that are already redacted for their viewer.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from domain import game as shared
from domain.disputes import Dispute, GoneBack, SeatTakenOver
from domain.game import (
    NAMES_IN,
    Game,
    GameCreated,
    Past,
    Seat,
    SeatOffered,
    SeatTaken,
    no_past,
    recorded_name,
)
from domain.messages import Command, Event
from domain.parts import Show, anew, listed
from domain.projector import Projector
from domain.rulebook import Rulebook
from domain.secrets import Hidden, Viewer, secret_fields
from eventstore.canonical import canonical
from eventstore.entries import BEGINNING, Position
from replay.clocks import away_json, clock_json, deadlines_json
from replay.kept import keeping
from replay.naming import Names, Naming, as_recorded
from replay.narration import Translate, known_as, narrate, untranslated
from replay.patches import patch
from replay.seen import Seen, SeenRecord
from replay.times import time_text

_SHARED = frozenset(shared.SHARED_EVENTS)


class SeatCalled(NamedTuple):
    """What a seat's player is called, whether this is a former player, and who it is offered to."""

    name: str
    is_former: bool
    offered: str


def shown_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options; a component file is replaced by its name and digest."""
    return {
        name: {"name": value.get("name"), "digest": hashlib.sha256(canonical(value)).hexdigest()}
        if isinstance(value, Mapping)
        else value
        for name, value in options.items()
    }


def seat_json(number: int, seat: Seat, called: SeatCalled) -> dict[str, Any]:
    """A seat and who sits there, or sat there and has gone."""
    return {
        "seat": number,
        "player": seat.player or None,
        "name": called.name or None,
        "kind": seat.kind,
        "resigned": seat.resigned,
        **({"former": True} if called.is_former else {}),
        **({"freed": True} if seat.freed else {}),
        **({"absent": seat.absent} if seat.absent else {}),
        **({"offered": {"player": seat.offered, "name": called.offered}} if seat.offered else {}),
    }


def seats_called(
    names: Sequence[str | None], offered: Sequence[str | None], translate: Translate = untranslated
) -> tuple[SeatCalled, ...]:
    """What is said of who sits where and whom a seat is offered to, in the reader's language."""
    return tuple(
        SeatCalled(known_as(name, translate), name is None, known_as(other, translate))
        for name, other in zip(names, offered, strict=True)
    )


def referee_json(game: Game[Any], names: Names, translate: Translate = untranslated) -> dict[str, Any]:
    """Who decides the disputes of this game; nothing if the operator does."""
    if not game.referee:
        return {}
    name = names.player(game.referee, game.referee_name)
    former = {"former": True} if name is None else {}
    return {"referee": {"player": game.referee, "name": known_as(name, translate), **former}}


def state_of(seen: Seen, translate: Translate, names: Names | None = None) -> dict[str, Any]:
    """The state as plain JSON values; `names` are its players', if they were found already."""
    names = seen.names if names is None else names
    return render_state(seen.projector, seen.game, seen.viewer, seen.show, names, translate)


def render_state(
    projector: Projector,
    game: Game[Any],
    viewer: Viewer,
    show: Show = anew,
    names: Names | None = None,
    translate: Translate = untranslated,
) -> dict[str, Any]:
    """The state as plain JSON values; `game` is the fold of this viewer's redacted records.

    `names` are those of its players; by default what the record itself says.
    """
    rulebook = projector.rulebook
    names = as_recorded(game) if names is None else names
    shown = {
        "as": viewer,
        "status": game.status,
        "rulebook": game.rulebook,
        "title": rulebook.meta.title,
        "players": game.players,
        "options": show(shown_options, game.options),
        "commitment": game.commitment,
        "seats": show(_seats, game.seats, names, names.offered, translate),
        "to_act": [],
        "moves": game.moves,
        "points": None,
        "result": None if game.result is None else show(msgspec.to_builtins, game.result),
        "table": None,
        **_played(rulebook, game, show),
    }
    if game.key:
        shown["key"] = game.key
    if game.called_off:
        shown["called_off"] = game.called_off
    shown.update(referee_json(game, names, translate))
    if game.pace is not None:
        shown.update(clock_json(game), deadlines=deadlines_json(rulebook, game))
        away = {str(seat): told for seat in range(len(game.seats)) if (told := away_json(game, seat))}
        if away:
            shown["away"] = away
    if game.disputes:
        shown["disputes"] = show(_disputes, game.disputes)
    return shown


def _played(rulebook: Rulebook[Any], game: Game[Any], show: Show) -> dict[str, Any]:
    """What alone is different after an event of the title, where no clocks run."""
    table = game.table
    if table is None:
        return {}
    return {
        "to_act": listed(shared.to_act(rulebook, game)),
        "moves": game.moves,
        "points": listed(rulebook.standing(table)),
        "table": rulebook.view(table, show),
    }


def _seats(
    seats: Sequence[Seat], names: Sequence[str | None], offered: Sequence[str | None], translate: Translate
) -> list[dict[str, Any]]:
    called = seats_called(names, offered, translate)
    return [
        {
            **seat_json(number, seat, called[number]),
            "nonce": seat.nonce,
            **({"public_key": seat.public_key} if seat.public_key else {}),
        }
        for number, seat in enumerate(seats)
    ]


def _disputes(disputes: Sequence[Dispute]) -> list[dict[str, Any]]:
    return [{"number": number, **_dispute(one)} for number, one in enumerate(disputes, start=1)]


def _dispute(dispute: Dispute) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.to_builtins(dispute)
    if dispute.decided is not None:
        shown["decided"] = {name: shown["decided"][name] for name in ("by", "text", "remedy")}
    return shown


def event_json(
    rulebook: Rulebook[Any], seen: SeenRecord, names: Names, translate: Translate = untranslated
) -> dict[str, Any]:
    """One event of the record as its viewer may see it. Its names are those of today: a record holds ids."""
    record = seen.record
    shown = {
        "position": str(seen.position),
        "type": type(record.data).__name__,
        "seat": record.actor,
        "at": time_text(record.at),
        "data": _data(_with_names(record.data, names, translate)),
        "text": narrate(rulebook, record.data, names, translate),
        "digest": seen.digest.hex(),
    }
    if record.luck:
        shown["luck"] = record.luck
    if record.opens:
        shown["opens"] = msgspec.to_builtins(record.opens)
    return shown


def command_json(command: Command) -> dict[str, Any]:
    """The message that would say this command: its type and its fields without the seat."""
    plain: dict[str, Any] = msgspec.to_builtins(command)
    del plain["seat"]
    return plain


@cache
def _opening_bytes(event_type: type[Event]) -> int:
    """How many bytes of this event's JSON say its type."""
    return len(b'{"type":') + len(msgspec.json.encode(event_type.__struct_config__.tag))


def _with_names(event: Event, names: Names, translate: Translate) -> Event:
    if type(event) not in NAMES_IN:
        return event
    match event:
        case SeatTaken(seat, player, kind, name=recorded):
            name = names.sitting(seat, player, kind, recorded_name(recorded))
        case SeatTakenOver(player=player, name=recorded) | SeatOffered(player=player, name=recorded):
            name = names.player(player, recorded_name(recorded)) if player else ""
        case GameCreated(referee=player, referee_name=recorded):
            name = names.player(player, recorded_name(recorded)) if player else ""
        case _:
            return event
    return replace(event, **{NAMES_IN[type(event)]: known_as(name, translate)})


def _data(event: Event) -> msgspec.Raw:
    """The event's fields as JSON; a secret that this viewer may not see is said to be hidden."""
    secrets = secret_fields(type(event))
    hidden: dict[str, Hidden] = {}
    if secrets:
        hidden = {field: value for field in secrets if isinstance(value := getattr(event, field), Hidden)}
    if not hidden:
        encoded = msgspec.json.encode(event)
        rest = encoded[_opening_bytes(type(event)) :]
        return msgspec.Raw(b"{" + rest.removeprefix(b","))
    data: dict[str, Any] = msgspec.to_builtins(event)
    del data["type"]
    for field, value in hidden.items():
        data[field] = {"hidden": True} if value.height is None else {"hidden": True, "height": value.height}
    return msgspec.Raw(msgspec.json.encode(data))


def frames(
    projector: Projector,
    records: Iterable[SeenRecord],
    viewer: Viewer,
    first: Position = BEGINNING,
    state: Literal["full", "patch"] | str = "full",
    translate: Translate = untranslated,
    digests: bool = True,
    game: Game[Any] | None = None,
    past: Past = no_past,
    brief: bool = False,
    naming: Naming = as_recorded,
) -> Iterator[dict[str, Any]]:
    """One frame for each effect from `first` on; `records` are this viewer's, from the game's first or after `game`.

    `past` gives the viewer's states at the positions that the record points back to.

    With `state="patch"` the first frame holds the whole state and each later one a patch (RFC 6902) to the one before.
    `digests=False` leaves out the digests: they do not compress, and a page that only shows a game does not need them.
    `brief` leaves of each event only what neither the frame nor the state says: its type, seat and time. `naming` knows
    the players' names.
    """
    rulebook = projector.rulebook
    whole: dict[str, Any] | None = None  # as shown after the last event that any of it may follow from
    own: dict[str, Any] | None = None  # what has been shown since then after an event of the title
    show = keeping()
    names = None if game is None else naming(game)
    for seen in records:
        after = projector.evolve(game, seen.record, past)
        if names is None or game is None or after.seats is not game.seats:
            names = naming(after)
        game = after
        if seen.position < first:
            continue
        shown = event_json(rulebook, seen, names, translate)
        if whole is None or type(seen.record.data) in _SHARED or game.pace is not None:
            before = whole if whole is None or own is None else {**whole, **own}
            rendered = whole = render_state(projector, game, viewer, show, names, translate)
            own = None
        else:
            rendered = _played(rulebook, game, show)
            before = {name: whole[name] for name in rendered} if own is None else own
            own = rendered
        frame: dict[str, Any] = {
            "position": shown["position"],
            "text": shown["text"],
            "event": shown,
            "to_act": rendered["to_act"],
            "digest": shown["digest"],
        }
        if brief:
            frame["event"] = {"type": shown["type"], "seat": shown["seat"], "at": shown["at"]}
            if isinstance(seen.record.data, GoneBack):
                frame["event"]["data"] = shown["data"]  # what counts no longer
            del frame["digest"], frame["to_act"]
        elif not digests:
            del frame["digest"], shown["digest"]
        if state == "full" or before is None:
            frame["state"] = {**whole, **rendered}
        else:
            frame["patch"] = patch(before, rendered)
        yield frame
