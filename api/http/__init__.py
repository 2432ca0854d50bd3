"""HTTP itself: authentication, limits, problems, ETags, live streams, and how gunicorn serves."""
