"""Dossier schema: a response about one action."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET

from api.schemas.from_structs import AnyOf, Maybe, Shown, Time, about
from api.schemas.records import STATE_SCHEMA, Digest, EventFields, LegalMove, Position, Receipt, ViewerShown


class Rule(Shown):
    """A numbered rule of the title, or of every title (`G1`)."""

    number: str
    text: str


class DossierEvent(EventFields, kw_only=True):
    """An event, and the rules that it follows from."""

    rules: list[Rule]


class Answer(LegalMove):
    """A legal answer, and whether it is the one that was given."""

    chosen: bool


class Asked(Shown):
    """The question to a seat. `answers` are all its legal ones; null if this viewer may not know them."""

    seat: int
    kind: Annotated[str, about("`person` or `computer`: who answered for the seat.")]
    text: str
    answers: list[Answer] | None


class View(Shown):
    """The view of a seat, or of all, before the action; the state is null before the first one."""

    viewer: ViewerShown = msgspec.field(name="as")
    text: str
    state: Annotated[Any, AnyOf(STATE_SCHEMA, {"type": "null"})]


class PlaceBefore(Shown):
    """The record's position and time before the action."""

    position: Position
    digest: Digest
    at: Time


class Adjudication(Shown):
    """The outcome of the action by the current rules: the recorded one, or a difference at a position, with both
    outcomes and the rules.

    `decided` is null if by the current rules nothing happens, or no legal answer leads to the recorded outcome.
    """

    verdict: Literal["agrees", "differs", "not possible"]
    text: str
    position: Maybe[Position] = UNSET
    recorded: Maybe[str] = UNSET
    decided: Maybe[str | None] = UNSET
    rules: Maybe[list[Rule]] = UNSET


class DossierResponse(Shown):
    """All that the viewer may know about one action, from `position` to `until`, with the times of the record."""

    game: str
    position: Position
    until: Position
    at: Time
    viewer: ViewerShown = msgspec.field(name="as")
    before: PlaceBefore | None
    digest: Annotated[Digest, about("The digest of the record after the action.")]
    views: list[View]
    asked: list[Asked]
    events: list[DossierEvent]
    adjudication: Adjudication
    receipt: Receipt
