"""Job services: the tasks of the processes beside the web server, each created in its own process."""

import socket
from collections.abc import Sequence
from functools import partial

from eventstore.disk_space import DiskSpace
from eventstore.log import LogFollower
from operations.child_processes import take_number
from operations.settings import Settings
from services.accounts.accounts import Accounts
from services.community.composition import Community
from services.games.ai_queue import Searcher
from services.games.analysis.game_analyses import Analyst
from services.games.analysis.move_analyses import MoveAnalyst
from services.games.composition import Games
from services.games.deadlines import Deadlines
from services.games.lobby.index import LobbyIndex
from services.games.puzzles.puzzle_checks import PuzzleChecker
from services.games.storage import Storage
from services.games.unfilled_tables import WaitingTables
from services.jobs.archivist import Archivist
from services.jobs.log_submission import LogSubmission
from services.jobs.worker import COMPUTER_PLAYERS, Worker
from services.notifications.channels import Message
from services.notifications.channels.mail import MailChannel
from services.notifications.chat_notices import ChatNotices
from services.notifications.composition import Notifications
from services.notifications.courier import Courier
from services.notifications.delivery_threads import DeliveryThreads
from services.notifications.inbox import Notice
from services.notifications.log_follower import NOTICES, NoticeWriter
from services.notifications.operator_notices import OperatorNotices
from services.notifications.tournament_notices import TournamentNotices
from services.notifications.week_digest import WeekDigest


class Jobs:
    """The jobs of this server."""

    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        accounts: Accounts,
        games: Games,
        community: Community,
        notifications: Notifications,
    ) -> None:
        self._settings = settings
        self._storage = storage
        self._accounts = accounts
        self._games = games
        self._community = community
        self._notifications = notifications

    def make_worker(self) -> Worker:
        """The worker: plays simple computer players and acts on everything that is due."""
        tables, lobby, community = self._games.tables, self._games.lobby, self._community
        deadlines = Deadlines(tables, lobby, 1000 * self._settings.grace_seconds)
        waiting = WaitingTables(tables, lobby, lambda game_id: community.tournaments.of_game(game_id) is not None)
        archivist = Archivist(tables, self._settings.archives_after_days, self._games.analyses.archive)
        readers = (
            community.rating_updates.catch_up,
            self._games.statistics.catch_up,
            archivist.work,
            self._remove_due,
            self._finish_deletions,
        )
        follower = self._follower(COMPUTER_PLAYERS, "worker")
        periodic = (community.director.look_at_all, waiting.act)
        ended = (community.director.look, self._games.analyses.plan_after)
        return Worker(tables, follower, lobby, self._games.orders, deadlines, readers, periodic, ended)

    def make_searcher(self) -> Searcher:
        """The searcher: searches moves for the computer players that look ahead, analyses games, and checks puzzles."""
        games = self._games
        judge = MoveAnalyst(games.tables, games.verdicts)
        analyst = Analyst(games.tables, games.analyses, told=games.puzzle_checks.propose)
        checker = PuzzleChecker(games.tables, games.puzzle_checks, games.puzzles)
        return Searcher(games.tables, games.searches, judge, analyst, checker, self._name("search"))

    def make_delivery_threads(self) -> DeliveryThreads:
        """The delivery threads: create notifications and send those that are due."""
        tables, lobby, people = self._games.tables, self._games.lobby, self._community.people
        outbox, redis = self._notifications.outbox, self._games.tables.store.redis
        operators = OperatorNotices(
            tables,
            lobby,
            people.roles,
            people.reports,
            self._storage.integrity.failed_backup,
            DiskSpace.from_settings(self._settings),
        )
        digest = WeekDigest(tables, redis)
        sources = (ChatNotices(tables, redis), TournamentNotices(tables, redis), operators, digest)
        besides = tuple(partial(one.work, outbox) for one in sources)
        follower = self._follower(NOTICES, "telling")
        notice_writer = NoticeWriter(
            tables, follower, LobbyIndex(redis), outbox, self._accounts.players.is_bot, besides
        )
        messages, pictures = self._notifications.wording.messages, self._notifications.board_pictures

        def with_boards(person: str, notices: Sequence[Notice]) -> list[Message]:
            return pictures.added_to(messages(person, notices))

        couriers = [
            Courier(outbox, channel, with_boards if channel.name == MailChannel.name else messages)
            for channel in outbox.channels.values()
        ]
        return DeliveryThreads(notice_writer, couriers, outbox.look_everywhere, tables.closures.check_door)

    def make_log_submission(self) -> LogSubmission:
        """The thread that submits the log's notes to witnesses."""
        return LogSubmission(self._storage.log)

    def _follower(self, group: str, kind: str) -> LogFollower:
        store = self._games.tables.store
        return LogFollower(store.redis, store.partitions, group, self._name(kind))

    def _name(self, kind: str) -> str:
        """The name of this process among those of its kind."""
        return f"{socket.gethostname()}-{take_number(self._settings.data, kind)}"

    def _remove_due(self) -> None:
        tell, now = self._notifications.account_notices.tell, self._games.tables.now()
        for one in self._accounts.remove_due(now):
            if one.what == "passkey":
                tell(one.player, "passkey-removed", now)
            else:
                tell(one.player, "address-removed", now, one.id)

    def _finish_deletions(self) -> None:
        self._accounts.deletion.finish(self._games.tables.now())
