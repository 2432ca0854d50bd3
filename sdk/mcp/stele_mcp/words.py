"""Words for an assistant: games, tables and moves as text."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from stele_client.shapes import Event, Game, Result, Seat, Seen, State


def listed(games: Sequence[Game]) -> str:
    """Games, one per line."""
    return "\n".join(f"{one.id}: {one.title}, {one.players} players, position {one.position}" for one in games)


def told(seen: Seen[dict[str, Any]], events: Sequence[Event], own_seat: int | None, with_table: bool) -> str:
    """A game: the players, whose turn it is, recent events, and the table in the title's own form."""
    return "\n".join(_lines(seen, events, own_seat, with_table))


def _lines(
    seen: Seen[dict[str, Any]], events: Sequence[Event], own_seat: int | None, with_table: bool
) -> Iterator[str]:
    state = seen.state
    yield f"{state.title} ({state.rulebook}), {state.status}, at position {seen.position}, digest {seen.digest}."
    for seat in state.seats:
        yield _seat(state, seat, own_seat)
    if state.unit is not None:
        yield f"{state.unit.name}: the {state.unit.better} are best."
    if state.result is not None:
        yield outcome(state.result)
    if events:
        yield "Recent events:"
        yield from (f"- {event.position}: {event.text}" for event in events)
    if with_table and state.table is not None:
        yield f"The table as {'your seat' if own_seat is not None else 'the gallery'} sees it:"
        yield msgspec.json.encode(state.table).decode()


def _seat(state: State[dict[str, Any]], seat: Seat, own_seat: int | None) -> str:
    marks = [seat.kind] if seat.kind not in ("person", "free") else []
    if seat.seat == own_seat:
        marks.append("you")
    if seat.seat in state.to_act:
        marks.append("to act")
    if seat.resigned:
        marks.append("resigned")
    if seat.seat in state.eliminated:
        marks.append("out of the game")
    teams = list(enumerate(state.teams))
    if partners := [str(other) for other, team in teams if other != seat.seat and team == state.teams[seat.seat]]:
        marks.append(f"partner of seat {', '.join(partners)}")
    points = "" if state.points is None else f", {_points(state, state.points[seat.seat])}"
    return f"Seat {seat.seat}: {seat.name or 'no player'}{points}{''.join(f', {mark}' for mark in marks)}."


def _points(state: State[dict[str, Any]], number: int) -> str:
    return f"{number} points" if state.unit is None else state.unit.words(number)


def outcome(result: Result) -> str:
    """The result of a game."""
    seats = sorted(range(len(result.places)), key=lambda seat: result.places[seat])
    placed = ", ".join(f"seat {seat} in place {result.places[seat]}" for seat in seats)
    return f"The game is over: {placed}. {result.reason}"


def happened(events: Sequence[Event], to_act: Sequence[int], own_seat: int | None) -> str:
    """The effects of a move, and whose turn it is now."""
    lines = [f"- {event.text}" for event in events]
    if own_seat in to_act:
        lines.append("It is your turn again.")
    elif to_act:
        lines.append(f"Now seat {', '.join(map(str, to_act))} must act.")
    return "\n".join(lines)
