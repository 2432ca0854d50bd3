"""Invitations: who may sign up, and how often a link is used."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from eventstore.valkey.connection import Client
from services.accounts.club_settings import Club, ClubStore
from services.accounts.invitations import Invitations, NotInvited, TooManyInvitations, key_of_code
from services.accounts.name_rules import NameTaken
from services.accounts.players import Players, SignUpClosed

NEVER = 4_000_000_000_000


@pytest.fixture
def invited(empty_redis: Client) -> Invitations:
    """The invitations of a server where new players need one."""
    ClubStore(empty_redis).set(Club(sign_up="invited"))
    return Invitations(empty_redis)


def test_all_may_sign_up_without_a_choice(empty_redis: Client) -> None:
    """A server from before is open, and needs no code; a code is not counted there."""
    invitations = Invitations(empty_redis)
    _made, code = invitations.make("host", "", 1, NEVER, 1)
    assert Players(empty_redis).create("Ada", 2, code)
    assert Players(empty_redis).create("Bo", 2)
    assert [0] == [one.used for one in invitations.all(3)]


def test_a_closed_server_takes_no_player(empty_redis: Client, invited: Invitations) -> None:
    """A closed server refuses even a player with an invitation, and does not disclose whether a name is taken.

    Bots belong to their owners.
    """
    _made, code = invitations_code(invited)
    players = Players(empty_redis)
    ada, _token = players.create("Ada", 1, code)
    ClubStore(empty_redis).set(Club(sign_up="closed"))
    for name in ("Ada", "Bo", ""):
        with pytest.raises(SignUpClosed):
            players.create(name, 1, code)
    assert players.enrol("BOT Ada", 1, owner=ada.id).owner == ada.id


def invitations_code(invited: Invitations, most: int = 3) -> tuple[str, str]:
    """The id and the code of a new invitation."""
    made, code = invited.make("host", "for friends", most, NEVER, 1)
    return made.id, code


def test_a_code_is_needed(empty_redis: Client, invited: Invitations) -> None:
    """Without a valid code a sign-up is refused before the name is checked, whether the code is missing, wrong, expired
    or revoked.
    """
    players = Players(empty_redis)
    made, code = invitations_code(invited)
    players.create("Ada", 1, code)
    _late, expired = invited.make("host", "", 3, 5, 1)
    for name in ("Ada", "Bo"):
        for wrong in ("", "x", "é", "x" * 500, code + "x", expired):
            with pytest.raises(NotInvited) as refused:
                players.create(name, 6, wrong)
            assert refused.value.was_given == bool(wrong)
    assert [made] == [one.invitation.id for one in invited.all(6)]
    assert invited.revoke(made) and invited.revoke(made) is None
    with pytest.raises(NotInvited):
        players.create("Bo", 6, code)


def test_a_failed_sign_up_uses_nothing_up(empty_redis: Client, invited: Invitations) -> None:
    """A taken name leaves the use for another try; one that broke off is free again after a minute."""
    players = Players(empty_redis)
    _id, code = invitations_code(invited, most=2)
    players.create("Ada", 1, code)
    with pytest.raises(NameTaken):
        players.create("Ada", 1, code)
    empty_redis.hset(key_of_code(code), "pending:somebody", 60_001)
    with pytest.raises(NotInvited):
        players.create("Bo", 60_000, code)
    players.create("Bo", 60_001, code)
    assert [2] == [one.used for one in invited.all(1)]


def test_a_use_counts_once_when_many_come_together(empty_redis: Client, invited: Invitations) -> None:
    """Of forty simultaneous sign-ups in several threads, exactly the number for which the link is valid succeed."""
    _id, code = invitations_code(invited, most=7)
    players = [Players(empty_redis) for _ in range(8)]

    def signs_up(number: int) -> bool:
        try:
            return bool(players[number % 8].create(f"Player {number}", 1, code))
        except NotInvited:
            return False

    with ThreadPoolExecutor(8) as threads:
        assert 7 == sum(threads.map(signs_up, range(40)))
    assert [7] == [one.used for one in invited.all(1)]
    assert 7 == len(players[0].all())
    assert {b"invitation", b"most", b"ends_at", b"used"} == set(empty_redis.hkeys(key_of_code(code)))


def test_a_code_is_not_stored(empty_redis: Client, invited: Invitations) -> None:
    """No key and no value holds it."""
    _id, code = invitations_code(invited)
    for key in empty_redis.scan_iter("*", 1000):
        assert code.encode() not in key + (empty_redis.dump(key) or b"")


def test_there_is_a_maximum(invited: Invitations, monkeypatch: pytest.MonkeyPatch) -> None:
    """More are refused until one is revoked or has expired."""
    monkeypatch.setattr("services.accounts.invitations.MOST_INVITATIONS", 2)
    invited.make("host", "", 1, NEVER, 1)
    invited.make("host", "", 1, 10, 1)
    with pytest.raises(TooManyInvitations):
        invited.make("host", "", 1, NEVER, 9)
    assert invited.make("host", "", 1, NEVER, 10)


def test_the_club_is_seen_soon_after_a_change(empty_redis: Client) -> None:
    """A change is visible at once in its own process, and within seconds in a reader's cache."""
    one, other = ClubStore(empty_redis), ClubStore(empty_redis)
    assert Club() == one.recent() == other.recent() == one.get()
    one.set(Club("Pyramid club", sign_up="invited"))
    assert "Pyramid club" == one.recent().name == one.get().name
    assert Club() == other.recent()
    other._looked_at = time.monotonic() - 6
    assert "Pyramid club" == other.recent().name
