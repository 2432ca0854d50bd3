"""Research environments: every title for PettingZoo, in memory, by the rules as they are played here.

It needs the extra packages of `stele[research]`. `docs/guides/research.md` describes observations and actions.
"""

from sdk.research.environment import Environment, env, raw_env

__all__ = ["Environment", "env", "raw_env"]
