"""Verify command: checks that a record is unaltered, who has signed it, and whether it is the newest."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from audit.signing.key_trust import BadTrust, Published, Trust, default_file, read_published
from audit.transparency.freshness import UNASKED, ask_newest
from audit.verification.report import print_report
from audit.verification.verify import verify
from verify.dispute_file import dispute_file, hold_dossier, what_else
from verify.fetch import CannotFetch, fetch
from verify.log import witnessed
from verify.notes import WITNESS_KEY, BadKey, NoteKey, note_key
from verify.receipts import Coverage, continued, coverage_of, hear, judge_alone, read_kept
from verify.report import printable

FAILED, UNREADABLE, WARNED = 1, 2, 3


class _Verdict(NamedTuple):
    """The messages about a record beyond its checks, and the resulting exit status."""

    status: int
    sentences: Sequence[str]


@click.command("verify")
@click.argument("bundle", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--key", "keys", multiple=True, help="Trust only this public key (base64). May be repeated.")
@click.option("--trust", "file", type=click.Path(dir_okay=False, path_type=Path), help="The file of known keys.")
@click.option("--keep", is_flag=True, help="Store a key seen for the first time as its server's.")
@click.option("--server", metavar="URL", help="Ask this server for its keys, and whether the record is the newest.")
@click.option(
    "--witness", "witnesses", multiple=True, metavar="KEY",
    help="Demand a cosignature of this witness, name+id+key. May be repeated.",
)  # fmt: skip
@click.option("--quorum", type=click.IntRange(min=1), metavar="K", help="Demand K of the named witnesses, not all.")
@click.option(
    "--receipts", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Compare these receipts, or a proof saved by a browser, with the record; without a record, check them alone.",
)  # fmt: skip
def verify_command(
    bundle: Path | None,
    keys: tuple[str, ...],
    file: Path | None,
    keep: bool,
    server: str | None,
    witnesses: tuple[str, ...],
    quorum: int | None,
    receipts: Path | None,
) -> None:
    """Verify a bundle: print the first bad entry, the signers and how far they vouch, and whether it is the newest.

    \b
    Exit status:
    0  internally consistent; with --key or --server also signed to its end
    1  altered, contradicted, denied, or, with --key or --server, not signed to its end, or, with --witness, cosigned
       by too few
    2  not the record of a game
    3  unaltered, but with warnings, or not everything could be checked

    A key is stored with --keep, or when --server confirms it; later another key for that server is refused, unless the
    first has signed its succession.
    """
    asked = _asked(witnesses, quorum)
    try:
        trust = Trust(file or default_file(os.environ), keys, _published(server) if server else None, keep)
        kept = [] if receipts is None else read_kept(receipts.read_bytes())
        if bundle is not None:
            verdict = _verdict(bundle.read_bytes(), trust, bool(keys), server, kept, asked)
        elif receipts is not None:
            verdict = _verdict_alone(kept, trust)
        else:
            raise click.UsageError("name a bundle, or receipts with --receipts")
    except (BadTrust, OSError) as error:
        raise click.ClickException(str(error)) from None
    for sentence in verdict.sentences:
        click.echo(sentence)
    sys.exit(verdict.status)


def _asked(witnesses: Sequence[str], quorum: int | None) -> tuple[list[NoteKey], int]:
    """The named witnesses, and how many of them are demanded."""
    try:
        named = [note_key(one, WITNESS_KEY) for one in witnesses]
    except BadKey as error:
        raise click.UsageError(f"--witness: {error}") from None
    if quorum is not None and quorum > len(named):
        raise click.UsageError("--quorum: name at least as many witnesses with --witness")
    return named, len(named) if quorum is None else quorum


def _verdict(
    raw: bytes,
    trust: Trust,
    names_keys: bool,
    server: str | None,
    kept: list[tuple[str, Any]],
    asked: tuple[list[NoteKey], int],
) -> _Verdict:
    if (other := what_else(raw)) is not None:
        return _Verdict(UNREADABLE, (printable(other),))
    try:
        dispute = dispute_file(raw)
    except ValueError as error:
        return _Verdict(UNREADABLE, (printable(f"This dispute file is not complete: {error}."),))
    if dispute is not None:
        raw = dispute["record"].encode()
        kept = [*kept, *((f"receipt {number} of the file", one) for number, one in enumerate(dispute["receipts"], 1))]
    report = verify(raw, kept)
    click.echo(print_report(report))
    record = report.record
    if not report.ok or record is None:
        return _Verdict(FAILED, ())
    bundle = record.bundle
    judgement = trust.judge(bundle.proofs)
    heard = hear(record, judgement.trusted_keys)
    coverage = coverage_of(record, [judgement.trusted_keys - judgement.strange_keys])
    if coverage.until is None:
        coverage = coverage_of(record, [set(continued([key], bundle.proofs)) for key in judgement.strange_keys])
    newest = UNASKED if server is None else ask_newest(server, bundle)
    witnesses, quorum = asked
    cosigned, said_of_cosigners = witnessed(bundle, witnesses, quorum) if witnesses else (0, [])
    is_of_this, told = (True, "") if dispute is None else hold_dossier(dispute["dossier"], record)
    is_asked = names_keys or server is not None
    sentences = (
        *judgement.sentences,
        *(printable(f"FAILED: {said}.") for _place, said in heard.contradictions),
        *([f"Your receipts: {heard.said}."] if kept else []),
        *(printable(f"{said[:1].upper()}{said[1:]}.") for said in heard.unheard),
        _said_of(coverage, is_asked),
        *said_of_cosigners,
        newest.sentence,
        *([printable(told)] if told else []),
    )
    if (
        not (judgement.is_trusted and not heard.contradictions and cosigned != FAILED and is_of_this)
        or newest.is_denied
        or (is_asked and coverage.rest)
    ):
        return _Verdict(FAILED, sentences)
    if judgement.is_trusted:
        trust.keep(judgement)
    is_partly_signed = coverage.until is not None and bool(coverage.rest)
    is_well = report.is_whole and cosigned == 0 and newest.is_known and not heard.unheard and not is_partly_signed
    return _Verdict(0 if is_well else WARNED, sentences)


def _verdict_alone(kept: list[tuple[str, Any]], trust: Trust) -> _Verdict:
    judgement = trust.judge([one for _where, one in kept if isinstance(one, dict)])
    status, said = judge_alone(kept, judgement.trusted_keys - judgement.strange_keys)
    return _Verdict(status if judgement.is_trusted else FAILED, (*judgement.sentences, *map(printable, said)))


def _said_of(coverage: Coverage, is_asked: bool) -> str:
    """The signers of the record, and how far their signatures reach."""
    failed = "FAILED: " if is_asked and coverage.rest else ""
    if coverage.until is None:
        return f"{failed}Vouched for: no. No key that you trust has signed it, so its author may have made it up."
    if not coverage.rest:
        log = "" if coverage.log is None else f"; the log has it up to {coverage.log}"
        return f"Vouched for: all of it, up to {coverage.until}, by the keys above{log}."
    return f"{failed}Vouched for: signed up to {coverage.until}; nothing vouches for {coverage.rest_text}."


def _published(server: str) -> Published:
    """The keys that the server at this address publishes now."""
    address = f"{server.rstrip('/')}/.well-known/stele.json"
    try:
        return read_published(server, fetch(address))
    except CannotFetch as error:
        raise BadTrust(f"{address} cannot be asked: {error}") from None
