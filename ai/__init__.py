"""Computer players: their kinds, whole games between them, and arenas.

`kinds` holds one module for each kind, discovered automatically; `choosing` lets a kind answer for a seat, `playout`
plays a game in memory, `tournament` many of them.
"""
