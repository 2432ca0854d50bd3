"""Research environments: every title for PettingZoo, in memory, by the rules as they are played here.

It needs the extra packages of `stele[research]`. `docs/research.md` says what is observed and how actions are encoded.
"""

from sdk.research.environment import Environment, env, raw_env

__all__ = ["Environment", "env", "raw_env"]
