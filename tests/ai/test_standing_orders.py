"""Standing orders: the moves they stand for by the rules, and invalid orders."""

import json
import random

import msgspec
import pytest

from ai.arena import arena_result, play_arena
from ai.self_play import Match, play_out
from ai.standing_orders import (
    MOST_MOVES,
    MOST_ORDERS,
    BadOrder,
    apply_orders,
    describe_drop,
    describe_order,
    read_orders,
)
from ai.steward_orders import orders_of
from ai.table_visits import VisitCounter
from audit.bundle import export_bundle
from audit.verification.verify import verify
from domain import game as shared
from domain.ordered_moves import MoveOrdered, Order
from domain.projector import projector_for
from domain.title_loader import find_rulebooks, find_standing_orders
from eventstore.entries import read_records
from replay.message_json import command_json
from replay.narration import render
from replay.player_names import as_recorded
from tests.measured import ROOT
from verify import report as engine

TITLES = list(find_rulebooks())
BIDDING = [title for title, rulebook in find_rulebooks().items() if any(one.BID for one in rulebook.COMMANDS)]
CARDS = projector_for("amun-re-card-game")


def asked(title, is_wanted, seed="orders"):
    """A random playout up to a seat with the wanted legal moves: projector, state, seat, moves."""
    projector = projector_for(title)
    for number in range(20):
        match = Match(projector, ["random"] * projector.rulebook.meta.least_players, f"{seed} {number}")
        while True:
            for seat in shared.to_act(projector.rulebook, match.game):
                seen = match._seen[seat]
                legal = shared.legal(projector.rulebook, seen, seat)
                if is_wanted(legal):
                    return projector, seen, seat, legal
            if not match.step():
                break
    raise AssertionError("no playout came to such a place")


def has_many_bids(legal):
    """Whether these moves bid more than four different numbers."""
    return len({getattr(one, one.BID) for one in legal if one.BID}) > 4


def order(*moves, guard=""):
    """An order as it is sent."""
    return {"guard": guard, "moves": list(moves)}


@pytest.mark.parametrize("title", TITLES)
def test_every_legal_move_can_be_ordered(title):
    """Every legal move can be written as an order, with sets in any order; a move of another moment is not legal."""
    projector, match, lot = projector_for(title), None, random.Random(title)
    match = Match(projector, ["random"] * projector.rulebook.meta.least_players, "each")
    told = set()
    while match.step() and not match.game.is_over:
        for seat in shared.to_act(projector.rulebook, match.game):
            seen = match._seen[seat]
            legal = shared.legal(projector.rulebook, seen, seat)
            for command in lot.sample(legal, min(2, len(legal))):
                said = command_json(command)
                for name in command.ANY_ORDER if len(command.ANY_ORDER) == 1 else ():
                    said[name] = list(reversed(said[name]))
                read = read_orders(projector, [order(msgspec.json.decode(msgspec.json.encode(said)))])
                kept = tuple(msgspec.json.decode(msgspec.json.encode(read), type=list[Order]))
                assert kept == read
                applied = apply_orders(kept, projector, seen, seat)
                assert applied.command == command and applied.left == kept and not applied.dropped
                assert render(describe_order(projector.rulebook, kept[0]), as_recorded(seen))
                told.add(type(command))
    assert len(told) >= len(projector.rulebook.COMMANDS) // 2


def test_named_places():
    """The least and the most within their bounds, and any: always the first legal command with the other values."""
    projector, seen, seat, legal = asked(
        "amun-re-card-game", lambda legal: len({getattr(one, "gold", None) for one in legal}) > 4
    )
    province = legal[0].province
    golds = sorted(one.gold for one in legal if one.province == province)
    low, high = golds[1], golds[-2]

    def meant(**fields):
        move = {"type": "PlaceGold", "province": province, "gold": {"any": True}, **fields}
        return apply_orders(read_orders(projector, [order(move)]), projector, seen, seat).command

    assert meant(gold={"least": {"from": golds[0] + 1, "to": 9}}).gold == low
    assert meant(gold={"most": {"from": 0, "to": golds[-1] - 1}}).gold == high
    assert meant(gold={"least": {"from": 9, "to": 20}}) is None
    assert meant() == next(one for one in legal if one.province == province)
    assert meant(province={"any": True}) == legal[0]
    assert meant(province="nowhere") is None


def test_the_first_order_that_applies_counts_and_those_before_it_are_dropped():
    """Guards over the seat's view and the rules select the first order that applies; it and those before it are used
    up, later ones stay.
    """
    projector, seen, seat, legal = asked("amun-re-card-game", lambda legal: any(one.BID for one in legal))
    good = command_json(legal[-1])
    orders = read_orders(
        projector,
        [
            order(good, guard="status == 'finished'"),
            order({**good, "gold": {"least": {"from": 100, "to": 200}}}, {**good, "province": "nowhere"}),
            order({**good, "province": "nowhere"}, good, guard=f'"as" == `{seat}` && contains(to_act, `{seat}`)'),
            order({**good, "province": "nowhere"}),
        ],
    )
    applied = apply_orders(orders, projector, seen, seat)
    assert applied.command == legal[-1]
    assert applied.left == orders[2:]
    assert applied.dropped == ((orders[0], "guard"), (orders[1], "moves"))
    nothing = apply_orders(orders[:2], projector, seen, seat)
    assert (nothing.command, nothing.left, len(nothing.dropped)) == (None, (), 2)
    texts = [render(describe_drop(projector.rulebook, *one), as_recorded(seen)) for one in applied.dropped]
    assert texts[0].startswith("Standing order dropped, because its condition was not met: as long as status")
    assert "because none of its moves was possible: as little as possible, up to: Place the Gold card 200" in texts[1]


GOOD = {"type": "PlaceGold", "gold": 3, "province": "x"}


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ([order(GOOD)] * (MOST_ORDERS + 1), ()),
        ([order(GOOD), order(GOOD, guard="a ||")], (1, "guard")),
        ([order()], (0, "moves")),
        ([order(*[GOOD] * (MOST_MOVES + 1))], (0, "moves")),
        ([order(GOOD, "move")], (0, "moves", 1, "type")),
        ([order({"type": "Resign"})], (0, "moves", 0, "type")),
        ([order({"type": "PlaceGold", "gold": 3})], (0, "moves", 0, "province")),
        ([order({**GOOD, "seat": 1})], (0, "moves", 0, "seat")),
        ([order({**GOOD, "gold": "3"})], (0, "moves", 0, "gold")),
        ([order({**GOOD, "gold": {"lowest": 1}})], (0, "moves", 0, "gold")),
        ([order({**GOOD, "gold": {}})], (0, "moves", 0, "gold")),
        ([order({**GOOD, "gold": {"any": 1}})], (0, "moves", 0, "gold")),
        ([order({**GOOD, "gold": {"least": {"from": 1}}})], (0, "moves", 0, "gold", "least")),
        ([order({**GOOD, "gold": {"least": {"from": 4, "to": 1}}})], (0, "moves", 0, "gold", "least")),
        ([order({**GOOD, "gold": {"least": {"from": True, "to": 1}}})], (0, "moves", 0, "gold", "least")),
        ([order({**GOOD, "province": {"most": {"from": 1, "to": 2}}})], (0, "moves", 0, "province")),
        ([order({"type": "SealOffering", "cards": [1, "2"]})], (0, "moves", 0, "cards")),
    ],
)
def test_bad_orders(given, place):
    """A bad order is refused, and the error names the place."""
    with pytest.raises(BadOrder) as caught:
        read_orders(CARDS, given)
    assert caught.value.place == place and str(caught.value)


def test_defaults_may_be_omitted():
    """A command's defaults are an order's defaults, too."""
    projector = projector_for("amun-re")
    (read,) = read_orders(
        projector, [order({"type": "PlaceBid", "province": "x", "gold": {"least": {"from": 1, "to": 6}}})]
    )
    assert read.moves[0]["bribe"] is False and read.moves[0]["protection"] is False


def ordered_in(projector, game):
    """The number of this game's moves made by orders, and the number of all moves."""
    records = read_records(projector, game.entries)
    return sum(isinstance(one.data, MoveOrdered) for one in records), game.final.moves


@pytest.mark.parametrize("title", BIDDING)
def test_stewards_order_what_they_would_have_bid(title):
    """Stewards' orders stay within the limits and bid as the stewards would; the record verifies without a visit."""
    projector, seen, seat, legal = asked(title, has_many_bids)
    orders = orders_of(projector.rulebook, seen.table, seat)
    given = [{"guard": one.guard, "when": one.when, "moves": list(one.moves)} for one in orders]
    assert read_orders(projector, given) == orders
    liked = apply_orders(orders, projector, seen, seat).command
    bids = [one for one in legal if one.BID]
    worth = projector.rulebook.appraise(seen.table, seat, bids)
    assert worth[bids.index(liked)] == max(worth)
    kinds = ["steward"] * projector.rulebook.meta.least_players
    plain, game = play_out(projector, kinds, "visits"), play_out(projector, kinds, "visits", orders=True)
    assert ordered_in(projector, plain)[0] == 0
    by_order, moves = ordered_in(projector, game)
    assert by_order > moves // 20
    raw = b"".join(export_bundle(projector, game.game_id, game.entries, "all"))
    assert verify(raw).ok and engine.verify(raw).first_bad is None


def test_an_order_for_certain_moments_lasts_as_long_as_its_guard():
    """An order is skipped while its guard does not hold, stays if it has no legal move, and ends without a notice."""
    projector, seen, seat, legal = asked("amun-re-card-game", lambda legal: any(one.BID for one in legal))
    good, bad = command_json(legal[-1]), {**command_json(legal[-1]), "province": "nowhere"}
    playing = f"status == 'playing' && table.players[{seat}].seat == `{seat}`"
    now, never = f"contains(to_act, `{seat}`)", "table.phase == 'offering'"
    given = [
        {**order(good, guard=playing), "when": never},
        {**order(good, guard="status == 'finished'"), "when": now},
        order(bad),
        {**order(bad, guard=playing), "when": now, "note": "mine  own"},
        {**order(bad, good, guard=playing), "when": now},
        {**order(good, guard="status == 'finished'"), "when": never},
        order(bad),
    ]
    orders = read_orders(projector, given)
    applied = apply_orders(orders, projector, seen, seat)
    assert applied.command == legal[-1]
    assert applied.left == (orders[0], orders[3], orders[4], orders[6])
    assert applied.dropped == ((orders[2], "moves"),)
    none = apply_orders(orders[:4], projector, seen, seat)
    assert (none.command, none.left) == (None, (orders[0], orders[3]))
    assert render(describe_order(projector.rulebook, orders[3]), as_recorded(seen)) == "mine own"
    said = render(describe_order(projector.rulebook, orders[0]), as_recorded(seen))
    assert said.startswith(f"as long as {playing}: when {never}: ")


def test_of_several_named_places_the_first_counts_most():
    """The most of the first value, then of the next, in the order in which they are written."""
    projector, seen, seat, legal = asked(
        "amun-re", lambda legal: len({(one.stones, one.favor) for one in legal if hasattr(one, "favor")}) > 3
    )
    most = {"most": {"from": 0, "to": 9}}
    for first, second in (("stones", "favor"), ("favor", "stones")):
        wish = {"type": "TakeReward", first: most, second: most, "farmers": {"any": True}}
        meant = apply_orders(read_orders(projector, [order(wish)]), projector, seen, seat).command
        assert getattr(meant, first) == max(getattr(one, first) for one in legal)


LATER = [title for title in TITLES if find_standing_orders(title)]
ALL_THE_SAME = {
    "amun-re": {"TakeReward", "TakeIncome", "PlaceFarmer"},
    "amun-re-card-game": {"ExtendProvince", "PlacePyramid"},
    "das-amulett": {"BidEnergy"},
}
"""The share of steward orders for later moments that match a steward's move exactly; the rest nearly match."""


@pytest.mark.parametrize("title", LATER)
def test_steward_orders_for_later(title):
    """Steward orders for later can be placed, save at least two of five visits, and make the steward's favourite
    moves.
    """
    projector = projector_for(title)
    rulebook, kinds = projector.rulebook, ["steward"] * projector.rulebook.meta.least_players
    plain, ordering = VisitCounter(rulebook), VisitCounter(rulebook)
    match, told = Match(projector, kinds, "later", watch=plain.watch), set()
    while match.step() and not match.game.is_over:
        for seat in shared.to_act(rulebook, match.game):
            seen = match._seen[seat]
            orders = find_standing_orders(title)(seen.table, seat)
            given = [{"guard": one.guard, "when": one.when, "moves": list(one.moves)} for one in orders]
            assert read_orders(projector, given) == orders
            command = apply_orders(orders, projector, seen, seat).command
            if command is not None and type(command).__name__ in ALL_THE_SAME[title]:
                legal = shared.legal(rulebook, seen, seat)
                worth = rulebook.appraise(seen.table, seat, legal)
                assert worth[legal.index(command)] == max(worth), command
                told.add(type(command).__name__)
    assert told >= ALL_THE_SAME[title] - {"PlaceFarmer"}
    game = Match(projector, kinds, "later", watch=ordering.watch, orders=True).finish()
    assert ordering.counted.visits < plain.counted.visits * 3 / 4
    raw = b"".join(export_bundle(projector, game.game_id, game.entries, "all"))
    assert verify(raw).ok and engine.verify(raw).first_bad is None


def test_without_bids_a_steward_orders_nothing():
    """When a seat is asked for anything but a bid, its player answers."""
    projector, seen, seat, _ = asked("kheops", lambda legal: len(legal) > 1)
    assert orders_of(projector.rulebook, seen.table, seat) == ()


def test_a_tournament_with_orders():
    """A seed always gives the same games, but others without orders; each kind plays in every seat."""
    kinds = ["steward"] * 3
    plays = [list(play_arena(CARDS, kinds, range(3), "orders", orders=True)) for _ in range(2)]
    assert plays[0] == plays[1]
    scores = arena_result(CARDS.rulebook, kinds, plays[0]).scores
    assert all([count for count, _won in score.by_seat] == [1, 1, 1] for score in scores)


def test_the_example_of_the_document():
    """The guide has valid orders that apply in an auction, and others for a turn."""
    text = (ROOT / "docs/guides/standing-orders.md").read_text("utf-8")
    given, for_a_turn = (json.loads(part.partition("```")[0])["orders"] for part in text.split("```json\n")[1:])
    offer, nothing = read_orders(projector_for("das-amulett"), for_a_turn)
    assert offer.note and offer.guard == nothing.guard and "on_offer" in offer.when
    orders = read_orders(CARDS, [{"guard": "", **one} for one in given])
    projector, seen, seat, legal = asked("amun-re-card-game", has_many_bids)
    applied = apply_orders(orders, projector, seen, seat)
    assert applied.command in legal or [reason for _order, reason in applied.dropped] == ["moves", "guard"]
    assert len(applied.left) + len(applied.dropped) == len(orders) == 2
