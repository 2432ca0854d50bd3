"""Tree search: finds an answer by playing the rest of the game many times, from what one seat knows.

`tree` stores the statistics of the answers, `playout_policy` plays one game on, `search` does both until its budget is
used up.
"""
