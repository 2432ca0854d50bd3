"""Notifications: what people are told of their games and accounts, in words and by their channels."""

from dataclasses import dataclass

from services.accounts.mail_queue import MailQueue
from services.accounts.mailer import MailServer
from services.accounts.players import Players
from services.games.composition import Games
from services.notifications.account_notices import AccountNotices
from services.notifications.channels import ChannelContext
from services.notifications.channels.mail import UnsubscribeLinks
from services.notifications.channels.push import vapid_of
from services.notifications.feed_links import FEED_PURPOSE, FeedLinks
from services.notifications.log_follower import begin_telling
from services.notifications.outbox import Outbox
from services.notifications.web_push import Vapid
from services.notifications.wording import Wording


@dataclass(frozen=True, kw_only=True)
class Notifications:
    """The notices of this server, and the links and keys by which people get them."""

    outbox: Outbox
    wording: Wording
    account_notices: AccountNotices
    sending: MailQueue
    feed_links: FeedLinks
    unsubscribing: UnsubscribeLinks
    vapid: Vapid


def make_notifications(opening: ChannelContext, outbox: Outbox, games: Games, players: Players) -> Notifications:
    """The notifications of these games; `opening` is what the outbox's channels are made with."""
    begin_telling(games.tables)
    settings = opening.settings
    sending = MailQueue(post := MailServer.from_settings(settings))
    return Notifications(
        outbox=outbox,
        wording=Wording(games.tables, games.records, opening.redis, settings.pages_url),
        account_notices=AccountNotices(outbox.inbox, players, sending, settings.url if post.is_there else ""),
        sending=sending,
        feed_links=FeedLinks(opening.redis, opening.secret(FEED_PURPOSE)),
        unsubscribing=UnsubscribeLinks.of(opening),
        vapid=vapid_of(opening),
    )
