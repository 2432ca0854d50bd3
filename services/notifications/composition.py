"""Notification services: notices about games and accounts, their wording and their channels, put together."""

from dataclasses import dataclass

from services.accounts.background_mail import BackgroundMail
from services.accounts.club_settings import ClubStore
from services.accounts.mailer import MailServer
from services.accounts.players import Players
from services.games.composition import Games
from services.notifications.account_notices import AccountNotices
from services.notifications.board_pictures import BoardPictures
from services.notifications.channels import ChannelContext
from services.notifications.channels.mail import UnsubscribeLinks
from services.notifications.channels.push import vapid_of
from services.notifications.feeds import FEED_PURPOSE, FeedLinks
from services.notifications.log_follower import begin_telling
from services.notifications.outbox import Outbox
from services.notifications.web_push import Vapid
from services.notifications.wording import Wording


@dataclass(frozen=True, kw_only=True)
class Notifications:
    """The notification services of this server, with the links and keys of its channels."""

    outbox: Outbox
    wording: Wording
    board_pictures: BoardPictures
    account_notices: AccountNotices
    background_mail: BackgroundMail
    feed_links: FeedLinks
    unsubscribe_links: UnsubscribeLinks
    vapid: Vapid


def make_notifications(context: ChannelContext, outbox: Outbox, games: Games, players: Players) -> Notifications:
    """The notifications for these games; the outbox's channels are created from `context`."""
    begin_telling(games.tables)
    settings = context.settings
    club = ClubStore(context.redis)
    mail_server = MailServer.from_settings(settings)
    background_mail = BackgroundMail(mail_server, lambda: club.recent().name)
    return Notifications(
        outbox=outbox,
        wording=Wording(games.tables, games.lobby, games.records, context.redis, settings.pages_url),
        board_pictures=BoardPictures.from_settings(settings),
        account_notices=AccountNotices(
            outbox.inbox, players, background_mail, club, settings.url if mail_server.is_there else ""
        ),
        background_mail=background_mail,
        feed_links=FeedLinks(context.redis, context.secret(FEED_PURPOSE)),
        unsubscribe_links=UnsubscribeLinks.of(context),
        vapid=vapid_of(context),
    )
