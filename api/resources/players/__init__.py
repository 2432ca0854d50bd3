"""Players: signing up and profiles, their ratings, their finished games, and a copy of their data."""
