"""Pawns, the first part of a turn: placing one (KH-P), and the special pawns (KH-M, KH-R, KH-F)."""

from msgspec.structs import replace

from stele.title import Illegal, Phase, PhaseRules, change_player, decides, gettext_noop, with_item
from titles.kheops.commands import PlacePawn
from titles.kheops.events import PawnPlaced
from titles.kheops.plan import CELLS, INDEX
from titles.kheops.state import (
    PAWNS,
    POWERS,
    Pawn,
    PawnKind,
    Power,
    State,
    other,
    reserve_of,
    whose_turn,
)


def free_for_pawns(state: State) -> list[int]:
    """The cells whose tile has no pawn and may have one (KH-P2, KH-P3)."""
    return [
        cell
        for cell, laid in enumerate(state.laid)
        if laid is not None and state.pawns[cell] is None and laid.tile.symbol != "no_pawn"
    ]


def capturable(state: State, seat: int) -> list[int]:
    """The cells with the opponent's Workers (KH-M1)."""
    return [cell for cell, pawn in enumerate(state.pawns) if pawn == Pawn(other(seat), "worker")]


def may_be_placed(state: State, seat: int, kind: PawnKind) -> bool:
    """Whether this pawn is in the reserve and may enter now (KH-R3, KH-F2)."""
    player = state.players[seat]
    if reserve_of(player, kind) == 0:
        return False
    mummy_played = reserve_of(player, "mummy") == 0
    if kind == "priest":
        return mummy_played
    if kind == "pharaoh":
        return mummy_played or not state.settings.pharaoh_after_mummy
    return True


def pawn_options(state: State, seat: int) -> list[PlacePawn]:
    """Every pawn that may be placed now, on every tile where it may stand."""
    free = free_for_pawns(state)
    options: list[PlacePawn] = []
    for kind in PAWNS:
        if may_be_placed(state, seat, kind):
            cells = sorted([*free, *capturable(state, seat)]) if kind == "mummy" else free
            options += [PlacePawn(seat, kind, CELLS[cell]) for cell in cells]
    return options


def place_pawn(state: State, command: PlacePawn) -> PawnPlaced:
    """The event for placing the pawn, or why it is not allowed."""
    seat, kind = command.seat, command.pawn
    if kind not in PAWNS or reserve_of(state.players[seat], kind) == 0:
        raise Illegal("you have no such pawn in your reserve", "KH-P1")
    if not may_be_placed(state, seat, kind):
        raise Illegal("place your Mummy first", "KH-F2" if kind == "pharaoh" else "KH-R3")
    cell = INDEX.get(command.cell)
    laid = None if cell is None else state.laid[cell]
    if cell is None or laid is None:
        raise Illegal("there is no tile there", "KH-P2")
    if laid.tile.symbol == "no_pawn":
        raise Illegal("no pawns are allowed on this tile", "KH-P3")
    standing = state.pawns[cell]
    if standing is not None and not (kind == "mummy" and cell in capturable(state, seat)):
        meets_enemy = kind == "mummy" and standing.seat != seat
        raise Illegal("there is already a pawn there", "KH-M2" if meets_enemy else "KH-P2")
    return PawnPlaced(seat, kind, command.cell, standing is not None, _power(laid.tile.symbol))


def _power(symbol: str) -> Power | None:
    return next((power for power in POWERS if power == symbol), None)


def _placed(state: State, event: PawnPlaced) -> State:
    cell = INDEX[event.cell]
    if event.captured:
        owner = other(event.seat)
        state = _to_reserve(state, owner, "worker", 1)
    return replace(
        _to_reserve(state, event.seat, event.pawn, -1),
        pawns=with_item(state.pawns, cell, Pawn(event.seat, event.pawn)),
        placed=cell,
        power=event.power,
        step="tile" if event.power is None else "power",
    )


def _to_reserve(state: State, seat: int, kind: PawnKind, pawns: int) -> State:
    place, reserve = PAWNS.index(kind), state.players[seat].reserve
    return change_player(state, seat, reserve=with_item(reserve, place, reserve[place] + pawns))


_ONE_PAWN = gettext_noop("you can place only one pawn, at the beginning of your turn")
PHASE_RULES = PhaseRules(
    phases={
        "pawn": Phase(
            "KH-T1",
            asked=whose_turn,
            options=pawn_options,
            commands=(decides(PlacePawn, place_pawn, refusal=_ONE_PAWN),),
        ),
    },
    events=(_placed,),
)
