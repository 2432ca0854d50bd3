"""Cosigners of a record: which of the reader's witnesses have cosigned a log that has it, and up to which position."""

from collections.abc import Sequence

from msgspec import Struct

from audit.bundle import Bundle
from audit.signing.signed_notes import NoteKey, cosignature_by
from audit.transparency.inclusion_proofs import BadProof, is_logged, read_logged
from eventstore.checkpoints.checkpoint import time_text
from eventstore.entries import Position, parse_position


class Cosigned(Struct, frozen=True):
    """The verdict: whether enough witnesses have cosigned, whether that reaches the record's end, and sentences."""

    is_enough: bool
    is_whole: bool
    sentences: tuple[str, ...]


def cosigners_of(bundle: Bundle, witnesses: Sequence[NoteKey], quorum: int) -> Cosigned:
    """The cosigners of a consistent record's log proofs among these witnesses, of whom this number is demanded.

    A log's own key is no witness of it, and a key counts once under whatever names.
    """
    last = parse_position(bundle.entries[-1].position)
    reached: tuple[Position, int] | None = None
    most = 0
    sentences = []
    for proof in bundle.proofs:
        if not is_logged(proof):
            continue
        try:
            logged, tree = read_logged(proof)
        except BadProof:
            continue
        found = {}
        for witness in witnesses:
            cosignature = cosignature_by(logged.note.encode(), witness)
            if cosignature is not None and witness.public_key != logged.public_key:
                found[witness.public_key] = cosignature
        for one in found.values():
            sentences.append(
                f"Cosigned: {one.witness.name} confirmed on {time_text(1000 * one.at)} that the log {tree.origin}, "
                f"which has the record up to {logged.position}, only grew."
            )
        most = max(most, len(found))
        position = parse_position(logged.position)
        if len(found) >= quorum and (reached is None or reached[0] < position):
            reached = (position, len(found))
    asked = f"{quorum} of {len(witnesses)}"
    if reached is None:
        sentences.append(
            f"FAILED: {most} of your witnesses cosigned a log that has the record, and you ask for {asked}."
        )
        return Cosigned(False, False, tuple(sentences))
    if reached[0] < last:
        sentences.append(
            f"Witnessed ({asked}): up to {reached[0]}; no quorum has confirmed what follows, up to {last}."
        )
    else:
        sentences.append(f"Witnessed ({asked}): all of it, up to {last}.")
    return Cosigned(True, reached[0] >= last, tuple(sentences))
