"""Unfilled tables: a waiting table starts, a seat becomes free, or the game is called off in time (G6, G9, G21)."""

import pytest

from domain.chance import nonce_commitment
from domain.clocks.availability import DAY
from domain.clocks.events import Pace
from domain.game import NOT_OPENED, Abort, LeaveSeat, OpenNonce, ReleaseSeat, ReserveSeat, SeatReleased, TakeSeat
from domain.messages import Illegal
from domain.terms import GameTerms
from eventstore.log import LogReader
from services.games.lobby.index import LobbyIndex
from services.games.lobby.lobby import Lobby
from services.games.operator_tasks import standstills
from services.games.tables import Tables
from services.games.unfilled_tables import KEPT_MILLISECONDS, WaitingTables, opening_time, reserved_until

TITLE = "kheops"


class Club:
    """Tables under a clock that the test moves, and what looks after those that wait."""

    def __init__(self, store):
        self.now = 1_767_225_600_000
        self.tables = Tables(store, lambda: self.now)
        self.lobby = Lobby(self.tables, LogReader(store.redis, store.partitions), LobbyIndex(store.redis))
        self.cups: set[str] = set()
        self.waiting = WaitingTables(self.tables, self.lobby, self.cups.__contains__)

    def open(self, game_id, *sitting, **more):
        """A table of two with these players."""
        self.tables.open(GameTerms(TITLE, 2, **more), game_id=game_id)
        for seat, player in enumerate(sitting):
            bound = nonce_commitment(game_id, seat, "ab" * 16) if more.get("strict") else ""
            self.do(game_id, TakeSeat(seat, player=player, nonce_commitment=bound))
        return game_id

    def do(self, game_id, command):
        """A second later, this command; its events."""
        self.now += 1000
        return [one.record.data for one in self.tables.command(game_id, command, "public").records]

    def game(self, game_id):
        """The game in the gallery's view."""
        return self.tables.seen(game_id).game


@pytest.fixture
def club(empty_redis, store):
    return Club(store)


@pytest.mark.parametrize("pace", [None, Pace(time=60_000), Pace(time=3 * DAY)])
def test_a_nonce_that_is_not_opened_in_time_ends_the_table(club, pace):
    """G9: a player who does not open the nonce in time ends the table; the time begins when the last person joins."""
    club.open("a", "ann", strict=True, pace=pace)
    club.now += 30 * DAY
    club.do("a", TakeSeat(1, player="bob", nonce_commitment=nonce_commitment("a", 1, "cd" * 16)))
    filled = club.now
    club.do("a", OpenNonce(0, "ab" * 16))
    for later, status in ((opening_time(pace) - 1, "waiting"), (opening_time(pace), "aborted")):
        club.now = filled + later
        club.waiting.act()
        assert club.game("a").status == status
    assert club.game("a").called_off == NOT_OPENED
    assert (opening_time(None), opening_time(Pace(time=60_000))) == (2 * DAY, DAY // 24)


def test_a_reserved_seat_is_free_after_a_week(club):
    """G21: a reserved seat is free for all players after a week, but not in a tournament, and never a taken seat."""
    created = club.now
    for game_id in ("a", "cup"):
        club.open(game_id, "ann", reserved=("", "bob"))
    club.cups.add("cup")
    club.now = created + KEPT_MILLISECONDS - 1
    club.waiting.act()
    assert club.game("a").expected == ("bob",)
    with pytest.raises(Illegal, match="reserved for other players"):
        club.do("a", TakeSeat(1, player="eve"))
    club.now = created + 2 * KEPT_MILLISECONDS
    club.waiting.act()
    club.waiting.act()
    assert (club.game("a").expected, club.game("cup").expected) == ((), ("bob",))
    club.do("a", TakeSeat(1, player="eve"))
    assert club.game("a").status == "playing"


def test_a_seat_reserved_later_is_free_later(club):
    """G21: a week after it was reserved for its present player, however often it was reserved before."""
    created = club.now
    club.open("a", "ann")
    assert reserved_until(club.tables, club.lobby, club.tables.seen("a")) == {}
    for day, player in ((1, "bob"), (3, "cy")):
        club.now = created + day * DAY
        club.do("a", ReserveSeat(0, 1, player))
    reserved = club.now
    assert reserved_until(club.tables, club.lobby, club.tables.seen("a")) == {1: reserved + KEPT_MILLISECONDS}
    for later, expected in ((KEPT_MILLISECONDS - 1, ("cy",)), (KEPT_MILLISECONDS, ())):
        club.now = reserved + later
        club.waiting.act()
        assert club.game("a").expected == expected
    assert reserved_until(club.tables, club.lobby, club.tables.seen("a")) == {}


def test_the_right_to_release_a_reserved_seat(club):
    """G21: a reserved seat is declined by its player or released by the first player, and by no one else."""
    club.open("a", "ann", reserved=("", "bob"))
    for wrong in (ReleaseSeat(-1, 1, "released"), ReleaseSeat(0, 0, "released")):
        with pytest.raises(Illegal) as refused:
            club.do("a", wrong)
        assert refused.value.rule == "G21"
    assert club.do("a", ReleaseSeat(0, 1, "released")) == [SeatReleased(1, "released")]
    with pytest.raises(Illegal):
        club.do("a", ReleaseSeat(-1, 1, "declined"))
    club.open("b", "bob", reserved=("ann", "bob"))  # a rematch: any seated player speaks for the table
    assert club.do("b", ReleaseSeat(1, 0, "released")) == [SeatReleased(0, "released")]


def test_a_table_without_its_opener_can_be_called_off_and_left(club):
    """G6, G21: without the opener, the player in the lowest taken seat can cancel; the table can be left."""
    for command, status in ((LeaveSeat(1), "waiting"), (Abort(1), "aborted")):
        game_id = club.open(f"g{status}", "bob", reserved=("ann", "bob"))
        club.do(game_id, command)
        assert club.game(game_id).status == status
    both = club.open("both", "ann", strict=True)
    club.do(both, TakeSeat(1, player="bob", nonce_commitment=nonce_commitment(both, 1, "cd" * 16)))
    with pytest.raises(Illegal):
        club.do(both, Abort(1))


def test_the_operator_sees_stuck_tables(club):
    """After a week, operators see the table among the stalled games."""
    club.open("a", "ann")
    assert standstills(club.lobby, club.tables, club.now) == []
    club.now += 8 * DAY
    found = standstills(club.lobby, club.tables, club.now)
    assert [(one.game, one.trouble) for one in found] == [("a", "unstarted")]
