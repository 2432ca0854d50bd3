"""Conformance suite of the record format: small files, good and bad, that any verifier can be run against.

`python -m tests.audit.conformance` writes them into docs/reference/conformance. `sound` has the good files, `altered`
the bad ones, `sources` the games, and `edits` the forger's tools.
"""
