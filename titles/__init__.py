"""Titles: one folder each, with its rules, texts, drawing and tests, discovered automatically."""
