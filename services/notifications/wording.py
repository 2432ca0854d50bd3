"""Wording of notices, in the reader's language, when they are read or sent, from the reader's own view.

A text contains no more than the receiver may know: without a seat, or after losing it, they get the gallery's view, and
of a private game in which they have no part only that it exists.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from domain.clocks.events import Pace
from domain.clocks.rules import deadlines
from domain.game import CommandSigned
from domain.messages import SeatName, Sentence, Verbatim, say
from domain.narration import long
from domain.ordered_moves import MoveOrdered
from domain.redaction import Viewer
from eventstore.entries import Position, parse_position
from eventstore.valkey.connection import Client
from replay.languages import LANGUAGES, translator
from replay.narration import Translate, narrate, render
from replay.player_names import Names
from replay.viewer_state import Seen, SeenRecord
from services.accounts.players import Reached, reached
from services.community.challenges import Challenges
from services.community.tournaments import Tournaments
from services.games.lobby.lobby import Lobby
from services.games.lobby.reservations import last_for
from services.games.records import Records
from services.games.tables import Tables
from services.games.unfilled_tables import reserved_until
from services.notifications.account_notices import ACCOUNT, change_of
from services.notifications.channels import Message
from services.notifications.chat_notices import MESSAGE, ChatNotices, room_of
from services.notifications.club_notices import ClubNotices
from services.notifications.inbox import Notice
from services.notifications.kinds import DECLINED, DIGEST, INVITED, NOTICE_KINDS, OPERATOR
from services.notifications.operator_notices import alarm_of
from services.notifications.opponents import game_with_opponents
from services.notifications.reading_times import brief_time, dated_time, full_time
from services.notifications.tournament_notices import TournamentNotices
from services.notifications.webhooks import CLUB
from services.notifications.week_digest import DigestWording

MOST_SENTENCES = 12
_ACTIONS = 60
_BETWEEN = (CommandSigned, MoveOrdered)
_ASKING = ("turn", "reminder")
_OFFERED = "offered"
_STARTED = "started"
"""A player who is asked for a move can tell that the game has started."""
_FUTURE = {
    "turn": say("Your time runs out on {time}."),
    "reminder": say("Your time runs out on {time}."),
    INVITED: say("The seat is reserved for you until {time}."),
}
_PAST = {
    "turn": say("Your time ran out on {time}."),
    "reminder": say("Your time ran out on {time}."),
    INVITED: say("The seat was reserved for you until {time}."),
}
_GONE = say("A game is no longer available.")


class Wording:
    """Words notices. `url` is the address of the pages."""

    def __init__(self, tables: Tables, lobby: Lobby, records: Records, redis: Client, url: str) -> None:
        self._tables = tables
        self._lobby = lobby
        self._records = records
        self._redis = redis
        self._url = url
        self._chat = ChatNotices(tables, redis)
        self._tournaments = Tournaments(redis)
        self._tournament_notices = TournamentNotices(tables, redis)
        self._challenges = Challenges(redis)
        self._club = ClubNotices(redis)
        self._digest = DigestWording(tables, redis)

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
        translate = translator(language)
        if notice.kind == ACCOUNT:
            return render(change_of(notice), (), translate)
        if notice.kind == DIGEST:
            return self._digest.heading(language)
        if notice.tournament:
            said = self._tournament_notices.sentence(person, notice, language)
            return render(said or _GONE, (), translate)
        seen = self._seen(person, notice)
        return self._sentence(person, notice, seen, self._said(person, notice, seen), translate)

    def _message(self, person: str, notice: Notice, language: str, reader: Reached) -> Message | None:
        if notice.kind == DIGEST:
            return self._digest_message(notice, self._club.language() if person == CLUB else language)
        if person == CLUB:
            return self._club.message(notice, self._seen(person, notice), self._url)
        translate = translator(language)
        if notice.kind == OPERATOR:
            text = render(alarm_of(notice), (), translate)
            return Message(notice.id, notice.kind, notice.game, text, self._url + notice.page, notice.at, language)
        if notice.tournament:
            text = self.sentence(person, notice, language)
            return Message(notice.id, notice.kind, notice.game, text, self._url + notice.page, notice.at, language)
        seen = self._seen(person, notice)
        said = self._said(person, notice, seen)
        if notice.kind == MESSAGE and said is None:
            return None
        text, url = self._sentence(person, notice, seen, said, translate), f"{self._url}/games/{notice.game}"
        message = Message(notice.id, notice.kind, notice.game, text, url, notice.at, language)
        if seen is None:
            return message
        if notice.kind == MESSAGE and room_of(notice) == "comments":
            return replace(message, url=f"{url}/replay#{notice.position}")
        if notice.kind == INVITED:
            message = self._with_terms(message, person, seen, translate)
        elif isinstance(seen.viewer, int):
            message = self._with_story(message, notice, seen, translate, reader.zone)
            if notice.kind in _ASKING:
                message = replace(message, due=deadlines(seen.rulebook, seen.game).get(seen.viewer, 0))
        return self._with_deadline(message, person, notice, seen, reader.zone)

    def _digest_message(self, notice: Notice, language: str) -> Message | None:
        """The week's digest; none if there is nothing left to tell."""
        lines, text = self._digest.lines(notice.at, language), self._digest.heading(language)
        message = Message(notice.id, notice.kind, "", text, f"{self._url}/", notice.at, language, terms=lines)
        return message if lines else None

    def _with_story(self, message: Message, notice: Notice, seen: Seen, translate: Translate, zone: str) -> Message:
        """The message with the events since the seat's last move. Of more than fit, the latest."""
        records = self._since_last_move(seen)
        told = [one for one in records if not isinstance(one.record.data, _BETWEEN)][-MOST_SENTENCES:]
        cut = {str(one.position) for one in records if not told or one.position < told[0].position}

        def time_words(at: int) -> str:
            return dated_time(at, message.language, zone)

        has_happened = bool(NOTICE_KINDS[notice.kind].happened)
        return replace(
            message,
            story=_story(seen, told, translate, time_words),
            story_url=f"{message.url}/replay#{records[0].position}" if records else "",
            is_known=has_happened and (notice.kind == _STARTED or notice.position not in cut),
        )

    def _with_deadline(self, message: Message, person: str, notice: Notice, seen: Seen, zone: str) -> Message:
        """The message with its deadline, in a sentence and in its subject."""
        translate, subject = translator(message.language), NOTICE_KINDS[notice.kind].subject
        if subject is None:
            return message
        names = self._names_then(notice, seen)
        subject, now = Sentence(subject.template, {"title": _game(notice, seen, names, person)}), self._tables.now()
        if not message.due:
            return replace(message, subject=render(subject, names, translate))
        full = Verbatim(full_time(message.due, message.language, zone))
        if message.due <= now:
            past = _PAST[notice.kind]
            deadline = Sentence(past.template, {"time": full})
        else:
            brief = Verbatim(brief_time(message.due, now, message.language, zone))
            subject = say("{subject} (until {time})", subject=subject, time=brief)
            deadline = Sentence(_FUTURE[notice.kind].template, {"time": full})
        return replace(message, subject=render(subject, names, translate), deadline=render(deadline, (), translate))

    def _with_terms(self, message: Message, person: str, seen: Seen, translate: Translate) -> Message:
        """The message with the terms on which an invited player decides. In a tournament the seat stays reserved."""
        tournament_id = self._tournaments.of_game(seen.game_id)
        tournament = None if tournament_id is None else self._tournaments.get(tournament_id)
        terms = [say("Pace: {pace}.", pace=_pace(seen.game.pace))]
        if tournament is not None:
            terms.insert(0, say("Tournament: {name}.", name=Verbatim(tournament.name)))
        until = {} if tournament_id is not None else reserved_until(self._tables, self._lobby, seen)
        due = next((at for seat, at in until.items() if seen.game.reserved[seat] == person), 0)
        return replace(message, terms=tuple(render(one, (), translate) for one in terms), due=due)

    def _seen(self, person: str, notice: Notice) -> Seen | None:
        """The game as this person may see it; none if it is gone or they may not see it."""

        def viewer(public: Seen) -> Viewer:
            own = public.seats_of(person)
            return "public" if not own else notice.seat if notice.seat in own else own[0]

        seen = self._tables.find(notice.game, viewer)
        if seen is None:
            return None
        seen = self._tables.with_outages(seen)
        return seen if _has_part(seen, person) or seen.is_referee(person) or not seen.game.private else None

    def _said(self, person: str, notice: Notice, seen: Seen | None) -> Sentence | None:
        """The sentence about unread messages; none for notices of other kinds, or if all were read or deleted."""
        return self._chat.sentence(person, seen, notice) if notice.kind == MESSAGE and seen is not None else None

    def _sentence(
        self, person: str, notice: Notice, seen: Seen | None, said: Sentence | None, translate: Translate
    ) -> str:
        kind = NOTICE_KINDS.get(notice.kind)
        if notice.kind == OPERATOR:
            return render(alarm_of(notice), (), translate)
        if seen is None or kind is None:
            return render(_GONE, (), translate)
        names = self._names_then(notice, seen)
        game, by = _game(notice, seen, names, person), SeatName(notice.by)
        sentence = said or kind.sentence
        if notice.kind == INVITED:
            sentence = self._invitation(person, notice, seen) or sentence
        elif notice.kind == DECLINED:
            sentence = self._refusal(person, notice, seen) or sentence
        return render(Sentence(sentence.template, {"by": by, **sentence.values, "title": game}), names, translate)

    def _invitation(self, person: str, notice: Notice, seen: Seen) -> Sentence | None:
        """The invitation with its author and their message; none if unknown, as in a tournament."""
        made = self._challenges.invitations(self._tables, seen, parse_position(notice.position))
        own, host = last_for(made, person), _host(seen)
        by = None if own is None else self._name_of(own.by)
        if own is None or by is None:
            return None if host is None else say("{title}: {by} invites you.", by=SeatName(host))
        readable = self._challenges.readable(self._tables, seen, person)
        text = next((one.text for one in readable if one.is_challenge and one.player == own.by), "")
        if not text:
            return say("{title}: {by} invites you.", by=by)
        return say("{title}: {by} invites you: “{message}”", by=by, message=Verbatim(text))

    def _refusal(self, person: str, notice: Notice, seen: Seen) -> Sentence | None:
        """The refusal with its author and their message for the player who invited them; none if they are not known."""
        made = self._challenges.invitations(self._tables, seen, parse_position(notice.position))
        declined = next((one for one in reversed(made) if one.seat == notice.by), None)
        by = None if declined is None else self._name_of(declined.guest)
        if declined is None or by is None:
            return None
        answers = (
            one.text
            for one in self._challenges.readable(self._tables, seen, person)
            if one.player == declined.guest and not one.is_challenge and declined.at <= one.at <= notice.at
        )
        text = next(answers, "")
        if not text:
            return say("{title}: {by} declined the invitation.", by=by)
        return say("{title}: {by} declined the invitation: “{message}”", by=by, message=Verbatim(text))

    def _name_of(self, player: str) -> Verbatim | None:
        name = self._tables.names_of([player]).get(player) if player else None
        return None if name is None else Verbatim(name)

    def _names_then(self, notice: Notice, seen: Seen) -> Names:
        """The names of the players after the event that the notice is about."""
        return seen.names_then().after(parse_position(notice.position))

    def _since_last_move(self, seen: Seen) -> list[SeenRecord]:
        """The events after this seat's last move that its viewer may know, from the latest actions."""
        first = Position(max(0, seen.position.action - _ACTIONS), 0)
        records = list(self._records.all(seen, first))
        own = [record.position.action for record in records if record.record.actor == seen.viewer]
        last = own[-1] if own else 0
        return [record for record in records if record.position.action > last]


def _story(
    seen: Seen, told: Sequence[SeenRecord], translate: Translate, time_words: Callable[[int], str]
) -> tuple[str, ...]:
    then, rulebook = seen.names_then(), seen.rulebook

    def sentence(one: SeenRecord) -> str:
        names, event, is_deliberate = then.at(one.position), one.record.data, one.record.actor is not None
        return narrate(rulebook, event, names, translate, is_deliberate, time_words).text

    return tuple(map(sentence, told))


def _game(notice: Notice, seen: Seen, names: Names, person: str) -> Sentence | Verbatim:
    """The name of the game, with the names of its other players."""
    own_seat = notice.by if notice.kind == _OFFERED else notice.seat
    if own_seat < 0 and isinstance(seen.viewer, int):
        own_seat = seen.viewer
    return game_with_opponents(seen, names, person, own_seat)


def _has_part(seen: Seen, person: str) -> bool:
    """Whether this person has a seat, or one is reserved for or offered to them."""
    return isinstance(seen.viewer, int) or seen.is_expected(person)


def _host(seen: Seen) -> int | None:
    """The seat of the player who invites: the first, unless that seat was reserved too, as in a rematch."""
    seat, kept = seen.game.first_seat, seen.game.reserved
    return None if seat in (None, seen.viewer) or (seat < len(kept) and kept[seat]) else seat


def _pace(pace: Pace | None) -> Sentence:
    if pace is None:
        return say("no clock")
    if pace.kind == "answer":
        return say("{time} per answer", time=long(pace.time))
    lengths = {"time": long(pace.time), "more": long(pace.increment), "most": long(pace.cap)}
    return say("{time} + {more} per turn, up to {most}", **lengths)
