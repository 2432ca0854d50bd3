"""Added proofs: no verdict becomes milder by an entry that any stranger can add, to a record or to receipts.

Otherwise the accused could clear a record by a receipt that they make afterwards, and a reader who brings more evidence
would get a milder verdict than one who brings less. Only a key that the reader trusts may do that.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from api.commands.verify import verify_command
from audit.bundle import import_entries
from audit.signing.keys import SigningKey
from audit.signing.receipts import receipt_of
from tests.audit.conformance.sources import ORIGIN, SERVER, STRANGER
from tests.audit.games import lines_with_checksum
from tests.audit.test_conformance import CASES, FILES, options
from verify import main as program
from verify.bundle import Bundle, read_bundle
from verify.dispute_file import dispute_file

MILDEST_FIRST = (0, 3, 1)
"""The exit statuses of a record that could be read."""

RECORDS = [case for case in CASES if case["verdict"] != "not a record"]
AT_STAKE = [case for case in RECORDS if case["verdict"] == "unaltered" and case["status"] in (1, 3)]
"""The cases in which something other than the record itself decides the verdict."""


def receipts_for(bundle: Bundle, key: SigningKey, origin: str) -> list[dict[str, Any]]:
    """Genuine receipts by this key for every entry of the record."""
    entries = import_entries(bundle)
    times = [msgspec.json.decode(entry.public)["at"] for entry in entries]
    return [
        receipt_of(key, origin, bundle.game_id, position=entry.position, digest=entry.digest, at=at)
        for entry, at in zip(entries, times, strict=True)
    ]


def with_proofs(raw: bytes, added: list[dict[str, Any]]) -> bytes:
    """The bundle with more proofs."""
    lines = raw.splitlines(keepends=True)
    last = json.loads(lines[-1])
    return lines_with_checksum([*lines[:-1], msgspec.json.encode({**last, "proofs": [*last["proofs"], *added]})])


def statuses(tmp_path: Any, raw: bytes, kept: list[dict[str, Any]], words: list[str]) -> tuple[int, int]:
    """The exit statuses of `stele verify` and of the single file for this record with these receipts."""
    record, receipts = tmp_path / "record", tmp_path / "receipts"
    record.write_bytes(raw)
    receipts.write_text("".join(json.dumps(one) + "\n" for one in kept))
    words = [str(record), *words, *(["--receipts", str(receipts)] if kept else [])]
    told = CliRunner().invoke(verify_command, [*words, "--trust", str(tmp_path / "keys.json")])
    return told.exit_code, program.main(words)


@pytest.mark.parametrize(
    "case",
    [one if one in AT_STAKE[::3] else pytest.param(one, marks=pytest.mark.soak) for one in RECORDS],
    ids=lambda case: case["file"],
)
def test_what_a_stranger_adds_clears_nothing(case: dict[str, Any], tmp_path: Any) -> None:
    """Receipts for every entry by an unknown key, among the proofs and among the reader's, clear no case."""
    raw = FILES[case["file"]]
    dispute = dispute_file(raw)
    raw, given = (raw, []) if dispute is None else (dispute["record"].encode(), list(dispute["receipts"]))
    words = options(case, tmp_path)[1:]
    if "--receipts" in words:
        place = words.index("--receipts")
        given = [json.loads(line) for line in Path(words[place + 1]).read_text("utf-8").splitlines() if line]
        words = words[:place] + words[place + 2 :]
    added = receipts_for(read_bundle(raw), STRANGER, "x.example")
    longer = with_proofs(raw, added)
    assert read_bundle(longer).proofs[-1] == added[-1]
    before = statuses(tmp_path, raw, given, words)
    for more, kept in ((longer, given), (raw, [*given, *added]), (longer, [*given, *added])):
        after = statuses(tmp_path, more, kept, words)
        for one, other in zip(before, after, strict=True):
            assert MILDEST_FIRST.index(one) <= MILDEST_FIRST.index(other), (before, after)


@pytest.mark.parametrize("file", ["timed-signed.ndjson", "timed-once-signed.ndjson"])
def test_a_receipt_of_the_question_clears_no_time_out(file: str, tmp_path: Any) -> None:
    """Not even the server's own receipt clears a time-out, because it has the time of its entry, not the time of its
    making.
    """
    raw = FILES[file]
    added = receipts_for(read_bundle(raw), SERVER, ORIGIN)
    for named in ([], ["--key", SERVER.public_key]):
        assert (3, 3) == statuses(tmp_path, with_proofs(raw, added), added, named)
