"""HTTP reference: Flask handlers that append one entry of a given size by one EVALSHA, or respond with that size."""

import os
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

from eventstore.valkey.connection import connect

_APPEND = "return redis.call('XADD', KEYS[1], '*', 'e', ARGV[1], 's', '', 'h', ARGV[2])"


def create_app() -> Flask:
    """The app: POST /append/<name> appends BENCH_BYTES bytes to a stream, GET /bytes responds with that size."""
    app = Flask("bare", static_folder=None)
    payload, digest = b"x" * int(os.environ["BENCH_BYTES"]), b"d" * 32

    @cache
    def connected() -> tuple[Any, str]:
        redis = connect(None, Path(os.environ["STELE_DATA"]))
        return redis, redis.script_load(_APPEND)

    def append(name: str) -> Response:
        redis, script = connected()
        request.get_json()
        position = redis.evalsha(script, 1, f"bench:{name}", payload, digest)
        return Response(b'{"position":"' + position + b'"}', 201, content_type="application/json")

    def as_many() -> Response:
        return Response(payload, content_type="application/json")

    app.add_url_rule("/bytes", view_func=as_many)
    app.add_url_rule("/append/<name>", view_func=append, methods=["POST"])
    return app
