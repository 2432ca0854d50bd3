"""Server keys: the public keys with which the server's signatures are checked."""

from flask import Response

from api.http.blueprint import ApiBlueprint, respond
from api.http.problem_kinds import TOO_MANY_REQUESTS
from api.http.rate_limiting import limited
from api.http.rate_limits import READS
from api.schemas.responses import KeysResponse
from api.services import services

keys_api = ApiBlueprint("keys", __name__, description="The keys that the server signs with")


@keys_api.route("/.well-known/stele.json")
@keys_api.kept("public, max-age=60")
@keys_api.response(200, KeysResponse)
@keys_api.refuses(TOO_MANY_REQUESTS)
def keys() -> Response:
    """The name that the server signs in, its key, and all keys that it has had with how each followed the other."""
    limited(READS)
    return respond(services().storage.keyring.published())
