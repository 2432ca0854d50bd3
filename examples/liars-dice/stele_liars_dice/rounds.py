"""Rounds: the set-up, rolling, the outcome of a doubt, and the end (LD-S, LD-R, LD-D, LD-E)."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from stele.title import Chance, Event, Phase, PhaseRules, Result, Show, anew, choose, known
from stele_liars_dice.events import CupsHanded, CupsLifted, DieLost, DieRolled
from stele_liars_dice.state import FACES, Player, State, next_with_dice, phase_of, seat_to_roll


def setup(players: int, options: Mapping[str, Any], chance: Chance) -> Iterator[Event]:
    """Each player gets the agreed number of dice (LD-S1)."""
    yield CupsHanded(players, options["dice"])


def roll(state: State, chance: Chance) -> DieRolled | None:
    """The next die under the next cup (LD-R1)."""
    seat = seat_to_roll(state)
    return None if seat is None else DieRolled(seat, state.round, choose(chance, FACES))


def lift(state: State, _chance: Chance) -> CupsLifted | None:
    """All cups are lifted, and the dice that show the face of the bid are counted (LD-D1)."""
    if state.claim is None:
        return None
    faces = tuple(tuple(known(face) for face in player.faces) for player in state.players)
    return CupsLifted(state.round, faces, state.claim.face, sum(one.count(state.claim.face) for one in faces))


def lose(state: State, _chance: Chance) -> DieLost | None:
    """The player who was wrong loses a die (LD-D2)."""
    claim, doubter = state.claim, state.doubter
    if claim is None or doubter is None:
        return None
    there = sum(known(face) == claim.face for player in state.players for face in player.faces)
    return DieLost(doubter if there >= claim.count else claim.seat)


def standing(state: State, show: Show = anew) -> tuple[int, ...]:
    """The dice that each seat has left."""
    return tuple(player.left for player in state.players)


def result(state: State) -> Result | None:
    """The last player with dice wins; of the others, a player who went out later is ahead of one who went out earlier
    (LD-E1).
    """
    if phase_of(state) != "over":
        return None
    order = (*(seat for seat, player in enumerate(state.players) if player.left), *reversed(state.out))
    return Result(tuple(1 + order.index(seat) for seat in range(len(order))), standing(state), "dice")


def _handed(_nothing: State | None, event: CupsHanded) -> State:
    return State(tuple(Player(event.dice) for _ in range(event.players)))


def _rolled(state: State, event: DieRolled) -> State:
    players = list(state.players)
    player = players[event.seat]
    players[event.seat] = replace(player, faces=(*player.faces, event.face))
    return replace(state, players=tuple(players))


def _lifted(state: State, event: CupsLifted) -> State:
    players = tuple(replace(player, faces=faces) for player, faces in zip(state.players, event.faces, strict=True))
    return replace(state, players=players, is_shown=True)


def _lost(state: State, event: DieLost) -> State:
    players = tuple(Player(player.left - (seat == event.seat)) for seat, player in enumerate(state.players))
    is_out = not players[event.seat].left
    return State(
        players,
        round=state.round + 1,
        turn=next_with_dice(players, event.seat) if is_out else event.seat,
        lost=state.lost + 1,
        out=(*state.out, event.seat) if is_out else state.out,
    )


PHASE_RULES: PhaseRules[State] = PhaseRules(
    phases={
        "rolling": Phase("LD-R1", advance=roll),
        "doubt": Phase("LD-D1", advance=lift),
        "loss": Phase("LD-D2", advance=lose),
        "over": Phase("LD-E1"),
    },
    events=(_handed, _rolled, _lifted, _lost),
)
