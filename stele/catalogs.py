"""Catalogs of a title's texts brought up to date: `python -m stele.catalogs FOLDER`, where the title's modules lie."""

import sys

import stele.import_path  # noqa: F401
from replay.catalogs import main

__all__ = ["main"]

if __name__ == "__main__":
    main(sys.argv[1:])
