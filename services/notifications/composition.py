"""Notifications: what people are told of their games and accounts, in words and by their channels."""

from dataclasses import dataclass

from services.accounts.mail_queue import Sending
from services.accounts.mailer import Post
from services.accounts.players import Players
from services.games.composition import Games
from services.notifications.account_notices import AccountNews
from services.notifications.channels import Opening
from services.notifications.channels.mail import Unsubscribing
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
    account_news: AccountNews
    sending: Sending
    feed_links: FeedLinks
    unsubscribing: Unsubscribing
    vapid: Vapid


def make_notifications(opening: Opening, outbox: Outbox, games: Games, players: Players) -> Notifications:
    """The notifications of these games; `opening` is what the outbox's channels are made with."""
    begin_telling(games.tables)
    settings = opening.settings
    sending = Sending(post := Post.from_settings(settings))
    return Notifications(
        outbox=outbox,
        wording=Wording(games.tables, games.records, opening.redis, settings.pages_url),
        account_news=AccountNews(outbox.inbox, players, sending, settings.url if post.is_there else ""),
        sending=sending,
        feed_links=FeedLinks(opening.redis, opening.secret(FEED_PURPOSE)),
        unsubscribing=Unsubscribing.of(opening),
        vapid=vapid_of(opening),
    )
