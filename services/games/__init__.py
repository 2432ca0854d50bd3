"""Games: tables and their moves, deadlines, standing orders, forks, the lobby and live events."""
