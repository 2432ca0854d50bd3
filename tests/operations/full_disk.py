"""Plays on a disk of 48 MB until it is full and after; run by `test_full_disk.py` in a separate mount namespace."""

import os
import random
import subprocess
import sys
from pathlib import Path

from tests.api.clients import Client, table_of
from tests.eventstore.handmade import eventually
from tests.operations.supervised import Supervised


class OnSmallDisk(Supervised):
    """The system with its log on another disk."""

    @property
    def log(self) -> Path:
        """The common log of all processes."""
        return self.directory.parent.parent / "test.log"


def fill(place: Path, left: int) -> None:
    """Write a file that leaves this number of bytes."""
    (place / "filler").unlink(missing_ok=True)
    found = os.statvfs(place)
    with (place / "filler").open("wb") as filler:
        block = bytes(65536)
        for _ in range(max(0, found.f_bavail * found.f_frsize - left) // len(block)):
            filler.write(block)


def fill_up(place: Path) -> None:
    """Write until nothing more can be written."""
    with (place / "filler").open("ab", buffering=0) as filler:
        try:
            while True:
                filler.write(bytes(4096))
        except OSError:
            return


def main(place: Path) -> None:
    """Open games, fill the disk, read on, make room, play on."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", str(place)], check=True)
    data = place / "data"
    data.mkdir()
    server = OnSmallDisk(data, STELE_DISK_RESERVE="8").start()
    try:
        gallery = Client(server.url)
        game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"])

        def move() -> int:
            seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
            legal = clients[seat].get(f"/api/games/{game_id}/legal-moves")["moves"]
            made = clients[seat].call("POST", f"/api/games/{game_id}/moves", random.Random(1).choice(legal)["move"])
            return made.status

        def opened() -> int:
            return clients[0].call("POST", "/api/games", {"rulebook": "kheops", "players": 2}).status

        assert (move(), opened()) == (201, 201)
        fill(place, 5_000_000)
        assert (move(), opened()) == (201, 507), "games are refused before moves are"
        assert any("nearly full" in note for note in gallery.get("/health/ready")["notes"])
        fill(place, 500_000)
        assert (move(), opened()) == (503, 503)
        ready = gallery.call("GET", "/health/ready")
        assert ready.status == 503 and "the disk is full" in ready.body["detail"], ready
        fill_up(place)
        children = server.found("web child")
        for number in range(500):
            assert gallery.call("GET", "/health/live").status == 200
            if number % 10 == 0:  # no other write gets through, either
                late = gallery.call("POST", "/api/players", {"name": f"Late {number}"})
                assert late.status == 503, late
                said = clients[0].call("POST", f"/api/games/{game_id}/chat", {"room": "players", "text": "Hello?"})
                assert said.status == 503, said
            shown = gallery.call("GET", f"/api/games/{game_id}")
            assert shown.status == 200, shown
            own = clients[number % 2].call("GET", f"/api/games/{game_id}/legal-moves")
            assert own.status == 200, own
            listed = gallery.call("GET", "/api/games")
            assert listed.status == 200, listed
        assert server.found("web child") == children, "no process of the web died"
        (place / "filler").unlink()
        assert eventually(lambda: move() == 201, 30)
        assert opened() == 201
        log = server.log.read_text()
        assert "SIGBUS" not in log, log
        assert "the server died" not in (data / "server.log").read_text()
        assert "the disk is full" in log, log
    finally:
        server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
