"""Traffic of a day on a real server, and the capacity derived from the cost of a request."""

from dataclasses import replace

import pytest

from app import make_services
from bench.capacity.figures import Cost, Figures, measure
from bench.capacity.growth import SHAPES, busy, machines_for, most_games, simulated
from bench.capacity.town import Town
from bench.capacity.traffic import KINDS, MOVE, REPLAY, TURNS, VISITS_A_DAY, live, settle
from bench.capacity.year import (
    DISK_BYTES,
    MEMORY_BYTES,
    MOST_FULL,
    PROCESSES_BYTES,
    YEAR,
    compared,
    inboxes,
    limit,
    units,
)
from bench.capacity.year import simulated as held_by_day
from tests.serving import Served

FIGURES = Figures(dict.fromkeys(KINDS, Cost(0.002, 0.001, 0.0004, 4000.0)), 400_000.0, 1_500_000.0)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A separate server."""
    served = Served(tmp_path_factory.mktemp("traffic")).start()
    yield served
    served.stop()


@pytest.mark.soak
def test_a_day_passes(served):
    """Every visit is made, moves are recorded, followers stay, and the measured cost is positive."""
    store = make_services({"STELE_DATA": str(served.data)}).games.tables.store
    town = settle(served.url, 12, 16)
    tally = live(town, seconds_a_day=1.0, days=1, followers=20)
    assert len(tally.taken[TURNS]) == 12 * VISITS_A_DAY
    assert {kind for kind in KINDS if tally.taken[kind]} == {*KINDS} - {REPLAY}
    assert not [what for what in tally.refused if not what.endswith("409")]
    assert sum(len(store.read(game_id)) for game_id in town.games) > 16
    assert any(MOVE in line and "ms" in line for line in tally.told())
    costs = measure(served, store, town, times=30, rest_seconds=0.1)
    assert costs[MOVE].web > 0 and costs[MOVE].written > 0


def test_the_bottleneck():
    """More machines carry more load; the scarce resource is named; an impossible load is reported."""
    carried = [most_games(shape, FIGURES) for shape in SHAPES]
    assert carried[0][0] < carried[1][0] < carried[2][0]
    assert {found.worst for _games, found in carried} == {"the memory"}
    usual = replace(FIGURES, listed_a_game=48_000.0, even_a_game=132_000.0)
    assert most_games(SHAPES[3], usual)[0] > 50 * most_games(SHAPES[0], usual)[0], "lists and games are divided alike"
    heavy = most_games(SHAPES[0], replace(FIGURES, memory_a_game=800_000.0))[0]
    assert carried[0][0] / heavy == pytest.approx(2.0, rel=0.1)
    light = replace(FIGURES, memory_a_game=100.0, disk_a_game=100.0)
    assert most_games(SHAPES[0], light)[1].worst == "the processors"
    slow = replace(light, costs={**FIGURES.costs, TURNS: Cost(0.0, 0.0, 0.1)})
    assert most_games(SHAPES[3], slow)[1].worst == "a store"
    with pytest.raises(ValueError, match=r"a store|the processors"):
        machines_for(1e7, slow)
    machines = machines_for(2e5, FIGURES)
    assert busy(machines, 2e5, FIGURES).is_within_limits
    assert [row.value for row in simulated(FIGURES, 2e5)][-1] == machines.machines


@pytest.mark.soak
def test_the_data_of_a_year(tmp_path_factory):
    """Unit costs of a few people at a real server, and the year of more people that follows from them."""
    town = Town(tmp_path_factory.mktemp("town"), 4, moves_a_day=30.0)
    counts = [town.count()]
    for _half in range(2):
        for _day in range(5):
            town.live()
        town.rewrite()
        counts.append(town.count())
    cost = units(counts, inboxes(tmp_path_factory.mktemp("inbox")))
    assert len(counts[-1].ended) > len(counts[1].ended) > 0
    assert [size for _told, size in cost.inboxes] == sorted(size for _told, size in cost.inboxes)
    assert 100 < cost.event < 400 and 50 < cost.request < 200 and 20 < cost.record < 200
    assert min(cost.listed, cost.kept, cost.message, cost.rewritten, cost.leaf) > 0
    ratios = [ratio for _held, ratio in compared(tmp_path_factory.mktemp("played"), 8, 10, cost)]
    assert ratios == pytest.approx([1.0] * len(ratios), rel=0.1)
    days = list(held_by_day(600, 2 * YEAR, cost))
    first, last = days[YEAR - 1], days[-1]
    assert first.running == pytest.approx(last.running, rel=0.1) and first.memory["inboxes"] == last.memory["inboxes"]
    assert last.finished == pytest.approx(2 * first.finished, rel=0.2) and last.memory_bytes > first.memory_bytes
    name, full = limit(1000, cost)
    *_, held = held_by_day(1000, full, cost)
    memory = held.memory_bytes / (MOST_FULL * MEMORY_BYTES - PROCESSES_BYTES)
    disk = held.disk_bytes / (MOST_FULL * DISK_BYTES)
    assert held.day == full and {"the memory": memory, "the disk": disk}[name] == pytest.approx(1, rel=0.05)
    assert min(memory, disk) < 1
    assert first.memory["inboxes"] == pytest.approx(600 * cost.inboxes[-1][1])
