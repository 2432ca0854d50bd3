"""Writer of the suite: `python -m tests.audit.conformance [DIRECTORY]`; the same files each time."""

import json
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tests.audit.conformance import altered, disputed, misplaced, missigned, sound
from tests.audit.conformance.cases import Case

DIRECTORY = Path(__file__).parents[3] / "docs" / "reference" / "conformance"


def files(cases: list[Case]) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file of the suite."""
    listed = ",\n".join(json.dumps(case.told(), ensure_ascii=False) for case in cases)
    suite = f'{{"format": "stele-conformance/1", "record_format": 1, "cases": [\n{listed}\n]}}\n'
    yield "suite.json", suite.encode()
    for case in cases:
        yield case.file, case.raw
        if "receipts" in case.options:
            yield case.receipts_file, case.options["receipts"].encode() + b"\n"


def main(directory: Path) -> None:
    """Write the suite into this directory, in place of the one there."""
    directory.mkdir(parents=True, exist_ok=True)
    for old in (*directory.glob("*.ndjson"), *directory.glob("*.json")):
        old.unlink()
    parts = (sound, disputed, altered, misplaced, missigned)
    told = (*(part.cases() for part in parts), sound.judges(), altered.judges(), sound.called_off())
    for name, content in files(list(chain.from_iterable(told))):
        (directory / name).write_bytes(content)


main(Path(sys.argv[1]) if len(sys.argv) > 1 else DIRECTORY)
