"""Clocks of a game as every viewer sees them: its pace, its deadlines, and absences."""

from typing import Any

import msgspec

from domain.clocks.rules import deadlines
from domain.game import Game
from domain.rulebook import Rulebook
from replay.timestamps import time_text


def deadlines_json(rulebook: Rulebook[Any], game: Game[Any]) -> list[dict[str, Any]]:
    """When the time of each seat with a running clock ends, earliest first."""
    due = sorted((at, seat) for seat, at in deadlines(rulebook, game).items())
    return [{"seat": seat, "at": time_text(at)} for at, seat in due]


def clock_json(game: Game[Any]) -> dict[str, Any]:
    """The game's pace, whether its clocks are stopped, and which players want that; empty without clocks."""
    if game.pace is None:
        return {}
    shown: dict[str, Any] = {"pace": msgspec.to_builtins(game.pace)}
    if game.clock is not None and game.clock.is_paused:
        shown["paused"] = True
    if game.clock is not None and game.clock.agreed:
        shown["pause_agreed"] = list(game.clock.agreed)
    return shown


def away_json(game: Game[Any], seat: int) -> dict[str, Any]:
    """The absences and play times of this seat's player; empty if there are none."""
    if game.clock is None:
        return {}
    own = game.clock.seats[seat]
    away = [
        {"since": time_text(since), "until": time_text(until)} for since, until in own.away if until > game.clock.at
    ]
    shown: dict[str, Any] = {"away": away} if away else {}
    if own.times is not None:
        shown["play_times"] = {"zone": own.times.zone, "windows": msgspec.to_builtins(own.times.windows)}
    return shown
