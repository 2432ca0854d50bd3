"""Entry point `stele-mcp`: serves one player's games over standard input and output.

`STELE` is the address of the server, `STELE_TOKEN` the player's token with the scopes `read` and `play`, and
`STELE_LANGUAGE` the language of the texts.
"""

import os
import sys

from stele_client import AsyncClient
from stele_mcp.server import serving


def main() -> None:
    """Serve until the assistant disconnects."""
    token = os.environ.get("STELE_TOKEN")
    if not token:
        sys.exit("STELE_TOKEN must be a player's token; one is made on the page of the account.")
    url = os.environ.get("STELE", "http://127.0.0.1:8000")
    try:
        stele = AsyncClient(url, token, language=os.environ.get("STELE_LANGUAGE", "en"))
    except ValueError as error:
        sys.exit(f"STELE or STELE_TOKEN: {error}.")
    serving(stele).run("stdio")


if __name__ == "__main__":
    main()
