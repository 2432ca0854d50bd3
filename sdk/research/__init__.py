"""Research environments: every title for PettingZoo, in memory, with the same rules as on the server.

They need the extra packages of `stele[research]`. `docs/guides/research.md` describes observations and actions.
"""

from sdk.research.batch import Batch, Step
from sdk.research.environment import Environment, env, raw_env
from sdk.research.parallel import ParallelEnvironment, parallel_env

__all__ = ["Batch", "Environment", "ParallelEnvironment", "Step", "env", "parallel_env", "raw_env"]
