"""Luck that can't be ground: each attempt is impossible, or the record shows it."""

import msgspec
import pytest

from ai.self_play import seeded_game_key
from audit.verification.report import print_report
from audit.verification.verify import verify
from domain import game as shared
from domain.chance import commitment, nonce_commitment
from domain.game import GameFinished, GameStarted, NonceOpened, OpenNonce, SeatTaken, TakeSeat
from domain.messages import Illegal
from tests.audit.games import SEATED, TITLES, Seating, bundled, retold, rewritten, sealed_again, seated

every_title = pytest.mark.parametrize("title", TITLES)
TRIES = 12


def finding(raw):
    """The failing check, and the place."""
    report = verify(raw)
    assert not report.ok
    return report.checks[-1].name, report.first_bad


def luck_of(raw):
    """The verification's sentences about the luck of a sound record."""
    report = verify(raw)
    assert report.ok, print_report(report)
    return next(check.detail for check in report.checks if check.name == "luck")


def number_of(game, kind, seat=None):
    """The number of the entry with this event."""
    return next(
        number
        for number, entry in enumerate(game.entries)
        for data in (msgspec.json.decode(entry.public)["data"],)
        if data["type"] == kind.__name__ and seat in (None, data.get("seat"))
    )


def after_the_start(happenings):
    """The luck of the set-up."""
    names = [type(one.event).__name__ for one in happenings]
    return [one.event for one in happenings[names.index(GameStarted.__name__) + 1 :]]


@every_title
@pytest.mark.parametrize("strict", [False, True], ids=["open", "strict"])
def test_every_kind_of_luck_verifies_and_names_its_limits(title, strict):
    """Persons and a computer player with nonces: everything follows, and the report names the scheme."""
    projector, game = seated(title, "resigned", strict=strict, computers=1)
    for viewer in ("all", "public", *range(game.final.players)):
        said = luck_of(bundled(projector, game, game.entries, viewer))
        assert "scheme 2" in said
        assert "brought no nonce" not in said
        assert ("strict: the last to open a nonce could only refuse" in said) == strict
        assert ("knew the game key and joined last" in said) != strict


@every_title
def test_a_player_without_a_nonce_is_named(title):
    """And without any person's nonce, the report says that the operator could choose everything."""
    projector, game = seated(title, "called off", silent=(0,))
    assert "seat 0 brought no nonce" in luck_of(bundled(projector, game, game.entries))
    projector, game = seated(title, "called off", silent=(0, 1, 2))
    said = luck_of(bundled(projector, game, game.entries))
    assert "seats 0" in said and " brought no nonce; no person brought one, so the operator could choose" in said


@every_title
def test_the_key_cannot_be_ground_against_a_known_nonce(title):
    """The operator waits for the first player's nonce and then searches for a key with the desired luck.

    With the opening and the seat in a single action (an early form) every verifier finds this, without the key. A
    rewritten opening contradicts what the player received before bringing the nonce.
    """
    _projector, honest = seated(title)
    shown_before_any_nonce = honest.final.commitment
    nonce = honest.final.nonces[0]
    for number in range(TRIES):
        ground = Seating(title, seeded_game_key(f"ground {number}"), honest.final.players)
        ground.sit(0)
        assert ground.game.nonces == (nonce,)
        together = [[*ground.actions[0], *ground.actions[1]]]
        told = ground.played()
        lie = sealed_again(ground.projector, together, ground.game_key, SEATED)
        assert finding(bundled(ground.projector, told, lie, "public")) == ("course", "1-1")
        assert told.final.commitment != shown_before_any_nonce
        assert told.entries[0].digest != honest.entries[0].digest


@every_title
def test_a_new_record_cannot_claim_the_old_scheme(title):
    """A current record that claims scheme 1 fails; for a record in the early form the report names the limits."""
    projector, game = seated(title, edition=1)

    def claims(plain):
        plain["data"]["luck"] = "1"

    def is_of_that_time(plain):
        plain["version"] = 2
        for name in (
            "luck",
            "strict",
            "nonce_commitments",
            "signed",
            "referee",
            "pace",
            "reserved",
            "edition",
            "rated",
            "signing",
            "referee_key",
            "beacon",
        ):
            del plain["data"][name]

    raw = bundled(projector, game, game.entries)
    assert finding(rewritten(raw, 0, claims)) == ("luck", "1-0")
    assert "operator chose the game key after seeing the first player's nonce" in luck_of(
        rewritten(raw, 0, is_of_that_time)
    )


@every_title
def test_knowing_the_key_and_sitting_last_gives_nothing_in_a_strict_game(title):
    """With the key known, nonces are tried until the luck pleases: only the committed one is accepted.

    Without strictness each of them is taken, which is what the report says then.
    """
    players = max(2, seated(title)[1].final.players)
    game_key = seeded_game_key("known to the last")
    wished, lucks = [f"wished-{number}" for number in range(TRIES)], []
    for nonce in wished:
        table = Seating(title, game_key, players, nonces=[*(f"n{seat}" for seat in range(players - 1)), nonce])
        for seat in range(players):
            table.sit(seat)
        lucks.append(after_the_start(table.actions[-1]))
    assert any(one != lucks[0] for one in lucks)

    strict = Seating(title, game_key, players, strict=True)
    for seat in range(players):
        strict.sit(seat)
    for seat in range(players - 1):
        strict.act(OpenNonce(seat, strict.nonces[seat]))
    for nonce in wished:
        with pytest.raises(Illegal) as refused:
            strict.act(OpenNonce(players - 1, nonce))
        assert refused.value.rule == "G9"
    assert strict.game.to_open == (players - 1,)
    strict.act(OpenNonce(players - 1, strict.nonces[-1]))
    assert strict.game.status == "playing"


@every_title
def test_another_nonce_than_the_committed_one_is_found(title):
    """An operator with the key lets a player open another nonce and seals everything anew: found without the key."""
    projector, game = seated(title, "resigned", strict=True, computers=1)
    number = number_of(game, NonceOpened, 0)
    lie = retold(projector, game, number, NonceOpened(0, "wished"))
    for viewer in ("all", "public"):
        assert finding(bundled(projector, game, lie, viewer)) == ("luck", str(game.entries[number].position))


@every_title
def test_a_computer_players_nonce_is_bound_before_players_sit(title):
    """The operator can't change it after seeing the persons' nonces, and a thief of the key does not know it."""
    projector, game = seated(title, "resigned", computers=1)
    last = game.final.players - 1
    number = number_of(game, SeatTaken, last)
    taken = SeatTaken(last, "", "random", "wished")
    lie = retold(projector, game, number, taken)
    assert finding(bundled(projector, game, lie, "public")) == ("luck", str(game.entries[number].position))
    lucks = []
    for guess in range(TRIES):
        nonces = [*(f"n{seat}" for seat in range(last)), f"guess {guess}"]
        table = Seating(title, game.game_key, last + 1, computers=1, nonces=nonces)
        for seat in range(last):
            table.sit(seat)
        lucks.append(after_the_start(table.actions[-1]))
    assert any(one != lucks[0] for one in lucks)


@every_title
def test_a_strict_game_takes_its_course(title):
    """It starts when the last nonce is open, no seat opens twice, and commitments are where they must be."""
    projector, game = seated(title, "called off", strict=True)
    raw = bundled(projector, game, game.entries, "public")
    opened = [number for number, entry in enumerate(game.entries) if b'"type":"NonceOpened"' in entry.public]

    def other_seat(plain):
        plain["data"]["seat"] = plain["actor"] = 1

    def not_strict(plain):
        plain["data"]["strict"] = False

    def unbound(plain):
        plain["data"]["nonce_commitment"] = ""

    assert finding(rewritten(raw, opened[-1], other_seat)) == ("course", str(game.entries[opened[-1]].position))
    assert finding(rewritten(raw, 0, not_strict)) == ("course", str(game.entries[opened[0]].position))
    assert finding(rewritten(raw, number_of(game, SeatTaken, 1), unbound))[0] == "luck"
    whole = Seating(title, game.game_key, game.final.players, strict=True)
    for seat in range(game.final.players):
        whole.sit(seat)
    actions = [*whole.actions, [shared.Happening(GameStarted())]]
    early = sealed_again(projector, actions, game.game_key, SEATED)
    assert finding(bundled(projector, game, early, "public")) == ("course", str(early[-1].position))


def test_a_commitment_of_another_game_binds_no_player():
    """A player joins with a commitment made for another game: it can never be opened."""
    table = Seating("kheops", seeded_game_key("elsewhere"), 2, strict=True)
    table.act(TakeSeat(0, player="a", nonce_commitment=nonce_commitment("another", 0, "mine")))
    table.sit(1)
    with pytest.raises(Illegal) as refused:
        table.act(OpenNonce(0, "mine"))
    assert refused.value.rule == "G9"


@every_title
def test_the_published_key_is_the_committed_one(title):
    """A key ground afterwards and published at the end in place of the committed one is found."""
    projector, game = seated(title)
    finished = number_of(game, GameFinished)
    event = projector.decode(game.entries[finished].public).data
    other = seeded_game_key("ground afterwards")
    assert commitment(other) != game.final.commitment
    lie = retold(projector, game, finished, msgspec.structs.replace(event, key=other.hex()))
    assert finding(bundled(projector, game, lie)) == ("luck", str(game.entries[finished].position))
