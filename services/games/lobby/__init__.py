"""Lobby: the summary of every game, and the Redis index that lists games, with its Lua scripts."""
