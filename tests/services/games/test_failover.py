"""Failover: entries read but never acknowledged may be lost with their server; play continues from the rest."""

from collections.abc import Callable
from pathlib import Path

import pytest

from domain.game import TakeSeat
from domain.terms import GameTerms
from eventstore.encryption import SecretBox
from eventstore.store import Store
from eventstore.valkey.connection import NotReplicated, connect
from services.games.tables import Request, Tables
from tests.clusters import Cluster, until


@pytest.mark.soak
def test_entries_lost_with_a_server_are_read_again(server_directory: Callable[[str], Path], tmp_path: Path) -> None:
    """A process ahead of the replica drops its cache; the same request is carried out there, once."""
    cluster = Cluster(server_directory("lost"), replicas=True)
    try:
        cluster.start()
        one, other = (Tables(Store(connect(cluster.url, tmp_path, 1), SecretBox(bytes(32)))) for _ in range(2))
        game_id = one.open(GameTerms("kheops", 2))
        one.command(game_id, TakeSeat(0, player="ada", nonce="one"), "public")
        sure = one.seen(game_id).position
        primary = cluster.holder(f"*:game:{game_id}:head")
        replica = cluster.replica_of(primary)
        replica.kill()
        seat = TakeSeat(1, player="bea", nonce="two")
        with pytest.raises(NotReplicated):
            one.command(game_id, seat, "public", request=Request("key"))
        assert one.seen(game_id).position > sure
        assert other.seen(game_id).position > sure
        primary.kill()
        replica.start()
        replica.redis.execute_command("CLUSTER", "FAILOVER", "TAKEOVER")
        primary.start()
        cluster.wait_until_whole()
        for tables in (one, other):
            until(lambda tables=tables: tables.seen(game_id).position == sure)  # type: ignore[misc]
        done = one.command(game_id, seat, "public", request=Request("key"))
        assert other.seen(game_id).position == done.seen.position > sure
        again = other.command(game_id, seat, "public", request=Request("key"))
        assert again.seen.position == done.seen.position
    finally:
        cluster.stop()
