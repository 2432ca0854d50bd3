"""Types of responses: `make types` writes those of the pages and of the TypeScript client, which are not in the tree.

python -m tests.response_types
"""

import os
from pathlib import Path

from api.pages.page_types import written, written_for_client

ROOT = Path(__file__).resolve().parents[1]
OF_PAGES = ROOT / "web" / "responses.d.ts"
OF_CLIENT = ROOT / "sdk" / "typescript" / "responses.d.ts"


def write_types() -> None:
    """Write both modules, each in one piece, because several processes may do so. Needs only the packages that Stele
    needs to run.
    """
    from app import create_app

    document = create_app({}).test_client().get("/api/openapi.json").json
    for path, text in ((OF_PAGES, written(document)), (OF_CLIENT, written_for_client(document))):
        if not path.exists() or path.read_text("utf-8") != text:
            new = path.with_name(f".{path.name}.{os.getpid()}")
            new.write_text(text, "utf-8")
            new.replace(path)


if __name__ == "__main__":
    write_types()
