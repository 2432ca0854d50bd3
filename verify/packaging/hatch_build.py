"""Build hook of the package `stele-verify`: it contains the single file alone, which is made here."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class OneFile(BuildHookInterface):  # type: ignore[type-arg]
    """Makes the single file and puts it into the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the file where the package is built, and add it."""
        made = runpy.run_path(str(Path(self.root, "one_file.py")))
        path = Path(self.directory, made["FILE"])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made["one_file"](), "utf-8")
        build_data["force_include"][str(path)] = path.name
