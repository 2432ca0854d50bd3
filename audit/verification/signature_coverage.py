"""Signature coverage: the position up to which each signature vouches for a record, and the uncovered rest.

A receipt or a proof of the log covers everything up to its position and nothing after it: anyone with the file can
append to it. So a record is covered only if a key that the reader trusts signed its last position.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import Struct

from audit.signing.key_succession import continued
from audit.signing.receipts import Receipt, receipts_among
from audit.transparency.inclusion_proofs import is_logged
from eventstore.entries import Position, parse_position
from verify.bundle import Bundle
from verify.log import origin_of_logged
from verify.receipts import is_genuine


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


def coverage_of(bundle: Bundle, signers: Iterable[Collection[str]], kept: Iterable[Receipt] = ()) -> Coverage:
    """How far these signers vouch for a consistent record: where the first of them ends.

    Each signer is a server's keys. They vouch through receipts among the bundle's proofs or among those `kept` by the
    reader, and through proofs of a log whose key they continue. Where the reader trusts none of several signers, none
    may end earlier: otherwise anyone could add a receipt with a key of their own for what they added to the record.
    """
    digests = {str(line.position): line.digest for line in bundle.lines}
    receipts = [one for one in (*receipts_among(bundle.proofs), *kept) if is_genuine(one)]
    heads = [one for one in bundle.proofs if is_logged(one) and origin_of_logged(one) is not None]
    reached: list[tuple[Position, Position | None]] = []
    for keys in signers:
        log_keys = {key for key in {one["public_key"] for one in heads} if _leads_to(key, keys, bundle.proofs)}
        signed = _reached(digests, bundle.game_id, (one for one in receipts if one["public_key"] in keys))
        logged = _reached(digests, bundle.game_id, (one for one in heads if one["public_key"] in log_keys))
        until = max((one for one in (signed, logged) if one is not None), default=None)
        if until is not None:
            reached.append((until, logged))
    until, logged = min(reached, key=lambda one: one[0], default=(None, None))
    places = [Position(*line.position) for line in bundle.lines]
    behind = [one for one in places if until is None or one > until]
    return Coverage(places[-1], until, logged, (behind[0], behind[-1]) if behind else None)


def _leads_to(key: str, keys: Collection[str], proofs: Iterable[Mapping[str, Any]]) -> bool:
    """Whether one of these keys is this one or continues it: a log keeps its first key."""
    return key in keys or not continued([key], proofs).keys().isdisjoint(keys)


def signers_of(keys: Iterable[str], proofs: Iterable[Mapping[str, Any]]) -> list[set[str]]:
    """Each of these keys with those that continue it."""
    return [{key, *continued([key], proofs)} for key in keys]


def _reached(digests: Mapping[str, str], game_id: str, said: Iterable[Mapping[str, Any]]) -> Position | None:
    """The last position at which one of these statements has the record's digest."""
    here = (one for one in said if one["game"] == game_id and digests.get(one["position"]) == one["digest"])
    return max((parse_position(one["position"]) for one in here), default=None)
