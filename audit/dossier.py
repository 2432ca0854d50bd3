"""Dossier of one action: everything about it that its viewer may know, in words and as data.

It shows what each seat knew, what it was asked and could answer, its answer and when; the consequences and their rule
numbers; and the outcome of the same command under the current rules. It is evidence for disputed moves.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from audit.verification.replay_rules import Adjudicated
from domain import game as shared
from domain.game import PERSON, Game
from domain.messages import Event, SeatName, Sentence, say, say_number
from domain.projector import Projector
from domain.redaction import Viewer, redact
from domain.rulebook import Rulebook, anew
from eventstore.entries import Entry, Position
from replay.message_json import command_json, event_json
from replay.narration import Translate, describe, narrate, render
from replay.player_names import Naming
from replay.rules_text import rules_of_every_title
from replay.seat_history import NamesThen
from replay.state_json import render_state
from replay.timestamps import time_text
from replay.viewer_state import see

Views = Mapping[Viewer, Game[Any] | None]
"""The state before the action as each of these viewers saw it; none before the first action."""


def viewers_of(viewer: Viewer, players: int) -> tuple[Viewer, ...]:
    """The viewers whose knowledge this viewer may see: the spectators, and themselves or, after the game, every
    seat.
    """
    seats: Sequence[int] = range(players) if viewer == "all" else () if viewer == "public" else (viewer,)
    return ("public", *seats)


class RecordedAction(Struct, frozen=True):
    """An action as it is recorded: the entry before it (none: it is the first), its entries, and their judgement.

    `judged` is the outcome under the rules; none if the action cannot be replayed, because the game's key is missing or
    because the action `is_copy`, a copy from another game with other randomness.
    """

    before: Entry | None
    entries: Sequence[Entry]
    judged: Adjudicated | None
    is_copy: bool = False


class Dossier:
    """The dossier of one action of a game for one viewer.

    `then` gives the players' names at each entry, `naming` the names in a state. `views` are the states before it.
    """

    def __init__(
        self,
        projector: Projector,
        viewer: Viewer,
        naming: Naming,
        then: NamesThen,
        views: Views,
        action: RecordedAction,
        translate: Translate,
    ) -> None:
        self.viewer = viewer
        self._projector = projector
        self._then = then
        self._names = then.at(action.entries[0].position)  # the players at that moment, not the present ones
        self._naming = naming
        self._views = views
        self._action = action
        self._records = [see(projector, entry, viewer) for entry in action.entries]
        self._translate = translate

    def as_json(self) -> dict[str, Any]:
        """The whole dossier as plain values; a move is in machine-readable form (`type` and fields)."""
        first, last = self._records[0], self._records[-1]
        return {
            "position": str(first.position),
            "until": str(last.position),
            "at": time_text(first.record.at),
            "as": self.viewer,
            "before": self._before_json(),
            "digest": last.digest.hex(),
            "views": [
                {"as": viewer, "text": self._say(_whose(viewer)), "state": self._state(viewer)}
                for viewer in self._views
            ],
            "asked": [self._asked(seat) for seat in self._to_act()],
            "events": [
                {
                    **event_json(self._rulebook, one, self._then.at(one.position), self._translate),
                    "rules": self._rules(one.record.data),
                }
                for one in self._records
            ],
            "adjudication": self._adjudication(),
        }

    @property
    def _rulebook(self) -> Rulebook[Any]:
        return self._projector.rulebook

    def _say(self, sentence: Sentence) -> str:
        return render(sentence, self._names, self._translate)

    def _narrated(self, event: Event, at: Position) -> str:
        return narrate(self._rulebook, event, self._then.at(at), self._translate).text

    def _before_json(self) -> dict[str, Any] | None:
        if self._action.before is None:
            return None
        at = self._projector.decode(self._action.before.public).at
        return {
            "position": str(self._action.before.position),
            "digest": self._action.before.digest.hex(),
            "at": time_text(at),
        }

    def _state(self, viewer: Viewer) -> dict[str, Any] | None:
        game = self._views[viewer]
        if game is None:
            return None
        return render_state(self._projector, game, viewer, anew, self._naming(game), self._translate)

    def _to_act(self) -> tuple[int, ...]:
        game = self._views["public"]
        return () if game is None else shared.to_act(self._rulebook, game)

    def _asked(self, seat: int) -> dict[str, Any]:
        """The question to this seat, and the legal answers that this viewer may know."""
        public, own = self._views["public"], self._views.get(seat)
        assert public is not None, "a player is asked only once the game is open"
        sitting = public.seats[seat]
        asked: dict[str, Any] = {"seat": seat, "kind": PERSON if sitting.is_person else "computer"}
        if own is None:
            return {**asked, "text": self._say(_asked_in_secret(seat)), "answers": None}
        commands = shared.legal(self._rulebook, own, seat)
        chosen = None if self._action.judged is None else self._action.judged.command
        answers = [
            {
                "move": command_json(one),
                "text": describe(self._rulebook, one, self._names, self._translate),
                "chosen": one == chosen,
            }
            for one in commands
        ]
        return {**asked, "text": self._say(_asked(seat, len(commands), sitting.is_person)), "answers": answers}

    def _rules(self, event: Event) -> list[dict[str, str]]:
        """The rules behind such an event."""
        texts = {**rules_of_every_title("en").by_number, **self._rulebook.meta.rules}
        return [{"number": number, "text": self._translate(texts[number])} for number in event.RULES]

    def _adjudication(self) -> dict[str, Any]:
        judged = self._action.judged
        if judged is None:
            return {"verdict": "not possible", "text": self._say(_COPIED if self._action.is_copy else _NO_KEY)}
        if judged.position is None:
            return {"verdict": "agrees", "text": self._say(_AGREES)}
        recorded = next(one for one in self._records if one.position == judged.position)
        position, instead = str(judged.position), judged.instead
        event = None if instead is None else redact(instead, self.viewer)
        return {
            "verdict": "differs",
            "text": self._say(
                say(
                    "Replaying the game with the current rules gives a different result at {position}.",
                    position=position,
                )
            ),
            "position": position,
            "recorded": self._narrated(recorded.record.data, recorded.position),
            "decided": None if event is None else self._narrated(event, judged.position),
            "rules": self._rules(recorded.record.data if event is None else event),
        }


def _whose(viewer: Viewer) -> Sentence:
    if isinstance(viewer, int):
        return say("Known to {player}", player=SeatName(viewer))
    return say("Shared knowledge")


def _asked(seat: int, answers: int, is_person: bool) -> Sentence:
    if is_person:
        return say_number(
            "{player} was asked and had only one option.",
            "{player} was asked and had {number} options.",
            answers,
            player=SeatName(seat),
        )
    return say_number(
        "A computer player answered for {player} and had only one option.",
        "A computer player answered for {player} and had {number} options.",
        answers,
        player=SeatName(seat),
    )


def _asked_in_secret(seat: int) -> Sentence:
    return say("{player} was asked. The options are shown when the game is over.", player=SeatName(seat))


_AGREES = say("Replaying the game with the current rules and its own random draws reproduces the record exactly.")
_COPIED = say("This was copied from another game; that game's record proves it.")
_NO_KEY = say("It cannot be recomputed here, because the key of this game's random draws is missing.")
