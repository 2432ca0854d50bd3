"""Puzzles: positions of finished public games with one clearly best answer, and the players' tries.

The check of a candidate is in `ai/analysis/puzzle_check.py`.
"""
