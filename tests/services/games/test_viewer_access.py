"""Viewer access: after each action, exactly the seat's current player is its viewer."""

import pytest

from domain.disputes.events import DecideDispute, OpenDispute, Remedy, TakeOver
from domain.game import Abort, LeaveSeat, OfferSeat, TakeSeat
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from services.games.tables import Tables
from services.games.viewer_access import Barred, Onlooker

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)
PEOPLE = ("", "ada", "bo", "cy", "judge")
FREE = Remedy("free_seat", seat=1)


def actions(at):
    """Seats are taken, left, offered, handed over, lost by a decision and taken over; then all is called off."""
    return (
        TakeSeat(0, player="ada"), LeaveSeat(0), TakeSeat(0, player="cy"), LeaveSeat(0), TakeSeat(0, player="ada"),
        TakeSeat(1, player="bo"), OfferSeat(0, "cy"), OfferSeat(0, ""), OfferSeat(0, "cy"), TakeOver(0, "cy"),
        OpenDispute(0, at, "Why?", FREE), DecideDispute(-1, 1, "referee", "So.", FREE), TakeOver(1, "di"), Abort(0),
    )  # fmt: skip


@pytest.mark.parametrize("private", [False, True])
def test_after_each_action_a_viewer_has_the_seat(store, game_id, private):
    """G15, G21, G22: the law of followers, for every person and every view that they may request."""
    tables, ended = Tables(store), 0
    tables.open(GameTerms(TITLE, 2, private=private, referee="judge"), game_id=game_id)
    looks = [Onlooker(who, wanted) for who in PEOPLE for wanted in (None, "public", "0", "1", "all", "x")]
    watches = {}
    for number, command in enumerate(actions("2-0")):
        tables.command(game_id, command, "public")
        public = tables.seen(game_id)
        for look, viewer in list(watches.items()):
            if not look.is_still(viewer, public):
                del watches[look]
                ended += 1
        for look in looks:
            try:
                now = look.viewer(public)
            except Barred:
                assert look not in watches, (number, look)
                continue
            assert watches.setdefault(look, now) == now, (number, look)
            if isinstance(now, int) and not public.game.is_over:
                assert public.game.seats[now].player == look.player and not public.game.seats[now].freed
            if now == "public" and look.wanted is None and not public.game.is_over:
                assert not any(
                    seat.player == look.player and seat.is_owned for seat in public.game.seats if look.player
                )
    assert ended > 8
