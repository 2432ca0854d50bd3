"""Each numbered rule of Whist."""

import stele_whist as title
from stele_whist.cards import CARDS, name_of, winner_of
from stele_whist.events import CardPlayed, DealScored, HandDealt, PlayCard, TeamsSeated, TrickTaken

from stele.laws import Given
from stele.title import Hidden, Result, Rulebook, Scripted

WHIST: Rulebook[title.State] = title
"""The type checker verifies here that this is a title."""

HANDS = tuple(CARDS[13 * seat : 13 * seat + 13] for seat in range(4))
"""Clubs to seat 1, diamonds to seat 2, hearts to seat 3, spades to seat 4."""
MIXED = tuple(tuple(card for card in CARDS if card % 4 == seat) for seat in range(4))


def given(*events, deals=1, hands=HANDS):
    """A game after these facts."""
    dealt = [HandDealt(seat, hand) for seat, hand in enumerate(hands)]
    return Given(title, TeamsSeated(deals), *dealt, *events)


def trick(*cards, seat=0):
    """These cards, played from this seat on."""
    return [CardPlayed((seat + number) % 4, card) for number, card in enumerate(cards)]


def test_two_teams_play_an_agreed_number_of_deals():
    """S1: partners sit opposite each other."""
    assert [TeamsSeated(3)] == list(title.setup(4, {"deals": 3}, Scripted([])))
    assert (0, 1, 0, 1) == title.meta.teams_of(4)


def test_thirteen_cards_are_dealt_to_each():
    """S2: in one event, hidden from the other players."""
    Given(title, TeamsSeated(1)).settles(*(0,) * 52).then(*(HandDealt(seat, HANDS[seat]) for seat in range(4)))
    seen = title.evolve(title.State(1), HandDealt(0, Hidden(13)))
    assert (Hidden(),) * 13 == seen.hands[0]


def test_trumps_follow_a_fixed_order():
    """S3: hearts, clubs, diamonds, spades, and hearts again."""
    suits = [title.State(9, deal=deal).trump for deal in range(1, 6)]
    assert ["hearts", "clubs", "diamonds", "spades", "hearts"] == suits


def test_another_seat_leads_in_each_deal():
    """S4: the first seat, then the second."""
    assert (0,) == title.to_act(given().state)
    over = given(DealScored((0, 7)), *(HandDealt(seat, hand) for seat, hand in enumerate(HANDS)), deals=2)
    assert (1,) == title.to_act(over.state)


def test_the_leader_plays_any_card():
    """T1: the seats play in turn, and a card of another hand is refused."""
    table = given()
    assert [PlayCard(0, card) for card in HANDS[0]] == table.legal(0)
    table.when(PlayCard(0, 5)).then(CardPlayed(0, 5))
    table.refuses(PlayCard(0, 13), rule="T1")
    assert (1,) == title.to_act(given(*trick(5)).state)


def test_players_follow_suit():
    """T2: as long as they can."""
    table = given(*trick(4), hands=MIXED)
    assert [PlayCard(1, card) for card in MIXED[1] if card < 13] == table.legal(1)
    table.refuses(PlayCard(1, 13), rule="T2")
    assert [PlayCard(1, card) for card in HANDS[1]] == given(*trick(5)).legal(1)


def test_the_highest_trump_or_card_of_the_suit_takes_the_trick():
    """T3, T4: the player of the winning card takes the trick and leads."""
    assert (0, 5) == winner_of([(0, 5), (1, 13), (2, 2), (3, 51)], "hearts")
    assert (2, 26) == winner_of([(0, 12), (1, 13), (2, 26), (3, 51)], "hearts")
    assert (3, 27) == winner_of([(0, 12), (1, 13), (2, 26), (3, 27)], "hearts")
    after = given(*trick(5, 13, 26)).when(PlayCard(3, 39))
    after.then(CardPlayed(3, 39), TrickTaken(2))
    assert (2,) == title.to_act(after.state)
    assert ("Q♠", "10♣") == (name_of(49), name_of(8))


def test_tricks_above_six_are_points():
    """P1, P2: for both partners; the team with more wins, and equal ones share the place."""
    events = [event for number in range(12) for event in (*trick(*(number + 13 * s for s in range(4))), TrickTaken(2))]
    last = [CardPlayed(2, 38), CardPlayed(3, 51), CardPlayed(0, 12)]
    table = given(*events, *last).when(PlayCard(1, 25))
    table.then(CardPlayed(1, 25), TrickTaken(2), DealScored((7, 0)))
    assert Result((1, 3, 1, 3), (7, 0, 7, 0), "points") == title.result(table.state)
    even = given(
        DealScored((2, 0)), *(HandDealt(seat, hand) for seat, hand in enumerate(HANDS)), DealScored((0, 2)), deals=2
    )
    assert Result((1, 1, 1, 1), (2, 2, 2, 2), "points") == title.result(even.state)


def test_the_steward_leaves_the_trick_to_a_partner():
    """T3: the last to play throws the least card on a partner's trick, and takes another cheaply."""
    hands = ((0, *range(14, 26)), (12, *range(27, 39)), (1, *range(40, 52)), (2, 3, 11, *range(4, 11), 13, 26, 39))
    ours = given(*trick(0, 12, 1), hands=hands)
    assert PlayCard(3, 2) == _chosen(ours, 3)
    theirs = given(*trick(0, 1, 12)[:1], hands=hands)
    assert title.to_act(theirs.state) == (1,) and [PlayCard(1, 12)] == theirs.legal(1)


def _chosen(table, seat):
    commands = table.legal(seat)
    worth = title.appraise(table.state, seat, commands)
    return commands[worth.index(max(worth))]
