"""Players: signing up and profiles, their ratings, and their finished games."""
