"""Verification of a record: chain, lifecycle, clocks, disputes, luck, signatures, and replayed rules."""
