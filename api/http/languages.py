"""Language of a response: the best match for `Accept-Language` among the catalogs, English by default."""

from flask import Response, g, request

from replay.languages import LANGUAGES, translator
from replay.narration import Translate


def asked_language() -> str:
    """The language in which whoever asks wants to read."""
    language: str | None = g.get("language")
    if language is None:
        language = g.language = request.accept_languages.best_match(LANGUAGES, "en")
    return language


def translate() -> Translate:
    """The function that puts this response's texts into the language that was asked for."""
    return translator(asked_language())


def say_language(response: Response) -> Response:
    """Name the language of a response that was made in one."""
    language: str | None = g.get("language")
    if language is not None:
        response.headers["Content-Language"] = language
        response.vary.add("Accept-Language")
    return response
