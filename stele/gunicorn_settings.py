"""gunicorn's settings, from any directory: gunicorn looks for modules in the one that it is started in first."""

import stele.import_path  # noqa: F401
from api.http.gunicorn_settings import *  # noqa: F403
