"""Signature coverage: the position up to which each signature vouches for a record, and the uncovered rest.

A receipt or a proof of the log covers everything up to its position and nothing after it: anyone with the file can
append to it. So a record is covered only if a key that the reader trusts signed its last position.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from audit.bundle import Bundle
from audit.signing.receipts import Receipt, is_genuine, receipts_among
from audit.transparency.inclusion_proofs import BadProof, is_logged, read_logged
from eventstore.entries import Position, parse_position


class Coverage(Struct, frozen=True):
    """The covered part: everything up to `until` (none: nothing); `rest` are the first and last position after it.

    The record ends at `last`. `log` is the end of the part covered by a proof of the log, which may be earlier.
    """

    last: Position
    until: Position | None
    log: Position | None
    rest: tuple[Position, Position] | None

    @property
    def is_whole(self) -> bool:
        """Whether the last position is covered."""
        return self.rest is None

    @property
    def rest_text(self) -> str:
        """The uncovered rest, in words."""
        assert self.rest is not None
        first, last = self.rest
        return f"{first}" if first == last else f"{first} to {last}"


def coverage_of(
    bundle: Bundle, keys: Collection[str], log_keys: Collection[str], kept: Iterable[Receipt] = ()
) -> Coverage:
    """How far these keys vouch for a consistent record.

    Through receipts among its proofs or among those `kept` by the reader, and, with the `log_keys`, through proofs of
    the log.
    """
    digests = {line.position: line.h for line in bundle.entries}
    receipts = [one for one in (*receipts_among(bundle.proofs), *kept) if is_genuine(one)]
    signed = _reached(digests, bundle.game_id, (one for one in receipts if one["public_key"] in keys))
    logged = _reached(
        digests, bundle.game_id, (one for one in heads_in_log(bundle.proofs) if one["public_key"] in log_keys)
    )
    until = max((one for one in (signed, logged) if one is not None), default=None)
    places = [parse_position(line.position) for line in bundle.entries]
    behind = [one for one in places if until is None or one > until]
    return Coverage(places[-1], until, logged, (behind[0], behind[-1]) if behind else None)


def heads_in_log(proofs: Iterable[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    """The positions and digests that valid proofs of the log name."""
    for proof in proofs:
        if is_logged(proof):
            try:
                yield msgspec.to_builtins(read_logged(proof)[0])
            except BadProof:
                continue


def _reached(digests: Mapping[str, str], game_id: str, said: Iterable[Mapping[str, Any]]) -> Position | None:
    """The last position at which one of these statements has the record's digest."""
    here = (one for one in said if one["game"] == game_id and digests.get(one["position"]) == one["digest"])
    return max((parse_position(one["position"]) for one in here), default=None)
