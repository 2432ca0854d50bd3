"""The expert rules: provinces in secret, and whole games by them."""

import pytest

from ai.self_play import Match, play_out
from domain import game as shared
from domain.chance import KeyedChance
from domain.projector import projector_for
from domain.redaction import HIDDEN, Hidden, redact, redact_record
from domain.rulebook import settle_options
from titles import amun_re as title
from titles.amun_re.commands import ChooseProvince
from titles.amun_re.events import (
    ChoiceInvited,
    KingdomEnded,
    ProvinceAcquired,
    ProvinceChosen,
    ProvinceDealt,
    ProvincesRevealed,
)
from titles.amun_re.tests.tables import start

PROJECTOR = projector_for("amun-re")
HANDS = (("buto", "edfu", "abu"), ("mendes", "kharga", "sawu"), ("thebes", "avaris", "amarna"))


def dealt(*hands):
    """A table at which these provinces are dealt and the first choice is invited."""
    table = start(len(hands), expert=True)
    for seat, names in enumerate(hands):
        table.and_then(*[ProvinceDealt(seat, name) for name in names])
    return table.and_then(ChoiceInvited(1, 1))


def test_the_option():
    """AR-X1: without the option, provinces are drawn at random."""
    assert [False, True] == [settle_options(title, given)["expert"] for given in ({}, {"expert": True})]
    chance = KeyedChance(bytes(32), "g", [])
    assert isinstance(title.advance(start(3).state, chance), ProvincesRevealed)
    assert isinstance(title.advance(start(3, expert=True).state, chance), ProvinceDealt)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_provinces_each(players):
    """AR-X1: dealt before the first round, none twice; then all players choose."""
    table = start(players, expert=True)
    happened = table.settles(*[0] * 3 * players)
    assert 3 * players == len({one.province for one in happened.of(ProvinceDealt)})
    assert [3] * players == [len(player.provinces) for player in table.state.players]
    assert ChoiceInvited(1, 1) == happened.events[-1]
    assert tuple(range(players)) == title.to_act(table.state)


def test_dealt_provinces_are_secret():
    """AR-X1: other viewers see their number."""
    event = ProvinceDealt(1, "buto")
    assert event == redact(event, 1)
    for viewer in (0, 2, "public"):
        assert ProvinceDealt(1, HIDDEN) == redact(event, viewer)
    shown = title.view(start(3, expert=True).and_then(redact(event, 0)).state)["players"][1]
    assert (1, None) == (shown["provinces_in_hand"], shown["province_hand"])


def test_one_of_the_own_hand_is_chosen():
    """AR-X2: a player chooses a province of their own hand, and cannot choose another player's."""
    table = dealt(*HANDS)
    assert [ChooseProvince(0, name) for name in HANDS[0]] == table.legal(0)
    table.refuses(ChooseProvince(0, "mendes"), "AR-X2")
    table.when(ChooseProvince(0, "edfu")).then(ProvinceChosen(0, 1, 1, "edfu"))
    assert (1, 2) == title.to_act(table.state)
    table.refuses(ChooseProvince(0, "buto"), "AR-X2")


def test_the_choice_is_secret():
    """AR-X2: other viewers see that a player has chosen, not which."""
    event = ProvinceChosen(1, 1, 1, "mendes")
    assert event == redact(event, 1)
    assert [ProvinceChosen(1, 1, 1, HIDDEN)] * 2 == [redact(event, viewer) for viewer in (0, "public")]
    shown = title.view(dealt(*HANDS).and_then(redact(event, 0)).state)["players"][1]
    assert {"sealed": True, "province": None} == dict(shown["chosen"])


def test_all_are_revealed():
    """AR-X2: the last choice reveals all chosen provinces; they leave the hands and are up for auction."""
    table = dealt(*HANDS)
    table.when(ChooseProvince(2, "thebes"))
    table.when(ChooseProvince(0, "edfu"))
    table.when(ChooseProvince(1, "sawu")).then(
        ProvinceChosen(1, 1, 1, "sawu"), ProvincesRevealed(1, 1, ("edfu", "sawu", "thebes"), True)
    )
    assert (("buto", "abu"), ("mendes", "kharga")) == tuple(player.provinces for player in table.state.players[:2])
    assert ["edfu", "sawu", "thebes"] == [bid.province for bid in table.state.row]


def test_revealing_opens_the_chosen_ones():
    """AR-X2: revealing opens the draws of this round's chosen provinces, and only in games where provinces are
    chosen.
    """
    sealed = ProvinceChosen(0, 1, 2, "buto")
    assert ProvincesRevealed(1, 2, ("buto",), True).reveals(sealed)
    assert not ProvincesRevealed(1, 3, ("buto",), True).reveals(sealed)
    assert not ProvincesRevealed(2, 2, ("buto",), True).reveals(sealed)
    assert not ProvincesRevealed(1, 2, ("buto",), False).reveals(sealed)
    assert not ProvincesRevealed(1, 2, ("buto",), True).reveals(ProvinceDealt(0, "buto"))


def test_the_last_province_is_chosen_automatically():
    """R59: the only answer is not asked for."""
    table = dealt(*[names[:1] for names in HANDS])
    assert () == title.to_act(table.state)
    assert [ProvincesRevealed(1, 1, ("buto", "mendes", "thebes"), True)] == table.settles().of(ProvincesRevealed)


def test_the_new_kingdom_deals_the_same_provinces():
    """R59, AR-X1: all of the Old Kingdom's and no other, three to each."""
    table = dealt(*HANDS)
    for number in range(3):
        row = tuple(names[number] for names in HANDS)
        table.and_then(ProvincesRevealed(1, number + 1, row, True))
        table.and_then(*[ProvinceAcquired(seat, name, 0) for seat, name in enumerate(row)])
    table.state = title.evolve(table.state, KingdomEnded(1))
    from msgspec.structs import replace

    table.state = replace(table.state, row=())
    happened = table.settles(*range(8, -1, -1))
    assert {name for names in HANDS for name in names} == {one.province for one in happened.of(ProvinceDealt)}
    assert [3, 3, 3] == [len(player.provinces) for player in table.state.players]
    assert ChoiceInvited(2, 1) == happened.events[-1]


class Watched:
    """A whole game; at every step each viewer's own redacted state is compared with the full one."""

    def __init__(self, players, seed, expert, kinds=None):
        self.seen = dict.fromkeys(("public", *range(players)))
        self.events, self.kept, self.asked = [], [], 0
        kinds = kinds or ["random"] * players
        match = Match(PROJECTOR, kinds, seed, {"expert": expert}, self.watch)
        self.final = match.finish().final

    def watch(self, records, game):
        """The laws that hold after every action."""
        self.events += [record.data for record in records]
        for viewer, seen in self.seen.items():
            self.seen[viewer] = PROJECTOR.fold([redact_record(one, viewer) for one in records], seen)
        if game.table is None:
            return
        self.kept.append(title.conserved(game.table))
        asked = shared.to_act(title, game)
        for viewer, seen in self.seen.items():
            assert asked == shared.to_act(title, seen)
            if viewer != "public":
                full = shared.legal(title, game, viewer)
                assert full == shared.legal(title, seen, viewer)
                assert bool(full) == (viewer in asked)
                self.asked += len(full) > 1
                assert game.table.players[viewer] == seen.table.players[viewer]
                for other, player in enumerate(seen.table.players):
                    if other != viewer:
                        assert all(isinstance(one, Hidden) for one in player.provinces)
                        assert all(isinstance(card, Hidden) for card in player.hand if card != "architect")
                        assert len(player.hand) == len(game.table.players[other].hand)
                        assert player.gold == game.table.players[other].gold


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", ["one", "two"])
def test_expert_games(players, seed):
    """AR-X1, AR-X2, R4: games end; every seat needs only its own redacted state; quantities are conserved."""
    played = Watched(players, seed, True)
    assert played.final.is_over
    assert played.asked
    assert 1 == len({tuple(one.items()) for one in played.kept})
    rows = [set(one.provinces) for one in played.events if isinstance(one, ProvincesRevealed)]
    assert set.union(*rows[:3]) == set.union(*rows[3:])
    assert [players] * 6 == [len(row) for row in rows]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_expert_games_of_stewards(players):
    """AR-X1: sensible players end them too, and they last six rounds."""
    played = play_out(PROJECTOR, ["steward"] * players, "expert", {"expert": True})
    assert sorted(played.final.result.places)[0] == 1
    assert (2, 3) == (played.final.table.kingdom, played.final.table.round)
