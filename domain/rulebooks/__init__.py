"""The titles. Each folder here is one, found by being here: there is no list of titles anywhere."""

import importlib
import pkgutil
from functools import cache
from typing import Any

from domain.rulebook import Rulebook


@cache
def find_rulebooks() -> dict[str, Rulebook[Any]]:
    """Every title's rulebook by the title's id, in the ids' order."""
    modules = [importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
    return {module.meta.id: module for module in sorted(modules, key=lambda module: module.meta.id)}
