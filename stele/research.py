"""Research: titles as learning environments, and the facts of finished games (`docs/guides/research.md`).

They need the packages of `stele[research]`.
"""

import stele.import_path  # noqa: F401
from sdk.research import Batch, Environment, ParallelEnvironment, Step, env, parallel_env, raw_env
from sdk.research.facts import facts_in, read_facts, write_parquet
from sdk.research.recorded_games import BadGameSet, RecordedGame, RecordedStep, read_games, read_header

__all__ = [
    "BadGameSet",
    "Batch",
    "Environment",
    "ParallelEnvironment",
    "RecordedGame",
    "RecordedStep",
    "Step",
    "env",
    "facts_in",
    "parallel_env",
    "raw_env",
    "read_facts",
    "read_games",
    "read_header",
    "write_parquet",
]
