"""Transparency log: what the server shows of it, and whether a record is the newest."""
