"""Tests of rules that read like the rules: what titles of other packages use, too."""

from sdk.laws.given import Given, Then

__all__ = ["Given", "Then"]
