"""Contract: checks real responses against the OpenAPI document. Every test client uses it."""

import gzip
import json
import re
import urllib.request
from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any

import jsonschema_rs

PROBLEM = "application/problem+json"
_UNDOCUMENTED = re.compile(r"/(api/openapi\.json|api/docs.*|(?!api/|health/|metrics$).*)")
"""Paths that the document lacks: its own, and those outside of the API. It lacks former calls, too."""
# The document's own schemas are resolved under this address: a copy in each validator would fill the memory.
_DOCUMENT = "urn:stele:document"
_EXTENDED = "~"
"""The mark of a schema that others extend: it does not have all members."""
_ANY_PROBLEM = jsonschema_rs.validator_for(
    {
        "type": "object",
        "properties": {
            "type": {"type": "string", "pattern": "^urn:stele:problem:"},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "detail": {"type": "string"},
        },
        "required": ["type", "title", "status", "detail"],
    }
)


class Contract:
    """The promises of one document. `check` raises `AssertionError` for a response that breaks them."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.strict = _closed(document)
        self._registry = jsonschema_rs.Registry([(_DOCUMENT, self.strict)])
        self._validators: dict[str, Any] = {}

    @cached_property
    def _paths(self) -> list[tuple[re.Pattern[str], dict[str, Any]]]:
        """Each path as a pattern, paths without parameters first."""
        return [
            (re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), calls)
            for path, calls in sorted(self.document["paths"].items(), key=lambda item: item[0].count("{"))
        ]

    def resolved(self, part: dict[str, Any]) -> dict[str, Any]:
        """This part of the document, with a reference replaced by its target."""
        found: Any = part
        if "$ref" in part:
            found = self.document
            for name in part["$ref"].removeprefix("#/").split("/"):
                found = found[name]
        return dict(found)

    def check(self, method: str, path: str, status: int, headers: Mapping[str, str], body: bytes) -> None:
        """Check that this status, these headers and this body are a documented response to the call."""
        named = {name.lower(): value for name, value in headers.items()}
        if named.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        if "sunset" in named:  # a former call, as it was
            return
        place = path.partition("?")[0]
        where = f"{method} {path}: {status} {named.get('content-type')}"
        calls = next((calls for pattern, calls in self._paths if pattern.fullmatch(place)), None)
        if calls is None or method.lower() not in calls:
            self._check_undocumented(place, status, calls, named, body, where)
            return
        promised = self.resolved(calls[method.lower()]["responses"].get(str(status), {}))
        assert promised, f"{where} is not in the document: {body[:300]!r}"
        for name, header in promised.get("headers", {}).items():
            assert name.lower() in named or not header.get("required"), f"{where} has no header {name}"
        if "content" not in promised:
            assert body == b"", f"{where} should have no body"
            return
        content_type = named.get("content-type", "").partition(";")[0]
        assert content_type in promised["content"], f"{where} is of a type that is not in the document"
        self._check_body(promised["content"][content_type]["schema"], content_type, body, where)
        if content_type == PROBLEM:
            self._check_words(json.loads(body), where)

    def _check_undocumented(
        self, place: str, status: int, calls: Any, headers: Mapping[str, str], body: bytes, where: str
    ) -> None:
        """Pages and their files are not in the document; for an unknown call the response must be a problem."""
        if headers.get("content-type") == PROBLEM:
            error = next(_ANY_PROBLEM.iter_errors(json.loads(body)), None)
            assert error is None, f"{where}: {error}"
        elif not _UNDOCUMENTED.fullmatch(place):
            raise AssertionError(f"{where} is not in the document")
        if not _UNDOCUMENTED.fullmatch(place):
            assert status == (404 if calls is None else 405), f"{where}: there is no such call"

    def _check_body(self, schema: dict[str, Any], content_type: str, body: bytes, where: str) -> None:
        if content_type.endswith("json") and content_type != "application/x-ndjson":
            self._validate(schema, json.loads(body), where)
        elif "x-itemSchema" in schema:
            for line in _items(content_type, body):
                self._validate(schema["x-itemSchema"], json.loads(line), where)
        else:
            self._validate(schema, body.decode(), where)

    def _check_words(self, refusal: dict[str, Any], where: str) -> None:
        """A refusal is a sentence for people: it does not begin with the name of a field, which is in `errors`."""
        fields = refusal["errors"] if isinstance(refusal.get("errors"), dict) else {}
        begun = [name for name in fields if re.match(rf"{re.escape(name)}\b[\w.]*:", refusal["detail"])]
        assert not begun, f"{where} begins with a field: {refusal['detail']}"

    def validator(self, schema: dict[str, Any]) -> Any:
        """The validator of this schema of the document, made once."""
        text = json.dumps(schema).replace('"#/', f'"{_DOCUMENT}#/')
        validator = self._validators.get(text)
        if validator is None:
            validator = jsonschema_rs.Draft202012Validator(
                json.loads(text), registry=self._registry, validate_formats=True
            )
            self._validators[text] = validator
        return validator

    def _validate(self, schema: dict[str, Any], value: Any, where: str) -> None:
        validator = self.validator(schema)
        if not validator.is_valid(value):
            errors = [f"{list(error.instance_path)}: {error.message[:500]}" for error in validator.iter_errors(value)]
            raise AssertionError(f"{where}: {errors[:5]}")


def _closed(document: dict[str, Any]) -> dict[str, Any]:
    """The document with objects closed to other members, because this version sends clients only the documented
    ones.
    """
    schemas = document["components"]["schemas"]
    closed = {name: _without_more(one, True) for name, one in schemas.items()}
    extended = {f"{name}{_EXTENDED}": _without_more(one, False) for name, one in schemas.items()}
    return {**document, "components": {**document["components"], "schemas": {**closed, **extended}}}


def _without_more(schema: Any, is_whole: bool) -> Any:
    """The schema, closed if it is the whole of an object; the schemas that it extends are not."""
    if isinstance(schema, list):
        return [_without_more(one, True) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: _without_more(one, True) for name, one in schema.items() if name not in ("allOf", "discriminator")}
    if "allOf" in schema:
        found["allOf"] = [
            {"$ref": one["$ref"] + _EXTENDED} if "$ref" in one else _without_more(one, False) for one in schema["allOf"]
        ]
    if is_whole and ("allOf" in schema or isinstance(schema.get("properties"), dict)):
        found.setdefault("unevaluatedProperties", False)
    return found


def _items(content_type: str, body: bytes) -> list[bytes]:
    """The JSON of each item of a body of lines; an incomplete last item of a cut stream is skipped."""
    lines = body[: body.rfind(b"\n") + 1].splitlines()
    if content_type == "text/event-stream":
        return [line.removeprefix(b"data: ") for line in lines if line.startswith(b"data: ")]
    return lines


@cache
def contract_of(url: str) -> Contract:
    """The contract of the server at this URL, from its own document."""
    with urllib.request.urlopen(f"{url}/api/openapi.json", timeout=300) as response:
        return _contract(response.read())


@cache
def contract_of_applications() -> Contract:
    """The contract of every application in this process; no setting changes the document, and making it takes long."""
    from app import create_app

    return _contract(create_app({}).test_client().get("/api/openapi.json").get_data())


@cache
def _contract(document: bytes) -> Contract:
    """One contract for all servers with the same document, because validators are large and slow to build."""
    return Contract(json.loads(document))
