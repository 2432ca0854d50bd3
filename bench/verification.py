"""Verification benchmark: entries per second that each verifier checks, against the required rate."""

from audit.bundle import export_bundle, read_bundle
from bench.fold import Row, games, seconds
from verify import bundle
from verify import report as engine
from verify.chain import check_chain
from verify.record import Record


def rows() -> list[Row]:
    """Both verifiers, on the games of all titles together; the reference is the required rate of the chain check."""
    raws = [b"".join(export_bundle(projector, "playout", entries, "all")) for projector, entries in games().values()]
    others = [bundle.read_bundle(raw) for raw in raws]
    number = sum(len(one.lines) for one in others)
    reading, chain, other_reading, whole = seconds(
        lambda: [read_bundle(raw) for raw in raws],
        lambda: [check_chain(Record(one)) for one in others],
        lambda: [bundle.read_bundle(raw) for raw in raws],
        lambda: [engine.verify(raw) for raw in raws],
    )
    wanted = "goal: 100,000"
    return [
        Row("verify: reading the file's lines", number / reading, "entries/s", "before the chain"),
        Row("stele_verify.py: digests and canonical form of the chain", number / chain, "entries/s", wanted),
        Row("stele_verify.py: reading the file's lines", number / other_reading, "entries/s", "before the chain"),
        Row("stele_verify.py: every check", number / whole, "entries/s", "with the standard library's JSON"),
    ]
