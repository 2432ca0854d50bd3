"""HTTP: authentication, rate limits, problems, ETags, live streams and gunicorn."""
