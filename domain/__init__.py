"""Domain: commands, events, and how events become a state. The engine that every title shares.

This room is pure. It imports the standard library and msgspec; it has no clock, no network, no random numbers and no
log. Luck comes only from `chance`, time only from the records, and all data is frozen.
"""
