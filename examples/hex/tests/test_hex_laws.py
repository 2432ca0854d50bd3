"""The laws that hold for every title, run on the title that `pyproject.toml` names to the plug-in."""

from stele.laws import *  # noqa: F403
