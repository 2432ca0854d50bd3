"""Signature coverage: up to which position each signature vouches for a record, and what follows after it.

A receipt or a proof of the log binds everything up to its position and nothing after it: whoever has the file can add
to its end. So a record is vouched for only if a key that the reader believes in signed its last position.
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
    """What is vouched for: everything up to `until` (none: nothing); `rest` are the first and last position behind it.

    The record ends at `last`. `log` is how far a proof of the log reaches, which may be less.
    """

    last: Position
    until: Position | None
    log: Position | None
    rest: tuple[Position, Position] | None

    @property
    def is_whole(self) -> bool:
        """Whether the last position itself is vouched for."""
        return self.rest is None

    @property
    def rest_text(self) -> str:
        """What nobody vouches for."""
        assert self.rest is not None
        first, last = self.rest
        return f"{first}" if first == last else f"{first} to {last}"


def coverage_of(
    bundle: Bundle, keys: Collection[str], log_keys: Collection[str], kept: Iterable[Receipt] = ()
) -> Coverage:
    """How far these keys vouch for a record that was found to be consistent.

    By receipts among its proofs or among those that somebody `kept`, and, with the `log_keys`, by proofs of the log.
    """
    digests = {line.position: line.h for line in bundle.entries}
    receipts = [one for one in (*receipts_among(bundle.proofs), *kept) if is_genuine(one)]
    signed = _reached(digests, bundle.game_id, (one for one in receipts if one["public_key"] in keys))
    logged = _reached(digests, bundle.game_id, (one for one in _logged(bundle.proofs) if one["public_key"] in log_keys))
    until = max((one for one in (signed, logged) if one is not None), default=None)
    places = [parse_position(line.position) for line in bundle.entries]
    behind = [one for one in places if until is None or one > until]
    return Coverage(places[-1], until, logged, (behind[0], behind[-1]) if behind else None)


def _logged(proofs: Iterable[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    for proof in proofs:
        if is_logged(proof):
            try:
                yield msgspec.to_builtins(read_logged(proof)[0])
            except BadProof:
                continue


def _reached(digests: Mapping[str, str], game_id: str, said: Iterable[Mapping[str, Any]]) -> Position | None:
    """The last position for which one of these names the digest that is here."""
    here = (one for one in said if one["game"] == game_id and digests.get(one["position"]) == one["digest"])
    return max((parse_position(one["position"]) for one in here), default=None)
