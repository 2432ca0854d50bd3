"""Tests of the programs for clients of a Stele server."""
