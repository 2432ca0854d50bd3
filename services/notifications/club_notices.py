"""Club notices: news of public games between people, for the one webhook of the club.

They have an inbox and an outbox of their own, under the id `CLUB`, so that they are sent, repeated and given up like
all others. Their texts are made from the gallery's view when they are sent, if the game is still public.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args

from msgspec import Struct

from domain.clocks.availability import DAY
from domain.game import Game, GameAborted, GameFinished, GameStarted
from domain.messages import SeatName, Sentence, say
from eventstore.entries import Position
from eventstore.valkey.connection import Client
from replay.languages import LANGUAGES, translator
from replay.narration import render
from replay.viewer_state import Seen
from services.accounts.club_settings import ClubStore
from services.accounts.players import Players
from services.notifications.channels import Message
from services.notifications.inbox import Dismissal, Notice
from services.notifications.kinds import Recipient
from services.notifications.opponents import game_with_opponents
from services.notifications.webhooks import CLUB, Form, Webhooks

TURN = "club-turn"
STARTED = "club-started"
OVER = "club-over"
ClubKind = Literal["club-started", "club-turn", "club-over", "digest"]
CLUB_KINDS: tuple[ClubKind, ...] = get_args(ClubKind)
"""The kinds of news that the webhook can get."""
WEEK = 7 * DAY
_ENDED_GAMES = "stele:week-ended"
_KINDS: dict[type, str] = {GameStarted: STARTED, GameFinished: OVER, GameAborted: OVER}
_STARTED = say("{title}: the game has started.")
_TURN = say("{title}: waiting for {players}.")
_ENDED = say("{title}: the game is over. Winner: {players}.")
_LOST = say("{title}: the game is over. All players lost.")
_CALLED_OFF = say("{title}: the game was called off.")
_HANDLES: dict[Form, str] = {
    "discord": r"[0-9]{15,21}",
    # A member's id in Slack, or a user name in Mattermost, which takes `@here.x` for a call of all who are here.
    "slack": r"[UW][A-Z0-9]{2,20}|@(?!(all|channel|everyone|here)(?![a-z0-9]))[a-z][a-z0-9._-]{1,20}[a-z0-9]",
    # Clients take `@room`, also before a full stop, for a call of all in the room.
    "matrix": r"@(?!room(?![a-z0-9_]))[a-z0-9._=/+-]+:[A-Za-z0-9.-]+(:[0-9]+)?",
    "standard": r"[!-~]+",
}


class Happened(Struct, frozen=True):
    """An event of a game, and its place in the record."""

    event: Any
    position: Position
    at: int


class EndedGames:
    """The public games that have ended in the last weeks, with the times of their ends."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def add(self, game_id: str, at: int) -> None:
        """Add a game that ended at this time, and forget games that are too old for any digest."""
        self._redis.zadd(_ENDED_GAMES, {game_id: at})
        self._redis.zremrangebyscore(_ENDED_GAMES, "-inf", at - 3 * WEEK)

    def of_week(self, end: int) -> list[str]:
        """The games that ended in the week with this end, in the order of their ends."""
        found: Any = self._redis.zrangebyscore(_ENDED_GAMES, end - WEEK, f"({end}")
        return [one.decode() for one in found]


class ClubNotices:
    """The notices of the club's webhook."""

    def __init__(self, redis: Client) -> None:
        self._webhooks = Webhooks(redis)
        self._club = ClubStore(redis)
        self._players = Players(redis)

    def is_sent(self) -> bool:
        """Whether the club has an active webhook."""
        return any(not one.off for one in self._webhooks.of(CLUB))

    def of_events(
        self, game_id: str, before: Game[Any] | None, game: Game[Any], happened: Sequence[Happened]
    ) -> Iterator[tuple[str, Notice]]:
        """The notices of these events of a public game: its start and, if it was played, its end."""
        if is_public(game):
            was_waiting = before is None or before.status == "waiting"
            for one in happened:
                kind = _KINDS.get(type(one.event))
                if kind is not None and not (was_waiting and isinstance(one.event, GameAborted)):
                    name = f"{game_id}:{one.position}:{kind}"
                    yield CLUB, Notice(name, kind, game_id, str(one.position), one.at)

    def of_turns(
        self, game_id: str, game: Game[Any], was: set[Recipient], now: set[Recipient], last: Position, at: int
    ) -> tuple[list[tuple[str, Notice]], list[Dismissal]]:
        """The notice that a public game waits for different people, or the end of the previous such notice."""
        subject = f"{TURN}:{game_id}"
        if now - was and is_public(game):
            name = f"{game_id}:{last}:{TURN}"
            notice = Notice(name, TURN, game_id, str(last), at, subject=subject, place=last.action)
            return [(CLUB, notice)], []
        return [], [Dismissal(CLUB, subject, last.action)] if was and not now and is_public(game) else []

    def language(self) -> str:
        """The language of the club's posts."""
        chosen = self._club.recent().language
        return chosen if chosen in LANGUAGES else "en"

    def message(self, notice: Notice, seen: Seen | None, url: str) -> Message | None:
        """This notice in words; none if it does not apply now, or the game is not public."""
        language = self.language()
        if seen is None or not is_public(seen.game):
            return None
        translate = translator(language)
        title = game_with_opponents(seen, seen.names, CLUB, -1)
        seats = [seat for seat in seen.to_act if seen.game.seats[seat].is_person] if notice.kind == TURN else []
        sentence = self._sentence(notice, seen, seats)
        if sentence is None:
            return None
        text = render(Sentence(sentence.template, {**sentence.values, "title": title}), seen.names, translate)
        handles = tuple(filter(None, (self._players.club_handle(seen.game.seats[seat].player) for seat in seats)))
        place = f"{url}/games/{notice.game}"
        return Message(notice.id, notice.kind, notice.game, text, place, notice.at, language, mentions=handles)

    def _sentence(self, notice: Notice, seen: Seen, seats: Sequence[int]) -> Sentence | None:
        if notice.kind == STARTED:
            return _STARTED
        if notice.kind == TURN:
            return Sentence(_TURN.template, {"players": tuple(map(SeatName, seats))}) if seats else None
        if seen.game.result is None:
            return _CALLED_OFF
        winners = tuple(map(SeatName, seen.game.result.winners()))
        return Sentence(_ENDED.template, {"players": winners}) if winners else _LOST


def mention(form: Form, handle: str) -> str:
    """The mention of a member by their handle in this chat service; empty if it is no handle there."""
    if not re.fullmatch(_HANDLES[form], handle):
        return ""
    return handle if form in ("standard", "matrix") or handle.startswith("@") else f"<@{handle}>"


def is_public(game: Game[Any]) -> bool:
    """Whether news of this game is for all, as it is public and at least two people or bots play."""
    is_open = not game.private and game.fork is None
    return is_open and sum(seat.is_owned for seat in game.seats) > 1
