"""The people who play: their accounts, outside the games' records."""
