"""The command `stele` and `python -m stele`: in a checkout, `bin/stele` runs it from any directory."""

import stele.import_path  # noqa: F401
from app import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
