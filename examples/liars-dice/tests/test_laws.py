"""The laws that hold for every title, for the one that `pyproject.toml` names to the plug-in."""

from stele.laws import *  # noqa: F403
