"""Language of a response: the best match for `Accept-Language` among the catalogs, English by default."""

from flask import Response, g, request

from replay.languages import LANGUAGES, translator
from replay.narration import Translate


def asked_language() -> str:
    """The language that the caller prefers."""
    language: str | None = g.get("language")
    if language is None:
        language = g.language = request.accept_languages.best_match(LANGUAGES, "en")
    return language


def translate() -> Translate:
    """The function that translates this response's texts into the caller's language."""
    return translator(asked_language())


def say_language(response: Response) -> Response:
    """Set `Content-Language` of a translated response."""
    language: str | None = g.get("language")
    if language is not None:
        response.headers["Content-Language"] = language
        response.vary.add("Accept-Language")
    return response
