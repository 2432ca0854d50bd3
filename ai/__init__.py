"""Computer players: their kinds, whole games between them, and arenas.

`kinds` has one module for each kind, discovered automatically; `player` lets a kind answer for a seat, `playout` plays
a game in memory, `arena` many of them.
"""
