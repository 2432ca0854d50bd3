"""Statistics of finished games: the facts of each game, and the sums of all."""
