"""Tests of the programs for those who do not run Stele."""
