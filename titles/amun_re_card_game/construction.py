"""Construction, chapter C, and placing Pyramids: revenue, building, preparation, player by player (AC-P, AC-C)."""

from msgspec.structs import replace

from stele.title import Chance, Illegal, Phase, PhaseRules, change_player, decides, gettext_noop, with_item
from titles.amun_re_card_game.auction import check_display, displays_worth
from titles.amun_re_card_game.commands import BuildPyramids, PlacePyramid, PrepareGold
from titles.amun_re_card_game.events import (
    GoldLeftOver,
    GoldPrepared,
    PyramidPlaced,
    PyramidsBuilt,
    RevenueEarned,
)
from titles.amun_re_card_game.state import (
    ALL_GOLD,
    KINGDOMS,
    ExtendedProvince,
    State,
    fewest_pyramids,
    next_of,
    turn_order,
)

CARAVAN_GOLD = 10
HIGHEST_FLOOD_WITH_CARAVANS = 2


def next_to_place(state: State) -> tuple[int, ...]:
    """The seats that place Pyramids now: granted ones in turn order or all at once, bought ones in their buyer's turn
    (AC-P1, R28, R51).
    """
    return next_of(state, lambda player: player.to_place)


def next_to_develop(state: State) -> tuple[int, ...]:
    """The player whose revenue, construction and preparation it is (AC-C1, R30)."""
    players = state.players
    for seat in turn_order(state):
        if players[seat].step != "done":
            return (seat,)
    return ()


def place_options(state: State, seat: int) -> list[PlacePyramid]:
    """The Provinces with the fewest Pyramids (AC-P2, R31)."""
    return [PlacePyramid(seat, place) for place in fewest_pyramids(state.players[seat])]


def place_pyramid(state: State, command: PlacePyramid) -> PyramidPlaced:
    """Check that a Pyramid goes to a Province with the fewest (AC-P2)."""
    if command.place not in fewest_pyramids(state.players[command.seat]):
        raise Illegal("place Pyramids as evenly as possible: on a Province with the fewest", "AC-P2")
    return PyramidPlaced(command.seat, command.place)


def forced_placement(state: State, _chance: Chance) -> PyramidPlaced | None:
    """Place a Pyramid automatically if every Province with the fewest gets one in any case (AC-P3)."""
    for seat in next_to_place(state):
        player = state.players[seat]
        places = fewest_pyramids(player)
        if len(places) <= player.to_place:
            return PyramidPlaced(seat, places[0])
    return None


def advance_favors(state: State, chance: Chance) -> PyramidPlaced | RevenueEarned | None:
    """Place the granted Pyramids; the first player's revenue comes next (AC-P1, AC-C1)."""
    return forced_placement(state, chance) if next_to_place(state) else revenue(state, chance)


def most_affordable(state: State, gold: int) -> int:
    """The most Pyramids that this Gold buys at once (AC-C3)."""
    return max(count for count, cost in enumerate(state.components.construction_cost) if cost <= gold)


def build_options(state: State, seat: int) -> list[BuildPyramids]:
    """The numbers of Pyramids to buy: from none to the most affordable; in the third Kingdom only the most (AC-C3,
    AC-C6, R32 to R34).
    """
    most = most_affordable(state, state.players[seat].revenue)
    least = most if state.kingdom == KINGDOMS else 0
    return [BuildPyramids(seat, count) for count in range(least, most + 1)]


def build_pyramids(state: State, command: BuildPyramids) -> PyramidsBuilt:
    """Buy Pyramids, once a turn (AC-C3)."""
    player = state.players[command.seat]
    most = most_affordable(state, player.revenue)
    if not 0 <= command.count <= most:
        raise Illegal("with {gold} Gold you can build at most {most}", "AC-C3", gold=player.revenue, most=most)
    if state.kingdom == KINGDOMS and command.count < most:
        raise Illegal("in the third Kingdom, spend as much as you can", "AC-C6")
    return PyramidsBuilt(command.seat, command.count, state.components.construction_cost[command.count])


def prepare_options(state: State, seat: int) -> list[PrepareGold]:
    """The options for the next display: cards worth exactly the remaining Gold, or all nine if it exceeds their total
    (AC-C7, R35).
    """
    return [PrepareGold(seat, cards) for cards in displays_worth(min(ALL_GOLD, state.players[seat].revenue))]


def prepare_gold(state: State, command: PrepareGold) -> GoldPrepared:
    """Check that the next display shows exactly the remaining Gold (AC-C7)."""
    player = state.players[command.seat]
    wanted = min(ALL_GOLD, player.revenue)
    check_display(command.cards, wanted, "AC-C7")
    return GoldPrepared(command.seat, command.cards, player.revenue - wanted)


def revenue(state: State, _chance: Chance) -> RevenueEarned:
    """Fields by the flood, Caravans at a low flood, and the remaining Gold cards (AC-C2)."""
    (seat,) = next_to_develop(state)
    player = state.players[seat]
    fields = sum(province.top.fields for province in player.provinces) * state.flood
    caravans = 0
    if state.flood <= HIGHEST_FLOOD_WITH_CARAVANS:
        caravans = CARAVAN_GOLD * sum(province.top.caravan for province in player.provinces)
    cards = sum(player.display)
    return RevenueEarned(seat, fields, caravans, cards, fields + caravans + cards)


def leave_gold(state: State, _chance: Chance) -> GoldLeftOver | None:
    """In the third Kingdom there is no preparation, and remaining Gold is worth nothing (AC-C8)."""
    if state.kingdom < KINGDOMS:
        return None
    (seat,) = next_to_develop(state)
    return GoldLeftOver(seat, state.players[seat].revenue)


def _earned(state: State, event: RevenueEarned) -> State:
    state = change_player(state, event.seat, revenue=event.total, display=(), step="construction")
    return replace(state, phase="development")


def _built(state: State, event: PyramidsBuilt) -> State:
    revenue = state.players[event.seat].revenue - event.cost
    step = "placement" if event.count else "preparation"
    return change_player(state, event.seat, revenue=revenue, to_place=event.count, step=step)


def _placed(state: State, event: PyramidPlaced) -> State:
    player = state.players[event.seat]
    province = player.provinces[event.place]
    new = ExtendedProvince(province.cards, province.tokens + 1, province.pyramids + 1)
    left = player.to_place - 1
    return change_player(
        state,
        event.seat,
        provinces=with_item(player.provinces, event.place, new),
        to_place=left,
        step="preparation" if player.step == "placement" and not left else player.step,
    )


def _prepared(state: State, event: GoldPrepared) -> State:
    return change_player(state, event.seat, display=event.cards, revenue=0, step="done")


def _left_over(state: State, event: GoldLeftOver) -> State:
    return change_player(state, event.seat, revenue=0, step="done")


_PLACING = (decides(PlacePyramid, place_pyramid, refusal=gettext_noop("there is no Pyramid to place now")),)

PHASE_RULES = PhaseRules(
    phases={
        "favours": Phase(
            "AC-P1", asked=next_to_place, options=place_options, commands=_PLACING, advance=advance_favors
        ),
        "revenue": Phase("AC-C1", advance=revenue),
        "construction": Phase(
            "AC-C1",
            asked=next_to_develop,
            options=build_options,
            commands=(decides(BuildPyramids, build_pyramids, refusal=gettext_noop("it is not your turn to build")),),
            takes_only_option=True,
        ),
        "placement": Phase(
            "AC-C1", asked=next_to_develop, options=place_options, commands=_PLACING, advance=forced_placement
        ),
        "preparation": Phase(
            "AC-C1",
            asked=next_to_develop,
            options=prepare_options,
            commands=(
                decides(PrepareGold, prepare_gold, refusal=gettext_noop("it is not your turn to prepare the cards")),
            ),
            advance=leave_gold,
            takes_only_option=True,
        ),
    },
    events=(_earned, _built, _placed, _prepared, _left_over),
)
