"""Verifier in one file, for use without Stele."""
