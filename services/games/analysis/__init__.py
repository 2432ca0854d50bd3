"""Analyses of finished games and of single moves, on request: the queue and the results; and shared variations.

The analysis itself is in `ai/analysis/`.
"""
