"""Command line of the verifier: `python3 stele_verify.py BUNDLE`."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from verify.bundle import NotPossible
from verify.dispute_file import dispute_file, hold_dossier, what_else
from verify.log import witnessed
from verify.luck import draws_of
from verify.monitor import CannotRead, Monitor
from verify.notes import WITNESS_KEY, BadKey, note_key
from verify.receipts import judge_alone, read_kept
from verify.record import Record
from verify.report import conclusions, printable, status_of, verify

MOST_BYTES = 1 << 29
"""A larger file is not read: half a gigabyte is hundreds of times the longest game."""


def watch(url: str, path: str | None, keys: Sequence[str], records: Sequence[Record]) -> int:
    """Read the log at this address, print its faults, and return the exit status. The monitor's state is stored in the
    file at `path`.
    """
    state: dict[str, Any] = {}
    if path and os.path.exists(path):
        try:
            with open(path, "rb") as file:
                state = json.loads(file.read())
        except ValueError:
            raise OSError(f"{path} is no state of a monitor") from None
    kept = state.pop("faults", [])
    found = Monitor(url, state, records)
    try:
        found.look(keys[0] if keys else "")
    except CannotRead as error:
        print(printable(f"Not read: {error}."))
        return 1
    known = {one["fault"] for one in kept}
    faults = [*kept, *(found.told(one) for one in found.faults if one.sentence not in known)]
    if path:
        with open(f"{path}.new", "w", encoding="utf-8") as draft:
            json.dump({**found.state, "faults": faults}, draft)
        os.replace(f"{path}.new", path)
    size, games = found.size, len(found.state["games"])
    read = f"{found.key.name}: {size} leaves of {games} games, {found.new_leaves} of them new."
    for line in (*(f"Note: {one}." for one in found.remarks), read, *(f"FAULT: {one['fault']}." for one in faults)):
        print(printable(line))
    if faults and path:
        print(f"The proofs are in {path}.")
    return 2 if faults else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="stele_verify.py",
        description="Verify the record of a game of Stele.",
        epilog="exit status: 0 unaltered in itself, and with --key vouched for to its end; 1 not; 2 not a record; "
        "3 unaltered, with warnings, or not everything is shown by this file",
    )
    parser.add_argument("bundle", nargs="*", help="a bundle (.ndjson); - reads one from the standard input")
    parser.add_argument("--key", action="append", default=[], help="the server's public key (base64), if you know it")
    parser.add_argument("--witness", action="append", default=[], metavar="KEY",
                        help="a witness, name+id+key, that must have cosigned the log with the record")  # fmt: skip
    parser.add_argument("--quorum", type=int, metavar="K", help="demand K of the named witnesses, not all")
    parser.add_argument("--receipts", metavar="FILE", help="receipts that you kept; judged alone without a bundle")
    parser.add_argument("--draws", action="store_true", help="list every draw's 64 bits (of a game that is over)")
    parser.add_argument("--json", action="store_true", help="the report as JSON, one line for each bundle")
    parser.add_argument("--monitor", metavar="URL", help="read all leaves of this server's log: each game is one chain")
    parser.add_argument("--state", metavar="FILE", help="what --monitor has read until now, and the proofs of faults")
    with open(__file__, "rb") as source:
        digest = hashlib.sha256(source.read()).hexdigest()
    parser.add_argument("--digest", action="version", version=digest, help="the SHA-256 of this file, to compare it")
    asked = parser.parse_args(arguments)
    if asked.monitor:
        return _watch(asked)
    if not asked.bundle and not asked.receipts:
        parser.error("name a bundle, or receipts with --receipts")
    try:
        asked.witness = [note_key(one, WITNESS_KEY) for one in asked.witness]
    except BadKey as error:
        parser.error(f"--witness: {error}")
    if asked.quorum is not None and not 0 < asked.quorum <= len(asked.witness):
        parser.error("--quorum: name at least as many witnesses with --witness")
    status = 0
    try:
        kept = []
        if asked.receipts:
            with open(asked.receipts, "rb") as file:
                kept = read_kept(file.read(MOST_BYTES))
        for path in asked.bundle:
            if path == "-":
                raw = sys.stdin.buffer.read(MOST_BYTES + 1)
            else:
                with open(path, "rb") as file:
                    raw = file.read(MOST_BYTES + 1)
            if len(raw) > MOST_BYTES:
                raise OSError(f"{path}: larger than {MOST_BYTES} bytes")
            status = _worse(status, _tell(path, raw, asked, kept))
        if not asked.bundle:
            status, said = judge_alone(kept, set(asked.key))
            print("\n".join(map(printable, said)))
    except OSError as error:
        print(f"stele_verify.py: {error}", file=sys.stderr)
        return 2
    return status


def _watch(asked: argparse.Namespace) -> int:
    """The command `--monitor`; its exit status."""
    records = []
    try:
        for path in asked.bundle:
            with open(path, "rb") as file:
                report = verify(file.read(MOST_BYTES))
            if report.first_bad is not None or report.record is None:
                raise OSError(f"{path} is not the consistent record of a game; verify it first")
            records.append(report.record)
        return watch(asked.monitor, asked.state, asked.key, records)
    except OSError as error:
        print(f"stele_verify.py: {error}", file=sys.stderr)
        return 1


def _worse(one: int, other: int) -> int:
    """The worse of two exit statuses: failed, unreadable, with warnings, success."""
    return max(one, other, key=(0, 3, 2, 1).index)


def _tell(path: str, raw: bytes, asked: argparse.Namespace, kept: Sequence[tuple[str, Any]]) -> int:
    """Print the report on one bundle; its exit status."""
    other = what_else(raw)
    if other is not None:
        print(json.dumps({"file": path, "said": [other]}) if asked.json else printable(other))
        return 2
    try:
        dispute = dispute_file(raw)
    except ValueError as error:
        print(printable(f"This dispute file is not complete: {error}."))
        return 2
    if dispute is not None:
        raw = dispute["record"].encode()
        kept = [*kept, *((f"receipt {number} of the file", one) for number, one in enumerate(dispute["receipts"], 1))]
    report = verify(raw, asked.key, kept)
    status = status_of(report, asked.key)
    is_consistent = report.first_bad is None
    said = conclusions(report, asked.key)
    if asked.witness and is_consistent and report.record is not None:
        found, cosigned = witnessed(report.record.bundle, asked.witness, asked.quorum or len(asked.witness))
        said += cosigned
        status = _worse(status, found)
    if dispute is not None and is_consistent and report.record is not None:
        is_of_this, told_of = hold_dossier(dispute["dossier"], report.record)
        said = [*said, told_of]
        status = status if is_of_this else 1
    draws: list[str] = []
    if asked.draws and is_consistent and report.record is not None:
        try:
            draws = list(draws_of(report.record))
        except NotPossible as reason:
            draws = [str(reason)]
    if asked.json:
        told = {
            "file": path, "game": report.game, "consistent": is_consistent, "first_bad": report.first_bad,
            "signed": report.signers, "checks": [check._asdict() for check in report.checks], "said": said,
            "status": status,
            **({"draws": draws} if asked.draws else {}),
        }  # fmt: skip
        print(json.dumps(told, sort_keys=True))
        return status
    if len(asked.bundle) > 1:
        print(printable(path))
    marks = {"passed": "ok", "failed": "FAILED", "not possible": "--"}
    for check in report.checks:
        where = f" (at {check.position})" if check.position else ""
        print(printable(f"{marks[check.verdict]:>6}  {check.name}: {check.detail}{where}"))
        for warning in check.warnings:
            print(printable(f"  WARN  {check.name}: {warning}"))
    for line in (*draws, *said):
        print(printable(line))
    return status
