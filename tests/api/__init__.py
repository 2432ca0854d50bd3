"""The API from the client's side: through an app on the embedded server, and through real processes on a real port."""
