"""The command `stele` and `python -m stele`: like `flask --app app` in a checkout, but from any directory."""

import stele.import_path  # noqa: F401
from app import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
