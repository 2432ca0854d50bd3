"""Test harness for tests that read like the rules: titles of other packages use it, too."""

from sdk.laws.given import Given, Then

__all__ = ["Given", "Then"]
