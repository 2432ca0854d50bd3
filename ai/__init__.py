"""Computer players: their kinds, whole games between them, and arenas.

`kinds` has one module for each kind, discovered automatically; `player` lets a kind answer for a seat, `self_play`
plays a game in memory, `arena` many of them.
"""
