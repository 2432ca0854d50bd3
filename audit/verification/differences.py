"""Differences between rules and record: both outcomes in words, and the number of the relevant rule."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain import game as shared
from domain.chance import Scripted
from domain.game import Game
from domain.messages import Command, Event, Illegal, Record
from domain.projector import Projector
from verify.record import seat_name

_LONGEST = 300


def difference(record: Record[Any], outcome: str, rule: str) -> str:
    """A difference in words: the recorded outcome, the outcome by the rules, and the rule's number, if any."""
    return f"recorded {shown(record.data)} ({seat_name(record.actor)}, {record.luck} draws); {outcome}{numbered(rule)}"


def shown(event: Event) -> str:
    """An event as text, shortened."""
    text = repr(event)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def numbered(rule: str) -> str:
    """The rule's number in brackets, or nothing."""
    return f" (rule {rule})" if rule else ""


def phase_rule(projector: Projector, game: Game[Any] | None, facts: Sequence[Record[Any]]) -> str:
    """The rule of the game's phase after these facts, or nothing if there is none."""
    try:
        after = projector.fold(facts, game) if facts else game  # an event that points back has no phase
        if after is None or after.table is None:
            return ""
        # The seat is empty, so the refusal names the rule for the seats that are asked.
        list(projector.rulebook.decide(after.table, shared.Resign(-1), Scripted(())))
    except Illegal as refusal:
        return refusal.rule
    except Exception:  # the record is bad already; a missing rule number adds nothing
        return ""
    return ""


def refusing_rule(projector: Projector, game: Game[Any] | None, record: Record[Any]) -> str:
    """The rule that refuses the command most similar to this fact; otherwise the rule of the phase."""
    if game is None:
        return ""
    for command in _commands_like(projector, record):
        try:
            list(projector.rulebook.decide(game.table, command, Scripted(())))
        except Illegal as refusal:
            return refusal.rule
        except Exception:  # the rules cannot interpret this
            continue
    return phase_rule(projector, game, ())


def _commands_like(projector: Projector, record: Record[Any]) -> Iterator[Command]:
    """The title's commands all of whose fields the fact has, those with the most fields first."""
    plain = msgspec.to_builtins(record.data)
    kinds = sorted(projector.rulebook.COMMANDS, key=lambda kind: -len(kind.__struct_fields__))
    for kind in kinds:
        fields = kind.__struct_fields__
        if set(fields) <= set(plain) and len(fields) > 1:
            try:
                yield msgspec.convert({"type": kind.__name__, **{name: plain[name] for name in fields}}, kind)
            except msgspec.ValidationError:
                continue
