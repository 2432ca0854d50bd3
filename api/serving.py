"""How gunicorn serves the web (its settings), and the processes that are a whole Stele.

HOST, PORT and WEB_CONCURRENCY come from the environment.
"""

import os

# The Procfile says the same for a checkout.
PROCESSES = {
    "web": 'gunicorn -c python:api.serving "app:create_app()"',
    "worker": "flask --app app worker",
}

_host = os.environ.get("HOST") or "127.0.0.1"
_port = os.environ.get("PORT") or "8000"
_shown_host = f"[{_host}]" if ":" in _host else _host

bind = f"{_shown_host}:{_port}"
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY") or 2)
# A live event stream occupies a thread for as long as its reader stays.
threads = 32
# Live streams do not end on their own. Honcho waits 5 seconds before it kills, so be through before that.
graceful_timeout = 4
accesslog = None
# No socket in the home directory for controlling it.
control_socket_disable = True
loglevel = "warning"


def when_ready(_server: object) -> None:
    """Say where Stele is and how to stop it, once it listens."""
    print(f"Stele is at http://{_shown_host}:{_port}/", flush=True)
    print("Press Ctrl-C to stop; every recorded game is kept.", flush=True)
