"""Laws that hold for every title: `from stele.laws import *` in a title's test module runs them for that title.

`Given` is the base of tests of single rules. `python -m stele.laws FILE` (or TITLE PLAYERS SEED) replays a playout that
broke a law. It needs the packages of `stele[laws]`.
"""

import sys

import stele.import_path  # noqa: F401
from sdk.laws.__main__ import main as _main
from sdk.laws.given import Given as Given
from sdk.laws.given import Then as Then
from sdk.laws.suite import *  # noqa: F403

if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
