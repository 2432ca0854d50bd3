"""What happens between moves: the tables where games are played, the lobby, computer players, the worker."""
