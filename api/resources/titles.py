"""Titles that can be played here, with their options, rules and lessons, and the kinds of computer players."""

from collections.abc import Container
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from flask import Response

from ai.kinds import find_kinds, level_of
from api.http.blueprint import ApiBlueprint, respond
from api.http.languages import asked_language, translate
from api.http.problem_kinds import NO_SUCH_EXAMPLE, NO_SUCH_TITLE
from api.http.problems import refuse
from api.schemas.commands import command_schema, title_prefix
from api.schemas.from_structs import shown
from api.schemas.responses import ExampleResponse, LessonResponse, RulebookResponse, RulebooksResponse, Title
from audit.lessons import Decision, LedGame, led_game
from domain.rulebook import Option, Rulebook
from domain.rules_text import Chapter as RuleChapter
from domain.title_loader import find_lesson, find_rulebooks
from replay.frames import FrameForm, frames
from replay.languages import translator
from replay.message_json import command_json
from replay.narration import Translate, describe, render
from replay.rules_text import rules_in, rules_of_every_title
from replay.units import unit_json
from services.games.rule_examples import example_of, stretches_of

_EACH_TIME = "private, no-cache"
"""Responses about titles depend on the reader's language and on the installed titles: they are revalidated."""

rulebooks_api = ApiBlueprint("rulebooks", __name__, url_prefix="/api", description="The titles")


def _shown(option: Option, say: Translate) -> dict[str, Any]:
    """An option with its texts in the reader's language."""
    told = {**msgspec.to_builtins(option), "text": say(option.text)}
    if option.label:
        told["label"] = say(option.label)
    if option.labels:
        told["labels"] = [say(label) for label in option.labels]
    return told


def _short(rulebook: Rulebook[Any]) -> dict[str, Any]:
    meta, say = rulebook.meta, translate()
    return shown(
        Title,
        meta,
        players={"min": meta.least_players, "max": meta.most_players},
        unit=unit_json(meta.points, say),
        options=[_shown(option, say) for option in meta.options],
        components=[{"part": say(one.part), "status": one.status, "note": say(one.note)} for one in meta.components],
        lesson=find_lesson(meta.id) is not None,
    )


@rulebooks_api.get("/rulebooks", security=None, kept=_EACH_TIME)
def list_rulebooks() -> Annotated[Response, RulebooksResponse]:
    """All titles, and all kinds of computer players."""
    titles = [_short(rulebook) for rulebook in find_rulebooks().values()]
    return respond({"rulebooks": titles, "computers": _computers()})


def _computers() -> list[dict[str, Any]]:
    say = translate()
    return [
        {"id": name, "text": render(kind.description, (), say), "level": level_of(kind)}
        for name, kind in find_kinds().items()
    ]


@rulebooks_api.get("/rulebooks/<title>", refuses=[NO_SUCH_TITLE], security=None, kept=_EACH_TIME)
def one_rulebook(title: str) -> Annotated[Response, RulebookResponse]:
    """A title with its rules, by number and in chapters, and its moves.

    The title's own chapters are followed by those of the rules of all games.
    """
    rulebook = find_rulebooks().get(title)
    if rulebook is None:
        refuse(NO_SUCH_TITLE, "There is no title with this id. See the list at /api/rulebooks.")
    prefix = title_prefix(title)
    moves = {command.__name__: sorted(command_schema(command, prefix).fields) for command in rulebook.COMMANDS}
    rules = rules_in(asked_language(), title)
    general = rules_of_every_title(rules.language)
    behind = [msgspec.structs.replace(chapter, level=chapter.level + 1) for chapter in general.chapters]
    whole = {
        "rules": {**rules.by_number, **general.by_number},
        "rules_language": rules.language,
        "chapters": [_chapter(chapter, stretches_of(title)) for chapter in (*rules.chapters, *behind)],
        "moves": moves,
    }
    return respond({**_short(rulebook), **whole})


@rulebooks_api.get("/rulebooks/<title>/lesson", refuses=[NO_SUCH_TITLE], security=None, kept=_EACH_TIME)
def lesson(title: str) -> Annotated[Response, LessonResponse]:
    """The title's lesson: the first moves of a recorded game, with tasks for the reader.

    Nothing is recorded: the record is part of the title, and the response contains all legal moves of each task.
    """
    led = led_game(title) if title in find_rulebooks() else None
    if led is None:
        refuse(NO_SUCH_TITLE, "No title with this id has a lesson. See the list at /api/rulebooks.")
    return respond(_lesson(title, asked_language()))


@lru_cache(64)
def _lesson(title: str, language: str) -> msgspec.Raw:
    """The lesson in this language, the same for all readers."""
    led, say = led_game(title), translator(language)
    assert led is not None
    told = {
        "rulebook": title,
        "title": led.projector.rulebook.meta.title,
        "seat": led.seat,
        "steps": [
            {
                "position": one.step.at,
                "text": render(one.step.text, led.names, say),
                "task": None if one.decision is None else _task(led, one.decision, say),
            }
            for one in led.steps
        ],
        "record": list(frames(led.projector, led.records, led.seat, led.first, FrameForm("patch", say, brief=True))),
    }
    return msgspec.Raw(msgspec.json.encode(told))


def _task(led: LedGame, decision: Decision, say: Translate) -> dict[str, Any]:
    rulebook, task = led.projector.rulebook, decision.task
    return {
        "text": render(task.text, led.names, say),
        "moves": [
            {"move": command_json(one), "text": describe(rulebook, one, led.names, say)} for one in decision.legal
        ],
        "answer": command_json(decision.answer),
        "instead": [{"having": one.having, "text": render(one.text, led.names, say)} for one in task.instead],
    }


def _chapter(chapter: RuleChapter, examples: Container[str]) -> dict[str, Any]:
    example = next((number for number in chapter.rules if number in examples), None)
    return {**msgspec.to_builtins(chapter), "rules": list(chapter.rules), "example": example}


@rulebooks_api.get("/rulebooks/<title>/examples/<rule>", refuses=[NO_SUCH_EXAMPLE], security=None, kept=_EACH_TIME)
def example(title: str, rule: str) -> Annotated[Response, ExampleResponse]:
    """An example for a rule: a part of a finished game in steps with patches, like a replay with `brief=true`."""
    found = example_of(title, rule, asked_language()) if title in find_rulebooks() else None
    if found is None:
        refuse(NO_SUCH_EXAMPLE, "There is no example for this rule. Each title's chapters list their examples.")
    return respond(found)
