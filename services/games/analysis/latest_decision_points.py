"""Latest moments: the moments of the finished game that a process worked on last."""

from ai.analysis.decision_points import DecisionPoints
from replay.past_states import placed_records
from replay.viewer_state import Seen
from services.games.tables import Tables


class LatestDecisionPoints:
    """The decision points of one game, cached, because a reader who asks about one step usually asks about others."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._latest: tuple[tuple[str, bytes], DecisionPoints] | None = None

    def of(self, seen: Seen) -> DecisionPoints:
        """The moments of this finished game, which is seen in full."""
        name = (seen.game_id, seen.digest)
        if self._latest is None or self._latest[0] != name:
            placed = placed_records(seen.projector, self._tables.store.read(seen.game_id, until=seen.position))
            self._latest = (name, DecisionPoints(seen.projector, placed))
        return self._latest[1]
