"""Writer of the suite: `python -m tests.audit.conformance [DIRECTORY]`, with a directory as separate files. The output
is always the same.
"""

import json
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tests.audit.conformance import altered, disputed, misplaced, missigned, sound
from tests.audit.conformance.cases import Case
from tests.audit.conformance.pack import packed
from tests.audit.conformance.unpack import SUITE


def files(cases: list[Case]) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file of the suite."""
    listed = ",\n".join(json.dumps(case.told(), ensure_ascii=False) for case in cases)
    suite = f'{{"format": "stele-conformance/1", "record_format": 1, "cases": [\n{listed}\n]}}\n'
    yield "suite.json", suite.encode()
    for case in cases:
        yield case.file, case.raw
        if "receipts" in case.options:
            yield case.receipts_file, case.options["receipts"].encode() + b"\n"


def main() -> None:
    """Write the suite into one file, or into separate files."""
    parts = (sound, disputed, altered, misplaced, missigned)
    told = (*(part.cases() for part in parts), sound.judges(), altered.judges(), sound.called_off())
    written = dict(files(list(chain.from_iterable(told))))
    if len(sys.argv) == 1:
        SUITE.write_text(packed(written), "utf-8")
    else:
        for name, content in written.items():
            (Path(sys.argv[1]) / name).write_bytes(content)


main()
