"""The event store's promises, kept on a real server."""
