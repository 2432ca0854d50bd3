"""Operator notices: notify each operator once, by their own channels, of matters that need an operator.

The matters are reports, disputes of games without a referee, stalled games, failed backups, the club's webhook when it
is switched off and, once a day, a nearly full disk. A notice says which of them it is, without names or other details.
Moderators are notified of reports alone. The players of a stalled game that no clock ends are notified, too, because
they can end it.
"""

import time
from collections.abc import Callable, Iterable, Iterator

from domain.clocks.availability import DAY
from domain.messages import Sentence, say
from eventstore.disk_space import DiskSpace
from services.accounts.roles import Roles
from services.community.reports import Reports
from services.games.lobby.lobby import Lobby
from services.games.operator_tasks import Standstill, open_for_operator, standstills
from services.games.tables import Tables
from services.notifications.inbox import Notice
from services.notifications.kinds import IDLE, NOTICE_KINDS, OPERATOR, idle_subject
from services.notifications.log_follower import NoticeSink
from services.notifications.webhooks import CLUB, Webhooks

_LOOK_SECONDS = 30.0
ALARMS = {
    "report": say("A report is waiting for a moderator."),
    "dispute": say("A dispute is waiting for an operator’s decision."),
    "backup": say("The last backup failed."),
    "disk": say("The disk is nearly full."),
    "test": say("This is a test of the alarms. Nothing is wrong."),
    "webhook": say("The club’s webhook was switched off after too many failed deliveries."),
    "damaged": say("A game’s record is damaged."),
    "stuck": say("A computer player does not answer in a game."),
    "overdue": say("A deadline has passed, and the game does not continue."),
    "waiting": say("A game that no clock ends has waited for a player for two weeks."),
    "unstarted": say("A game has waited for players for a week."),
}
"""The sentence of each kind of notice."""


def alarm_of(notice: Notice) -> Sentence:
    """The text of an operator notice."""
    _kind, name, *_rest = notice.id.split(":")
    return ALARMS.get(name, NOTICE_KINDS[OPERATOR].sentence)


class OperatorNotices:
    """Notifies the operators, checking every half minute."""

    def __init__(
        self,
        tables: Tables,
        lobby: Lobby,
        roles: Roles,
        reports: Reports,
        failed_backup: Callable[[], int | None],
        room: DiskSpace,
    ) -> None:
        self._room = room
        self._failed_backup = failed_backup
        self._tables = tables
        self._lobby = lobby
        self._roles = roles
        self._webhooks = Webhooks(tables.store.redis)
        self._reports = reports
        self._looked_at = float("-inf")
        self._told: set[tuple[str, str]] = set()

    def work(self, telling: NoticeSink) -> int:
        """Send each operator the new notices; nothing until the next check is due."""
        if time.monotonic() - self._looked_at < _LOOK_SECONDS:
            return 0
        self._looked_at = time.monotonic()
        operators = self._roles.all("operator")
        moderators = dict.fromkeys((*operators, *self._roles.all("moderator")))
        reported = [(one, notice) for notice in self._reported() for one in moderators] if moderators else []
        stalled = standstills(self._lobby, self._tables, self._tables.now())
        waiting = [(one, notice) for notice in self._waiting(stalled) for one in operators] if operators else []
        all_told = (*reported, *waiting, *self._idle(stalled))
        new = [(one, notice) for one, notice in all_told if (one, notice.id) not in self._told]
        telling.tell(new)
        self._told.update((person, notice.id) for person, notice in new)
        return 0

    def _reported(self) -> Iterator[Notice]:
        for report in self._reports.open():
            yield _notice(f"report:{report.number}", report.game, report.at)

    def _idle(self, stalled: Iterable[Standstill]) -> Iterator[tuple[str, Notice]]:
        """The players of the games that no clock ends and that have been stalled for long, each with a notice."""
        for one in stalled:
            if len(one.players) > 1:  # not in a game with computer players alone
                notice = Notice(
                    f"{one.game}:{one.since}:{IDLE}",
                    IDLE,
                    one.game,
                    "1-0",
                    self._tables.now(),
                    subject=idle_subject(one.game),
                    place=one.since + 1,
                )
                yield from ((player, notice) for player in one.players)

    def _waiting(self, stalled: Iterable[Standstill]) -> Iterator[Notice]:
        now = self._tables.now()
        for webhook in self._webhooks.of(CLUB):
            if webhook.off:
                yield _notice(f"webhook:{webhook.id}", "", now)
        if (failed := self._failed_backup()) is not None:
            yield _notice(f"backup:{failed}", "", failed)
        if self._room.note() and not self._room.is_full:  # on a full disk, nothing can be written
            yield _notice(f"disk:{now // DAY}", "", now)
        for seen, number in open_for_operator(self._tables, self._lobby):
            yield _notice(f"dispute:{seen.game_id}:{number}", seen.game_id, seen.at)
        for one in stalled:
            yield _notice(f"{one.trouble}:{one.game}:{one.since}", one.game, now)


def test_notice(at: int) -> Notice:
    """A notice that tests whether alarms arrive, sent at this time."""
    return _notice(f"test:{at}", "", at)


def _notice(name: str, game: str, at: int) -> Notice:
    return Notice(f"{OPERATOR}:{name}", OPERATOR, game, "1-0", at)
