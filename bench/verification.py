"""Verification benchmark: entries per second that each verifier checks, against the required rate."""

from audit.bundle import export_bundle, import_entries, read_bundle
from audit.verification.hash_chain import first_unchained
from bench.fold import Row, games, seconds
from verify import bundle
from verify import report as engine
from verify.chain import check_chain
from verify.record import Record


def rows() -> list[Row]:
    """Both verifiers, on the games of all titles together; the reference is the required rate of the chain check."""
    raws = [b"".join(export_bundle(projector, "playout", entries, "all")) for projector, entries in games().values()]
    bundles, others = [read_bundle(raw) for raw in raws], [bundle.read_bundle(raw) for raw in raws]
    recorded = [import_entries(bundle) for bundle in bundles]
    number = sum(map(len, recorded))
    chain, reading, other_chain, other_reading, whole = seconds(
        lambda: [first_unchained(entries) for entries in recorded],
        lambda: [read_bundle(raw) for raw in raws],
        lambda: [check_chain(Record(one)) for one in others],
        lambda: [bundle.read_bundle(raw) for raw in raws],
        lambda: [engine.verify(raw) for raw in raws],
    )
    wanted = "goal: 100,000"
    return [
        Row("verify: digests and canonical form of the chain", number / chain, "entries/s", wanted),
        Row("verify: reading the file's lines", number / reading, "entries/s", "before the chain"),
        Row("stele_verify.py: digests and canonical form of the chain", number / other_chain, "entries/s", wanted),
        Row("stele_verify.py: reading the file's lines", number / other_reading, "entries/s", "before the chain"),
        Row("stele_verify.py: every check", number / whole, "entries/s", "with the standard library's JSON"),
    ]
