"""Lobby: the summary of every game, and the index in Redis by which games are listed, with its Lua scripts."""
