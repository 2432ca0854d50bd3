"""Statistics: colours, when each kind of pawn is placed, and the dungeons that are won."""

from collections.abc import Iterable, Mapping
from typing import Any

from stele.title import Event, Fact, Topic, gettext_noop
from titles.kheops.events import AnkhsScored, DungeonScored, PawnPlaced, TurnsBegin
from titles.kheops.state import PawnKind, State, other

_PAWNS: Mapping[PawnKind, str] = {
    "worker": gettext_noop("Worker"), "priest": gettext_noop("Priest"), "mummy": gettext_noop("Mummy"),
    "pharaoh": gettext_noop("Pharaoh"),
}  # fmt: skip
_DUNGEON = gettext_noop("Dungeon")
_ANKHS = gettext_noop("Ankhs")
_WHITE = gettext_noop("White")
_BLUE = gettext_noop("Blue")
_OPENING = 3

TOPICS = (
    Topic("colour", gettext_noop("Colours"), gettext_noop("Colour")),
    Topic("pawn", gettext_noop("Pawns placed"), gettext_noop("Pawn"), gettext_noop("own pawns before")),
    Topic("dungeon", gettext_noop("Points by source"), gettext_noop("Source"), gettext_noop("Points")),
)


def facts(state: State, event: Event) -> Iterable[Fact]:
    """The facts of this event."""
    match event:
        case TurnsBegin(seat):
            yield Fact("colour", _WHITE, seat)
            yield Fact("colour", _BLUE, other(seat))
        case PawnPlaced(seat, pawn):
            yield Fact("pawn", _PAWNS[pawn], seat, _pawns_of(state, seat))
        case DungeonScored(value=value, winner=int() as winner):
            yield Fact("dungeon", _DUNGEON, winner, value)
        case AnkhsScored(seat, _, points):
            yield Fact("dungeon", _ANKHS, seat, points)


def situation(state: State) -> Any:
    """The situation of placing one of a player's first three pawns: both players' pawns in the pyramid. Other answers
    have none.
    """
    if state.step != "pawn":
        return None
    own, others = _pawns_of(state, state.turn), _pawns_of(state, other(state.turn))
    return ["pawn", own, others] if own < _OPENING else None


def _pawns_of(state: State, seat: int) -> int:
    return sum(one is not None and one.seat == seat for one in state.pawns)
