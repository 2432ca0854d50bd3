"""Pages: their HTML and files."""
