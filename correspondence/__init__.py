"""What happens between moves: the tables where games are played, the lobby, the worker."""
