"""Traffic of a day on a real server, and the capacity derived from the cost of a request."""

from dataclasses import replace

import pytest

from app import make_services
from bench.figures import Cost, Figures, measure, used_bytes
from bench.growth import SHAPES, busy, machines_for, most_games, simulated
from bench.traffic import KINDS, MOVE, REPLAY, TURNS, VISITS_A_DAY, live, settle
from tests.serving import Served

FIGURES = Figures(dict.fromkeys(KINDS, Cost(0.002, 0.001, 0.0004, 4000.0)), 2.0, 190.0, 5000.0)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A separate server."""
    served = Served(tmp_path_factory.mktemp("traffic")).start()
    yield served
    served.stop()


def test_a_day_passes(served):
    """Every visit is made, moves are recorded, followers stay, and the measured cost is positive."""
    store = make_services({"STELE_DATA": str(served.data)}).games.tables.store
    empty = used_bytes(store)
    town = settle(served.url, 12, 16)
    tally = live(town, seconds_a_day=1.0, days=1, followers=20)
    assert len(tally.taken[TURNS]) == 12 * VISITS_A_DAY
    assert {kind for kind in KINDS if tally.taken[kind]} == {*KINDS} - {REPLAY}
    assert not [what for what in tally.refused if not what.endswith("409")]
    assert sum(len(store.read(game_id)) for game_id in town.games) > 16
    assert any(MOVE in line and "ms" in line for line in tally.told())
    figures = measure(served, store, town, empty, times=30, rest_seconds=0.1)
    assert 50 < figures.bytes_an_event < 3000 and figures.bytes_a_game > 0 and figures.events_a_move >= 1
    assert figures.costs[MOVE].web > 0 and figures.costs[MOVE].written > 0


def test_the_bottleneck():
    """More machines carry more; the scarce resource is named; an impossible load is reported."""
    carried = [most_games(shape, FIGURES) for shape in SHAPES]
    assert carried[0][0] < carried[1][0] < carried[2][0]
    assert {found.worst for _games, found in carried} == {"the memory"}
    heavy = most_games(SHAPES[0], replace(FIGURES, bytes_an_event=380.0, bytes_a_game=10_000.0))[0]
    assert carried[0][0] / heavy == pytest.approx(2.0, rel=0.1)
    light = replace(FIGURES, bytes_an_event=1.0, bytes_a_game=0.0)
    assert most_games(SHAPES[0], light)[1].worst == "the processors"
    slow = replace(light, costs={**FIGURES.costs, TURNS: Cost(0.0, 0.0, 0.1)})
    assert most_games(SHAPES[2], slow)[1].worst == "the store of shared data"
    with pytest.raises(ValueError, match="shared data"):
        machines_for(1e7, slow)
    machines = machines_for(1e6, FIGURES)
    assert busy(machines, 1e6, FIGURES).holds
    assert [row.value for row in simulated(FIGURES)][-1] == machines.machines
