"""Clocks: the events about time in a game, the rules for deadlines, and players' availability."""
