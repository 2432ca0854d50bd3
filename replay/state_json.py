"""State JSON: the table, the seats, the players to act, the disputes.

Everything here is made from the fold of records that are already redacted for their viewer.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from domain import game as shared
from domain.disputes.events import Dispute
from domain.game import Game, Seat
from domain.projector import Projector
from domain.redaction import Viewer
from domain.rulebook import Meta, Rulebook, Show, anew, eliminated, points_so_far
from eventstore.canonical_json import canonical
from replay.clocks import away_json, clock_json, deadlines_json
from replay.narration import Translate, known_as, untranslated
from replay.player_names import Names, as_recorded
from replay.units import own_unit
from replay.viewer_state import Seen


class SeatCalled(NamedTuple):
    """The name of a seat's player, whether this is a former player, and to whom it is offered."""

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
    """A seat and its player or former player."""
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
    """The texts about the seats' players and offers, in the reader's language."""
    return tuple(
        SeatCalled(known_as(name, translate), name is None, known_as(other, translate))
        for name, other in zip(names, offered, strict=True)
    )


def referee_json(game: Game[Any], names: Names, translate: Translate = untranslated) -> dict[str, Any]:
    """The referee of this game; empty if the operator decides."""
    if not game.referee:
        return {}
    name = names.player(game.referee, game.referee_name)
    former = {"former": True} if name is None else {}
    return {"referee": {"player": game.referee, "name": known_as(name, translate), **former}}


def state_of(seen: Seen, translate: Translate, names: Names | None = None) -> dict[str, Any]:
    """The state as plain JSON values; `names` are its players', if already known."""
    names = seen.names if names is None else names
    return render_state(seen.projector, seen.game, seen.viewer, names=names, translate=translate)


def render_state(
    projector: Projector,
    game: Game[Any],
    viewer: Viewer,
    show: Show = anew,
    names: Names | None = None,
    translate: Translate = untranslated,
) -> dict[str, Any]:
    """The state as plain JSON values; `game` is the fold of this viewer's redacted records.

    `names` are its players'; by default from the record itself.
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
        **_eliminated(rulebook, None),
        **played(rulebook, game, show),
        **own_unit(rulebook.meta.points, translate),
        **teams_json(rulebook.meta, game.players),
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
        shown["disputes"] = show(disputes_json, game.disputes)
    return shown


def played(rulebook: Rulebook[Any], game: Game[Any], show: Show) -> dict[str, Any]:
    """The only parts that change after a title's event, if no clocks run."""
    table = game.table
    if table is None:
        return {}
    return {
        "to_act": list(shared.to_act(rulebook, game)),
        "moves": game.moves,
        "points": list(points_so_far(rulebook, table, show)) or None,
        "table": rulebook.view(table, show),
        **_eliminated(rulebook, table),
    }


def _eliminated(rulebook: Rulebook[Any], table: Any) -> dict[str, Any]:
    return {"eliminated": list(eliminated(rulebook, table))} if hasattr(rulebook, "eliminated") else {}


def teams_json(meta: Meta, players: int) -> dict[str, Any]:
    """The member `teams` of a response about a game with partners."""
    teams = meta.teams_of(players)
    return {"teams": list(teams)} if len(set(teams)) < len(teams) else {}


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


def disputes_json(disputes: Sequence[Dispute]) -> list[dict[str, Any]]:
    """The disputes of a game with their numbers, from 1."""
    return [{"number": number, **_dispute(one)} for number, one in enumerate(disputes, start=1)]


def _dispute(dispute: Dispute) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.to_builtins(dispute)
    if dispute.decided is not None:
        shown["decided"] = {name: shown["decided"][name] for name in ("by", "text", "remedy")}
    return shown
