"""Research environments: every title for PettingZoo, in memory, with the same rules as on the server.

They need the extra packages of `stele[research]`. `docs/guides/research.md` describes observations and actions.
"""

from sdk.research.environment import Environment, env, raw_env

__all__ = ["Environment", "env", "raw_env"]
