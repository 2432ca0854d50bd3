"""Domain: commands, events, and how events become a state; the engine that all titles share.

This package is pure. It imports the standard library and msgspec; it has no clock, network, random numbers or log.
Randomness comes only from `chance`, time only from the records, and all data is frozen.
"""
