"""Conformance suite of the record format: small files, good and bad, that any verifier can be run against.

`python -m tests.audit.conformance` writes them into one file in docs/reference/conformance. `sound` has the good files,
`altered` the bad ones for each check, `misplaced` and `missigned` those with wrong places and signatures of events,
`disputed` the dispute files, `sources` the games, `edits` the forger's tools, and `pack` and `unpack` the one file.
"""
