"""Names by position: whatever tells of an entry names who held the seats in that entry."""

import pytest

from domain.disputes.events import SeatFreed, SeatTakenOver
from domain.game import SHARED_EVENTS, GameCreated, SeatLeft, SeatOffered, SeatTaken, evolve_shared
from domain.messages import Record, SeatName
from domain.narration import narrate_shared
from domain.proposals.events import TakenBack
from domain.title_loader import find_rulebooks
from eventstore.entries import Position
from replay.frames import frames
from replay.narration import narrate, render
from replay.past_states import PastStates, placed_records
from replay.player_names import Names
from replay.seat_history import NO_SITTINGS, NamesThen
from replay.story import story
from replay.viewer_state import SeenRecord
from sdk.laws.walk import Walk

TITLES = list(find_rulebooks())


def by_id(game):
    """A naming in which everybody is called by their whole id, and a computer player by its seat."""

    def sitting(seat, player, kind, _recorded):
        return f"<{player or f'{kind} {seat}'}>"

    return Names(game, lambda player, _recorded: f"<{player}>", sitting)


def walked(title, seed):
    """A random playout with disputes and proposals, as placed records and as the entries that they stand in."""
    return Walk(title, find_rulebooks()[title].meta.least_players, seed).run()


def holders_at_each(placed):
    """For each entry who holds each seat in it, by a plain look from the front: an own reading of the rule."""
    held = {}
    for _position, record in placed:
        event = record.data
        if isinstance(event, SeatTaken):
            held = {**held, event.seat: event.player or f"{event.kind} {event.seat}"}
        yield dict(held)
        if isinstance(event, SeatTakenOver):
            held = {**held, event.seat: event.player}


@pytest.mark.parametrize("title", TITLES)
def test_every_entry_is_told_with_the_names_of_its_actors(title):
    """Over random records with hand-overs, freed seats, take-backs and roll-backs: events, story and replay alike."""
    hand_overs, freed, back_over = 0, 0, 0
    for seed in range(411, 441, 2):  # persons, who dispute and propose, sit there with every odd seed
        walk = walked(title, seed)
        kinds = [type(record.data) for record in walk.records]
        if SeatTakenOver not in kinds:
            continue
        hand_overs += kinds.count(SeatTakenOver)
        freed += SeatFreed in kinds
        back_over += TakenBack in kinds
        check_names(walk)
        if min(hand_overs, freed, back_over) > 0:
            break
    assert min(hand_overs, freed, back_over) > 0


def check_names(walk):
    """All that renders this record's entries says the same of each: what its holders then are called."""
    rulebook = walk.projector.rulebook
    placed = placed_records(walk.projector, walk.entries)
    then = NamesThen(walk.game, by_id, NO_SITTINGS.followed_by(placed))
    # Known at once or bit by bit, as a table does: the same.
    half = len(placed) // 2
    bit_by_bit = NO_SITTINGS.followed_by(placed[:half]).followed_by(placed[half:])
    assert bit_by_bit == NO_SITTINGS.followed_by(placed)
    texts = []
    for (position, record), held in zip(placed, holders_at_each(placed), strict=True):
        event = record.data
        text = narrate(rulebook, event, then.at(position)).text
        texts.append(text)
        if record.actor is not None and isinstance(event, SHARED_EVENTS):
            named = narrate_shared(event).values.values()
            if SeatName(record.actor) in named:
                assert f"<{held[record.actor]}>" in text, position
        expected = [f"<{held[seat]}>" if seat in held else None for seat in range(walk.players)]
        if None not in expected:
            assert list(then.at(position)) == expected, position
        if isinstance(event, SeatTakenOver):
            assert f"<{event.player}>" in text and f"<{held[event.seat]}>" in text
    lines = story(walk.projector, walk.entries, "all", walk.game, by_id)
    assert list(lines) == [f"{position!s:>8}  {text}" for (position, _), text in zip(placed, texts, strict=True)]
    seen = [
        SeenRecord(one.position, one.digest, record) for one, record in zip(walk.entries, walk.records, strict=True)
    ]
    pasts = PastStates(placed)
    pasts.fold(walk.projector)
    shown = frames(walk.projector, seen, "all", naming=by_id, past=pasts.at)
    assert [frame["text"] for frame in shown] == texts


def test_names_after_getting_up_and_sitting_down():
    """Whoever sat down first and got up is named where they sat down, and whoever sits there since from then on."""
    events = (
        SeatTaken(1, "cleo", "person", ""),
        SeatTaken(0, "anna", "person", ""),
        SeatLeft(0),
        SeatTaken(0, "bert", "person", ""),
        SeatOffered(0, "dora"),
        SeatTakenOver(0, "dora", ""),
        SeatOffered(0, ""),
    )
    placed = [(Position(number, 0), Record(0, event)) for number, event in enumerate(events, start=2)]
    game = evolve_shared(None, GameCreated("kheops", 2, {}, "", False))
    then = NamesThen(game, by_id, NO_SITTINGS.followed_by(placed))
    told = [render(narrate_shared(one.data), then.at(position)) for position, one in placed]
    assert told == [
        "<cleo> joined the game.",
        "<anna> joined the game.",
        "The player in seat 1 left before the game started.",
        "<bert> joined the game.",
        "<bert> offers their seat to <dora>.",
        "<dora> took over the seat from <bert>.",
        "<dora> withdraws the offer of their seat.",
    ]
