"""Verification of a record: chain, lifecycle, clocks, disputes, luck, signatures, and the rules played again."""
