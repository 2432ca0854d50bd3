"""What happens between moves: the tables where games are created and played, the lobby, computer players, the worker."""
