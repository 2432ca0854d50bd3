"""Verifications: a report on an uploaded record, of any server's game.

The file is not stored, its claims are not trusted, and no other server is asked.
"""

from threading import Lock
from typing import Annotated, Any

from flask import Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from api.http.blueprint import NDJSON, UNKEPT, ApiBlueprint, lines_of, respond
from api.http.json_body import raw_body
from api.http.problem_kinds import BAD_JSON, FULL, NOT_JSON, TOO_LARGE
from api.http.problems import LARGEST_RECORD_BYTES, refuse
from api.http.rate_limits import AUDITS
from api.schemas.records import AuditResponse, BundleProofs
from audit.bundle import BundleEntry, Header
from audit.verification.report import Report
from audit.verification.verify import verify

MOST_LINES = 5_000
"""The longest games have a fifth of this and take a tenth of a second; a malicious record takes 1.5 s."""

verifications_api = ApiBlueprint(
    "verifications", __name__, url_prefix="/api", description="Verification of records from any server"
)
TURN = Lock()
"""A process verifies one record at a time, which leaves time for players."""
LONGEST_WAIT_SECONDS = 1.0
"""The maximum time that a thread waits for its turn."""

_RECORD = lines_of(
    "A bundle (docs/reference/records.md): a header, the entries, the proofs; up to 1 MiB and 5,000 lines.",
    Header,
    BundleEntry,
    BundleProofs,
)


@verifications_api.post("/verifications", refuses=[BAD_JSON, TOO_LARGE, NOT_JSON, FULL], security=None, limit=AUDITS)
@verifications_api.doc(requestBody={"required": True, "content": {NDJSON: {"schema": _RECORD}}})
def verify_record() -> Annotated[Response, AuditResponse]:
    """Verify the record in the body, including its rules: each check, its verdict, the first bad position."""
    raw = _record()
    if not TURN.acquire(timeout=LONGEST_WAIT_SECONDS):
        refuse(FULL, "Another record is being checked. Please wait a moment.")
    try:
        return respond(report_json(verify(raw)), headers=UNKEPT)
    finally:
        TURN.release()


def _record() -> bytes:
    """The uploaded record; one that is too long is refused."""
    try:
        request.max_content_length = LARGEST_RECORD_BYTES
        raw = raw_body()
        if raw.count(b"\n") <= MOST_LINES:
            return raw
    except RequestEntityTooLarge:
        pass
    refuse(TOO_LARGE, "This record is too long to verify here. Use stele_verify.py, a single Python file from /verify.")


def report_json(report: Report) -> dict[str, Any]:
    """A report as JSON."""
    return {"game": report.game, "ok": report.ok, "first_bad": report.first_bad, "checks": report.checks}
