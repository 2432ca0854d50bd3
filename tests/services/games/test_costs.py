"""Costs of requests grow with the length of a game's record alone, with any history: counted, not timed."""

import random
import sys
from collections import Counter
from contextlib import suppress
from functools import partial

import pytest

from audit.signing.keyring import Keyring
from audit.transparency.public_log import PublicLog
from domain import game as shared
from domain.disputes.events import DecideDispute, OpenDispute, Remedy, TakeOver
from domain.game import OfferSeat, TakeSeat, evolve_shared
from domain.messages import Illegal
from domain.projector import Projector, projector_for
from domain.proposals.events import AnswerTakeBack, AskTakeBack
from domain.terms import GameTerms
from eventstore.store import Store
from replay.frames import FrameForm
from replay.narration import untranslated
from services.community.results_from_records import _RecordFacts
from services.games.records import Records
from services.games.tables import Tables, whole_action
from tests.audit.test_inclusion_proofs import NOTARY

TITLE = "kheops"
PROJECTOR = projector_for(TITLE)
EVOLVE = PROJECTOR.rulebook.evolve
STEPS = {
    Projector.decode.__code__: "read",
    evolve_shared.__code__: "folded",
    getattr(EVOLVE, "__func__", EVOLVE).__code__: "folded",
}
"""The counted steps: records read, and events folded."""
MOST = 32
"""The allowed passes: a request may take this multiple of the record's entries.

A pass reads and folds each of them; there is a pass for each viewer, and another for the targets of each viewer's
record.
"""


def steps(work):
    """The number of these steps in this work."""
    found = Counter()

    def count(frame, event, _argument):
        if event == "call" and frame.f_code in STEPS:
            found[STEPS[frame.f_code]] += 1

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found["read"] + found["folded"]


class Played:
    """A game of two persons on a real record."""

    def __init__(self, store):
        self.store, self.tables = store, Tables(store)
        self.id = self.tables.open(GameTerms(TITLE, 2), creator=TakeSeat(0, player="p0"))
        self.do(TakeSeat(1, player="p1"))
        self.lot = random.Random(5)

    def do(self, command):
        return self.tables.command(self.id, command, "public")

    @property
    def end(self):
        return str(self.tables.seen(self.id).position)

    def move(self):
        """A random legal move; its seat."""
        game = self.tables._load(self.id).game
        seat = shared.to_act(PROJECTOR.rulebook, game)[0]
        self.do(self.lot.choice(list(shared.legal(PROJECTOR.rulebook, game, seat))))
        return seat

    def take_back(self):
        """Make the first possible move, and take it back."""
        while True:
            seat = self.move()
            with suppress(Illegal):
                self.do(AskTakeBack(seat))
                break
        self.do(AnswerTakeBack(1 - seat, True))

    def go_back(self, position):
        """Have a decision continue play from that position."""
        number = len(self.tables.seen(self.id).game.disputes) + 1
        self.do(OpenDispute(0, self.end, "?", Remedy("roll_back", position)))
        self.do(DecideDispute(-1, number, "operator", "So.", Remedy("roll_back", position)))

    def hand_over(self, number):
        """Hand the second seat over to another player."""
        self.do(OfferSeat(1, f"q{number}"))
        self.do(TakeOver(1, f"q{number}"))


def taken_back(played, times):
    """Moves are made and taken back in turn."""
    for _ in range(times):
        played.take_back()


def gone_back(played, times):
    """Play goes back into an annulled part, and into a part annulled there."""
    ends = []
    for number in range(min(times, 40)):
        played.take_back()
        ends.append(played.end)
        played.move()
        ends.append(played.end)
        played.go_back(ends[number])


def handed_over(played, times):
    """A seat is handed on repeatedly, between moves that are taken back."""
    for number in range(times):
        played.hand_over(number)
        played.take_back()


def requests(played, log):
    """Every kind of read, by a process without a cache of the game."""
    store, game_id = played.store, played.id
    keyring = Keyring(store.redis, bytes(32), "example.org")
    end = whole_action(int(played.end.split("-")[0]))

    def fresh():
        store.redis.delete(*(store.redis.keys(f"*:game:{game_id}:snap*") or ["none"]))
        return Tables(Store(store.redis, store._box)), Records(store, keyring, log)

    def frames(records, seen, first, state):
        return [*records.frames(seen, first, seen.position, FrameForm(state))]

    def ask():
        with suppress(Illegal):
            fresh()[0].command(game_id, AskTakeBack(0), "public")

    def reading(viewer, work):
        tables, records = fresh()
        work(records, tables.seen(game_id, viewer), tables)

    of_viewers = {
        "state": lambda records, seen, tables: None,
        "earlier": lambda records, seen, tables: tables.seen_at(seen, whole_action(end.action - 1)),
        "frames full": lambda records, seen, tables: frames(records, seen, whole_action(1), "full"),
        "frames patch": lambda records, seen, tables: frames(records, seen, whole_action(1), "patch"),
        "frame": lambda records, seen, tables: frames(records, seen, seen.position, "full"),
        "dossier": lambda records, seen, tables: records.dossier(seen, untranslated),
        "audit": lambda records, seen, tables: records.audit(seen),
    }
    of_all = {
        "rules": lambda records, seen, tables: records.adjudicate(game_id),
        "validation": lambda records, seen, tables: records.validate(game_id),
        "answers": lambda records, seen, tables: _RecordFacts(tables, seen),
    }
    for viewers, kinds in ((("public", 0, 1), of_viewers), (("public",), of_all)):
        for viewer in viewers:
            yield from ((name, partial(reading, viewer, work)) for name, work in kinds.items())
    yield "take-back", ask


HISTORIES = [(taken_back, 10), (gone_back, 20), (handed_over, 16)]
LONG_HISTORIES = [(taken_back, 200), (gone_back, 40), (handed_over, 40)]


@pytest.mark.parametrize(
    ("history", "times"), [*HISTORIES, *(pytest.param(*one, marks=pytest.mark.soak) for one in LONG_HISTORIES)]
)
def test_the_cost_follows_the_length_of_the_record(empty_redis, store, tmp_path, history, times):
    """However many take-backs, rollbacks and hand-overs there are, each kind of request passes over the record."""
    played = Played(store)
    history(played, times)
    length, log = len(store.read(played.id)), PublicLog(tmp_path, empty_redis, NOTARY)
    for name, request in requests(played, log):
        taken = steps(request)
        assert taken <= MOST * length, (name, taken, length)
