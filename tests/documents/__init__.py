"""The documents' statements, compared with the behaviour."""
