"""Research: titles as learning environments, with the packages of `stele[research]` (`docs/guides/research.md`)."""

import stele.import_path  # noqa: F401
from sdk.research import Environment, env, raw_env
from sdk.research.encoding import ACTIONS, FEATURES

__all__ = ["ACTIONS", "FEATURES", "Environment", "env", "raw_env"]
