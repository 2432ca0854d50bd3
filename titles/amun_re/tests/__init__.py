"""Amun-Re, the board game: rule by rule, ruling by ruling, and whole games."""
