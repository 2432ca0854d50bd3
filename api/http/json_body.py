"""JSON bodies of requests: limited in size, whole numbers, valid characters, no duplicate names."""

import json
from typing import Any, NoReturn

from flask import request
from werkzeug.exceptions import HTTPException

from api.http.problem_kinds import BAD_JSON, INVALID_REQUEST
from api.http.problems import refuse
from eventstore.canonical_json import LARGEST_INTEGER

MOST_VALUES = 10_000
MOST_LEVELS = 32
_MARKS = b"[{,:"


def json_body() -> Any:
    """The request's JSON body; invalid JSON, and bodies larger than any request needs, are refused."""
    return json_of(raw_body())


def json_of(raw: bytes) -> Any:
    """The JSON value of these bytes; refused like `json_body`."""
    if sum(raw.count(mark) for mark in _MARKS) > MOST_VALUES:
        refuse(INVALID_REQUEST, "The request body has too many values.")
    try:
        text = raw.decode()
        body = _read(text)
        _check_levels(body)
        if "\\u" in text:
            _check_characters(body)
    except RecursionError:
        refuse(INVALID_REQUEST, "The request body is nested too deeply.")
    except ValueError as error:
        refuse(BAD_JSON, f"The body is not JSON: {error}")
    return body


def raw_body() -> bytes:
    """The request's body as it was sent."""
    try:
        return request.get_data()
    except HTTPException:
        raise
    except Exception as error:
        refuse(BAD_JSON, f"The body cannot be read: {error}")  # invalid chunks


def _read(text: str) -> Any:
    return json.loads(
        text,
        object_pairs_hook=_members,
        parse_int=_whole_number,
        parse_float=_no_fraction,
        parse_constant=_no_constant,
    )


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        refuse(INVALID_REQUEST, "An object in the request body has a duplicate member.")
    return members


def _whole_number(text: str) -> int:
    if len(text) > 17 or abs(int(text)) > LARGEST_INTEGER:
        refuse(INVALID_REQUEST, "A number in the request body is too large.")
    return int(text)


def _no_fraction(_text: str) -> NoReturn:
    refuse(INVALID_REQUEST, "Numbers in the request body must be integers.")


def _no_constant(text: str) -> NoReturn:
    raise ValueError(f"there is no {text} in JSON")


def _check_levels(body: Any) -> None:
    """Refuse a body that is nested too deeply for recursive code."""
    level = [body]
    for _ in range(MOST_LEVELS):
        level = [
            inner
            for one in level
            if isinstance(one, (dict, list))
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return
    refuse(INVALID_REQUEST, "The request body is nested too deeply.")


def _check_characters(body: Any) -> None:
    """Refuse half of a surrogate pair, which JSON can escape and no text can contain."""
    try:
        json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        refuse(
            INVALID_REQUEST,
            "A string in the request body contains half of a surrogate pair, which is not a valid character.",
        )
