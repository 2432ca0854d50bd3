"""Tree search: finds an answer by playing the rest of the game many times, from what one seat knows.

`tree` stores the statistics of the answers, `playing` plays one game on, `searching` does both until its budget is used
up.
"""
