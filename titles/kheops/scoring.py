"""Scoring at the end: every dungeon and the Ankhs; the player with more points wins (KH-V, KH-E)."""

from msgspec.structs import replace

from stele.title import Chance, Event, Phase, PhaseRules, Result, Show, anew, change_player
from titles.kheops.dungeons import Dungeon, ankhs, dungeons, judged
from titles.kheops.events import AnkhsScored, DungeonScored, PyramidScored
from titles.kheops.plan import CELLS
from titles.kheops.state import State, other


def advance_scoring(state: State, _chance: Chance) -> Event:
    """Score the dungeons one by one, then the Ankhs of white and of blue."""
    found = dungeons(state)
    if state.scored < len(found):
        return _scored_dungeon(found[state.scored])
    rest = state.scored - len(found)
    if rest < 2:
        seat = (state.white, other(state.white))[rest]
        count = ankhs(state, seat)
        return AnkhsScored(seat, count, count * count)
    return PyramidScored()


def _scored_dungeon(dungeon: Dungeon) -> DungeonScored:
    return DungeonScored(
        tuple(CELLS[cell] for cell in dungeon.cells),
        dungeon.halls,
        dungeon.sarcophagi,
        dungeon.apex,
        dungeon.longest,
        dungeon.closed,
        dungeon.cursed,
        dungeon.pawns,
        dungeon.value,
        dungeon.winner,
    )


def standing(state: State, show: Show = anew) -> tuple[int, ...]:
    """Each seat's points if the pyramid were scored now; after the scoring, the scored points."""
    if state.step == "over":
        return tuple(player.points for player in state.players)
    return judged(state.laid, state.pawns, state.settings.closed_rule, show).points


def result(state: State) -> Result | None:
    """The player with more points wins; equal points are a draw (KH-E2, R43)."""
    if state.step != "over":
        return None
    first, second = (player.points for player in state.players)
    places = (1 + (first < second), 1 + (second < first))
    return Result(places, (first, second), "points")


def _add(state: State, seat: int | None, points: int) -> State:
    if seat is not None:
        state = change_player(state, seat, points=state.players[seat].points + points)
    return replace(state, scored=state.scored + 1)


def _dungeon_scored(state: State, event: DungeonScored) -> State:
    return _add(state, event.winner, event.value)


def _ankhs_scored(state: State, event: AnkhsScored) -> State:
    return _add(state, event.seat, event.points)


def _pyramid_scored(state: State, event: PyramidScored) -> State:
    return replace(state, step="over")


PHASE_RULES = PhaseRules(
    phases={"score": Phase("KH-V1", advance=advance_scoring), "over": Phase("KH-E1")},
    events=(_dungeon_scored, _ankhs_scored, _pyramid_scored),
)
