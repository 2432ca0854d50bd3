"""Who plays: the accounts of persons, outside of the games' records."""
