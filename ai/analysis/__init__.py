"""Analysis of finished games and of single moves, by playouts."""
