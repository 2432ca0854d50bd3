"""Verification of a record: chain, lifecycle, clocks, disputes, random draws, signatures, and replayed rules."""
