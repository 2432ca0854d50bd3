"""Walk: one random playout of a title, with the laws checked at every step.

A walk is determined by title, players and seed. When a law is broken, the seed and the stream so far are written to a
file and the message gives the command that replays it. The message names the title's code where it can be known, and
`hold_laws` looks for a shorter playout that breaks the same law.
"""

import json
import os
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ai.self_play import seeded_game_key
from ai.standing_orders import apply_orders, read_orders
from ai.steward_orders import orders_of
from audit.bundle import export_bundle
from audit.verification.clocks import asked_since
from audit.verification.verify import verify
from domain import game as shared
from domain import lifecycle
from domain.chance import KeyedChance, commitment
from domain.clocks.events import TimeOut
from domain.clocks.rules import deadlines
from domain.disputes.events import GoneBack
from domain.game import Game, Happening, Past
from domain.messages import Command, Event, Illegal, Record, SeatName, Sentence
from domain.ordered_moves import MoveOrdered
from domain.preview import foresee
from domain.projector import Projector, play_all, projector_for
from domain.proposals.events import NO_PROPOSALS, AskTakeBack
from domain.redaction import NOBODY, Hidden, Viewer, redact, redact_record, secret_fields
from domain.rulebook import Meta, Result, eliminated, settle_options
from domain.terms import GameTerms
from domain.title_loader import find_forced, find_shown_table
from eventstore.entries import End, Entry, read_record, seal_action
from replay.languages import LANGUAGES, translator
from replay.message_json import command_json
from replay.narration import narrate, sentence_of
from replay.past_states import PastStates, counting_actions
from sdk.laws import source_lines
from sdk.laws.clocks import drawn_pace, drawn_time, drawn_wait
from sdk.laws.disputes import drawn_dispute
from sdk.laws.generated import drawn_options, made_up_command, reversed_command, texts_in, varied_command
from sdk.laws.proposals import drawn_proposal
from sdk.laws.shape import misshapen
from verify import report as engine

MOST_ACTIONS = 5000
FAILURES = Path(os.environ.get("STELE_FAILURES", "var/failures"))


SHRINKING_TRIES = 50
SHRINKING_COMMANDS = 3000
"""Bounds of the search for a shorter playout: the number of playouts, and of commands in all of them."""
_SHOWN_COMMANDS = 12


class LawBroken(AssertionError):
    """A law does not hold; the message names the law, the place and the file with the playout, which is `walk`."""

    def __init__(self, message: str, law: str, walk: "Walk") -> None:
        super().__init__(message)
        self.law = law
        self.walk = walk


def hold_laws(title: str, players: int, seed: int, thorough: bool = False) -> None:
    """One playout; if it breaks a law, raises `LawBroken` for the shortest playout found that breaks the same law."""
    try:
        Walk(title, players, seed, thorough).run()
    except LawBroken as broken:
        raise _shortened(broken) from None


def _shortened(broken: LawBroken) -> LawBroken:
    """The same violation in the shortest of several similar playouts, each checked at every step."""
    left, first = SHRINKING_COMMANDS, broken.walk
    for seed in range(first.seed % 4, 4 * SHRINKING_TRIES, 4):
        most = len(broken.walk.commands) - 1
        if most < 0 or left <= 0:
            break
        walk = Walk(first.title, first.players, seed, thorough=True, most_commands=min(most, left))
        try:
            walk.run()
        except LawBroken as other:
            worse = other
            if other.law == broken.law:
                broken, worse = other, broken
            worse.walk.failure.unlink(missing_ok=True)  # another test may play the same seeds
        left -= len(walk.commands)
    return broken


class Walk:
    """A random playout under test. `thorough` checks every step, otherwise a representative sample.

    It stops without a result after `most_commands`, if that is given.
    """

    def __init__(
        self, title: str, players: int, seed: int, thorough: bool = False, most_commands: int | None = None
    ) -> None:
        self.title, self.players, self.seed, self.thorough = title, players, seed, thorough
        self.most_commands = most_commands
        self.commands: list[Command] = []
        self.projector: Projector = projector_for(title)
        self.rulebook = self.projector.rulebook
        self.lot = random.Random(f"{title}/{players}/{seed}")
        self.orders = random.Random(f"{title}/{players}/{seed}/orders")
        self.waits = random.Random(f"{title}/{players}/{seed}/waits")
        self.at = 1_000_000
        self.game_id = f"walk-{seed}"
        self.game_key = seeded_game_key(f"{title}/{players}/{seed}")
        self.entries: list[Entry] = []
        self.records: list[Record[Any]] = []
        self.end = End()
        self.viewers: tuple[Viewer, ...] = ("public", *range(players))
        self.seen: dict[Viewer, Game[Any]] = {}
        self.pasts: dict[Viewer, dict[str, Game[Any]]] = {viewer: {} for viewer in ("all", *self.viewers)}
        self.ends: list[str] = []
        self.lines: dict[str, list[tuple[str, list[Record[Any]]]]] = {"": []}
        """At each end of an action the actions that count there, each with the end before it."""
        self.conserved: dict[str, int] | None = None
        self.game: Game[Any]

    def run(self) -> "Walk":
        """Play to the end; raises `LawBroken` if a law does not hold."""
        try:
            self._open()
            while not self.game.is_over:
                self._check_step()
                if len(self.commands) == self.most_commands:
                    return self
                self._step()
                self._dispute()
                self._propose()
                self._pass_time()
                self._expect(self.entries[-1].position.action < MOST_ACTIONS, "progress", "the playout does not end")
            self._check_end()
        except LawBroken:
            raise
        except Illegal as refusal:  # a step that is sampled does not try all listed commands beforehand
            told = f"a listed command is refused: {refusal} ({refusal.rule})"
            raise self._broken("legality", told, [source_lines.of_error(self.title, refusal)]) from refusal
        except Exception as error:
            raise self._broken("no error at all", repr(error), [source_lines.of_error(self.title, error)]) from error
        return self

    def _expect(self, holds: bool, law: str, detail: object, *code: Callable[[], str]) -> None:
        """Raise `LawBroken` if the law does not hold; `code` gives the places in the title's code to look at."""
        if not holds:
            raise self._broken(law, str(detail), [find() for find in code])

    def _broken(self, law: str, detail: str, code: list[str]) -> LawBroken:
        """The violation, with the places to look at, and its playout in a file."""
        return LawBroken(self._report(law, detail, [one for one in code if one]), law, self)

    def _report(self, law: str, detail: str, code: list[str]) -> str:
        """Save the playout in a file and give the command that replays it."""
        FAILURES.mkdir(parents=True, exist_ok=True)
        path = self.failure
        stream = [
            {"position": str(one.position), "e": one.public.decode(), "s": one.secrets.decode()} for one in self.entries
        ]
        path.write_text(
            json.dumps(
                {
                    "title": self.title,
                    "players": self.players,
                    "seed": self.seed,
                    "thorough": self.thorough,
                    "law": law,
                    "detail": detail,
                    "stream": stream,
                },
                indent=1,
            )
        )
        place = self.entries[-1].position if self.entries else "the beginning"
        told = [f"{law} law, {self.title} with {self.players}, seed {self.seed}, after {place}: {detail}"]
        told += [f"look at: {one}" for one in code]
        if len(self.commands) <= _SHOWN_COMMANDS:
            told.append(
                f"after these commands: {', '.join(map(str, self.commands))}" if self.commands else "at the start"
            )
        return "\n".join([*told, f"replay it: python -m stele.laws {path}"])

    def _chance(self, game_key: bytes | None = None) -> KeyedChance:
        nonces = self.game.nonces or ("",) * self.players
        return KeyedChance(game_key or self.game_key, self.game_id, nonces, self.game.draws)

    @property
    def failure(self) -> Path:
        """The file with the playout if it breaks a law."""
        checks = "-thorough" if self.thorough else ""
        return FAILURES / f"{self.title}-{self.players}-{self.seed}{checks}.json"

    @property
    def is_disputed(self) -> bool:
        """Whether this game has persons who open disputes, which games with odd seeds have."""
        return self.seed % 2 == 1

    @property
    def is_timed(self) -> bool:
        """Whether this game has clocks, which every second odd seed has."""
        return self.seed % 4 == 3

    def _open(self) -> None:
        options = settle_options(self.rulebook, self._options())
        computers = () if self.is_disputed else ("random",) * self.players
        pace = drawn_pace(self.waits) if self.is_timed else None
        terms = GameTerms(self.rulebook.meta.id, self.players, options, computers, pace=pace)
        opened = lifecycle.open_game(self.rulebook, terms, commitment(self.game_key), self.game_id)
        self.game = shared.evolve_shared(None, opened.event)
        self._append(
            [opened, *lifecycle.follow_up(self.rulebook, self.game, self._chance(), self.game_key.hex())], None
        )
        for seat in range(self.players if self.is_disputed else 0):
            self._do(shared.TakeSeat(seat, player=f"player-{seat}"))

    def _options(self) -> dict[str, Any]:
        """The title's options: the defaults with an even seed, random ones with an odd seed."""
        return {} if self.seed % 2 == 0 else drawn_options(self.rulebook, self.lot)

    def _append(self, happenings: list[Happening], before: Game[Any] | None) -> None:
        entries, records = seal_action(happenings, self.end, at=self.at, game_key=self.game_key, game_id=self.game_id)
        for entry, record in zip(entries, records, strict=True):
            self._expect(
                read_record(self.projector, entry) == record, "fold", "decode(encode(record)) is another record"
            )
            shown: list[Event] = []
            for viewer in self.viewers:
                self._expect(
                    read_record(self.projector, entry, viewer) == redact_record(record, viewer),
                    "view", f"viewer {viewer} reads {entry.position} differently from its redaction",
                )  # fmt: skip
                event = redact(record.data, viewer)
                if event not in shown:  # most viewers see the same
                    self._check_narration(event)
                    shown.append(event)
            for field in secret_fields(type(record.data)):  # a player may open it alone to a referee (G12)
                alone = msgspec.structs.replace(redact(record.data, "public"), **{field: getattr(record.data, field)})
                if alone not in shown:
                    self._check_narration(alone)
                    shown.append(alone)
        self.entries += entries
        self.records += records
        self.end = self.end.after(entries, records)
        # The conserved quantities hold after every event once the game is set up.
        game = before
        for record in records:
            game = self.projector.evolve(game, record, self._past("all"))
            if game.table is not None:
                self._check_conserved(game, record.data)
        assert game is not None
        self._expect(game == self._fold(records, before), "fold", "fold differs from evolving one by one")
        self.game = game
        for viewer in self.viewers:
            folded = self._fold([redact_record(one, viewer) for one in records], self.seen.get(viewer), viewer)
            assert folded is not None
            self.seen[viewer] = folded
        end = str(self.entries[-1].position)
        last = list(self.lines)[-1]
        gone = next((one.data.position for one in records if isinstance(one.data, GoneBack)), last)
        self.lines[end] = [*self.lines[gone], (last, records)]
        for viewer, state in (("all", game), *self.seen.items()):
            self.pasts[viewer][end] = state
        if game.table is not None:
            self.ends.append(end)

    def _check_narration(self, event: Event) -> None:
        """View law: an event has a complete sentence, which names the seats in its arguments, in every language."""
        named = set(seats_in(sentence_of(self.rulebook, event)))
        for language in LANGUAGES:
            told = narrate(self.rulebook, event, [], translator(language))
            self._expect(bool(told.text.strip()) and "{" not in told.text, "view", f"narration of {event}: {told}")
            self._expect(set(told.seats) == named, "view", f"{told} ({language}) does not name the seats {named}")

    def _past(self, viewer: Viewer) -> Past:
        return self.pasts[viewer].__getitem__

    def _fold(
        self, records: list[Record[Any]], before: Game[Any] | None = None, viewer: Viewer = "all"
    ) -> Game[Any] | None:
        return self.projector.fold(records, before, self._past(viewer))

    def _check_conserved(self, game: Game[Any], event: Event) -> None:
        now = self.rulebook.conserved(game.table)
        if self.conserved is None and game.status == "playing" and self.rulebook.to_act(game.table):
            self.conserved = now
        if self.conserved is not None:
            became = f"{self.conserved} became {now}"
            self._expect(
                now == self.conserved, "progress", f"something was lost or made by {event}: {became}",
                lambda: "" if isinstance(event, shared.SHARED_EVENTS) else source_lines.of_change(self.rulebook, event),
                lambda: source_lines.of_function(self.title, self.rulebook.conserved),
            )  # fmt: skip

    def _commands(self) -> list[Command]:
        asked = shared.to_act(self.rulebook, self.game)
        commands: list[Command] = []
        for seat in range(self.players):
            listed = shared.legal(self.rulebook, self.game, seat)
            told = f"seat {seat} is asked: {asked}, may: {listed}"
            self._expect(bool(listed) == (seat in asked), "progress", told, self._options_place)
            told = f"a command is listed twice for seat {seat}"
            self._expect(len(set(listed)) == len(listed), "legality", told, self._options_place)
            commands += listed
        self._expect(bool(commands), "progress", "no player may act, and there is no result")
        return commands

    def _options_place(self) -> str:
        return source_lines.of_options(self.rulebook, self.game.table)

    def _decision_place(self, command: Command) -> Callable[[], str]:
        return partial(source_lines.of_decision, self.rulebook, self.game.table, command)

    def _check_step(self) -> None:
        commands = self._commands()
        self._check_views()
        if self.thorough or self.lot.random() < 0.3:
            self._check_legality(commands)
        if self.thorough or self.lot.random() < 0.3:
            self._check_sealed(commands)
        if self.thorough or self.lot.random() < 0.3:
            self._check_foresight(commands)
        if self.thorough or self.lot.random() < 0.05:
            self._check_fold()

    def _check_views(self) -> None:
        """View law: a seat's redacted state allows what the full state allows, and agrees on everything shown."""
        for viewer, seen in self.seen.items():
            difference = disagreement(seen, self.game)
            self._expect(difference is None, "view", f"viewer {viewer} differs at {difference}")
            difference = misshapen(self.rulebook.view(seen.table), find_shown_table(self.title))
            self._expect(
                difference is None, "view", f"viewer {viewer} is shown another shape: {difference}",
                lambda: source_lines.of_function(self.title, self.rulebook.view),
            )  # fmt: skip
            self._expect(
                self.rulebook.to_act(seen.table) == self.rulebook.to_act(self.game.table), "view", "other seats to act"
            )
            if isinstance(viewer, int):
                own = shared.legal(self.rulebook, seen, viewer)
                full = shared.legal(self.rulebook, self.game, viewer)
                self._expect(own == full, "view", f"seat {viewer} sees other legal commands", self._options_place)
                self._expect(
                    not full or len(full) == 1 or not self._is_forced(viewer), "view", f"seat {viewer} is not forced"
                )

    def _is_forced(self, seat: int) -> bool:
        """Whether the title says, from the public view, that this seat has only one answer."""
        forced = find_forced(self.title)
        return forced is not None and forced(self.seen["public"].table, seat)

    def _check_legality(self, commands: list[Command]) -> None:
        """Legality law: listed commands are accepted; any other command is refused with a rule's number."""
        sample = commands if self.thorough or len(commands) <= 12 else self.lot.sample(commands, 12)
        for command in sample:
            try:
                lifecycle.act(self.rulebook, self.game, command, self._chance(), self.game_key.hex())
            except Illegal as refusal:
                self._refused(command, refusal)
            meant = shared.as_listed(self.rulebook, self.game, reversed_command(command))
            self._expect(meant == command, "legality", f"{command} is not found again from another order of its set")
        listed = set(commands)
        before = self.projector.encode_state(self.game)
        texts = texts_in(self.rulebook.view(self.game.table))
        others = [
            made_up_command(kind, self.players, self.lot, texts) for kind in self.rulebook.COMMANDS for _ in range(4)
        ]
        others += [varied_command(self.lot.choice(commands), self.lot, texts) for _ in range(8)]
        others += [
            msgspec.structs.replace(self.lot.choice(commands), seat=self.lot.randrange(self.players)) for _ in range(3)
        ]
        for command in others:
            try:
                lifecycle.act(self.rulebook, self.game, command, self._chance(), self.game_key.hex())
                self._expect(
                    command in listed, "legality", f"{command} is accepted but not listed",
                    self._decision_place(command), self._options_place,
                )  # fmt: skip
            except Illegal as refusal:
                if command in listed:
                    self._refused(command, refusal)
                known = refusal.rule in self.rulebook.meta.rules or refusal.rule.startswith("G")
                told = f"the refusal of {command} names no rule of the title: {refusal.rule}"
                self._expect(known, "legality", told, partial(source_lines.of_error, self.title, refusal))
        self._expect(
            self.projector.encode_state(self.game) == before, "legality", "a refused command changed the state"
        )

    def _refused(self, command: Command, refusal: Illegal) -> None:
        """Legality law: a listed command was refused."""
        told = f"{command} is listed but refused: {refusal}"
        self._expect(False, "legality", told, partial(source_lines.of_error, self.title, refusal), self._options_place)

    def _check_sealed(self, commands: list[Command]) -> None:
        """Sealed law: others see the same, whatever sealed answer a seat gives, and whatever has not been dealt."""
        first = self.lot.choice(commands)
        rivals = [one for one in commands if one.seat == first.seat and type(one) is type(first) and one != first]
        if rivals:
            one, other = self._outcome(first, self.game_key), self._outcome(self.lot.choice(rivals), self.game_key)
            if secret_fields(type(one[0].event)):
                self._compare(one, other, [viewer for viewer in self.viewers if viewer != first.seat])
        one, other = self._outcome(first, self.game_key), self._outcome(first, seeded_game_key("another"))
        self._compare(one, other, list(self.viewers), by_luck=True)

    def _check_foresight(self, commands: list[Command]) -> None:
        """Foresight law: the consequences that a seat foresees of its move happen, and are complete if they claim to
        be.
        """
        for command in self.lot.sample(commands, min(len(commands), 4)):
            foreseen = foresee(self.rulebook, self.seen[command.seat], command)
            happened = [redact(one.event, command.seat) for one in self._outcome(command, self.game_key)]
            comes_true = happened[: len(foreseen.events)] == list(foreseen.events)
            told = f"{command}: foreseen {foreseen.events}, happened {happened}"
            self._expect(comes_true, "foresight", told, self._decision_place(command))
            is_all = len(happened) == len(foreseen.events)
            self._expect(is_all or not foreseen.is_complete, "foresight", f"{command}: more happened: {happened}")

    def _outcome(self, command: Command, game_key: bytes) -> list[Happening]:
        return lifecycle.act(self.rulebook, self.game, command, self._chance(game_key), self.game_key.hex())

    def _compare(
        self, one: list[Happening], other: list[Happening], viewers: list[Viewer], by_luck: bool = False
    ) -> None:
        for viewer in viewers:
            mine, theirs = self.seen[viewer], self.seen[viewer]
            for left, right in zip(one, other, strict=False):
                if _reveals(left.event) or _reveals(right.event):
                    break
                shown, shown_too = redact(left.event, viewer), redact(right.event, viewer)
                if by_luck and shown != shown_too and left.luck and right.luck:
                    break  # dealt openly, here and now: from here on the two games differ
                place = f"viewer {viewer}: {shown} and {shown_too}"
                self._expect(shown == shown_too, "sealed", place)
                told = [narrate(self.rulebook, event, []) for event in (shown, shown_too)]
                self._expect(told[0] == told[1], "sealed", place)
                mine = shared.evolve(self.rulebook, mine, shown, left.actor, left.luck)
                theirs = shared.evolve(self.rulebook, theirs, shown_too, right.actor, right.luck)
                same = self.projector.encode_state(mine) == self.projector.encode_state(theirs)
                self._expect(same, "sealed", f"the states of {place}")

    def _check_fold(self) -> None:
        """Fold law: the state is the same in parts or whole, with or without a snapshot."""
        cut = self.lot.randrange(1, len(self.records) + 1)
        before = self._fold(self.records[:cut])
        assert before is not None
        self._expect(self._fold(self.records[cut:], before) == self.game, "fold", f"cut at {cut}")
        restored = self.projector.decode_state(self.projector.encode_state(before))
        self._expect(restored == before, "fold", f"a snapshot at {cut} is another state")
        self._expect(self._fold(self.records[cut:], restored) == self.game, "fold", f"snapshot at {cut}")

    def _step(self) -> None:
        command = self.lot.choice(self._commands())
        self.commands.append(command)
        ordered = self.is_disputed and self.orders.random() < 0.1
        if ordered:
            self._check_order(command)
            command = self._foreseen(command)
        out = eliminated(self.rulebook, self.game.table)
        happenings = self._do(command, ordered)
        self._check_eliminated(out)
        self._expect(happenings[0].actor == command.seat, "progress", "an action begins with the player's own event")

    def _check_eliminated(self, before: Sequence[int]) -> None:
        """Result law: a seat that is out of the game is asked nothing and does not come back."""
        out = eliminated(self.rulebook, self.game.table)
        told = f"out of the game were {before}, now {out}, and {shared.to_act(self.rulebook, self.game)} must act"
        holds = set(before) <= set(out) and not set(out) & set(shared.to_act(self.rulebook, self.game))
        place = partial(source_lines.of_function, self.title, getattr(self.rulebook, "eliminated", None))
        self._expect(holds, "result", told, place)

    def _check_order(self, command: Command) -> None:
        """Sealed law: a standing order depends only on what the seat sees, and adds nothing to the move but its
        mark.
        """
        wish = msgspec.json.decode(msgspec.json.encode(command_json(command)))
        orders = read_orders(self.projector, [{"guard": "status == 'playing'", "moves": [wish]}])
        meant = apply_orders(orders, self.projector, self.seen[command.seat], command.seat).command
        self._expect(meant == command, "sealed", f"{command}, ordered beforehand, is {meant}")
        key, so_far, ordered = self.game_key.hex(), lifecycle.SoFar(self._past("all")), lifecycle.Sending(ordered=True)
        plain = lifecycle.act(self.rulebook, self.game, command, self._chance(), key, so_far=so_far)
        marked = lifecycle.act(self.rulebook, self.game, command, self._chance(), key, sent=ordered, so_far=so_far)
        self._expect(marked[1].event == MoveOrdered(command.seat), "sealed", f"{command} is not marked: {marked}")
        self._expect([marked[0], *marked[2:]] == plain, "sealed", f"{command}, ordered beforehand, does {marked}")

    def _foreseen(self, command: Command) -> Command:
        """Sealed law: a sensible player's standing order applies, and is legal, by the seat's view alone."""
        seen, seat = self.seen[command.seat], command.seat
        orders = orders_of(self.rulebook, seen.table, seat)
        given = [{"guard": one.guard, "when": one.when, "moves": list(one.moves)} for one in orders]
        self._expect(read_orders(self.projector, given) == orders, "sealed", f"{orders} cannot be ordered")
        applied = apply_orders(orders, self.projector, seen, seat)
        lasting = tuple(one for one in orders if one.when)
        kept = tuple(one for one in applied.left if one.when)
        self._expect(kept == lasting, "sealed", f"of {lasting} there is {kept} left")
        if applied.command is None:
            return command
        legal = shared.legal(self.rulebook, self.game, seat)
        self._expect(applied.command in legal, "sealed", f"{applied.command}, ordered beforehand, is not legal")
        return applied.command

    def _do(self, command: Command, ordered: bool = False) -> list[Happening]:
        nonces = lifecycle.nonces_after(self.game, command, ())
        chance = KeyedChance(self.game_key, self.game_id, nonces, self.game.draws)
        key = self.game_key.hex()
        self.at += drawn_wait(self.waits) if self.is_timed else 1000
        happenings = lifecycle.act(
            self.rulebook,
            self.game,
            command,
            chance,
            key,
            sent=lifecycle.Sending(ordered=ordered, at=self.at),
            so_far=lifecycle.SoFar(self._past("all"), self._counting),
        )
        self._append(happenings, self.game)
        return happenings

    def _counting(self) -> Iterator[shared.Action]:
        return counting_actions([(entry.position, one) for entry, one in zip(self.entries, self.records, strict=True)])

    def _dispute(self) -> None:
        """Occasionally dispute something."""
        if self.is_disputed and not self.game.is_over:
            self._talk(drawn_dispute(self.game, self.ends, self.lot))

    def _asked(self, command: Command) -> Command:
        """A time-out with the position of the question; any other command unchanged."""
        if not isinstance(command, TimeOut):
            return command
        placed = [(entry.position, record) for entry, record in zip(self.entries, self.records, strict=True)]
        return msgspec.structs.replace(command, asked=str(asked_since(self.projector, placed)[command.seat]))

    def _pass_time(self) -> None:
        """Occasionally send a command about time. Deadlines that are due are acted on, others never."""
        if not self.is_timed or self.game.is_over:
            return
        self._talk([self._asked(one) for one in drawn_time(self.rulebook, self.game, self.at, self.waits)])
        for seat, deadline in {} if self.game.is_over else deadlines(self.rulebook, self.game).items():
            if deadline > self.at:
                try:
                    early = lifecycle.Sending(at=deadline - 1)
                    lifecycle.act(self.rulebook, self.game, TimeOut(seat, deadline), self._chance(), "", sent=early)
                except Illegal as refusal:
                    self._expect(refusal.rule == "G18", "legality", f"a time-out is refused: {refusal}")
                    continue
                self._expect(False, "legality", f"the time of seat {seat} is over too early")

    def _propose(self) -> None:
        """Occasionally propose something, or hand a seat over."""
        if not self.is_disputed or self.game.is_over:
            return
        playing = [seat for seat in range(self.players) if self.game.seats[seat].is_person]
        back = {seat: end for seat in playing if (end := self._taken_back_to(seat)) is not None}
        for seat in sorted(set(playing) - set(back)) if self.lot.random() < 0.1 else ():
            try:
                self._do(AskTakeBack(seat))
            except Illegal as refusal:
                self._expect(refusal.rule == "G20", "legality", f"a take-back is refused: {refusal}")
                continue
            self._expect(False, "legality", f"seat {seat} takes back what cannot be taken back")
        may_end = not self.rulebook.meta.is_cooperative(self.players)
        self._talk(drawn_proposal(self.game, back, len(self.lines), self.lot, may_end))

    def _taken_back_to(self, seat: int) -> str | None:
        """The start of this seat's last move that counts; none if something since then cannot be undone."""
        line: list[tuple[str, list[Record[Any]]]] = list(self.lines.values())[-1]
        for before, records in reversed(line):
            for one in records:
                if isinstance(one.data, shared.SHARED_EVENTS):
                    continue
                audiences = [audience.to for audience in secret_fields(type(one.data)).values()]
                shown = [getattr(one.data, to) for to in audiences if to != NOBODY]
                others = {own for seats in shown for own in (seats if isinstance(seats, tuple) else (seats,))}
                if one.luck or one.opens or others - {records[0].actor}:
                    return None
            if records[0].actor == seat and not isinstance(records[0].data, shared.SHARED_EVENTS):
                return str(before)
        return None

    def _talk(self, commands: list[Command]) -> None:
        """Check that disputes and proposals draw nothing at random, and roll back only the table, as each viewer saw
        it.
        """
        for command in commands:
            before = self.game
            for one in self._do(command):
                counts = (self.game.draws, self.game.moves) == (before.draws, before.moves)
                self._expect(counts, "progress", "what was said drew luck, or counted as a move")
                if isinstance(one.event, GoneBack):
                    changed = msgspec.structs.replace(before, table=None)
                    same = msgspec.structs.replace(self.game, table=None)
                    settled = {"disputes": (), "proposals": NO_PROPOSALS, "clock": None}
                    changed, same = (msgspec.structs.replace(each, **settled) for each in (changed, same))
                    self._expect(changed == same, "fold", "more than the table went back")
                    for viewer, seen in (("all", self.game), *self.seen.items()):
                        then = self.pasts[viewer][one.event.position].table
                        self._expect(seen.table == then, "view", f"viewer {viewer} sees another table than then")

    def _check_end(self) -> None:
        result = self.game.result
        self._expect(result is not None, "progress", "over without a result")
        assert result is not None
        told = broken_result(result, self.rulebook.meta, [seat.resigned for seat in self.game.seats])
        self._expect(not told, "result", told, lambda: source_lines.of_function(self.title, self.rulebook.result))
        self._expect(not shared.to_act(self.rulebook, self.game), "progress", "over, but a player must act")
        placed = [(entry.position, record) for entry, record in zip(self.entries, self.records, strict=True)]
        self._expect(PastStates(placed).fold(self.projector) == self.game, "fold", "folding the whole again")
        if self.is_disputed:
            raw = b"".join(export_bundle(self.projector, self.game_id, self.entries, "all"))
            report, other = verify(raw), engine.verify(raw)
            self._expect(report.ok, "fold", f"the record does not verify: {report.checks[-1]}")
            self._expect(other.first_bad is None, "fold", f"another verifier differs: {other.checks[-1]}")
        else:
            self._expect(play_all(self.projector, self.records) == self.game, "fold", "folding one by one again")
        self._check_fold()
        for command_type in self.rulebook.COMMANDS:
            command = made_up_command(command_type, self.players, self.lot, [""])
            try:
                lifecycle.act(self.rulebook, self.game, command, self._chance(), self.game_key.hex())
            except Illegal:
                continue
            self._expect(False, "legality", f"{command} is accepted after the end")


def broken_result(result: Result, meta: Meta, resigned: Sequence[bool]) -> str:
    """The first thing that is wrong with the places or points of a result, or nothing."""
    teams = meta.teams_of(len(result.places))
    found: dict[int, set[int]] = {}
    for team, place, is_last in zip(teams, result.places, resigned, strict=True):
        if not is_last:
            found.setdefault(team, set()).add(place)
    if any(len(of_team) > 1 for of_team in found.values()):
        return f"partners have different places: {result.places} in the teams {teams}"
    first = min(result.places)
    if first != 1 and not (first == 2 and meta.is_cooperative(len(teams))):
        return f"the first place is {first}: {result.places}; only the players of a cooperative game can all lose"
    counted = 0 if meta.points is None else len(result.places)
    if len(result.points) != counted:
        return f"a result has {counted} numbers of points in this title, not {len(result.points)}: {result.points}"
    return ""


def seats_in(value: Any) -> Iterator[int]:
    """The seats among the arguments of a sentence, or of its parts."""
    if isinstance(value, SeatName):
        yield value.seat
    elif isinstance(value, Sentence):
        yield from seats_in(tuple(value.values.values()))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from seats_in(one)


def _reveals(event: Event) -> bool:
    return type(event).reveals is not Event.reveals or isinstance(event, shared.GameFinished)


def disagreement(seen: Any, full: Any, path: str = "") -> str | None:
    """The place where a redacted value differs from the full one; hidden values do not count."""
    if seen is full:
        return None  # the same frozen object, such as component data
    if isinstance(seen, Hidden):
        height = seen.height
        return path if height is not None and not isinstance(full, Hidden) and height != len(full) else None
    if isinstance(seen, Struct):
        if type(seen) is not type(full):
            return path
        pairs = ((name, getattr(seen, name), getattr(full, name)) for name in seen.__struct_fields__)
    elif isinstance(seen, tuple):
        if not isinstance(full, tuple) or len(seen) != len(full):
            return path
        pairs = ((str(index), *both) for index, both in enumerate(zip(seen, full, strict=True)))
    elif isinstance(seen, dict):
        if not isinstance(full, dict) or seen.keys() != full.keys():
            return path
        pairs = ((str(name), seen[name], full[name]) for name in seen)
    else:
        return None if seen == full else path
    for name, mine, theirs in pairs:
        if mine is theirs or mine == theirs:
            continue  # most of a table, and compared as a whole
        found = disagreement(mine, theirs, f"{path}.{name}")
        if found is not None:
            return found
    return None
