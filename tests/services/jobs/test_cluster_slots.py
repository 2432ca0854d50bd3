"""Cluster slots: all slots, once, and about equal amounts of data for each server."""

import pytest
from click.testing import CliRunner

from api.commands.cluster import cluster_slots
from services.jobs.cluster_slots import AFTER_A_YEAR, shares_of, slot_ranges

SLOTS = 16_384


@pytest.mark.parametrize(("servers", "most"), [(3, 1.02), (7, 1.02), (20, 1.05), (60, 1.07), (100, 1.15)])
def test_each_server_has_about_the_same_amount(servers: int, most: float) -> None:
    """No server has much more than the mean, and none of the data is counted twice or left out."""
    ranges = slot_ranges(servers)
    assert [slot for one in ranges for slot in one] == list(range(SLOTS)) and len(ranges) == servers
    shares = shares_of(ranges)
    assert [sum(one[kind] for one in shares) for kind in range(4)] == pytest.approx([1.0] * 4)
    assert max(map(AFTER_A_YEAR.of, shares)) <= most * sum(AFTER_A_YEAR) / servers


def test_the_command_prints_the_ranges() -> None:
    """Each server has a line with its first and last slot, as `CLUSTER ADDSLOTSRANGE` takes them."""
    printed = CliRunner().invoke(cluster_slots, ["7"]).output
    lines = [tuple(map(int, line.split())) for line in printed.splitlines()]
    assert lines == [(one.start, one.stop - 1) for one in slot_ranges(7)]
    assert "3<=x<=100" in CliRunner().invoke(cluster_slots, ["2"]).output
