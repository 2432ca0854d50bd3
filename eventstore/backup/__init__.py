"""Backups and the archive: copies of records outside of the server's memory, and the ways back from them."""
