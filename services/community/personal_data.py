"""Personal data besides accounts: the stores that hold it, a copy for its owner, and a person's deletion from all."""

from typing import Any, Protocol

from msgspec.structs import replace

from domain.clocks.availability import DAY, HOUR
from eventstore.valkey.connection import Client
from operations.clock import now
from services.accounts.club_settings import Club, ClubStore
from services.accounts.invitations import Invitation, Invitations
from services.accounts.operator_log import OperatorAction, OperatorLog
from services.accounts.roles import Role, Roles
from services.accounts.suspensions import Suspension, Suspensions
from services.community.announcements import Announcements
from services.community.blocks import Blocks
from services.community.challenges import Challenges
from services.community.chat import Chat
from services.community.dispute_statements import Statements
from services.community.ladders import Ladders
from services.community.notes import Notes
from services.community.reports import Reports
from services.games.puzzles.tries import Tries
from services.games.rating_terms import EntryTermsStore


class Forgetting(Protocol):
    """A store of personal data."""

    def forget(self, person: str, /) -> None:
        """Delete this person's data."""
        ...


class People:
    """The stores, by name; `more` are further stores from which `forget` deletes."""

    def __init__(self, redis: Client, *more: Forgetting) -> None:
        self._more = more
        self.chat = Chat(redis)
        self.challenges = Challenges(redis)
        self.notes = Notes(redis)
        self.statements = Statements(redis)
        self.blocks = Blocks(redis)
        self.reports = Reports(redis)
        self.roles = Roles(redis)
        self.club = ClubStore(redis)
        self.invitations = Invitations(redis)
        self.suspensions = Suspensions(redis, "stele:suspended")
        self.silences = Suspensions(redis, "stele:silenced")
        self.announcements = Announcements(redis)
        self.operator_log = OperatorLog(redis)
        self.entry_terms = EntryTermsStore(redis)
        self.ladders = Ladders(redis)
        self.puzzle_tries = Tries(redis)

    def suspend(self, by: str, player: str, days: int, reason: str = "", only_talk: bool = False) -> int:
        """Log and suspend a player, or only mute them, for `days`; 0 lifts it. Returns the end."""
        held, done, undone = (
            (self.silences, "silenced", "may speak") if only_talk else (self.suspensions, "suspended", "lifted")
        )
        until = (at := now()) + days * DAY
        self.operator_log.write(OperatorAction(at, by, done if days else undone, player, reason))
        held.suspend(player, Suspension(until, reason))
        return until

    def appoint(self, by: str, player: str, role: Role, is_held: bool) -> None:
        """Log and give this player a role, or take it from them."""
        what = f"an {role}" if role[0] == "o" else f"a {role}"
        done = f"became {what}" if is_held else f"is no longer {what}"
        self.operator_log.write(OperatorAction(now(), by, done, player))
        if is_held:
            self.roles.add(player, role)
        else:
            self.roles.remove(player, role)

    def invite(self, by: str, note: str, most: int, days: int) -> tuple[Invitation, str]:
        """Log and create an invitation for `most` players, valid for `days`, with its code; or `TooManyInvitations`."""
        at = now()
        made, code = self.invitations.make(by, note, most, at + days * DAY, at)
        self.operator_log.write(OperatorAction(at, by, "made an invitation", "", made.id))
        return made, code

    def revoke_invitation(self, by: str, invitation_id: str) -> bool:
        """Revoke an invitation, and log it, and return whether there was one with this id."""
        revoked = self.invitations.revoke(invitation_id)
        if revoked is not None:
            self.operator_log.write(OperatorAction(now(), by, "revoked an invitation", "", invitation_id))
        return revoked is not None

    def set_club(self, by: str, club: Club) -> None:
        """Log and replace the club's name, texts and choices."""
        self.operator_log.write(OperatorAction(now(), by, "changed the club", "", f"sign-up: {club.sign_up}"))
        self.club.set(club)

    def announce(self, by: str, text: str, hours: int) -> None:
        """Log and show this announcement on every page for `hours`; an empty text removes it."""
        self.operator_log.write(OperatorAction(at := now(), by, "announced", "", text))
        self.announcements.announce(text.strip(), at + hours * HOUR)

    def data_of(self, player: str) -> dict[str, Any]:
        """The data of this person in these stores, by the names of its kinds: JSON values and structs."""
        return {
            "roles": self.roles.of(player),
            "suspension": self.suspensions.of(player),
            "silence": self.silences.of(player),
            "chat": self.chat.said_by(player),
            "challenges": [{"game": game_id, "message": one} for game_id, one in self.challenges.written_by(player)],
            "notes": self.notes.all_of(player),
            "dispute_statements": self.statements.all_of(player),
            "players": self.blocks.of(player),
            "reports": [replace(one, operator="") for one in self.reports.made_by(player)],
            "invitations": [one for one in self.invitations.all(now()) if one.invitation.by == player],
            "operator_actions": [one for one in self.operator_log.latest() if one.by == player],
            "puzzles": self.puzzle_tries.all_of(player),
        }

    def forget(self, player: str) -> None:
        """Delete this person's data from all stores."""
        own: tuple[Forgetting, ...] = (
            self.chat,
            self.challenges,
            self.notes,
            self.statements,
            self.blocks,
            self.reports,
            self.roles,
            self.invitations,
            self.suspensions,
            self.silences,
            self.operator_log,
            self.entry_terms,
            self.ladders,
            self.puzzle_tries,
        )
        for part in (*own, *self._more):
            part.forget(player)
