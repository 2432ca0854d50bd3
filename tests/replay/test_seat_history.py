"""Seat history: every view of an entry names the players of its seats at that entry."""

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
from tests.in_short import titles_in_short


def by_id(game):
    """A naming with full player ids, and computer players by seat."""

    def sitting(seat, player, kind, _recorded):
        return f"<{player or f'{kind} {seat}'}>"

    return Names(game, lambda player, _recorded: f"<{player}>", sitting)


def walked(title, seed):
    """A random playout with disputes and proposals, as placed records and as their entries."""
    return Walk(title, find_rulebooks()[title].meta.least_players, seed).run()


def holders_at_each(placed):
    """The player of each seat at each entry, by a plain forward pass as an independent reading of the rule."""
    held = {}
    for _position, record in placed:
        event = record.data
        if isinstance(event, SeatTaken):
            held = {**held, event.seat: event.player or f"{event.kind} {event.seat}"}
        yield dict(held)
        if isinstance(event, SeatTakenOver):
            held = {**held, event.seat: event.player}


@pytest.mark.parametrize("title", titles_in_short("amun-re-card-game"))
def test_every_entry_is_shown_with_its_players_names(title):
    """Over random records with hand-overs, freed seats, take-backs and rollbacks: events, story and replay alike."""
    hand_overs, freed, back_over = 0, 0, 0
    for seed in range(411, 441, 2):  # with every odd seed persons play, who dispute and propose
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
    """All renderings of this record's entries use the same names for each: those of its seats' players then."""
    rulebook = walk.projector.rulebook
    placed = placed_records(walk.projector, walk.entries)
    then = NamesThen(walk.game, by_id, NO_SITTINGS.followed_by(placed))
    # Given at once or bit by bit, as at a table: the same.
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


def test_names_after_leaving_and_joining():
    """Sentences name a seat's first player until they leave, and the successor from joining on."""
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
