"""Transparency log over HTTP: its newest note, proofs, and its files below `/tlog/`.

Also the server's public keys, for verifying its notes and receipts.
"""

from datetime import UTC, datetime
from typing import Annotated, Any

from flask import Blueprint, Response

from api.http.auth import PublicGame
from api.http.blueprint import TOKEN_OR_NONE, ApiBlueprint, respond
from api.http.operation import PLAYING
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
from api.schemas.responses import KeysResponse
from api.schemas.transparency_log import ConsistencyResponse, LeafOfGame, LogResponse, NewestNote, TwoSizes
from api.services import services
from audit.transparency.inclusion_proofs import Logged
from audit.transparency.public_log import MERGE_DELAY_SECONDS, Cosigned
from eventstore.entries import BEGINNING
from verify.log import TILE_WIDTH

log_api = ApiBlueprint(
    "log", __name__, url_prefix="/api", description="The transparency log of all games' heads", scopes=PLAYING
)
files = Blueprint("tlog", __name__, url_prefix="/tlog")

_SHORT = "public, max-age=2"
_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}


@log_api.get("/log", refuses=[NOT_LOGGED, RECORD_UNAVAILABLE], security=None, kept=_SHORT)
def log(_query: NewestNote) -> Annotated[Response, LogResponse]:
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


@log_api.get("/log/consistency", refuses=[NOT_LOGGED, RECORD_UNAVAILABLE], security=None, limit=RECORDS)
def consistency(query: TwoSizes) -> Annotated[Response, ConsistencyResponse]:
    """The proof that the log only grew from one size to another, with its earlier entries unchanged."""
    found = services().storage.log
    second = found.latest()[0].tree.size if query.to is None else query.to
    if query.to is not None and query.from_ > query.to:
        refuse(INVALID_REQUEST, "Must not be before from.", field="to")
    proof = found.consistency(query.from_, second)
    return respond({"from": query.from_, "to": second, "proof": [one.hex() for one in proof]})


@log_api.get(
    "/games/<game_id>/proof",
    refuses=[*READING, NO_SUCH_POSITION, NOT_LOGGED],
    security=TOKEN_OR_NONE,
    kept="private, no-cache",
)
def proof(game_id: str, query: LeafOfGame, seen: PublicGame) -> Annotated[Response, Logged]:
    """The proof that the log has the game's newest leaf. Keep it as evidence of the game's record."""
    wanted = BEGINNING if query.at is None else position_of(seen, query.at, "at", first=True)
    limited(RECORDS)
    return respond(services().storage.log.logged(game_id, wanted))


@files.route("/checkpoint")
def checkpoint() -> Response:
    """The newest note with its cosignatures."""
    _said, note, _cosigned = services().storage.log.latest_with_cosignatures()
    return Response(note, content_type="text/plain; charset=utf-8", headers={"Cache-Control": _SHORT})


@files.route("/tile/<path:name>")
def tile(name: str) -> Response:
    """A tile of hashes or a bundle of entries, up to the size that the newest note covers."""
    found, content = services().storage.log.tile(name)
    headers = _FOR_EVER if found.width == TILE_WIDTH else {"Cache-Control": "public, max-age=3600"}
    return Response(content, content_type="application/octet-stream", headers=headers)


keys_api = ApiBlueprint("keys", __name__, description="The server's signing keys")


@keys_api.get(
    "/.well-known/stele.json", refuses=[TOO_MANY_REQUESTS], security=None, limit=READS, kept="public, max-age=60"
)
def keys() -> Annotated[Response, KeysResponse]:
    """The server's origin, its key, and all its keys with the succession of each."""
    return respond(services().storage.keyring.published())
