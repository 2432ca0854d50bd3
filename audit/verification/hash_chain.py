"""Hash chain check: every entry is present and in order, and each digest follows from the previous one."""

from collections.abc import Sequence

import msgspec

from eventstore.canonical_json import NotCanonical, canonical, check_nesting
from eventstore.entries import FIRST_DIGEST, Entry, Position, chain

BROKEN = "the digest does not continue the chain"
Found = tuple[Position, str] | None


def first_gap(entries: Sequence[Entry]) -> Found:
    """The first missing, repeated or misplaced entry, and what is in its place; none if all are in order."""
    expected = Position(1, 0)
    for number, entry in enumerate(entries):
        position = entry.position
        following = Position(expected.action + 1, 0)
        if position != expected and not (expected.effect > 0 and position == following):
            # The next entry shows whether an effect of this action is missing, or the beginning of the next action.
            after = entries[number + 1].position if number + 1 < len(entries) else expected
            is_swapped = after == following and position in (
                Position(following.action, 1),
                Position(following.action + 1, 0),
            )
            if is_swapped:
                # An entry that continues the chain is the right one, with a wrong position.
                before = entries[number - 1].digest if number else FIRST_DIGEST
                is_swapped = chain(before, entry.public) != entry.digest
            is_before = after.action <= following.action + 1 or position > following
            begins = expected.effect > 0 and (is_swapped or (after > following and is_before))
            return (following if begins else expected), f"{position} stands here"
        expected = Position(position.action, position.effect + 1)
    return None


def first_unchained(entries: Sequence[Entry]) -> Found:
    """The first entry with a wrong digest or non-canonical bytes, and why; none if all are valid."""
    digest = FIRST_DIGEST
    for entry in entries:
        digest = chain(digest, entry.public)
        if digest != entry.digest:
            return entry.position, BROKEN
        try:
            check_nesting(entry.public)
            if canonical(msgspec.json.decode(entry.public)) != entry.public:
                return entry.position, "the entry is not in its canonical form"
        except (msgspec.DecodeError, NotCanonical, RecursionError) as error:
            return entry.position, f"the entry is not canonical JSON: {error}"
    return None
