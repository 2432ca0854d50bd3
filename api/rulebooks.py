"""What can be played here and against whom: the titles with their options and rules, the kinds of computer players."""

from typing import Any

import msgspec
from flask import Response
from flask_smorest import Blueprint

from api.command_schemas import schema_of, title_prefix
from api.languages import translate
from api.problems import refuse
from api.schemas import respond
from computers.kinds import find_kinds
from domain.rulebook import Rulebook
from domain.rulebooks import find_rulebooks
from replay.narration import render

rulebooks_api = Blueprint("rulebooks", __name__, url_prefix="/api", description="The titles")


def _short(rulebook: Rulebook[Any]) -> dict[str, Any]:
    meta, say = rulebook.meta, translate()
    return {
        "id": meta.id,
        "title": meta.title,
        "designer": meta.designer,
        "publisher": meta.publisher,
        "year": meta.year,
        "players": {"min": meta.least_players, "max": meta.most_players},
        "options": [{**msgspec.to_builtins(option), "text": say(option.text)} for option in meta.options],
        "components": msgspec.to_builtins(meta.components),
    }


@rulebooks_api.route("/rulebooks")
@rulebooks_api.response(200)
def list_rulebooks() -> Response:
    """Every title, and every kind of computer player."""
    titles = [_short(rulebook) for rulebook in find_rulebooks().values()]
    return respond({"rulebooks": titles, "computers": _computers()})


def _computers() -> list[dict[str, str]]:
    say = translate()
    return [{"id": name, "text": render(kind.description, (), say)} for name, kind in find_kinds().items()]


@rulebooks_api.route("/rulebooks/<title>")
@rulebooks_api.response(200)
def one_rulebook(title: str) -> Response:
    """One title with its rules by number and the moves that it knows."""
    rulebook = find_rulebooks().get(title)
    if rulebook is None:
        refuse(404, "No such title", "There is no title with this id; /api/rulebooks lists them.")
    moves = {command.__name__: sorted(schema_of(command, title_prefix(title)).fields) for command in rulebook.COMMANDS}
    return respond({**_short(rulebook), "rules": rulebook.meta.rules, "moves": moves})
