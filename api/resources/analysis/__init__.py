"""Analysis of finished games: its results, and the alternatives of each decision."""
