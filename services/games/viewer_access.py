"""Viewer access: who looks at a game, and as which viewer, checked against the game's present state each time.

A request checks once, and a live stream before each batch: seats change hands, and the result is never cached.
"""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from domain.redaction import Viewer
from replay.viewer_state import Seen


class Barred(Exception):
    """This viewer may not have this view. `why` gives the reason."""

    def __init__(self, why: Literal["private", "not yet", "no such view", "another's seat"]) -> None:
        super().__init__(why)
        self.why = why


def _never(_public: Seen) -> bool:
    return False


class Onlooker(Struct, frozen=True):
    """A player (empty: not signed in) and the requested view, by default their own, or the gallery's.

    `is_invited` says that they hold the invitation of this game. `is_shared` says whether a private game may be read by
    all; it is asked each time.
    """

    player: str = ""
    wanted: str | None = None
    is_invited: bool = False
    is_shared: Callable[[Seen], bool] = _never

    def belongs(self, public: Seen) -> bool:
        """Whether they have a seat in this game, are its referee, or have a seat reserved."""
        who = self.player
        return bool(who) and (bool(public.seats_of(who)) or public.is_referee(who) or public.is_expected(who))

    def check_may_read(self, public: Seen) -> None:
        """A private game is for its participants and people with its invitation, unless it is shared.

        Others are `Barred`.
        """
        if public.game.private and not (self.is_invited or self.belongs(public) or self.is_shared(public)):
            raise Barred("private")

    def viewer(self, public: Seen) -> Viewer:
        """The viewer whose view this player gets, or `Barred`.

        While the game runs, only a seat's player may have its view; after the end, all views are open to all.
        """
        self.check_may_read(public)
        wanted, game = self.wanted, public.game
        if wanted is None:
            seat = public.seat_of(self.player) if self.player else None
            return "public" if seat is None else seat
        if wanted == "public":
            return "public"
        if wanted == "all":
            if game.is_over:
                return "all"
            raise Barred("not yet")
        if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 4 and int(wanted) < game.players):
            raise Barred("no such view")
        if game.is_over or (self.player and int(wanted) in public.seats_of(self.player)):
            return int(wanted)
        raise Barred("another's seat")

    def is_still(self, viewer: Viewer, public: Seen) -> bool:
        """Whether the player may still have this viewer's view.

        In an analysis game of their own, players have several seats, and may take the view of any of them.
        """
        try:
            return self.viewer(public) == viewer or (self.wanted is None and viewer in public.seats_of(self.player))
        except Barred:
            return False
