"""Transparency log over HTTP: its newest note, proofs, and its files below `/tlog/`.

Also the server's public keys, for verifying its notes and receipts.
"""

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response

from api.http.auth import public_game
from api.http.blueprint import PLAYING, TOKEN_OR_NONE, ApiBlueprint, respond
from api.http.positions import position_of
from api.http.problem_kinds import (
    INVALID_REQUEST,
    NO_SUCH_POSITION,
    NOT_LOGGED,
    READING,
    RECORD_UNAVAILABLE,
    TOO_MANY_REQUESTS,
)
from api.http.problems import refuse
from api.http.rate_limiting import limited
from api.http.rate_limits import READS, RECORDS
from api.schemas.from_structs import schema_of
from api.schemas.responses import KeysResponse
from api.schemas.transparency_log import (
    ConsistencyResponse,
    LeafOfGame,
    LogResponse,
    TwoSizes,
)
from api.services import services
from audit.transparency.inclusion_proofs import Logged
from audit.transparency.public_log import MERGE_DELAY_SECONDS, Cosigned
from eventstore.checkpoints.tiles import WIDTH
from eventstore.entries import BEGINNING

log_api = ApiBlueprint(
    "log", __name__, url_prefix="/api", description="The transparency log of all games' heads", scopes=PLAYING
)
files = Blueprint("tlog", __name__, url_prefix="/tlog")

_SHORT = "public, max-age=2"
_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}


@log_api.route("/log")
@log_api.kept(_SHORT)
@log_api.response(200, LogResponse)
@log_api.refuses(TOO_MANY_REQUESTS, NOT_LOGGED, RECORD_UNAVAILABLE)
def log() -> Response:
    """The log's newest note, and the newest note that each witness has cosigned."""
    found = services().storage.log
    said, note, cosigned = found.latest_with_cosignatures()
    body = {
        "origin": said.tree.origin,
        "size": said.tree.size,
        "root": said.tree.root.hex(),
        "key": str(found.key(said.tree)),
        "note": note.decode(),
        "merge_delay_seconds": MERGE_DELAY_SECONDS,
        "cosignatures": [_shown(one) for one in cosigned],
    }
    return respond(body)


def _shown(cosigned: Cosigned) -> dict[str, Any]:
    witness = cosigned.cosignature.witness
    return {
        "witness": witness.name,
        "key": str(witness),
        "at": datetime.fromtimestamp(cosigned.cosignature.at, UTC),
        "size": cosigned.tree.size,
        "note": cosigned.note.decode(),
    }


@log_api.route("/log/consistency")
@log_api.arguments(TwoSizes, location="query", as_kwargs=True)
@log_api.response(200, ConsistencyResponse)
@log_api.refuses(TOO_MANY_REQUESTS, INVALID_REQUEST, NOT_LOGGED, RECORD_UNAVAILABLE)
def consistency(from_: int, to: int | None = None) -> Response:
    """The proof that the log only grew from one size to another, with its earlier entries unchanged."""
    limited(RECORDS)
    found = services().storage.log
    second = found.latest()[0].tree.size if to is None else to
    if to is not None and from_ > to:
        refuse(INVALID_REQUEST, "Must not be before from.", field="to")
    proof = found.consistency(from_, second)
    return respond({"from": from_, "to": second, "proof": [one.hex() for one in proof]})


@log_api.route("/games/<game_id>/proof")
@log_api.kept("private, no-cache")
@log_api.arguments(LeafOfGame, location="query", as_kwargs=True)
@log_api.response(200, schema_of(Logged))
@log_api.refuses(*READING, INVALID_REQUEST, NO_SUCH_POSITION, NOT_LOGGED)
@log_api.doc(security=TOKEN_OR_NONE)
def proof(game_id: str, at: str | None = None, **_invited: Any) -> Response:
    """The proof that the log has the game's newest leaf. Keep it as evidence of the game's record."""
    seen = public_game(game_id)
    wanted = BEGINNING if at is None else position_of(seen, at, "at", first=True)
    limited(RECORDS)
    return respond(services().storage.log.logged(game_id, wanted))


@files.route("/checkpoint")
def checkpoint() -> Response:
    """The newest note with its cosignatures."""
    _said, note, _cosigned = services().storage.log.latest_with_cosignatures()
    return Response(note, content_type="text/plain; charset=utf-8", headers={"Cache-Control": _SHORT})


@files.route("/tile/<path:name>")
def tile(name: str) -> Response:
    """A tile of hashes or a bundle of entries, as far as the newest note covers it."""
    found, content = services().storage.log.tile(name)
    headers = _FOR_EVER if found.width == WIDTH else {"Cache-Control": "public, max-age=3600"}
    return Response(content, content_type="application/octet-stream", headers=headers)


keys_api = ApiBlueprint("keys", __name__, description="The server's signing keys")


@keys_api.route("/.well-known/stele.json")
@keys_api.kept("public, max-age=60")
@keys_api.response(200, KeysResponse)
@keys_api.refuses(TOO_MANY_REQUESTS)
def keys() -> Response:
    """The server's origin, its key, and all its keys with the succession of each."""
    limited(READS)
    return respond(services().storage.keyring.published())
