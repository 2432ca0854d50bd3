"""Challenge notices: the invited players and the challenger are told once, with each other's messages."""

import pytest

from domain.clocks.availability import DAY
from domain.game import LeaveSeat, ReleaseSeat, ReserveSeat, TakeSeat
from domain.terms import GameTerms
from services.community.blocks import Blocks
from services.community.challenges import Challenges
from services.games.unfilled_tables import KEPT_MILLISECONDS, WaitingTables
from services.notifications.kinds import NOTICE_KINDS
from tests.services.notifications.test_log_follower import TITLE, Server


@pytest.fixture
def server(empty_redis):
    return Server(empty_redis)


def challenge(server, text="Fancy a game?", *, sits=True, kept=("", "p1"), title=TITLE, **more):
    """A game that p0 opens with a seat for p1."""
    game_id = more.pop("game_id", "a")
    Challenges(server.redis).open(game_id, "p0", server.now, text)
    server.tables.open(GameTerms(title, len(kept), reserved=kept, **more), game_id=game_id)
    server.tell()
    if sits:
        server.do(game_id, TakeSeat(0, player="p0"), "public")
        server.tell()
    return game_id


def decline(server, game_id, text=""):
    """The decision of p1."""
    Challenges(server.redis).decline(game_id, "p1", server.now, text)
    server.do(game_id, ReleaseSeat(-1, 1, "declined"), "public")
    server.tell()


@pytest.mark.parametrize("sits", [True, False])
def test_an_invitation_names_the_challenger_and_has_the_message(server, sits):
    """Even before the challenger has joined, the invitation names the challenger and has the message."""
    challenge(server, sits=sits)
    assert server.told("p1") == ["invited"]
    game = "Kheops against p0" if sits else "Kheops"
    assert server.said("p1") == f"{game}: p0 invites you: “Fancy a game?”"
    assert server.told("p0") == []
    challenge(server, "", game_id="b")
    assert server.said("p1").endswith("p0 invites you.")


def test_the_challenger_is_told_once_who_declined_and_why(server):
    """A notice of its own kind tells the challenger; the player who declined gets no further notice."""
    game_id = challenge(server)
    decline(server, game_id, "No time <b>this</b> week {by}")
    assert server.told("p0") == ["declined"] and server.told("p1", unread=True) == []
    assert server.said("p0") == "Kheops: p1 declined the invitation: “No time <b>this</b> week {by}”"
    server.tell()
    assert server.told("p0") == ["declined"]
    assert NOTICE_KINDS["declined"].happened


def test_other_players_are_told_without_the_message(server):
    """Other players are notified without the message, which is for the challenger."""
    game_id = challenge(server, kept=("", "p1", ""), title="amun-re")
    server.do(game_id, TakeSeat(2, player="p2"), "public")
    decline(server, game_id, "Not with you")
    assert server.told("p2") == ["declined"]
    assert server.said("p2").endswith("p1 declined the invitation.")
    assert server.said("p0").endswith("“Not with you”")


def test_an_expired_seat_is_told_to_both_once(server):
    """Both are notified once of an expired seat, even a challenger who is alone at the table."""
    game_id = challenge(server)
    waiting = WaitingTables(server.tables, server.lobby, lambda _game: False)
    for later, told in ((KEPT_MILLISECONDS - 1, []), (1, ["not-kept"]), (DAY, ["not-kept"])):
        server.wait(later)
        waiting.act()
        server.tell()
        assert server.told("p0") == told and server.told("p1") == ["invited", *told]
    assert server.tables.seen(game_id).game.expected == ()


@pytest.mark.parametrize("way", ["muted", "blocked"])
def test_a_muted_players_message_is_not_shown(server, way):
    """Neither an invitation nor an answer shows a muted player's message, even to a player who mutes them
    afterwards.
    """
    game_id = challenge(server)
    Blocks(server.redis).shun("p1", "p0", way, True)
    assert server.said("p1").endswith("p0 invites you.")
    decline(server, game_id, "Never")
    Blocks(server.redis).shun("p0", "p1", way, True)
    assert server.said("p0").endswith("p1 declined the invitation.")


def test_a_blocked_challenger_is_as_one_who_gets_no_answer(server):
    """The blocked player's invitation is told to no one; what the challenger is told is the same."""
    Blocks(server.redis).shun("p1", "p0", "blocked", True)
    waiting = WaitingTables(server.tables, server.lobby, lambda _game: False)
    challenge(server)
    challenge(server, kept=("", "p9"), game_id="b")
    assert server.told("p1") == [] and server.told("p9") == ["invited"]
    server.wait(KEPT_MILLISECONDS)
    waiting.act()
    server.tell()
    assert server.told("p1") == [] and server.told("p9") == ["invited", "not-kept"]
    notices = {one.notice.game: one.notice for one in server.inbox.page("p0").notices}
    texts = {server.wording.sentence("p0", one, "en") for one in notices.values()}
    assert set(notices) == {"a", "b"} and len(texts) == 1


def test_a_deleted_message_is_in_no_notice(server):
    """A moderator deletes it, or its author's account is deleted."""
    game_id, challenges = challenge(server), Challenges(server.redis)
    challenges.remove(game_id, "challenge")
    assert server.said("p1").endswith("p0 invites you.")
    decline(server, game_id, "Never")
    challenges.forget("p1")
    assert server.said("p0").endswith("p1 declined the invitation.")
    challenges.forget("p0")
    assert not [key for key in server.redis.scan_iter("*") if b"challenge" in key]


def test_messages_expire(server):
    """Messages expire together with the list of those that a person has written."""
    game_id = challenge(server)
    decline(server, game_id, "Never")
    keys = list(server.redis.scan_iter("*challenge*"))
    assert len(keys) == 3 and all(0 < server.redis.pttl(key) <= 90 * DAY for key in keys)


def test_a_seat_reserved_later_invites_its_player(server):
    """The notice of the player before is over; its author and deadline are right."""
    game_id = challenge(server)
    server.now += DAY
    server.do(game_id, ReserveSeat(0, 1, "p7"), "public")
    server.tell()
    assert server.told("p1", unread=True) == [] and server.told("p7") == ["invited"]
    notice = server.inbox.page("p7").notices[0].notice
    message = server.wording.messages("p7", [notice])[0]
    assert message.text.endswith("p0 invites you: “Fancy a game?”")
    assert message.due == server.now + KEPT_MILLISECONDS


def test_a_seat_reserved_by_another_player_invites_in_their_name(server):
    """The guest may have blocked that player, or the opener, whose message is not for the guest."""
    game_id = challenge(server, kept=("", "p1", "", ""), title="amun-re")
    server.do(game_id, TakeSeat(2, player="p2"), "public")
    server.do(game_id, LeaveSeat(0), "public")
    Blocks(server.redis).shun("p7", "p2", "blocked", True)
    Blocks(server.redis).shun("p8", "p0", "blocked", True)
    for guest in ("p7", "p8"):
        server.do(game_id, ReserveSeat(2, 3, guest), "public")
        server.tell()
    assert server.told("p7") == [] and server.told("p8") == ["invited"]
    assert server.said("p8").endswith("p2 invites you.")
    Challenges(server.redis).decline(game_id, "p8", server.now, "Later")
    server.do(game_id, ReleaseSeat(-1, 3, "declined"), "public")
    server.tell()
    assert server.said("p2").endswith("p8 declined the invitation: “Later”")
    decline(server, game_id, "To p0")
    assert server.said("p2").endswith("p1 declined the invitation.")


def test_each_notice_has_its_own_answer(server):
    """Of a player who is invited again and declines again, once without a message."""
    game_id = challenge(server)
    for text in ("First", "", "Third"):
        server.now += 1000
        decline(server, game_id, text)
        server.now += 1000
        server.do(game_id, ReserveSeat(0, 1, "p1"), "public")
    notices = [one.notice for one in server.inbox.page("p0").notices]
    said = sorted(server.wording.sentence("p0", one, "en").partition("invitation")[2] for one in notices)
    assert said == [".", ": “First”", ": “Third”"]
