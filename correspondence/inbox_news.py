"""The news of people's inboxes, for who follows theirs live: how many notices are unread, and what the newest says."""

from collections.abc import Iterable

import msgspec

from correspondence.news import News, Subject
from correspondence.wording import Wording
from eventstore.connection import LONGEST_WAIT_SECONDS
from eventstore.entries import Position
from people.inbox import Inbox

_MARK = "@"


def inbox_subject(person: str, language: str) -> Subject:
    """What somebody follows who follows their inbox. No game's id begins like it."""
    return Subject(f"{_MARK}{person}", "public", language)


def is_inbox(name: str) -> bool:
    """Whether this names an inbox and not a game."""
    return name.startswith(_MARK)


class InboxNews:
    """Makes the news. A place in an inbox is the number of its last change."""

    def __init__(self, inbox: Inbox, wording: Wording) -> None:
        self.inbox = inbox
        self._wording = wording

    def head(self, person: str) -> Position:
        """The place at which this inbox is now."""
        return Position(self.inbox.unread(person)[1], 0)

    def since(self, name: str, after: Position, subjects: Iterable[Subject]) -> News:
        """What is to be told of this inbox to who knows it as it was at this place."""
        person = name.removeprefix(_MARK)
        page = self.inbox.page(person, limit=1)
        newest = next((one.notice for one in page.notices if one.is_unread and page.newest > after.action), None)
        told = {}
        for subject in subjects:
            shown = None
            if newest is not None:
                text = self._wording.sentence(person, newest, subject.language)
                shown = {"id": newest.id, "kind": newest.kind, "game": newest.game, "text": text}
            body = msgspec.json.encode({"unread": page.unread, "newest": shown})
            told[subject] = b"id: %d-0\ndata: %b\n\n" % (page.change, body)
        return News(Position(page.change, 0), False, told)

    def wait(self, mark: str, seconds: float = LONGEST_WAIT_SECONDS) -> tuple[str, dict[str, Position]]:
        """In which inboxes something changes after this mark, and up to where; with the next mark. Waits for it."""
        news = self.inbox.news(mark, seconds)
        if not news:
            return mark, {}
        changed = {person for _mark, person in news}
        return news[-1][0], {f"{_MARK}{person}": self.head(person) for person in changed}
