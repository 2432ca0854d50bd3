"""Capacity: simulated people and games, and how many of them a server carries: load, memory, disk."""
