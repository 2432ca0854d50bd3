"""Tree search: an answer found by playing the rest of the game many times, from what one seat knows.

`tree` holds what was learnt about the answers, `playing` plays one game on, `searching` does both until its budget is
used up.
"""
