"""Preload: the program, imported once in the process from which the tests' servers and commands are forked.

On import, prometheus-client decides whether a process shares its metrics through files. Processes of a server do, so
all forked processes do; each begins files of its own.
"""

import os
import shutil
import tempfile

from operations import METRICS_DIRECTORY

os.environ[METRICS_DIRECTORY] = _place = tempfile.mkdtemp(prefix="stele-preload-")

import gunicorn.app.wsgiapp
import gunicorn.workers.gthread

import app

shutil.rmtree(_place)

__all__ = ["app", "gunicorn"]
