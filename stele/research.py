"""Research: titles as learning environments, and the facts of finished games (`docs/guides/research.md`).

They need the packages of `stele[research]`.
"""

import stele.import_path  # noqa: F401
from sdk.research import Environment, env, raw_env
from sdk.research.facts import facts_in, read_facts, write_parquet

__all__ = ["Environment", "env", "facts_in", "raw_env", "read_facts", "write_parquet"]
