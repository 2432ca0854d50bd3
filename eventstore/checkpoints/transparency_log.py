"""Transparency log of the signer: a permanent leaf for each head that a game had at a checkpoint.

It is signed only if it continues the last signed log, which both the directory and the database store. A change
that the operator has declared (a game that continues from an earlier position, a restored log) begins a new origin that
says so.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from eventstore.append import Head
from eventstore.checkpoints.checkpoint import NOTHING_YET, Checkpoint
from eventstore.checkpoints.journal import Claim
from eventstore.checkpoints.signer_memory import NotAnExtension, SignerMemory
from eventstore.checkpoints.tiles import LogDamaged, Tiles
from verify.log import FIRST, leaf_of
from verify.merkle import consistency_proof, is_consistent, root
from verify.notes import TreeHead

_MOST_REASONS = 10


class Extended(Struct, frozen=True):
    """The extended log, ready to be signed: its tree, the new claims with their leaves, its origin."""

    tree: TreeHead
    claims: Mapping[str, Claim]
    restores: int
    continues: str
    because: str


class TransparencyLog:
    """The log in this directory. `origin` is its name until a change is declared."""

    def __init__(self, directory: Path, origin: str, memory: SignerMemory) -> None:
        self._tiles = Tiles(directory)
        self._origin = origin
        self._memory = memory
        self._signed: Checkpoint | None = None
        self._size = 0
        self._root = NOTHING_YET.tree.root
        self._loss = ""
        self.refusal = ""

    def take_up(self, last: Checkpoint) -> None:
        """Continue from the last signed tree; `last` is the directory's copy of it."""
        on_disk = last if last.tree.origin else None
        both = [one for one in (on_disk, self._memory.last()) if one is not None]
        self._signed = max(both, key=lambda one: (one.restores, one.tree.size), default=None)
        self._loss = self.refusal = ""
        signed = self._signed
        if signed is None:
            self._begin()
        elif all(self.holds(one.tree) for one in both if one.restores == signed.restores):
            self._size, self._root = signed.tree.size, signed.tree.root
            if self._memory.is_loss_accepted():
                self._loss = f"the server was put back to where the log had {self._size} leaves"
        elif self._memory.is_loss_accepted():
            self._go_back(signed, on_disk)
        else:
            self.refusal = (
                f"the checkpoint log does not continue the tree that was signed last ({signed.tree.size} leaves of "
                f"{signed.tree.origin}): its directory was restored, truncated or changed. Checkpoints are no longer "
                "signed; doctor --accept-log continues the log under a new origin"
            )
        self._memory.refuse(self.refusal)

    def holds(self, tree: TreeHead) -> bool:
        """Whether the files begin with this tree."""
        try:
            return root(tree.size, self._tiles.node) == tree.root
        except LogDamaged:
            return False

    @property
    def must_say_more(self) -> bool:
        """Whether the origin has changed since the last signature, so that a note is due."""
        return self._signed is not None and bool(self._loss or self._name(0) != self._signed.tree.origin)

    def extended(self, heads: Mapping[str, Head], reasons: Sequence[str], claims: Mapping[str, Claim]) -> Extended:
        """The log with a leaf for each of these heads, or `NotAnExtension`.

        With reasons it gets a new origin. Each game's leaf names its previous one, the leaf of its claim.
        """
        games = list(heads.items())
        try:
            leaves = [leaf_of(one, head.position, head.digest, self._before(claims.get(one))) for one, head in games]
            size = self._tiles.append(self._size, leaves)
            top = root(size, self._tiles.node)
            proof = consistency_proof(self._size, size, self._tiles.node)
        except LogDamaged as damage:
            raise self._refused(str(damage)) from damage
        if not is_consistent(self._size, self._root, size, top, proof):
            raise self._refused(f"its first {self._size} leaves are not those that were signed")
        following = {one: Claim(head, self._size + number) for number, (one, head) in enumerate(games)}
        declared = [*([self._loss] if self._loss else []), *reasons]
        signed = self._signed or NOTHING_YET
        name = self._name(len(declared))
        restores = signed.restores + bool(declared)
        if not signed.tree.origin or name == signed.tree.origin:
            return Extended(TreeHead(name, size, top), following, restores, signed.continues, signed.because)
        because = "; ".join(declared[:_MOST_REASONS]) or "the log was given another name"
        if len(declared) > _MOST_REASONS:
            because += f"; and {len(declared) - _MOST_REASONS} more games"
        continues = f"{signed.tree.origin} {self._size}"
        return Extended(TreeHead(name, size, top), following, restores, continues, because)

    def signed(self, checkpoint: Checkpoint) -> None:
        """Store this as the last signed tree."""
        self._signed, self._size, self._root = checkpoint, checkpoint.tree.size, checkpoint.tree.root
        self._loss = ""

    def known(self, claim: Claim, is_held: bool) -> Claim:
        """The claim, without its leaf if the log has no such leaf."""
        return claim if is_held and claim.leaf is not None and claim.leaf < self._size else Claim(claim.head)

    def _before(self, claim: Claim | None) -> str:
        """The hash of the claim's leaf, for the game's next leaf."""
        return FIRST if claim is None or claim.leaf is None else self._tiles.node(0, claim.leaf).hex()

    def _name(self, declared: int) -> str:
        restores = (self._signed.restores if self._signed else 0) + bool(declared or self._loss)
        return f"{self._origin}/{restores}" if restores else self._origin

    def _refused(self, why: str) -> NotAnExtension:
        self.refusal = f"the checkpoint log cannot be continued: {why}. Checkpoints are no longer signed"
        self._memory.refuse(self.refusal)
        return NotAnExtension(self.refusal)

    def _begin(self) -> None:
        if self._tiles.exist():
            self._tiles.set_aside()
        self._size, self._root = 0, NOTHING_YET.tree.root

    def _go_back(self, signed: Checkpoint, on_disk: Checkpoint | None) -> None:
        """Continue from an earlier note, one that is a prefix of the last signed tree; without such a note, do
        nothing.
        """
        is_earlier = on_disk is not None and on_disk.restores == signed.restores
        if on_disk is not None and is_earlier and on_disk.tree.size < signed.tree.size and self.holds(on_disk.tree):
            self._size, self._root = on_disk.tree.size, on_disk.tree.root
        else:
            self._begin()
        self._loss = (
            f"of the {signed.tree.size} leaves of {signed.tree.origin} the server has {self._size}, "
            "and the operator has accepted the loss"
        )
