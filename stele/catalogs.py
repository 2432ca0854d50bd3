"""Catalogs of a title's texts: `python -m stele.catalogs FOLDER` updates them from its modules in FOLDER."""

import sys

import stele.import_path  # noqa: F401
from replay.catalog_updates import main

__all__ = ["main"]

if __name__ == "__main__":
    main(sys.argv[1:])
