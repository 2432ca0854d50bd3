"""Clocks: the facts about time in a game, the rules by which it runs out, and when a player plays."""
