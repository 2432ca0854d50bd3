"""Chat notices: one per room for each player who may read it, until they have read the room.

A notice contains no message text. While it is unread it also covers later messages: their number and authors are
counted when it is read, without muted and blocked players.
"""

import logging
from collections.abc import Sequence
from typing import get_args

from msgspec.structs import replace

from domain.messages import Sentence, Verbatim, say_number
from eventstore.errors import RecordDamaged
from eventstore.valkey.connection import Client, StoreUnavailable
from replay.viewer_state import Seen
from services.community.blocks import Blocks
from services.community.chat import Chat, Message, Room, Said, may_read
from services.games.tables import NoSuchGame, Tables
from services.games.warm_game import TitleMissing
from services.notifications.inbox import Dismissal, Notice
from services.notifications.log_follower import NoticeSink

MESSAGE = "message"
"""The kind of these notices."""
_MOST_IN_A_MILLISECOND = 499
_log = logging.getLogger("stele.deliveries")


class ChatNotices:
    """Notifies people of messages that they may read."""

    def __init__(self, tables: Tables, redis: Client) -> None:
        self._tables = tables
        self._chat = Chat(redis)
        self._shunning = Blocks(redis)

    def work(self, telling: NoticeSink) -> int:
        """Notify readers of new messages, and return the number of messages handled."""
        handed_over = self._chat.untold()
        for said in handed_over:
            try:
                self._tell(said, telling)
            except StoreUnavailable:
                raise
            except (NoSuchGame, TitleMissing, RecordDamaged):
                pass
            except Exception:
                _log.exception("could not send chat notifications of %s", said.game_id, extra={"game": said.game_id})
            self._chat.told(said)
        return len(handed_over)

    def unread(self, person: str, seen: Seen, room: Room) -> Sequence[Message]:
        """The messages of others in this room that this person has not read; none if they may not read it now."""
        if not may_read(room, _has_part(seen, person), seen.game.is_over):
            return ()
        read = self._chat.read_up_to(seen.game_id, person).get(room, "0-0")
        unheard = {person, *self._shunning.unheard(person)}
        return [one for one in self._chat.read(seen.game_id, room, read) if one.player not in unheard]

    def sentence(self, person: str, seen: Seen, notice: Notice) -> Sentence | None:
        """The number of messages that this notice covers, and their authors; none if nothing is unread."""
        messages = self.unread(person, seen, room_of(notice))
        known = self._tables.names_of(dict.fromkeys(one.player for one in messages))
        if not known:
            return None
        return say_number(
            "{title}: one new message from {names}.",
            "{title}: {number} new messages from {names}.",
            len(messages),
            title=Verbatim(seen.rulebook.meta.title),
            names=tuple(map(Verbatim, known.values())),
        )

    def _tell(self, said: Said, telling: NoticeSink) -> None:
        message = self._chat.find(*said)
        if message is None:  # deleted
            return
        public = self._tables.seen(said.game_id)
        by = public.seat_of(message.player)
        notice = Notice(
            f"{said.game_id}:{said.room}:{message.id}:{MESSAGE}",
            MESSAGE,
            said.game_id,
            message.position,
            message.at,
            by=-1 if by is None else by,
            subject=_subject(said.game_id, said.room),
            place=_place(message.id),
            is_gathered=True,
        )
        hearers = self._hearers(public, said.room, message.player)
        seats = {person: public.seat_of(person) for person in hearers}
        telling.tell([(one, notice if seat is None else replace(notice, seat=seat)) for one, seat in seats.items()])

    def _hearers(self, public: Seen, room: Room, speaker: str) -> Sequence[str]:
        """The game's participants and those who have written in the room, if they may see the author's messages."""
        game = public.game
        sitting = [seat.player for seat in game.seats if seat.is_owned]
        spoken = [one.player for one in self._chat.read(public.game_id, room)]
        there = self._tables.names_of(dict.fromkeys(filter(None, (*sitting, game.referee, *spoken))))
        return [
            one
            for one in there
            if one != speaker
            and may_read(room, _has_part(public, one), game.is_over)
            and (_has_part(public, one) or not game.private)
            and speaker not in self._shunning.unheard(one)
        ]


def room_read(telling: NoticeSink, person: str, game_id: str, room: Room, message: str) -> None:
    """Store that this person has read this room up to this message, and dismiss its notices."""
    telling.tell((), [Dismissal(person, _subject(game_id, room), _place(message) + 1)])


def room_of(notice: Notice) -> Room:
    """The room that this notice is about."""
    room = notice.subject.rpartition(":")[2]
    return next(one for one in get_args(Room) if one == room)


def _has_part(seen: Seen, person: str) -> bool:
    return seen.seat_of(person) is not None or seen.is_referee(person)


def _subject(game_id: str, room: Room) -> str:
    return f"{MESSAGE}:{game_id}:{room}"


def _place(message: str) -> int:
    """The message's place among all of its room, with a free one after each."""
    milliseconds, _, number = message.partition("-")
    return int(milliseconds) * 1000 + 2 * min(int(number), _MOST_IN_A_MILLISECOND)
