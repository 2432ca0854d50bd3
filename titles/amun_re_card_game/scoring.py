"""Scoring, chapter D, and the end: victory points after each Kingdom, the winner after the third (AC-V, AC-E)."""

from msgspec.structs import replace

from stele.title import Chance, Phase, PhaseRules, Result, change_player
from titles.amun_re_card_game.auction import open_auction
from titles.amun_re_card_game.events import AuctionOpened, KingdomEnded, PointsScored
from titles.amun_re_card_game.state import KINGDOMS, State, turn_order, visible_ankhs

FIELDS_FOR_A_POINT = 9


def fewest_ankhs_seat(state: State) -> int:
    """The player who loses a point, who has the fewest visible Ankhs; of equals, the last in turn order (AC-V5,
    R40).
    """
    last_first = reversed(turn_order(state))
    return min(last_first, key=lambda seat: visible_ankhs(state.players[seat]))


def score(state: State, seat: int) -> PointsScored:
    """One player's points for this Kingdom, by reason, never below 0 (AC-V1 to AC-V6)."""
    player = state.players[seat]
    pyramids = min(province.pyramids for province in player.provinces)
    fields = int(sum(province.top.fields for province in player.provinces) >= FIELDS_FOR_A_POINT)
    pharaoh = int(seat == state.pharaoh)
    fewest = -int(seat == fewest_ankhs_seat(state))
    total = max(0, pyramids + fields + pharaoh + fewest)
    return PointsScored(seat, state.kingdom, pyramids, fields, pharaoh, fewest, total)


def advance_points(state: State, chance: Chance) -> PointsScored | KingdomEnded | AuctionOpened:
    """Score all players in turn order, then end the Kingdom and begin the next one (AC-V1, AC-V7)."""
    if state.auction == 0:
        return open_auction(state, state.kingdom + 1, 1, chance)
    for seat in turn_order(state):
        if len(state.players[seat].points) < state.kingdom:
            return score(state, seat)
    return KingdomEnded(state.kingdom)


def all_pyramids(state: State, seat: int) -> int:
    """The Pyramids on all three Extended Provinces (AC-E2)."""
    return sum(province.pyramids for province in state.players[seat].provinces)


def result(state: State) -> Result | None:
    """The result: most points win, then most Pyramids in all, then turn order from the last Pharaoh (AC-E1 to
    AC-E3).
    """
    if state.phase != "over":
        return None
    points = tuple(sum(player.points) for player in state.players)
    ranked = sorted(turn_order(state), key=lambda seat: (-points[seat], -all_pyramids(state, seat)))
    return Result(tuple(ranked.index(seat) + 1 for seat in range(len(points))), points, "points")


def _scored(state: State, event: PointsScored) -> State:
    points = (*state.players[event.seat].points, event.total)
    return replace(change_player(state, event.seat, points=points), phase="points")


def _ended(state: State, event: KingdomEnded) -> State:
    return replace(state, phase="over" if event.kingdom == KINGDOMS else "points", auction=0)


PHASE_RULES = PhaseRules(
    phases={"points": Phase("AC-V1", advance=advance_points), "over": Phase("AC-E1")},
    events=(_scored, _ended),
)
