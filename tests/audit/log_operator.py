"""An operator who writes the transparency log of their server by hand, with the server's own key."""

import shutil
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from audit.signing.keys import KeyNotary, SigningKey
from eventstore.checkpoints.checkpoint import Checkpoint, latest_note, write_note
from eventstore.checkpoints.tiles import Tiles
from eventstore.encryption import load_or_make_secret
from services.games.integrity import CHECKPOINTS
from tests.serving import Served
from verify.merkle import root
from verify.notes import TreeHead


class Operator:
    """The operator of a server with this data directory, who writes the log by hand."""

    def __init__(self, data: Path) -> None:
        self.directory = data / CHECKPOINTS
        self.notary = KeyNotary(SigningKey(load_or_make_secret(data)))
        self.tiles = Tiles(self.directory)

    @property
    def last(self) -> Checkpoint:
        """The newest note's content."""
        found = latest_note(self.directory)
        assert found is not None
        return found[0]

    def leaves(self) -> list[bytes]:
        """All leaves."""
        return [self.tiles.leaf(index) for index in range(self.last.tree.size)]

    def log(self, *leaves: bytes, begin: int | None = None, origin: str = "", **declared: Any) -> None:
        """Append these leaves to the log, cut to its first `begin` leaves, and sign it."""
        last = self.last
        if begin is not None:
            kept = self.leaves()[:begin]
            self.tiles.set_aside()
            self.tiles.append(0, kept)
        size = self.tiles.append(last.tree.size if begin is None else begin, leaves)
        tree = TreeHead(origin or last.tree.origin, size, root(size, self.tiles.node))
        following = replace(last, number=last.number + 1, tree=tree, **declared)
        (self.directory / f"{following.number:010d}.note").write_bytes(self.notary.signed(write_note(following)))


def freeze(served: Served) -> None:
    """Let only the server's web process run on, so that nothing more is logged, and keep its honest log."""
    served.stop()
    served.with_worker = False
    served.processes.clear()
    served.start()
    shutil.copytree(served.data / CHECKPOINTS, served.data / "honest")


def thawed(served: Served) -> Operator:
    """The operator of this server, which has its honest log again."""
    shutil.rmtree(served.data / CHECKPOINTS)
    shutil.copytree(served.data / "honest", served.data / CHECKPOINTS)
    return Operator(served.data)
