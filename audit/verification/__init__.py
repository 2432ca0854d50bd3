"""Verification of a record: chain, course, clocks, disputes, luck, signatures, and the rules played again."""
