"""Verifying records: entries per second that the single file `stele_verify.py` checks."""

from audit.bundle import export_bundle
from bench.fold import Row, games, seconds
from verify import report as engine
from verify.bundle import read_bundle
from verify.chain import check_chain
from verify.record import Record


def rows() -> list[Row]:
    """The engine, on the games of all titles together; the reference is the required rate of the chain check."""
    raws = [b"".join(export_bundle(projector, "playout", entries, "all")) for projector, entries in games().values()]
    bundles = [read_bundle(raw) for raw in raws]
    number = sum(len(one.lines) for one in bundles)
    reading, chain, whole = seconds(
        lambda: [read_bundle(raw) for raw in raws],
        lambda: [check_chain(Record(one)) for one in bundles],
        lambda: [engine.verify(raw) for raw in raws],
    )
    wanted = "goal: 100,000"
    return [
        Row("checking the hash chain alone", number / chain, "entries/s", wanted),
        Row("reading the file alone", number / reading, "entries/s", "no check"),
        Row("all checks", number / whole, "entries/s", "with the JSON module of Python's standard library"),
    ]
