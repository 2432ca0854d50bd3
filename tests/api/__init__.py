"""The API as its clients know it: through an app on the embedded server, and through real processes on a real port."""
