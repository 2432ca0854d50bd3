"""Move signatures of a request: in a header, or beside several moves in the body."""

import base64
import binascii
from re import compile as pattern

from flask import request

from api.http.blueprint import asked_header
from api.http.problem_kinds import BAD_SIGNATURE
from api.http.problems import refuse
from audit.verification.signatures import digest_of
from domain.game import CommandSigned

_NAME = "Stele-Signature"
_FORM = pattern(r"([A-Za-z0-9+/]+={0,2})\.([A-Za-z0-9+/]{86}==)")
SIGNATURE = f"^{_FORM.pattern}$"

SIGNED = asked_header(
    _NAME,
    "The signed text and its signature (Ed25519, by the key of your seat), each in base64, with a dot between "
    "them; docs/reference/record-signatures.md describes the text. In a signed game a move needs it (G10).",
    pattern=SIGNATURE,
)


def signed_by(seat: int) -> CommandSigned | None:
    """The signature of the player in this seat, not verified yet, or none; a malformed header is refused."""
    given = request.headers.get(_NAME)
    return None if given is None else signed_in(given.strip(), seat, _NAME)


def signed_in(given: str, seat: int, where: str) -> CommandSigned:
    """The signature of the player in this seat, not verified yet; a malformed one is refused."""
    found = _FORM.fullmatch(given)
    if found is None:
        refuse(BAD_SIGNATURE, f"{where}: must be the text and its signature, each in base64, with a dot between them.")
    try:
        text = base64.b64decode(found.group(1), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        refuse(BAD_SIGNATURE, f"{where}: the text is not UTF-8 in base64.")
    return CommandSigned(seat, found.group(2), text, digest_of(text))
