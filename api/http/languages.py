"""The language of a response: the one that `Accept-Language` prefers of those that there are, English by default."""

from functools import lru_cache

from flask import Response, g, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from api.http.vary import vary_by
from replay.languages import LANGUAGES, translator
from replay.narration import Translate


def asked_language() -> str:
    """The language in which whoever asks wants to read."""
    language: str | None = g.get("language")
    if language is None:
        language = g.language = best_language(request.headers.get("Accept-Language", ""))
    return language


@lru_cache(256)
def best_language(accepted: str) -> str:
    """The language that this `Accept-Language` prefers."""
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES, "en") or "en"


def translate() -> Translate:
    """The function that puts this response's texts into the language that was asked for."""
    return translator(asked_language())


def say_language(response: Response) -> Response:
    """Name the language of a response that was made in one."""
    language: str | None = g.get("language")
    if language is not None:
        response.headers["Content-Language"] = language
        vary_by(response, "Accept-Language")
    return response
