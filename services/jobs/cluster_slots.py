"""Cluster slots: the hash slots for the servers of a new cluster, so that all servers are full at the same time.

With equal numbers of slots, a server can have a third more of the games and lists than the mean.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from eventstore.keys import SLOTS, partitions_for, slot_of, tag
from eventstore.projection import part_names
from eventstore.valkey.cluster import ClusterClient
from services.community.ladders import RATINGS
from services.games.lobby.index import LOBBY


class Data(NamedTuple):
    """Amounts of data: of the games in their partitions, of lists and results, of ratings, and in all slots evenly.

    Persons' data and chats are in all slots.
    """

    games: float = 0.545
    lists: float = 0.12
    ratings: float = 0.003
    even: float = 0.332

    def of(self, shares: "Data") -> float:
        """The sum of these shares of the data."""
        return sum(amount * share for amount, share in zip(self, shares, strict=True))


AFTER_A_YEAR = Data()
"""The shares of the data of a club in its memory, after a year (`python -m bench year`)."""


def slot_ranges(servers: int, data: Data = AFTER_A_YEAR) -> list[range]:
    """The hash slots of each of these servers, such that they have about equal parts of the data."""
    weights = [data.of(shares) for shares in _shares_of_slots(servers)]
    middles = [end - weight / 2 for end, weight in zip(accumulate(weights), weights, strict=True)]
    ends = [bisect_left(middles, sum(weights) * number / servers) for number in range(1, servers)]
    return [range(first, end) for first, end in pairwise((0, *ends, SLOTS))]


def shares_of(ranges: Sequence[range]) -> list[Data]:
    """The shares of the data that servers with these hash slots have."""
    of_slots = _shares_of_slots(len(ranges))
    return [Data(*map(sum, zip(*(of_slots[slot] for slot in one), strict=True))) for one in ranges]


def _shares_of_slots(servers: int) -> list[Data]:
    """The shares of the data in each hash slot of a record that begins on this many servers."""
    partitions = [tag(one) for one in range(partitions_for(servers))]
    parts = [part for name in (LOBBY, RATINGS) for part in part_names(name, ClusterClient.parts)]
    found = [Data(0.0, 0.0, 0.0, 1 / SLOTS)] * SLOTS
    for names, kind in ((partitions, "games"), (parts, "lists"), ([RATINGS], "ratings")):
        for name in names:
            slot = slot_of(name)
            found[slot] = found[slot]._replace(**{kind: getattr(found[slot], kind) + 1 / len(names)})
    return found
