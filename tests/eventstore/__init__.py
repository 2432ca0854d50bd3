"""The memory's promises, kept on a real server."""
