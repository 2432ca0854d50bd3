"""Name cache: names by id are looked up once, and dropped in every process on a change."""

from collections.abc import Callable, Sequence

from eventstore.valkey.connection import Client
from services.accounts.name_cache import LOOK_SECONDS, NameCache
from services.accounts.players import Players


class Process:
    """One process's cache, its lookups, and its clock."""

    def __init__(self, redis: Client) -> None:
        self.asked: list[Sequence[str]] = []
        self.now = 0.0
        read = Players(redis).names

        def watched(players: Sequence[str]) -> dict[str, str]:
            self.asked.append(tuple(players))
            return read(players)

        self.names = NameCache(redis, watched, lambda: self.now)


def test_names_are_looked_up_together_and_once(empty_redis: Client) -> None:
    """Several in one query, unknown ones too; then the process has them."""
    players, process = Players(empty_redis), Process(empty_redis)
    ada, bo = (players.create(name, 1)[0].id for name in ("Ada", "Bo"))
    for _ in range(3):
        assert process.names((ada, "nobody", bo)) == {ada: "Ada", bo: "Bo"}
    assert process.asked == [(ada, "nobody", bo)]
    assert process.names(()) == {} and len(process.asked) == 1


def test_every_process_notices_a_change(empty_redis: Client) -> None:
    """The changing one at once, the rest on their next check; and each count of changes is different."""
    players, one, other = Players(empty_redis), Process(empty_redis), Process(empty_redis)
    ada, bo = (players.create(name, 1)[0].id for name in ("Ada", "Bo"))
    before = [process.names((ada, bo)) for process in (one, other)]
    assert before == [{ada: "Ada", bo: "Bo"}] * 2 and one.names.changes() == other.names.changes() == 0
    empty_redis.unlink(f"stele:player:{{{ada}}}")
    one.names.forget(ada)
    assert one.names((ada, bo)) == {bo: "Bo"} and one.names.changes() == 1
    assert other.names((ada,)) == {ada: "Ada"}
    other.now += LOOK_SECONDS
    assert other.names((ada, bo)) == {bo: "Bo"} and other.names.changes() == 1


def test_a_name_read_before_a_change_is_not_cached(empty_redis: Client) -> None:
    """A name read while another thread is notified of its end is shown that once, and never again."""
    players = Players(empty_redis)
    ada = players.create("Ada", 1)[0].id
    late: list[Callable[[], None]] = []

    def read(wanted: Sequence[str]) -> dict[str, str]:
        found = players.names(wanted)
        while late:
            late.pop()()
        return found

    names = NameCache(empty_redis, read)

    def goes() -> None:
        empty_redis.unlink(f"stele:player:{{{ada}}}")
        names.forget(ada)

    late.append(goes)
    assert names((ada,)) == {ada: "Ada"}
    assert names((ada,)) == {}
