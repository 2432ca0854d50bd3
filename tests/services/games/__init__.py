"""What happens between moves: importing, demonstrations, computer players, the command line."""
