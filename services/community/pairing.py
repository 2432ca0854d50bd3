"""Pairing: the tables of a tournament's next round. Pure: the same input gives the same tables.

A round robin of two at a table follows a schedule that is fixed at the start (Berger tables): after a player leaves,
the others meet as planned, and the player's opponents rest. Otherwise tables have the tournament's number of seats, and
if the number of players is not a multiple of it, some rest in a round: those with the fewest rests, the last in the
standings first. Seats at a table are assigned so that players sit in the same seat as seldom as possible.

A double round robin plays its schedule twice, with the seats exchanged. In groups each has a schedule of its own, and
their rounds are played together. A knock-out has a bracket that is fixed at the start: a list of slots, in which
neighbours meet, ordered so that the first players of the list meet as late as possible and get the byes.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import combinations, permutations
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

Kind = Literal["round_robin", "swiss", "knockout", "groups"]
Pairing = tuple[str, ...]
"""The players of a table, in the order of their seats."""

_MET_AGAIN = 1000
_MOST_SEATS_TRIED = 5
_MOST_IMPROVEMENTS = 200


class Round(Struct, frozen=True):
    """The tables of a round, the resting players, and those who are `absent`.

    In the last round of a knock-out, the table `third` plays for the third place (empty if none does).
    """

    tables: tuple[Pairing, ...]
    resting: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    third: Pairing = ()

    @property
    def players(self) -> tuple[str, ...]:
        """The players who play or rest."""
        return (*(player for table in self.tables for player in table), *self.resting)

    @property
    def of_bracket(self) -> tuple[str, ...]:
        """The players who have not lost in a knock-out, including absent ones."""
        return (*(player for player in self.players if player not in self.third), *self.absent)


def has_schedule(kind: Kind, size: int) -> bool:
    """Whether all rounds, or those of the groups, are fixed at the start."""
    return kind == "groups" or (kind == "round_robin" and size == 2)


def next_round(
    kind: Kind,
    players: Sequence[str],
    size: int,
    rounds: Sequence[Round],
    out: Collection[str] = (),
    has_third: bool = False,
    groups: Iterable[Collection[str]] = (),
) -> Round:
    """The next round for these players, in the order of the standings, at tables of `size`, after these rounds.

    In a knock-out they are the bracket's slots; if it `has_third`, the two players who have just lost meet, too. By a
    schedule the players of each of the `groups` meet, or all. Players who are `out` are not paired. `ValueError` if the
    others are fewer than a table needs, but for a knock-out.
    """
    if kind == "knockout":
        made = _without(_neighbours(players), out)
        before = rounds[-1].players if has_third and rounds else ()
        losers = tuple(one for one in before if one not in players and one not in out)
        if len(losers) == 2:
            made = replace(made, tables=(*made.tables, losers), third=losers)
        return _seated(made, rounds)
    there = [player for player in players if player not in out]
    if len(there) < size:
        raise ValueError(f"{len(there)} players are fewer than a table needs")
    if has_schedule(kind, size):
        return _seated(scheduled(groups or (players,), len(rounds), out), rounds)
    met = meetings(rounds)
    resting = _resting(there, len(there) % size, rounds)
    playing = [player for player in there if player not in resting]
    rank = {player: place for place, player in enumerate(playing)} if kind == "swiss" else dict.fromkeys(playing, 0)
    order = playing if kind == "swiss" else sorted(playing)
    return _seated(Round(_tables(order, size, met, rank), resting), rounds)


def scheduled(groups: Iterable[Collection[str]], number: int, out: Collection[str] = ()) -> Round:
    """This round of a round robin of two at a table in each of these groups, without the players who are `out`."""
    made = [_circle(sorted(group), number) for group in groups]
    tables = tuple(table for one in made for table in one.tables)
    return _without(Round(tables, tuple(player for one in made for player in one.resting)), out)


def bracket(players: Sequence[str]) -> tuple[str, ...]:
    """The slots of a knock-out's first round; an empty slot is a bye for its neighbour."""
    order = [0]
    while len(order) < len(players):
        order = [slot for seed in order for slot in (seed, 2 * len(order) - 1 - seed)]
    return tuple(players[seed] if seed < len(players) else "" for seed in order)


def apart(pots: Sequence[Sequence[str]], group_of: Mapping[str, int]) -> tuple[str, ...]:
    """The seeds of a knock-out after groups, pot by pot, such that players of one group meet as late as possible.

    The first pot keeps its order; in the other pots, pairs of players exchange their seeds as long as that helps.
    """
    seeds = [list(pot) for pot in pots]
    pairs = [pair for pair in combinations([player for pot in pots for player in pot], 2) if _is_same(pair, group_of)]

    def cost() -> int:
        slots = bracket([player for pot in seeds for player in pot])
        slot = {player: place for place, player in enumerate(slots)}
        rounds = len(slots).bit_length()
        return sum(len(slots) ** (rounds - (slot[one] ^ slot[other]).bit_length()) for one, other in pairs)

    lowest, is_better = cost(), True
    while is_better:
        is_better = False
        for pot in seeds[1:]:
            for one, other in combinations(range(len(pot)), 2):
                pot[one], pot[other] = pot[other], pot[one]
                if (now := cost()) < lowest:
                    lowest, is_better = now, True
                else:
                    pot[one], pot[other] = pot[other], pot[one]
    return tuple(player for pot in seeds for player in pot)


def _is_same(pair: tuple[str, str], group_of: Mapping[str, int]) -> bool:
    return group_of[pair[0]] == group_of[pair[1]]


def opponent(groups: Iterable[Collection[str]], number: int, player: str) -> str | None:
    """The player's opponent in this round of a round robin with two players a table in each group; none if they have a
    bye.
    """
    for table in scheduled(groups, number).tables:
        if player in table:
            return table[1 - table.index(player)]
    return None


def folded(order: Sequence[str], size: int) -> list[str]:
    """The order of the first round of a seeded Swiss tournament, in which the first player meets the first of the
    second half.
    """
    tables = len(order) // size
    tops = [order[first * tables : (first + 1) * tables] for first in range(size)]
    return [*(player for table in zip(*tops, strict=True) for player in table), *order[size * tables :]]


def rounds_needed(kind: Kind, players: int, size: int, cycles: int = 1) -> int:
    """The number of rounds after which one player can lead alone or, in a round robin, all have met `cycles` times."""
    if kind == "knockout":
        return (players - 1).bit_length()
    if kind == "swiss":
        needed = 1
        while size**needed < players:
            needed += 1
        return needed + 1
    if size == 2:
        return cycles * (players - 1 if players % 2 == 0 else players)
    made: list[Round] = []
    names = [f"{number:03}" for number in range(players)]
    while len(meetings(made)) < players * (players - 1) // 2 and len(made) < 4 * players:
        made.append(next_round(kind, names, size, made))
    return cycles * len(made)


def meetings(rounds: Iterable[Round]) -> Counter[frozenset[str]]:
    """How often each pair of players has met."""
    return Counter(frozenset(pair) for one in rounds for table in one.tables for pair in combinations(table, 2))


def _circle(players: list[str], number: int) -> Round:
    """This round of a round robin of two at a table: all but the first player move one place a round."""
    circle: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    turn = number % (len(circle) - 1)
    walked = [circle[0], *circle[len(circle) - turn :], *circle[1 : len(circle) - turn]]
    half = len(walked) // 2
    pairs = list(zip(walked[:half], reversed(walked[half:]), strict=True))
    tables = tuple((one, other) for one, other in pairs if one is not None and other is not None)
    resting = tuple(player for pair in pairs if None in pair for player in pair if player is not None)
    return Round(tables, resting)


def _neighbours(slots: Sequence[str]) -> Round:
    """The round of a knock-out in which each two neighbours among these slots meet."""
    pairs = list(zip(slots[::2], slots[1::2], strict=True))
    tables = tuple(pair for pair in pairs if all(pair))
    return Round(tables, tuple(player for pair in pairs if not all(pair) for player in pair if player))


def _without(made: Round, out: Collection[str]) -> Round:
    """The round without these players, whose opponents rest."""
    tables = tuple(table for table in made.tables if not any(player in out for player in table))
    alone = (player for table in made.tables if table not in tables for player in table)
    return Round(tables, tuple(player for player in (*made.resting, *alone) if player not in out))


def _resting(players: Sequence[str], number: int, rounds: Sequence[Round]) -> tuple[str, ...]:
    rested = Counter(player for one in rounds for player in one.resting)
    last_first = sorted(range(len(players)), key=lambda place: (rested[players[place]], -place))
    return tuple(players[place] for place in sorted(last_first[:number]))


def _tables(order: Sequence[str], size: int, met: Counter[frozenset[str]], rank: dict[str, int]) -> tuple[Pairing, ...]:
    """Tables with few repeated meetings and, if ranks differ, similar ranks: filled in order, then improved."""

    def cost(table: Sequence[str]) -> int:
        return sum(
            _MET_AGAIN * met[frozenset(pair)] ** 2 * len(order) + (rank[pair[0]] - rank[pair[1]]) ** 2
            for pair in combinations(table, 2)
        )

    left = list(order)
    tables: list[list[str]] = []
    while left:
        table = [left.pop(0)]
        while len(table) < size:
            best = min(left, key=lambda one: (cost([*table, one]), left.index(one)))
            left.remove(best)
            table.append(best)
        tables.append(table)
    for _ in range(_MOST_IMPROVEMENTS):
        if not _exchange(tables, cost):
            break
    return tuple(tuple(table) for table in tables)


def _exchange(tables: list[list[str]], cost: Callable[[Sequence[str]], int]) -> bool:
    """Swap the first two players at two tables whose swap lowers the cost, and return whether there were any."""
    for one, other in combinations(tables, 2):
        before = cost(one) + cost(other)
        for place, player in enumerate(one):
            for seat, partner in enumerate(other):
                one[place], other[seat] = partner, player
                if cost(one) + cost(other) < before:
                    return True
                one[place], other[seat] = player, partner
    return False


def _seated(made: Round, rounds: Sequence[Round]) -> Round:
    """The round with each table's players in the seats that they have had least often, and not all as once before."""
    sat: Counter[tuple[str, int]] = Counter(
        (player, seat) for one in rounds for table in one.tables for seat, player in enumerate(table)
    )

    had = Counter(table for one in rounds for table in one.tables)

    def cost(table: Pairing) -> int:
        return _MET_AGAIN * had[table] + sum(sat[player, seat] ** 2 for seat, player in enumerate(table))

    def best(table: Pairing) -> Pairing:
        if len(table) > _MOST_SEATS_TRIED:
            turns = (table[turn:] + table[:turn] for turn in range(len(table)))
            return min(turns, key=cost)
        return min(permutations(table), key=cost)

    return replace(made, tables=tuple(best(table) for table in made.tables))
