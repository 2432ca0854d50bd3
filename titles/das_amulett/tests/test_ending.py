"""The end: an immediate win with seven kinds or eight gems; and the house rule."""

import msgspec
import pytest
from msgspec.structs import replace

from domain.chance import Scripted
from domain.projector import projector_for
from domain.rulebook import BadOption, places_so_far, settle_options
from eventstore.canonical_json import canonical
from titles import das_amulett as title
from titles.das_amulett.commands import OfferMetals, TakeGem
from titles.das_amulett.components import shipped_components
from titles.das_amulett.events import (
    AmuletCompleted,
    GemTaken,
    OfferDiscarded,
    TakeBackInvited,
    TurnBegun,
    TurnLimitReached,
)
from titles.das_amulett.spells import GEMS
from titles.das_amulett.tests.tables import BARE, amulet, energy, exchanging, hands, lay, start, there

GOLD = BARE["gold"]
SIX_KINDS = ("red", "yellow", "green", "clear", "white", "blue")


def about_to_win(*gems, held=(), here=("grey",), cards="g3"):
    """Seat 0 has these gems and wins the exchange for these gems."""
    return lay(amulet(exchanging(cards, "", "", region=GOLD, held=held), 0, *gems), GOLD, *here)


def test_seven_kinds_win():
    """DA-W1: a player with that many wins immediately."""
    table = about_to_win(*SIX_KINDS)
    happened = table.when(OfferMetals(0, 1))
    assert [GemTaken(0, GOLD, "grey"), AmuletCompleted(0, 7, 7)] == happened.events[-2:]
    assert ((1, 2, 2), "amulet completed") == (title.result(table.state).places, title.result(table.state).reason)


def test_seven_gems_of_six_kinds_do_not():
    """DA-W1: a second gem of a kind is no new kind."""
    table = about_to_win(*SIX_KINDS, here=("red",))
    assert [] == table.when(OfferMetals(0, 1)).of(AmuletCompleted)
    assert title.result(table.state) is None


def test_eight_gems_win():
    """DA-W1: eight gems of any kinds win."""
    table = about_to_win(*["red"] * 7, here=("red",))
    assert [AmuletCompleted(0, 1, 8)] == table.when(OfferMetals(0, 1)).of(AmuletCompleted)


def test_white_and_clear_blue_and_light_blue():
    """R71: are four kinds."""
    table = about_to_win("white", "clear", "blue", "light_blue", "red", "yellow", here=("green",))
    assert [AmuletCompleted(0, 7, 7)] == table.when(OfferMetals(0, 1)).of(AmuletCompleted)
    assert 10 == len(GEMS)


def test_nothing_happens_after_a_win():
    """DA-W1, R45: the offer stays on the table, no cards are taken back, the company stays, no one is asked."""
    table = about_to_win(*SIX_KINDS, held=("Influence", "Foul Curse of Avarice"))
    happened = table.when(OfferMetals(0, 3))
    assert [] == happened.of(TakeBackInvited) + happened.of(OfferDiscarded)
    assert ((3, 0, 0, 0), GOLD, ()) == (table.state.laid, table.state.company, title.to_act(table.state))
    assert [()] * 3 == [tuple(table.legal(seat)) for seat in range(3)]
    table.refuses(OfferMetals(1, 1), "DA-W1")


def test_the_second_gem_of_a_gift_wins():
    """R45: the amulet is checked after each single gem, so the second gem of a Gift can win."""
    table = about_to_win(*SIX_KINDS[:5], held=("Gift",), here=("grey", "blue"))
    table.when(OfferMetals(0, 1))
    happened = table.when(TakeGem(0, "grey"))
    assert [GemTaken(0, GOLD, "grey"), GemTaken(0, GOLD, "blue"), AmuletCompleted(0, 7, 7)] == happened.events


def test_the_first_gem_of_a_gift_wins():
    """R45: if the first gem of a Gift wins, the second is not taken."""
    table = about_to_win(*SIX_KINDS, held=("Gift",), here=("grey", "brown"))
    table.when(OfferMetals(0, 1))
    table.when(TakeGem(0, "grey")).then(GemTaken(0, GOLD, "grey"), AmuletCompleted(0, 7, 7))
    assert ("brown",) == there(table, GOLD)


def test_one_winner():
    """DA-W2, R70: the winner is first though another player has more kinds; the rest are ranked by the house rule."""
    table = amulet(about_to_win(*["red"] * 7), 1, *["red"] * 7)
    amulet(table, 2, "red", "blue", "green")
    table.when(OfferMetals(0, 1))
    assert (1, 3, 2) == title.result(table.state).places
    assert (0,) == title.result(table.state).winners()


def test_two_cannot_win_at_once():
    """R68: only the amulet of the player who took a gem, the last winner of an exchange, is checked."""
    table = about_to_win(*SIX_KINDS)
    table.when(OfferMetals(0, 1))
    assert 0 == table.state.winner == table.state.hat == table.state.bidder


def test_gems_do_not_run_out():
    """R69: six players that have not won hold 42 gems at most of 52."""
    components = shipped_components()
    assert (7, 8) == (components.win_different, components.win_total)
    most = title.meta.most_players * (components.win_total - 1)
    assert (42, 52) == (most, sum(number for _gem, number in components.gems))


def test_points_are_gems():
    """R73: a player's points are the gems on the amulet."""
    table = amulet(about_to_win(*SIX_KINDS), 2, "red", "red")
    assert (6, 0, 2) == title.standing(table.state)
    table.when(OfferMetals(0, 1))
    assert (7, 0, 2) == title.result(table.state).points


def test_an_agreed_end_ranks_as_the_turn_limit_does():
    """R73, R70: an agreed end ranks by kinds of gems, gems, then metal cards; in the first edition by gems only."""
    table = amulet(about_to_win(*SIX_KINDS[:3]), 2, "red", "red", "red", "red")
    assert (3, 0, 4) == title.standing(table.state)
    assert 1 == table.state.edition and (2, 3, 1) == title.places(table.state)
    table.state = replace(table.state, edition=2)
    assert (1, 3, 2) == title.places(table.state) == places_so_far(title, table.state, 3)
    limited = replace(table.state, phase="over")
    assert title.result(limited).places == title.places(table.state)
    assert title.result(limited).points == title.standing(table.state)
    fewer = replace(table.state.players[1], gems=table.state.players[2].gems, cards=table.state.players[2].cards + 1)
    table.state = replace(table.state, players=(table.state.players[0], fewer, table.state.players[2]))
    assert (1, 2, 3) == title.places(table.state)


def test_a_table_without_an_edition_is_of_the_first_one():
    """R73: TableLaid 1 had none."""
    (laid, *_rest) = title.setup(3, {"components": None, "advanced": False, "turn_limit": 5}, Scripted([0] * 200))
    data = {name: value for name, value in msgspec.to_builtins(laid).items() if name != "edition"}
    read = projector_for(title.meta.id).decode(canonical({"at": 1000, "data": data}))
    assert (read.version, read.data) == (2, laid) and 1 == title.evolve(None, laid).edition


# The house rule


def at_the_limit(turn=5):
    """A table in the last energy phase of a game of five turns."""
    table = start(turn_limit=5)
    table.state = replace(table.state, turn=turn)
    return energy(table)


def test_the_limit():
    """R70: the game ends after the last turn's energy phase, and not before."""
    assert [TurnBegun(5, 3)] == at_the_limit(4).settles(0).of(TurnBegun)
    happened = at_the_limit().settles()
    assert TurnLimitReached(5) == happened.events[-1]
    assert "turn limit" == title.result(happened.state).reason


def test_the_option():
    """R70: 100 turns, or fewer if the host says so."""
    assert [100, 1] == [settle_options(title, given)["turn_limit"] for given in ({}, {"turn_limit": 1})]
    for turns in (0, 101):
        with pytest.raises(BadOption):
            settle_options(title, {"turn_limit": turns})


def places(gems, cards):
    """The ranking when the limit is reached."""
    table = hands(at_the_limit(), *cards)
    for seat, word in enumerate(gems):
        amulet(table, seat, *word.split())
    table.settles()
    return title.result(table.state).places


def test_first_the_most_kinds():
    """R70: though another player has more gems and cards."""
    assert (2, 1, 3) == places(("red red red", "red blue", "red"), ("g9", "", "g9"))


def test_then_the_most_gems():
    """R70: with equally many kinds, the most gems win, even if another player has more cards."""
    assert (2, 1, 3) == places(("red blue", "red red blue", "red red"), ("g9", "", "g9"))


def test_then_the_most_cards():
    """R70: with equally many kinds and gems, the most cards of any metals win."""
    assert (2, 1, 3) == places(("red blue", "green grey", "red blue"), ("g2", "g1s1i1", "g1"))


def test_then_the_place_is_shared():
    """R70: with all of these equal, the first place is shared, and there is no second place."""
    assert (1, 1, 3) == places(("red blue", "green grey", "red"), ("g2", "s2", "g9"))
