"""Accounts: a person's identity and all the credentials that prove it."""

from collections.abc import Callable, Sequence

from domain.clocks.availability import DAY
from eventstore.backup.archive import Archive
from eventstore.valkey.connection import Client
from services.accounts.bot_accounts import BotAccounts
from services.accounts.credentials import SESSION_IDLE_DAYS, Credentials
from services.accounts.delayed_removals import Removal, Removals
from services.accounts.deletion import Deletion, Left, Part, Traces
from services.accounts.mail_addresses import MailAddresses
from services.accounts.mail_links import MailLinks
from services.accounts.name_cache import NameCache
from services.accounts.passkeys import Passkeys
from services.accounts.players import Player, Players
from services.accounts.recovery_links import RecoveryLinks


class Accounts:
    """All accounts of this server.

    `leave` gives up a player's seats. `parts` are the other stores that hold personal data, `names` is this process's
    name cache, and `archive` is searched for remains when a player is deleted.
    """

    def __init__(
        self,
        redis: Client,
        players: Players,
        leave: Callable[[str], Sequence[Left]],
        parts: Sequence[Part] = (),
        names: NameCache | None = None,
        archive: Archive | None = None,
    ) -> None:
        self.players = players
        self.names = names or NameCache(redis, players.names)
        self.tokens = Credentials(redis, "token")
        self.sessions = Credentials(redis, "session", SESSION_IDLE_DAYS * DAY)
        self.passkeys = Passkeys(redis)
        self.addresses = MailAddresses(redis, players)
        self.mail_links = MailLinks(redis, self.addresses)
        self.removals = Removals(redis)
        self.recovery = RecoveryLinks(redis)
        # The player comes last, so that an interrupted deletion can be repeated and the name still be searched for.
        self.bots = BotAccounts(redis, players, self.tokens, lambda bot: self.deletion.forget(bot))
        own = (self.bots, self.sessions, self.tokens, self.passkeys, self.mail_links, self.removals, self.recovery)
        forgetting: Sequence[Part] = (*own, *parts, self.addresses, players, self.names)
        self.deletion = Deletion(redis, forgetting, leave, self._traces, players.bury, archive)

    def known(self, player_id: str) -> Player | None:
        """The player with this id, with a name that may be some seconds old; for requests with a valid credential."""
        return self.players.known(player_id, self.names.changes())

    def rename(self, player_id: str, name: str) -> Player | None:
        """Give a player another name; see `Players.rename`."""
        renamed = self.players.rename(player_id, name)
        self.names.forget(player_id)
        return renamed

    def remove_due(self, now: int) -> list[Removal]:
        """Remove the passkeys and addresses whose removal is due, and return these removals."""
        due = self.removals.due(now)
        for one in due:
            if one.what == "passkey":
                self.passkeys.remove(one.player, one.id)
            elif self.players.reached(one.player).address == one.id:
                self.addresses.forget(one.player)
            self.removals.forget(one.player)
        return due

    def _traces(self, player_id: str) -> Traces | None:
        player = self.players.get(player_id)
        if player is None:
            return Traces("", {}) if self.players.is_former(player_id) else None
        texts = {self.players.reached(player_id).address: "the address"}
        texts |= dict.fromkeys(self.passkeys.ids(player_id), "a passkey")
        texts |= dict.fromkeys(self.tokens.hashes(player_id), "a token")
        texts |= dict.fromkeys(self.sessions.hashes(player_id), "a session")
        return Traces(player.name, texts)
