"""Account notices: report changes of an account's credentials in its inbox and by mail.

A notice is sent immediately, whatever the player's notification settings, to the address from before the change.
"""

import secrets
from html import escape
from typing import Literal

from domain.messages import Sentence, say
from replay.languages import LANGUAGES, translator
from services.accounts.background_mail import BackgroundMail
from services.accounts.club_settings import ClubStore
from services.accounts.mail_page import heading, link, mail_page, paragraph
from services.accounts.mailer import Mail
from services.accounts.players import Players
from services.notifications.inbox import Delivery, Inbox, Notice

ACCOUNT = "account"
"""The kind of these notices, which belong to no game."""

Change = Literal[
    "passkey-added", "passkey-removed", "way-waits", "way-kept", "address-confirmed", "address-removed", "token-made",
    "token-revoked", "sessions-ended", "recovered", "address-refused", "renamed",
]  # fmt: skip
CHANGES: dict[Change, Sentence] = {
    "passkey-added": say("A passkey was added to your account."),
    "passkey-removed": say("A passkey was removed from your account."),
    "way-waits": say("Your account's last sign-in method will be removed in three days. You can still keep it."),
    "way-kept": say("Your account's last sign-in method will not be removed."),
    "address-confirmed": say("Your account has a new email address."),
    "address-removed": say("The email address was removed from your account."),
    "token-made": say("A token was created for your account."),
    "token-revoked": say("A token for your account was revoked."),
    "sessions-ended": say("Your account was signed out in other browsers."),
    "recovered": say("Your account was opened with a recovery link created by an operator."),
    "address-refused": say(
        "Your email address rejects mail. You get no email notifications until you confirm it again."
    ),
    "renamed": say("An operator changed your name."),
}
_PLACES: tuple[Change, ...] = tuple(CHANGES)


def notice_of(change: Change, now: int) -> Notice:
    """The notice of this change."""
    return Notice(f"account:{secrets.token_hex(8)}", ACCOUNT, "", "", now, number=_PLACES.index(change))


def change_of(notice: Notice) -> Sentence:
    """The text of an account notice."""
    return CHANGES[_PLACES[notice.number]]


class AccountNotices:
    """Notifies players of changes in their accounts. Mails contain `url`; without it none are sent."""

    def __init__(self, inbox: Inbox, players: Players, sending: BackgroundMail, club: ClubStore, url: str) -> None:
        self._inbox = inbox
        self._players = players
        self._sending = sending
        self._club = club
        self._url = url

    def tell(self, player: str, change: Change, now: int, address: str | None = None) -> None:
        """Notify this player of this change; mail goes to `address` if it is no longer theirs."""
        self._inbox.tell([Delivery(player, notice_of(change, now), {})])
        reached = self._players.reached(player)
        to = reached.address if address is None else address
        known = self._players.get(player)
        if not (to and self._url and known):
            return
        language = reached.language if reached.language in LANGUAGES else "en"
        translate = translator(language)
        club = self._club.recent().called
        changed = translate("{name}, your {club} account has changed:").format(name=known.name, club=club)
        said = translate(CHANGES[change].template)
        check = translate("If this was not you, check your account now: {url}")
        if change == "renamed":  # an operator did this
            check = translate("Your account") + ": {url}"
        place = f"{self._url}/account"
        text = "\n\n".join((changed, said, check.format(url=place)))
        linked = escape(check).format(url=link(place, place))
        card = "".join((heading(changed), paragraph(escape(said)), paragraph(linked)))
        headers = {"Auto-Submitted": "auto-generated"}
        self._sending.send(Mail(to, said.rstrip("."), text + "\n", mail_page([card], language), headers))
