"""gunicorn's settings, from any directory: gunicorn searches its working directory for modules first."""

import stele.import_path  # noqa: F401
from api.http.gunicorn_settings import *  # noqa: F403
