"""The laws that hold for every title, run by the plug-in on the title that `pyproject.toml` names."""

from stele.laws import *  # noqa: F403
