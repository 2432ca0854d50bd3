"""Computer players: the kinds that there are, whole games between them, tournaments.

`kinds` holds one module a kind, found by being there; `choosing` lets a kind answer for a seat, `playout` plays a game
in memory, `tournament` many of them.
"""
