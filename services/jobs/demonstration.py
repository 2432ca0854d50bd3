"""Demonstration games: a finished game of every title, so that a new server has games to replay, and puzzles."""

import logging
import random
from typing import Any

import msgspec

from ai.analysis.puzzle_check import Candidate
from ai.kinds import CARETAKER
from ai.self_play import seeded_game_key
from domain.rulebook import Rulebook
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks, folder_of
from eventstore.errors import ReadOnly, RecordDamaged, reading
from operations.clock import now
from services.games.analysis.game_analyses import Analyses
from services.games.puzzles.puzzle_checks import PuzzleChecks
from services.games.statistics.demonstrations import demonstration_id
from services.games.tables import NoSuchGame, Tables
from services.jobs.worker import play_computers

_log = logging.getLogger("stele.worker")
_START_MILLISECONDS = 7 * 24 * 3600 * 1000
_STEP_MILLISECONDS = 20 * 60 * 1000


class _PacedClock:
    """A clock that spaces out the demonstration's moves, as in a correspondence game."""

    def __init__(self) -> None:
        self._last = now()
        self._now = self._last - _START_MILLISECONDS

    def __call__(self) -> int:
        self._now = min(self._last, self._now + _STEP_MILLISECONDS)
        return self._now


def known_candidates(rulebook_id: str) -> list[Candidate]:
    """The decisions of the title's demonstration game that `bench.puzzles` found to be worth a check for a puzzle.

    They are in the file `demonstration.json` of the title's folder; a title without it has none.
    """
    file = folder_of(rulebook_id).joinpath("demonstration.json")
    return msgspec.json.decode(file.read_bytes(), type=list[Candidate]) if file.is_file() else []


def open_demonstrations(tables: Tables, analyses: Analyses, checks: PuzzleChecks) -> list[str]:
    """Play each title's missing demonstration game, with up to four players, and return the ids of all complete ones.

    Known candidates for puzzles are queued for their check, and the game for its analysis, so that an idle server soon
    has puzzles, and then an analysed game, of every title. Completed parts are not repeated.
    """
    ids = []
    for rulebook_id, rulebook in find_rulebooks().items():
        game_id = demonstration_id(rulebook_id)
        try:
            with reading(game_id, ReadOnly):
                _open(tables, game_id, rulebook)
            checks.wait_for(tables.seen(game_id, "all"), known_candidates(rulebook_id))
            analyses.plan(game_id)
            ids.append(game_id)
        except ReadOnly as closed:
            _log.warning("A demonstration game stays as it is: %s.", closed)
        except RecordDamaged as damage:
            tables.closures.report(damage)
    return ids


def _open(tables: Tables, game_id: str, rulebook: Rulebook[Any]) -> None:
    paced = Tables(tables.store, _PacedClock(), closures=tables.closures)
    try:
        paced.seen(game_id)
    except NoSuchGame:
        players = min(rulebook.meta.most_players, 4)
        paced.open(
            GameTerms(rulebook.meta.id, players, computers=(CARETAKER,) * players),
            game_id=game_id,
            game_key=seeded_game_key(game_id),
        )
    # Also after an interruption: the game continues from where it is.
    play_computers(paced, game_id, random.Random(game_id))
