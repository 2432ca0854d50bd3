"""Backups and the archive: copies of records outside the server's memory, and how to restore them."""
