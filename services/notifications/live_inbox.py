"""Live inbox: streams the number of unread notices, and new notices, to their owner."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from eventstore.entries import BEGINNING, Position
from eventstore.valkey.connection import LONGEST_WAIT_SECONDS
from replay.timestamps import time_text
from services.games.live_events import EventBatch, Subject, Watch
from services.notifications.inbox import Inbox, InboxEntry, Page
from services.notifications.wording import Wording

_MARK = "@"
_BRIEF = ("id", "kind", "game", "text")


def inbox_subject(person: str, language: str) -> Subject:
    """The subject of a person's inbox stream. No game's id begins like it."""
    return Subject(f"{_MARK}{person}", "public", language)


def is_inbox(name: str) -> bool:
    """Whether this is the name of an inbox, not of a game."""
    return name.startswith(_MARK)


def notice_json(kept: InboxEntry, text: str) -> dict[str, Any]:
    """A notice as sent to its receiver; `text` is its sentence in their language."""
    notice = kept.notice
    shown = {
        "id": notice.id,
        "kind": notice.kind,
        "game": notice.game,
        "position": notice.position,
        "at": time_text(notice.at),
        "text": text,
        "unread": kept.is_unread,
        "standing": kept.is_standing,
    }
    return {
        **shown,
        **({"seat": notice.seat} if notice.seat >= 0 else {}),
        **({"by": notice.by} if notice.by >= 0 else {}),
        **({"tournament": notice.tournament} if notice.tournament else {}),
    }


class LiveInbox:
    """Serializes inbox events. A position in an inbox is the number of its last change."""

    def __init__(self, inbox: Inbox, wording: Wording) -> None:
        self.inbox = inbox
        self._wording = wording

    def head(self, person: str) -> Position:
        """The inbox's current position."""
        return Position(self.inbox.unread(person)[1], 0)

    def begin(self, name: str, with_standing: bool, subjects: Iterable[Subject]) -> EventBatch:
        """The events that begin a stream of this inbox; if wanted, with all standing notices."""
        person = name.removeprefix(_MARK)
        page = self.inbox.page(person, limit=1)
        return self._news(person, page, BEGINNING, self.inbox.standing(person) if with_standing else (), subjects)

    def since(self, name: str, after: Position, watches: Iterable[Watch]) -> EventBatch:
        """The events of this inbox after this position."""
        person = name.removeprefix(_MARK)
        page = self.inbox.page(person, limit=1)
        notices = self.inbox.since(person, after.action, page.change)
        return self._news(person, page, after, notices, {one.subject for one in watches})

    def _news(
        self, person: str, page: Page, after: Position, notices: Sequence[InboxEntry], subjects: Iterable[Subject]
    ) -> EventBatch:
        newest = next((one for one in page.notices if one.is_unread and page.newest > after.action), None)
        told = {}
        for subject in subjects:
            came = [self._shown(person, one, subject) for one in notices]
            shown = {} if newest is None else self._shown(person, newest, subject)
            brief = {name: shown[name] for name in _BRIEF if shown} or None
            body = msgspec.json.encode({"unread": page.unread, "newest": brief, "notices": came})
            told[subject] = b"id: %d-0\ndata: %b\n\n" % (page.change, body)
        return EventBatch(Position(page.change, 0), False, told)

    def _shown(self, person: str, kept: InboxEntry, subject: Subject) -> dict[str, Any]:
        return notice_json(kept, self._wording.sentence(person, kept.notice, subject.language))

    def wait(self, mark: str, seconds: float = LONGEST_WAIT_SECONDS) -> tuple[str, dict[str, Position]]:
        """The inboxes that change after this mark, with their new positions, and the next mark. Waits for a change."""
        news = self.inbox.news(mark, seconds)
        if not news:
            return mark, {}
        changed = {person for _mark, person in news}
        return news[-1][0], {f"{_MARK}{person}": self.head(person) for person in changed}
