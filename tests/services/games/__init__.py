"""Game services: importing, demonstrations, computer players, the command line."""
