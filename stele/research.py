"""Research: titles as environments for learning (`docs/guides/research.md`). It needs of `stele[research]`."""

import stele.import_path  # noqa: F401
from sdk.research import Environment, env, raw_env
from sdk.research.encoding import ACTIONS, FEATURES

__all__ = ["ACTIONS", "FEATURES", "Environment", "env", "raw_env"]
