"""Wording of notices, in the reader's language, when they are read or sent, from the reader's own view.

A text contains no more than the receiver may know: without a seat, or after losing it, they get the gallery's view, and
of a private game in which they have no part only that it exists.
"""

from collections.abc import Sequence
from datetime import datetime

from babel.dates import format_datetime

from domain.clocks.rules import deadlines
from domain.game import CommandSigned
from domain.messages import SeatName, Sentence, Verbatim, say
from domain.ordered_moves import MoveOrdered
from domain.redaction import Viewer
from eventstore.entries import Position, parse_position
from eventstore.errors import RecordDamaged
from eventstore.valkey.connection import Client
from replay.languages import LANGUAGES, translator
from replay.narration import Translate, narrate, render
from replay.viewer_state import Seen, SeenRecord
from services.accounts.players import Reached, reached
from services.games.records import Records
from services.games.tables import NoSuchGame, Tables
from services.games.warm_table import TitleMissing
from services.notifications.account_notices import ACCOUNT, change_of
from services.notifications.channels import Message
from services.notifications.chat_notices import MESSAGE, ChatNotices, room_of
from services.notifications.inbox import Notice
from services.notifications.kinds import CONCERNS, OPERATOR
from services.notifications.preferences import zone_of
from services.notifications.tournament_notices import TournamentNotices

MOST_SENTENCES = 12
_ACTIONS = 60
_BETWEEN = (CommandSigned, MoveOrdered)
_ASKING = ("turn", "reminder")
_GONE = say("A game is no longer available.")


class Wording:
    """Words notices. `url` is the address of the pages."""

    def __init__(self, tables: Tables, records: Records, redis: Client, url: str) -> None:
        self._tables = tables
        self._records = records
        self._redis = redis
        self._url = url
        self._talk = ChatNotices(tables, redis)
        self._tournament_notices = TournamentNotices(tables, redis)

    def messages(self, person: str, notices: Sequence[Notice]) -> list[Message]:
        """These notices in words for this person, each with the events after their last move.

        A chat notice without unread messages is omitted.
        """
        reader = reached(self._redis, person)
        language = reader.language if reader.language in LANGUAGES else "en"
        worded = (self._message(person, one, language, reader) for one in notices)
        return [one for one in worded if one is not None]

    def sentence(self, person: str, notice: Notice, language: str) -> str:
        """The text of this notice, in one sentence."""
        if notice.kind == ACCOUNT:
            return render(change_of(notice), (), translator(language))
        if notice.tournament:
            said = self._tournament_notices.sentence(person, notice, language)
            return render(said or _GONE, (), translator(language))
        seen = self._seen(person, notice)
        said = self._said(person, notice, seen)
        return self._sentence(notice, seen, said, translator(language))

    def _message(self, person: str, notice: Notice, language: str, reader: Reached) -> Message | None:
        translate = translator(language)
        if notice.kind == OPERATOR:
            text = render(CONCERNS[OPERATOR].sentence, (), translate)
            return Message(notice.id, notice.kind, notice.game, text, f"{self._url}/operator", notice.at, language)
        if notice.tournament:
            text = self.sentence(person, notice, language)
            return Message(notice.id, notice.kind, notice.game, text, self._url + notice.page, notice.at, language)
        seen = self._seen(person, notice)
        said = self._said(person, notice, seen)
        if notice.kind == MESSAGE and said is None:
            return None
        text = self._sentence(notice, seen, said, translate)
        story: tuple[str, ...] = ()
        url, story_url = f"{self._url}/games/{notice.game}", ""
        if notice.kind == MESSAGE and room_of(notice) == "comments":
            url = f"{url}/replay#{notice.position}"
        elif seen is not None and isinstance(seen.viewer, int):
            records = self._since_last_move(seen)
            story = self._story(seen, records, translate)
            if records:
                story_url = f"{url}/replay#{records[0].position}"
            if notice.kind in _ASKING and (until := self._until(seen, language, reader.zone)):
                story += (translate("Your time runs out on {time}.").format(time=until),)
        return Message(notice.id, notice.kind, notice.game, text, url, notice.at, language, story, story_url)

    def _seen(self, person: str, notice: Notice) -> Seen | None:
        """The game as this person may see it; none if it is gone or they may not see it."""

        def viewer(public: Seen) -> Viewer:
            own = public.seats_of(person)
            return "public" if not own else notice.seat if notice.seat in own else own[0]

        try:
            seen = self._tables.seen(notice.game, viewer)
        except (NoSuchGame, TitleMissing, RecordDamaged):
            return None
        has_part = isinstance(seen.viewer, int) or seen.is_referee(person) or seen.is_expected(person)
        return seen if has_part or not seen.game.private else None

    def _said(self, person: str, notice: Notice, seen: Seen | None) -> Sentence | None:
        """The sentence about unread messages; none for notices of other kinds, or if all were read or deleted."""
        return self._talk.sentence(person, seen, notice) if notice.kind == MESSAGE and seen is not None else None

    def _sentence(self, notice: Notice, seen: Seen | None, said: Sentence | None, translate: Translate) -> str:
        concern = CONCERNS.get(notice.kind)
        if concern is not None and notice.kind == OPERATOR:
            return render(concern.sentence, (), translate)
        if seen is None or concern is None:
            return render(_GONE, (), translate)
        if said is not None:
            return render(said, seen.names, translate)
        values = {"title": Verbatim(seen.rulebook.meta.title), "by": SeatName(notice.by)}
        names = seen.names_then().after(parse_position(notice.position)) if notice.by >= 0 else seen.names
        return render(Sentence(concern.sentence.template, values), names, translate)

    def _since_last_move(self, seen: Seen) -> list[SeenRecord]:
        """The events after this seat's last move that its viewer may know, from the latest actions."""
        first = Position(max(0, seen.position.action - _ACTIONS), 0)
        records = list(self._records.all(seen, first))
        own = [record.position.action for record in records if record.record.actor == seen.viewer]
        last = own[-1] if own else 0
        return [record for record in records if record.position.action > last]

    def _story(self, seen: Seen, records: Sequence[SeenRecord], translate: Translate) -> tuple[str, ...]:
        told = [one for one in records if not isinstance(one.record.data, _BETWEEN)]
        then = seen.names_then()
        return tuple(
            narrate(seen.rulebook, one.record.data, then.at(one.position), translate, one.record.actor is not None).text
            for one in told[-MOST_SENTENCES:]
        )

    def _until(self, seen: Seen, language: str, zone: str) -> str:
        assert isinstance(seen.viewer, int)
        due = deadlines(seen.rulebook, seen.game).get(seen.viewer)
        if due is None:
            return ""
        return str(format_datetime(datetime.fromtimestamp(due / 1000, zone_of(zone)), "full", locale=language))
