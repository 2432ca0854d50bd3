"""Writer of the suite: `python -m tests.audit.conformance [DIRECTORY]`; the same files each time."""

import json
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tests.audit.conformance import altered, sound
from tests.audit.conformance.cases import Case

DIRECTORY = Path(__file__).parents[3] / "docs" / "reference" / "conformance"


def files(cases: list[Case]) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file of the suite."""
    suite = {"format": "stele-conformance/1", "record_format": 1, "cases": [case.told() for case in cases]}
    yield "suite.json", json.dumps(suite, indent=1, ensure_ascii=False).encode() + b"\n"
    for case in cases:
        yield case.file, case.raw
        if "receipts" in case.options:
            yield case.receipts_file, case.options["receipts"].encode() + b"\n"


def main(directory: Path) -> None:
    """Write the suite into this directory, in place of the one there."""
    directory.mkdir(parents=True, exist_ok=True)
    for old in (*directory.glob("*.ndjson"), *directory.glob("*.json")):
        old.unlink()
    told = (sound.cases(), altered.cases(), sound.judges(), altered.judges())
    for name, content in files(list(chain(*told))):
        (directory / name).write_bytes(content)


main(Path(sys.argv[1]) if len(sys.argv) > 1 else DIRECTORY)
