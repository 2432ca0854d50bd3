"""OpenAPI page: Swagger UI from a package's own files, so that no asset comes from outside."""

from pathlib import Path

import flask_swagger_ui
from flask import Blueprint, Response

from api.pages.static_files import file_in

documentation = Blueprint("documentation", __name__, url_prefix="/api/docs")

_FILES = Path(flask_swagger_ui.__file__).parent / "dist"

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stele: the HTTP API</title>
<link rel="icon" href="../web/stele.svg">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="calls"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""
_START = 'SwaggerUIBundle({url: "openapi.json", dom_id: "#calls", deepLinking: true});\n'


@documentation.route("")
def page() -> Response:
    """The page."""
    return Response(_PAGE, content_type="text/html; charset=utf-8")


@documentation.route("/start.js")
def start() -> Response:
    """The page's start script; not inline, so that a strict Content-Security-Policy allows it."""
    return Response(_START, content_type="text/javascript; charset=utf-8")


@documentation.route("/<path:name>")
def asset(name: str) -> Response:
    """Swagger UI's own files."""
    return file_in(_FILES, name)
