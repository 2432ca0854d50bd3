"""Played-out games of every title, and ways to tamper with their records."""

import hashlib
import random
from functools import cache
from itertools import groupby

import msgspec
import pytest

from ai.self_play import Playout, play_out, seeded_game_key
from audit.bundle import export_bundle
from audit.verification.clocks import asked_since
from domain import game as shared
from domain import lifecycle
from domain.chance import KeyedChance, commitment, nonce_commitment
from domain.clocks.availability import DAY, PlayTimes
from domain.clocks.events import (
    AgreePause,
    DeclinePause,
    EndVacation,
    GrantTime,
    Pace,
    RecordOutage,
    Resume,
    Return,
    SetPlayTimes,
    TakeVacation,
    TimeOut,
)
from domain.clocks.rules import at_time, deadlines
from domain.disputes.events import (
    AnswerDispute,
    DecideDispute,
    DiscloseSecret,
    OpenDispute,
    Remedy,
    TakeOver,
    WithdrawDispute,
)
from domain.game import CommandSigned, Happening
from domain.messages import Illegal
from domain.projector import projector_for
from domain.proposals.events import (
    NO_PROPOSALS,
    AnswerEnd,
    AnswerTakeBack,
    AskTakeBack,
    ProposeEnd,
    WithdrawEnd,
    WithdrawTakeBack,
)
from domain.redaction import secret_fields
from domain.rulebook import settle_options
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from eventstore.canonical_json import canonical
from eventstore.entries import FIRST_DIGEST, End, Entry, chain, read_records, seal_action
from replay.past_states import counting_actions, placed_records
from tests.signers import Signer

SMALL = ("kheops", "amun-re-card-game")
"""The titles with the shortest records. The tested code is independent of titles, so these serve in a short run."""
TITLES = sorted(find_rulebooks(), key=lambda title: title not in SMALL[:1])
"""All titles, the one with the shortest records first."""


def in_turn(ways):
    """Parameters: each title with each of these ways; a short run has each way once, in one of the small titles."""
    return [
        pytest.param(title, way, marks=() if title == SMALL[place % len(SMALL)] else pytest.mark.soak)
        for title in TITLES
        for place, way in enumerate(ways)
    ]


@cache
def played(title, seed="replay"):
    """A game of the fewest players with all options on, and its projector."""
    projector = projector_for(title)
    meta = projector.rulebook.meta
    switched_on = {option.name: True for option in meta.options if option.kind == "flag"}
    return projector, play_out(projector, ["random"] * meta.least_players, seed, switched_on)


def viewers(title):
    """Every viewer."""
    return ["public", "all", *range(find_rulebooks()[title].meta.least_players)]


@cache
def bundle_of(title, viewer):
    """The bundle of the played game for this viewer."""
    projector, game = played(title)
    return b"".join(export_bundle(projector, game.game_id, game.entries, viewer))


def with_other_times(entries, first_action, milliseconds):
    """The record with everything from this action on delayed by this time, chained again."""
    digest, told = FIRST_DIGEST, []
    for entry in entries:
        plain = msgspec.json.decode(entry.public)
        if entry.position.action >= first_action:
            plain["at"] += milliseconds
        public = canonical(plain)
        digest = chain(digest, public)
        told.append(Entry(entry.position, public, entry.secrets, digest))
    return told


def lines_with_checksum(lines):
    """These lines of a bundle with a checksum that fits, as a careful forger would write it."""
    body = b"".join(lines[:-1])
    proofs = msgspec.json.decode(lines[-1])
    proofs["sha256"] = hashlib.sha256(body).hexdigest()
    return body + canonical(proofs) + b"\n"


ENDINGS = ("played out", "resigned", "called off")
SEATED = "seated"


@cache
def seated(
    title, ending="played out", strict=False, computers=0, silent=(), signed=False, edition=shared.EDITION, signing="2"
):
    """A game between persons who add nonces to its randomness, with random legal commands and this end.

    There may be computer players at the table, with nonces too. The `silent` seats bring none. In a `signed` game
    persons sign.
    """
    rulebook, game_key = projector_for(title).rulebook, seeded_game_key(ending)
    players = min(3, rulebook.meta.most_players)
    table = Seating(
        title, game_key, players, strict, computers, silent, signed=signed, edition=edition, signing=signing
    )
    lot, turns = random.Random(ending), 0
    persons = players - computers
    table.fill()
    for seat in reversed(range(persons)) if strict else ():
        table.act(shared.OpenNonce(seat, table.nonces[seat]))
    while not table.game.is_over:
        turns += 1
        seat = lot.choice(shared.to_act(rulebook, table.game))
        command = lot.choice(list(rulebook.legal(table.game.table, seat)))
        if ending == "called off":
            command = shared.Abort(0)
        elif ending == "resigned" and turns == 5:
            command = shared.Resign(persons - 1)
        table.act(command)
    return table.projector, table.played()


DISPUTED = ("rolled back", "adjudicated", "freed", "disputed after the end", "proposed")


@cache
def disputed(title, way="rolled back", signed=False, signing="2"):
    """A game between persons, played to its end, with at least one dispute of this kind."""
    rulebook = projector_for(title).rulebook
    players = max(2, rulebook.meta.least_players)
    referee = "judge" * (way == "adjudicated")
    table = Seating(title, seeded_game_key(way), players, signed=signed, referee=referee, signing=signing).fill()
    lot = random.Random(f"{title} {way}")
    ends = table.play(16, lot)
    table.act(OpenDispute(1, ends[3], "What was that?"))
    if way == "rolled back":
        table.agree(ends[-1], Remedy("roll_back", ends[5]))
        ends += table.play(6, lot)
        table.act(AnswerDispute(0, 1, agrees=False, text="Nothing."))
        # Then on from the annulled line, and back to the line that counts.
        table.decide(0, ends[6], Remedy("roll_back", ends[12]), Remedy())
        ends += table.play(5, lot)
        table.agree(ends[-1], Remedy("roll_back", ends[18]))
    elif way == "adjudicated":
        table.act(WithdrawDispute(1, 1))
        table.decide(1, ends[9], Remedy("result", places=(1,) * players))
    elif way == "freed":
        if players > 2:
            table.act(shared.Resign(1))
        table.act(WithdrawDispute(1, 1))
        table.decide(0, ends[-1], Remedy("free_seat", seat=1))
        table.play(4, lot)
        table.signers[1] = Signer("somebody else")
        table.act(TakeOver(1, "player-9", table.signer(1).public_key if signed else ""))
    elif way == "proposed":
        table.act(shared.OfferSeat(1, "player-8"))
        table.act(shared.OfferSeat(1, "player-9"))
        table.signers[1] = Signer("somebody else")
        table.act(TakeOver(1, "player-9", table.signer(1).public_key if signed else ""))
        while not table.take_back(lot):
            table.play(1, lot)
        table.all_others(ProposeEnd(1, "draw"), lambda seat: AnswerEnd(seat, False))
        table.play(8, lot)
        table.act(ProposeEnd(0, "draw"))
        table.act(WithdrawEnd(0))
        table.all_others(ProposeEnd(0, "as_it_stands"), lambda seat: AnswerEnd(seat, True))
    ends += table.play(5000, lot)
    if way == "disputed after the end":
        places = table.game.result.places
        table.act(WithdrawDispute(1, 1))
        table.agree(ends[-2], Remedy("result", places=(1,) * players))
        table.decide(players - 1, ends[-1], Remedy("result", places=places))
        table.act(OpenDispute(0, ends[-1], "Still."))
    return table.projector, table.played()


@cache
def disclosed(title, signed=False):
    """A game whose referee is shown two secrets of seat 1, whose player and all others but one then resign."""
    players = max(2, projector_for(title).rulebook.meta.least_players)
    table = Seating(title, seeded_game_key("disclosed"), players, signed=signed, referee="judge").fill()
    lot = random.Random(title)
    while len(known := secrets_of(table, 1)) < 2:
        table.play(1, lot)
    table.act(OpenDispute(0, table.end, "What was that?"))
    for one in known[:2]:
        table.act(DiscloseSecret(1, 1, *one))
    for seat in range(players - 1, 0, -1):
        table.act(shared.Resign(seat))
    return table.projector, table.played()


def secrets_of(table, seat):
    """Position and field of each secret that this seat knows and that is not a signed text, newest first."""
    return [
        (str(position), field)
        for action in counting_actions(placed_records(table.projector, table.played().entries))
        for position, record in action.records
        for field, audience in secret_fields(type(record.data)).items()
        if audience.includes(record.data, seat) and not isinstance(record.data, CommandSigned)
    ]


def is_move(action):
    """Whether this action is a move of the title's play."""
    return type(action[0].event) not in shared.SHARED_EVENTS


TIMED = ("once", "seat", "resign")
EVENINGS = PlayTimes("Europe/Rome", tuple((day * 1440 + 1080, day * 1440 + 1380) for day in range(7)), ((0, 60),))


@cache
def timed(title, outcome="once", signed=False, signing="2"):
    """A game between persons with clocks, with every event about time; played to its end.

    `consequence` happens at the end of a seat's time.
    """
    rulebook = projector_for(title).rulebook
    players = max(3, rulebook.meta.least_players) if rulebook.meta.most_players > 2 else 2
    pace = Pace("bank", 2 * DAY, 3600_000, 3 * DAY, True, 20, outcome)
    table = Seating(title, seeded_game_key(outcome), players, signed=signed, pace=pace, signing=signing).fill()
    lot = random.Random(f"{title} {outcome}")
    table.play(3, lot)
    asked = shared.to_act(rulebook, table.game)[0]
    other = (asked + 1) % players
    table.act(GrantTime(other, asked, 3600_000), after=5000)
    table.act(RecordOutage(-1, table.times[-1] + 1000, table.times[-1] + 2 * DAY), after=2 * DAY + 1000)
    table.act(AgreePause(other))
    table.act(DeclinePause(asked))
    for seat in range(players):
        table.act(AgreePause(seat))
    table.act(Resume(asked), after=40 * DAY)
    table.act(SetPlayTimes(other, EVENINGS))
    table.act(TakeVacation(asked, table.times[-1] + DAY, table.times[-1] + 3 * DAY))
    table.play(2, lot)
    table.act(EndVacation(asked), after=DAY + 5000)
    table.play(2, lot)
    seat = table.run_out()
    if outcome != "resign":
        table.play(4, lot)
    if not table.game.is_over and table.game.seats[seat].absent:
        table.act(Return(seat))
    table.play(5000, lot)
    return table.projector, table.played()


class Seating:
    """A game in memory from its opening on: players join, with nonces, and act."""

    def __init__(
        self, title, game_key, players, strict=False, computers=0, silent=(), nonces=None, signed=False, referee="",
        pace=None, edition=shared.EDITION, reserved=(), signing="2", operator="", beacon=None, begins=1000,
    ):  # fmt: skip
        self.projector = projector_for(title)
        self.rulebook = self.projector.rulebook
        self.game_key = game_key
        self.nonces = list(nonces or ("" if seat in silent else f"nonce {seat}" for seat in range(players)))
        self.computers = self.nonces[players - computers :]
        bound = [nonce and nonce_commitment(SEATED, seat, nonce) for seat, nonce in enumerate(self.nonces)]
        has_key = signed and (referee or operator) and signing == "2"
        terms = GameTerms(
            title, players, settle_options(self.rulebook, {}), ("random",) * computers, strict=strict, signed=signed,
            referee=referee, pace=pace, reserved=reserved, edition=edition, signing=signing,
            referee_key=Signer(referee or operator).public_key if has_key else "",
        )  # fmt: skip
        opened = lifecycle.open_game(
            self.rulebook, terms, commitment(game_key), SEATED, tuple(bound[players - computers :])
        )
        if beacon is not None:
            recorded = msgspec.structs.replace(opened.event, beacon=beacon)
            opened = msgspec.structs.replace(opened, event=recorded)
        self.actions, self.times = [[opened]], [begins]
        self.signers, self.recoveries = {shared.REFEREE: Signer(referee or operator)}, {}
        self.game = shared.evolve_shared(None, opened.event)
        self.ends = {"1-0": self.game}

    def sit(self, seat):
        """A player joins there, with a nonce or, in a strict game, with the commitment to it."""
        nonce = self.nonces[seat]
        own = {"nonce_commitment": nonce_commitment(SEATED, seat, nonce)} if self.game.strict else {"nonce": nonce}
        if self.game.signed:
            own["public_key"] = self.signer(seat).public_key
            own["recovery"] = self.recoveries.get(seat, "")
        self.act(shared.TakeSeat(seat, player=f"player-{seat}", **own))

    def fill(self):
        """A player joins in each seat for a person."""
        for seat in range(self.game.players - len(self.computers)):
            self.sit(seat)
        return self

    def run_out(self, seat=None, late=17):
        """The time of this seat, or of the first that is asked, ran out this number of milliseconds ago; the seat."""
        due = deadlines(self.rulebook, self.game)
        seat = next(iter(due)) if seat is None else seat
        self.act(TimeOut(seat, due[seat]), after=due[seat] - self.times[-1] + late)
        return seat

    def signer(self, seat):
        """The holder of this seat's key."""
        return self.signers.get(seat) or Signer(f"seat {seat}")

    def sign(self, command):
        """This command, signed at the end of the record so far; every third command is signed together with the one
        before.
        """
        last = sealed_again(self.projector, self.actions, self.game_key, SEATED, self.times)[-1]
        said = msgspec.to_builtins(command)
        seat = said.pop("seat")
        previous = lifecycle.previous_of(self.game, command) if self.game.signing == "2" else None
        before = next((one.event for one in self.actions[-1] if isinstance(one.event, CommandSigned)), None)
        may_follow = previous is None or isinstance(command, self.rulebook.COMMANDS)
        is_third = before is not None and before.seat == seat and len(self.actions) % 3 == 0
        if is_third and may_follow and is_move(self.actions[-1]):
            place = msgspec.json.decode(str(before.text))
            before = before if previous is None else None
            return self.signer(seat).signed(SEATED, place["after"], place["digest"], seat, said, before, previous)
        return self.signer(seat).signed(SEATED, str(last.position), last.digest.hex(), seat, said, None, previous)

    def act(self, command, signed=None, after=1000):
        """Act on this command this number of milliseconds later; it is signed where required."""
        if isinstance(command, TimeOut) and not command.asked:
            command = msgspec.structs.replace(command, asked=self.asked(command.seat))
        if signed is None and lifecycle.must_sign(self.game, command):
            signed = self.sign(command)
        nonces = lifecycle.nonces_after(self.game, command, self.computers)
        chance = KeyedChance(self.game_key, SEATED, nonces, self.game.draws)
        past = self.ends.__getitem__
        at = self.times[-1] + after
        happened = lifecycle.act(
            self.rulebook,
            self.game,
            command,
            chance,
            self.game_key.hex(),
            self.computers,
            lifecycle.Sending(signed, at=at),
            lifecycle.SoFar(past, self._counting),
        )
        self._happens(happened, at)
        return happened

    def _happens(self, happened, at):
        self.times.append(at)
        for one in happened:
            self.game = at_time(self.rulebook, self.game, at, one.event)
            self.game = shared.evolve(self.rulebook, self.game, one.event, one.actor, one.luck, self.ends.__getitem__)
        self.actions.append(happened)
        self.ends[self.end] = self.game

    def await_beacon(self, number):
        """Let the last action fix this round of the game's beacon, as in earlier games."""
        awaited = shared.BeaconAwaited(number)
        self.game = shared.evolve_shared(self.game, awaited)
        self.actions[-1].append(Happening(awaited))
        self.ends[self.end] = self.game

    def record_beacon(self, signature, after):
        """The round that was fixed is recorded, and the game starts."""
        recorded = shared.BeaconRecorded(self.game.awaited, signature)
        game = shared.evolve_shared(self.game, recorded)
        chance = KeyedChance(self.game_key, SEATED, game.nonces, game.draws)
        following = lifecycle.follow_up(self.rulebook, game, chance, self.game_key.hex(), self.computers)
        self._happens([Happening(recorded), *following], self.times[-1] + after)

    def asked(self, seat):
        """The position since which this seat has been asked."""
        entries = sealed_again(self.projector, self.actions, self.game_key, SEATED, self.times)
        return str(asked_since(self.projector, placed_records(self.projector, entries))[seat])

    @property
    def end(self):
        """The position of the last event."""
        return f"{len(self.actions)}-{len(self.actions[-1]) - 1}"

    def play(self, moves, lot):
        """Make this number of random legal moves, while the game lasts, and return the positions at their ends."""
        ends = []
        while len(ends) < moves and not self.game.is_over:
            seat = lot.choice(shared.to_act(self.rulebook, self.game))
            self.act(lot.choice(list(self.rulebook.legal(self.game.table, seat))))
            ends.append(self.end)
        return ends

    def all_others(self, proposing, answering):
        """A player proposes, and the other players answer in turn while the proposal is open."""
        self.act(proposing)
        for seat in range(self.game.players):
            if seat != proposing.seat and self.game.seats[seat].is_person and self.game.proposals != NO_PROPOSALS:
                self.act(answering(seat))

    def take_back(self, lot):
        """Let a player take their last move back, if possible, and return whether they did."""
        for seat in lot.sample(range(self.game.players), self.game.players):
            try:
                self.act(AskTakeBack(seat))
            except Illegal:
                continue
            self.act(WithdrawTakeBack(seat))
            self.all_others(AskTakeBack(seat), lambda seat: AnswerTakeBack(seat, True))
            return True
        return False

    def _counting(self):
        entries = sealed_again(self.projector, self.actions, self.game_key, SEATED)
        return counting_actions(placed_records(self.projector, entries))

    def agree(self, position, remedy):
        """Seat 0 disputes this position, and all players agree to the remedy."""
        number = len(self.game.disputes) + 1
        self.act(OpenDispute(0, position, "I doubt it.", remedy))
        for seat in range(1, self.game.players):
            if self.game.seats[seat].is_owned:
                self.act(AnswerDispute(seat, number, True, ""))

    def decide(self, seat, position, remedy, wished=None):
        """Open a dispute of this seat about this position, and let the judge decide it."""
        number = len(self.game.disputes) + 1
        self.act(OpenDispute(seat, position, "I doubt it.", remedy if wished is None else wished))
        self.act(DecideDispute(-1, number, "referee" if self.game.referee else "operator", "So it is.", remedy))

    def played(self):
        """The game up to its current end."""
        entries = sealed_again(self.projector, self.actions, self.game_key, SEATED, self.times)
        return Playout(SEATED, self.game_key, tuple(entries), self.game)


def sealed_again(projector, actions, game_key, game_id, times=()):
    """The entries of these actions, as happenings, written by the server or by a liar with the game key.

    They happened at these times, or one a second.
    """
    entries, end = [], End()
    for number, happenings in enumerate(actions, start=1):
        at = times[number - 1] if number <= len(times) else 1000 * number
        new, records = seal_action(happenings, end, at=at, game_key=game_key, game_id=game_id)
        end = end.after(new, records)
        entries.extend(new)
    return entries


def happenings_of(projector, entries):
    """The happenings of a record, action by action."""
    pairs = zip(entries, read_records(projector, entries), strict=True)
    return [
        [Happening(record.data, record.actor, record.luck) for _, record in group]
        for _, group in groupby(pairs, key=lambda pair: pair[0].position.action)
    ]


def retold(projector, game, number, event):
    """The game's entries with one event replaced, written by a forger with the game key."""
    place = game.entries[number].position
    actions = happenings_of(projector, game.entries)
    told = actions[place.action - 1][place.effect]
    actions[place.action - 1][place.effect] = msgspec.structs.replace(told, event=event)
    return sealed_again(projector, actions, game.game_key, game.game_id)


def bundled(projector, game, entries, viewer="all"):
    """The bundle of these entries as that game's record."""
    return b"".join(export_bundle(projector, game.game_id, entries, viewer))


def rewritten(raw, number, change):
    """The bundle with the public form of one entry changed, and chain, header and checksum made to fit."""
    lines = [msgspec.json.decode(line) for line in raw.splitlines()]
    digest = FIRST_DIGEST
    for index, line in enumerate(lines[1:-1]):
        if index == number:
            plain = msgspec.json.decode(line["e"])
            change(plain)
            line["e"] = canonical(plain).decode()
        digest = chain(digest, line["e"].encode())
        line["h"] = digest.hex()
    lines[0]["head"]["digest"] = digest.hex()
    return lines_with_checksum([canonical(line) + b"\n" for line in lines])
