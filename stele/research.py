"""Research: titles as learning environments, and the facts of finished games (`docs/guides/research.md`).

They need the packages of `stele[research]`.
"""

import stele.import_path  # noqa: F401
from sdk.research import Batch, Environment, ParallelEnvironment, Step, env, parallel_env, raw_env
from sdk.research.facts import facts_in, read_facts, write_parquet

__all__ = [
    "Batch",
    "Environment",
    "ParallelEnvironment",
    "Step",
    "env",
    "facts_in",
    "parallel_env",
    "raw_env",
    "read_facts",
    "write_parquet",
]
