"""What a response depends on besides its address: the header `Vary`, for whoever keeps responses."""

from flask import Response


def vary_by(response: Response, name: str) -> None:
    """Say that the response depends on this header of the request."""
    before = response.headers.get("Vary")
    if before is None:
        response.headers["Vary"] = name
    elif name not in before.split(", "):
        response.headers["Vary"] = f"{before}, {name}"
