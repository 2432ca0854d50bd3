"""Mail digest: one mail of notices, with a section for each game, in plain text and as HTML.

The section whose deadline comes first leads the mail, and its subject. A mail about one game refers to that game, so
that mail programs show all mails about it as one conversation. Pictures of boards stand above the link to the move.
"""

from collections.abc import Sequence
from html import escape
from textwrap import shorten
from typing import NamedTuple
from urllib.parse import urlsplit

from domain.messages import Verbatim, say_number
from replay.languages import translator
from replay.narration import Translate, render
from services.accounts.mail_page import action, heading, link, mail_page, paragraph, picture
from services.accounts.mailer import Mail
from services.notifications.channels import Message
from services.notifications.kinds import INVITED, OPERATOR

_LONGEST_SUBJECT = 150
"""The most characters of a subject, which is one line: a text of a person in a notice may have several."""


class _Section(NamedTuple):
    """The messages about one game: the most important one, and additions from the others."""

    lead: Message
    others: tuple[str, ...]


def games_to_play(messages: Sequence[Message]) -> tuple[str, ...]:
    """The games in which these messages ask their receiver to act, most urgent first."""
    leads = (one.lead for one in _sections(messages))
    return tuple(one.game for one in leads if one.game and one.subject and one.kind != INVITED)


def mail_of(address: str, messages: Sequence[Message], inbox: str, ending: str) -> Mail:
    """One mail with these messages; `inbox` and `ending` are the pages to choose mails and to unsubscribe."""
    language = messages[0].language
    translate, sections = translator(language), _sections(messages)
    headers = {
        "List-Unsubscribe": f"<{ending}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        **_conversation(sections, inbox),
    }
    choose = translate("Choose which emails you get, and when:")
    end = translate("Unsubscribe from these emails:")
    text = "\n".join((*(_plain(one, translate) for one in sections), "-- ", choose, inbox, end, ending, ""))
    foot = "<br>".join(link(words.removesuffix(":"), to) for words, to in ((choose, inbox), (end, ending)))
    html = mail_page([_html(one, translate) for one in sections], language, foot)
    pictures = {_picture_id(one.lead): one.lead.board for one in sections if one.lead.board}
    return Mail(address, _subject(sections, translate), text, html, headers, pictures=pictures)


def _sections(messages: Sequence[Message]) -> list[_Section]:
    """The messages by game, most urgent first."""
    about: dict[str, list[Message]] = {}
    for one in messages:
        about.setdefault(one.url if one.kind == OPERATOR else one.game or one.url, []).append(one)
    sections = [_section(together) for together in about.values()]
    return sorted(sections, key=lambda one: (not one.lead.due, one.lead.due, not one.lead.subject, one.lead.at))


def _section(messages: Sequence[Message]) -> _Section:
    """The section led by the message that needs an answer, or the newest, without repeated events."""
    lead = max(reversed(messages), key=lambda one: (bool(one.subject), one.at))
    others = (one.text for one in messages if not (one.is_known or one.subject) and one.text != lead.text)
    return _Section(lead, tuple(dict.fromkeys(others)))


def _conversation(sections: Sequence[_Section], url: str) -> dict[str, str]:
    """The headers by which mail programs recognise a game's mails; none for a mail about several games."""
    game = sections[0].lead.game
    if len(sections) > 1 or not game:
        return {}
    name = f"<game.{game}@{urlsplit(url).hostname or 'stele'}>"
    return {"References": name, "In-Reply-To": name}


def _subject(sections: Sequence[_Section], translate: Translate) -> str:
    first = shorten(sections[0].lead.line, _LONGEST_SUBJECT, placeholder="…").rstrip(".")
    if len(sections) == 1:
        return first
    number = len(sections) - 1
    more = say_number("{subject}, and one more", "{subject}, and {number} more", number, subject=Verbatim(first))
    return render(more, (), translate)


def _call(message: Message, translate: Translate) -> str:
    """The words on the link to the page."""
    if message.kind == INVITED:
        return translate("See the invitation")
    if message.subject:
        return translate("Play now")
    return translate("Open the game") if message.game and message.kind != OPERATOR else translate("Open the page")


def _plain(section: _Section, translate: Translate) -> str:
    lead, step = section.lead, translate("Replay step by step:")
    lines = [lead.text, *filter(None, (lead.deadline,)), *lead.terms, *section.others, lead.url, ""]
    if lead.story:
        lines += [translate("Since your last move:"), *(f"- {one}" for one in lead.story)]
        lines += [f"{step} {lead.story_url}"] if lead.story_url else []
        lines.append("")
    return "\n".join(lines)


def _picture_id(message: Message) -> str:
    """The content id of the picture of this message's board."""
    return f"board.{message.game}@stele"


def _html(section: _Section, translate: Translate) -> str:
    lead = section.lead
    deadline = f"<strong>{escape(lead.deadline)}</strong>" if lead.deadline else ""
    facts = (deadline, *map(escape, (*lead.terms, *section.others)))
    is_long = len(lead.text) > _LONGEST_SUBJECT  # it has a text of a person
    parts = [paragraph(escape(lead.text)) if is_long else heading(lead.text), *map(paragraph, filter(None, facts))]
    if lead.board:
        parts.append(picture(_picture_id(lead), translate("The board when this email was sent"), lead.url))
    parts.append(action(_call(lead, translate), lead.url))
    if lead.story:
        told = "".join(f"<li>{escape(one)}</li>" for one in lead.story)
        parts.append(paragraph(escape(translate("Since your last move:")), is_soft=True))
        parts.append(f'<ul style="margin:0 0 8px;padding-left:20px">{told}</ul>')
    if lead.story_url:
        step = translate("Replay step by step:").removesuffix(":")
        parts.append(paragraph(link(step, lead.story_url)))
    return "".join(parts)
