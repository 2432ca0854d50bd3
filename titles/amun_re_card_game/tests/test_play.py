"""Whole games: the rulebooks' example, random playouts, a seat's view, the steward."""

import random
from itertools import combinations
from typing import Any

import msgspec
import pytest

from domain import game as shared
from domain import lifecycle
from domain.chance import KeyedChance, Scripted, commitment
from domain.game import Game, GameFinished, Resign, SeatResigned, SeatTaken
from domain.messages import Illegal
from domain.redaction import redact
from domain.rulebook import settle_options
from domain.terms import GameTerms
from titles import amun_re_card_game as title
from titles.amun_re_card_game.commands import BuildPyramids, PlacePyramid, PrepareGold, SealOffering
from titles.amun_re_card_game.events import (
    AuctionOpened,
    FavorsGranted,
    GoldChosen,
    GoldLeftOver,
    KingdomEnded,
    NileFlooded,
    OfferingsInvited,
    PharaohNamed,
    PointsScored,
    ProvinceAcquired,
    ProvinceExtended,
    PyramidsBuilt,
    RevenueEarned,
)
from titles.amun_re_card_game.tests.tables import card, holding, scored, tokens

KEY = bytes(range(32))
PURPLE, BLUE, YELLOW, RED = range(4)


def place_all(table, seat):
    """The seat places its Pyramids, each on the first allowed Province."""
    while table.legal(seat) and isinstance(table.legal(seat)[0], PlacePyramid):
        table.when(table.legal(seat)[0])


def finish(table, seat, build, display):
    """The seat's turn of development: build, place, prepare; the prepared cards do not matter."""
    table.when(BuildPyramids(seat, build))
    place_all(table, seat)
    if PrepareGold(seat, display) in table.legal(seat):
        return table.when(PrepareGold(seat, display), 0, 0, 0, 0)
    return None


def pyramids(table, seat):
    """The Pyramids on the three Provinces of the seat."""
    return [province.pyramids for province in table.state.players[seat].provinces]


def test_the_first_kingdom_of_the_rulebooks_example():
    """R49, AC-F1, AC-C2, AC-C3, AC-V1: the rulebook's example is played from the offerings to 4, 3, 2 and 2 points."""
    table = holding(
        ("I-01", "I-03", "I-12"), ("I-04", "I-06", "I-13"), ("I-02", "I-07", "I-15"), ("I-05", "I-08", "I-09")
    )
    left = ((0, 4, 5), (0, 1, 4), (0, 2, 5), (0, 2, 4))
    table.and_then(*[GoldChosen(seat, cards) for seat, cards in enumerate(left)], OfferingsInvited(1))
    table.when(SealOffering(RED, (2,)))
    table.when(SealOffering(YELLOW, (0, 2)))
    table.when(SealOffering(BLUE, (1,)))
    happened = table.when(SealOffering(PURPLE, (4,)))
    assert happened.of(NileFlooded) == [NileFlooded(9, 2)]
    assert happened.of(FavorsGranted) == [FavorsGranted((3, 1, 2, 1))]
    place_all(table, PURPLE)
    place_all(table, BLUE)
    # Yellow's Provinces have 0, 2 and 0 printed Pyramids: both favors are placed automatically.
    assert pyramids(table, YELLOW) == [1, 2, 1]
    place_all(table, RED)
    assert table.state.players[PURPLE].revenue == 6 + 10 + 5
    finish(table, PURPLE, 4, (0, 6))
    assert pyramids(table, PURPLE) == [3, 3, 3]
    assert table.state.players[BLUE].revenue == 18 + 10 + 4
    finish(table, BLUE, 5, (0, 3, 8))
    assert pyramids(table, BLUE) == [2, 2, 2]
    assert table.state.players[YELLOW].revenue == 27
    finish(table, YELLOW, 4, (0, 2, 4, 6))
    assert min(pyramids(table, YELLOW)) == 2
    assert table.state.players[YELLOW].display == (0, 2, 4, 6)
    assert table.state.players[RED].revenue == 18 + 4
    happened = finish(table, RED, 3, (0, 4, 8))
    assert [(one.seat, one.total) for one in happened.of(PointsScored)] == [(0, 4), (1, 3), (2, 2), (3, 2)]
    assert happened.of(KingdomEnded) == [KingdomEnded(1)]


def test_purples_second_and_third_kingdom():
    """R49, AC-X1, AC-C6, AC-C8, R34, R44: 5/5/5, then 12/12/12 Pyramids; 7 and 11 points: with the first 4, 22."""
    table = scored(holding(("I-01", "I-03", "I-12"), ("I-02", "I-07", "I-15")), 1, 4, 0)
    tokens(table, PURPLE, 3, 2, 2)
    tokens(table, 1, 9, 9, 9)
    lay(table, PURPLE, ("II-02", "II-03", "II-14"))
    lay(table, 1, ("II-07", "II-11", "II-13"))
    assert pyramids(table, PURPLE) == [3, 5, 4]
    table.and_then(GoldChosen(0, (0,)), GoldChosen(1, (0, 4, 7)), AuctionOpened(2, 3, ()), PharaohNamed(0, (8, 4)))
    table.settles()
    happened = table.when(SealOffering(1, (4, 7)))
    assert happened.of(NileFlooded) == [NileFlooded(11, 3)]
    place_all(table, 1)
    assert table.state.players[PURPLE].revenue == 10 * 3
    finish(table, PURPLE, 3, (0, 5, 7, 8))
    assert pyramids(table, PURPLE) == [5, 5, 5]
    happened = finish(table, 1, 0, table_display(table, 1))
    assert happened.of(PointsScored)[0] == PointsScored(PURPLE, 2, 5, 1, 1, 0, 7)

    lay(table, PURPLE, ("III-08", "III-13", "III-15"))
    lay(table, 1, ("III-01", "III-02", "III-10"))
    assert pyramids(table, PURPLE) == [8, 9, 8]
    # 12 Gold are left beside the offered card.
    table.and_then(GoldChosen(0, (0, 5, 7, 8)), GoldChosen(1, (0, 1)))
    table.and_then(AuctionOpened(3, 3, ()), PharaohNamed(1, (3, 10)))
    table.settles()
    table.when(SealOffering(PURPLE, (8,)))
    happened = table.when(SealOffering(1, (0, 1)))
    assert happened.of(FavorsGranted) == [FavorsGranted((3, 1))]
    facts = []
    while title.to_act(table.state):
        seat = title.to_act(table.state)[0]
        facts += table.when(table.legal(seat)[0]).events
    assert RevenueEarned(PURPLE, 14, 20, 12, 46) in facts
    assert PyramidsBuilt(PURPLE, 8, 45) in facts
    assert GoldLeftOver(PURPLE, 1) in facts
    assert pyramids(table, PURPLE) == [12, 12, 12]
    assert table.state.phase == "over"
    assert table.state.players[PURPLE].points == (4, 7, 11)
    assert title.result(table.state).points[PURPLE] == 22


def lay(table, seat, identities):
    """These new cards cover the seat's Provinces, from left to right."""
    for place, identity in enumerate(identities):
        one = card(identity)
        table.and_then(AuctionOpened(one.kingdom, 3, (one,)), ProvinceAcquired(seat, one, 1, False, False))
        table.and_then(ProvinceExtended(seat, place))


def table_display(table, seat):
    """Any display that this seat could prepare without building."""
    return (
        0,
        *next(
            cards
            for count in range(9)
            for cards in combinations(range(1, 9), count)
            if sum(cards) == min(36, table.state.players[seat].revenue)
        ),
    )


class Playout:
    """A game played at random through the rules that every title shares; each viewer folds the redacted facts."""

    def __init__(self, players, seed):
        self.lot = random.Random(seed)
        self.players = players
        terms = GameTerms(title.meta.id, players, settle_options(title, {}))
        opened = lifecycle.open_game(title, terms, commitment(KEY), f"game-{seed}")
        self.game: Game = shared.evolve_shared(None, opened.event)
        self.seen = dict.fromkeys(("public", *range(players)), self.game)
        self.events = []
        for seat in range(players):
            self.act(shared.TakeSeat(seat, player=f"player-{seat}", nonce=f"nonce-{seat}"))

    def act(self, command):
        """The command, and all its consequences."""
        nonces = (*self.game.nonces, getattr(command, "nonce", ""))[: self.players]
        chance = KeyedChance(KEY, "game", nonces, self.game.draws)
        for happening in lifecycle.act(title, self.game, command, chance, KEY.hex()):
            event, actor, luck = happening.event, happening.actor, happening.luck
            self.events.append(event)
            self.game = shared.evolve(title, self.game, event, actor, luck)
            for viewer, seen in self.seen.items():
                self.seen[viewer] = shared.evolve(title, seen, redact(event, viewer), actor, luck)
                if event.__class__ in title.EVENTS:
                    assert title.narrate(redact(event, viewer)).template

    def listed(self):
        """Every legal command of every seat."""
        return [command for seat in range(self.players) for command in shared.legal(title, self.game, seat)]

    def step(self):
        """Any legal command."""
        self.act(self.lot.choice(self.listed()))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_end(players):
    """R6, AC-E3: games of every number of players end with distinct places, and quantities are conserved."""
    for seed in range(3):
        playout = Playout(players, seed)
        conserved = title.conserved(playout.game.table)
        while not playout.game.is_over:
            playout.step()
            assert title.conserved(playout.game.table) == conserved
        assert sorted(playout.game.result.places) == list(range(1, players + 1))
        assert playout.game.result.points == title.standing(playout.game.table)
        assert isinstance(playout.events[-1], GameFinished)
        dealt = playout.game.table.dealt
        assert len(set(dealt)) == len(dealt) == 9 * players


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_redacted_state_is_enough(players):
    """R5, R22: a seat's redacted state allows the same answers; it differs only in other seats' offerings."""
    playout = Playout(players, 10)
    decoder = msgspec.json.Decoder(Game[title.State])
    while not playout.game.is_over:
        for viewer, seen in playout.seen.items():
            assert title.to_act(seen.table) == title.to_act(playout.game.table)
            assert decoder.decode(msgspec.json.encode(seen)) == seen
            msgspec.json.encode(title.view(seen.table))
            if viewer != "public":
                assert title.legal(seen.table, viewer) == title.legal(playout.game.table, viewer)
                assert seen.table.players[viewer] == playout.game.table.players[viewer]
        playout.step()
    assert all(seen.table == playout.game.table for seen in playout.seen.values())


def imaginable(state, seat):
    """Commands of every type, sensible or not."""
    rows = [bid.province.id for bid in state.row]
    kinds: tuple[Any, ...] = title.COMMANDS
    for kind in kinds:
        match kind.__struct_fields__[1:]:
            case ("cards",):
                yield from (kind(seat, cards) for count in range(6) for cards in combinations((0, 1, 2, 5, 8), count))
                yield from (kind(seat, cards) for cards in ((-1,), (0, 0), (2, 1), (0, 9), (0, 14)))
            case ("gold", "province"):
                yield from (kind(seat, gold, one) for gold in range(-1, 10) for one in (*rows, "", "III-15"))
            case _:
                yield from (kind(seat, number) for number in range(-2, 9))


@pytest.mark.parametrize("players", [2, 5])
def test_listed_commands_are_the_accepted_ones(players):
    """AC-S1: every seat's listed commands are accepted, all others are refused with a rule's number."""
    playout = Playout(players, 20)
    while not playout.game.is_over:
        state = playout.game.table
        listed = set(playout.listed())
        asked = {one for seat in range(-1, players + 1) for one in imaginable(state, seat)}
        for command in listed | asked:
            try:
                decided = list(title.decide(state, command, Scripted([])))
            except Illegal as refusal:
                assert command not in listed, refusal
                assert refusal.rule in title.meta.rules
            else:
                assert command in listed
                assert len(decided) == 1
                assert title.describe(command).template
        playout.step()


def test_a_question_always_has_several_answers():
    """AC-A10, AC-O5, AC-P3, AC-X2: a single possible answer is not asked for."""
    for seed in range(30, 36):
        playout = Playout(2 + seed % 4, seed)
        while not playout.game.is_over:
            for seat in title.to_act(playout.game.table):
                assert len(title.legal(playout.game.table, seat)) > 1
            playout.step()


def test_leaving_is_handled_by_the_server():
    """R50, R8: no answer in this game leaves or passes; resigned players rank last by the shared rules."""
    assert not {"Resign", "Pass", "TakeBack"} & {kind.__name__ for kind in title.COMMANDS}
    playout = Playout(2, 40)
    playout.act(Resign(0))
    assert playout.events[-2] == SeatResigned(0)
    assert playout.game.result.places == (2, 1)
    assert not any(isinstance(event, GoldLeftOver) for event in playout.events)
    assert sum(isinstance(event, SeatTaken) for event in playout.events) == 2


def test_the_steward_beats_chance():
    """One steward wins more than 80 of 100 games against two random players; it sees only its seat."""
    wins = 0
    for seed in range(100):
        playout = Playout(3, 1000 + seed)
        steward = seed % 3
        while not playout.game.is_over:
            seat = title.to_act(playout.game.table)[0]
            commands = title.legal(playout.seen[seat].table, seat)
            if seat == steward:
                seen = playout.seen[seat].table
                worth = title.appraise(seen, seat, commands)
                playout.act(commands[worth.index(max(worth))])
            else:
                playout.act(playout.lot.choice(commands))
        wins += playout.game.result.places[steward] == 1
    assert wins > 80
