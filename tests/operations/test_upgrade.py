"""Rolling upgrade: two versions of Stele serve one record during games; then the old one is stopped, without a loss."""

import base64
import random
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from audit.verification.verify import verify
from domain.title_loader import find_rulebooks
from tests.api.clients import Client, table_of
from tests.clusters import Node, until
from tests.missing_programs import skip_without
from tests.serving import ROOT, Served

BEFORE = "b733b0ddc7da3925d64448b1dc0f8cbeee056325"
"""The previous version: a rolling upgrade is promised from each version to the next."""

MOVES = 12


@pytest.fixture(scope="module")
def old_version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of the previous version."""
    place = tmp_path_factory.mktemp("before")
    archive = place / "before.tar"
    skip_without("git")
    ran = subprocess.run(["git", "archive", "-o", str(archive), BEFORE], cwd=ROOT, capture_output=True, check=False)
    if ran.returncode:
        pytest.skip("the history does not reach back to the version before")
    with tarfile.open(archive) as packed:
        packed.extractall(place / "stele", filter="data")
    return place / "stele"


@pytest.fixture
def record(server_directory: Callable[[str], Path]) -> Iterator[Node]:
    """A separate server that belongs to neither version."""
    node = Node(server_directory("upgrade") / "record")
    yield node.start()
    node.kill()


class Table:
    """A game whose players alternate between the two web servers."""

    def __init__(self, title: str, webs: list[str]) -> None:
        self.title, self.webs = title, webs
        names = [f"{title} {one}" for one in range(find_rulebooks()[title].meta.least_players)]
        self.id, self.players = table_of(Client(webs[0]), title, names)
        self.path = f"/api/games/{self.id}"
        self.acknowledged: dict[str, str] = {}
        self._lot = random.Random(title)
        self._number = count()

    def at(self, seat: int, web: str) -> Client:
        """The client of this seat's player on this web server."""
        return Client(web, self.players[seat].token, self.players[seat].player)

    def move(self) -> None:
        """A move through the next web server, which all show at once; resent to another, it counts once."""
        number = next(self._number)
        web, other = (self.webs[(number + one) % len(self.webs)] for one in range(2))
        seat = self._lot.choice(Client(web).get(self.path)["to_act"])
        move = self._lot.choice(self.at(seat, web).get(f"{self.path}/legal-moves")["moves"])["move"]
        made = self.at(seat, web).post(f"{self.path}/moves", move, Idempotency_Key=f"move-{number}")
        again = self.at(seat, other).call("POST", f"{self.path}/moves", move, Idempotency_Key=f"move-{number}")
        assert again.body["position"] == made["position"]
        self.acknowledged[made["position"]] = made["digest"]
        assert [Client(one).get(self.path)["position"] for one in self.webs] == [made["position"]] * len(self.webs)

    def check(self) -> None:
        """Each web server has the same record, with each acknowledged move as acknowledged."""
        told: list[Any] = []
        for web in self.webs:
            events = Client(web).get(f"{self.path}/events?as=public&limit=5000")["events"]
            digests = {event["position"]: event["digest"] for event in events}
            assert self.acknowledged.items() <= digests.items()
            frames = [frame["position"] for frame in Client(web).get(f"{self.path}/replay", Stele_API="1")["frames"]]
            bundle = Client(web).call("GET", f"{self.path}/bundle?as=public")
            assert verify(bundle.body).ok
            told.append((digests, frames))
        assert told == told[:1] * len(told)


@pytest.mark.soak
def test_two_versions_at_one_record(record: Node, old_version: Path, server_directory: Callable[[str], Path]) -> None:
    """Moves of every title alternate between both; the new one takes over the old one's directory, with its games."""
    settings: dict[str, Any] = {
        "REDIS_URL": f"redis://127.0.0.1:{record.port}",
        "STELE_SECRET": base64.b64encode(bytes(32)).decode(),
    }
    first, second = server_directory("first"), server_directory("second")
    old = Served(first, root=old_version, **settings).start()
    running = [old]
    try:
        tables = [Table(title, [old.url]) for title in find_rulebooks()]
        for table in tables:
            table.move()
        new = Served(second, worker=False, **settings).start()
        running.append(new)
        assert Client(old.url).get("/api/openapi.json") != Client(new.url).get("/api/openapi.json")
        tables += [Table(title, [new.url]) for title in find_rulebooks()]
        for table in tables:
            table.webs = [old.url, new.url]
            for _number in range(MOVES):
                table.move()
            table.check()
        over, late = (table for table in tables if len(table.players) == 2 and table.title == "kheops")
        over.at(0, new.url).post(f"{over.path}/moves", {"type": "Resign"})
        profile = f"/api/players/{over.players[1].player['id']}"
        until(lambda: Client(old.url).get(profile)["finished"] == 1)

        old.stop()
        running.remove(old)
        upgraded = Served(first, **settings).start()
        running.append(upgraded)
        for table in tables:
            table.webs = [new.url, upgraded.url]
            if table is not over:
                table.move()
            table.check()
        late.at(0, upgraded.url).post(f"{late.path}/moves", {"type": "Resign"})
        for table in (over, late):
            profile = f"/api/players/{table.players[1].player['id']}"
            until(lambda profile=profile: Client(new.url).get(profile)["finished"] == 1)  # type: ignore[misc]
        assert Client(upgraded.url).get("/health/ready")["notes"] == []
    finally:
        for served in running:
            served.stop()
