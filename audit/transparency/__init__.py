"""Transparency log: the server's notes, tiles and proofs, and the check that a record is the newest."""
