"""Titles: one folder each, with rules, texts, drawing and tests, discovered automatically."""
