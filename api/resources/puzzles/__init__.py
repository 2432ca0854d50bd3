"""Puzzles from finished games, and the feed of the daily ones."""
