"""Analyses of finished games and of single moves as they are asked for: the queue, and what has been found.

How they are found is `ai/analysis/`.
"""
