"""One file of all modules: `stele_verify.py`, as people download it. `python -m verify.one_file` writes it.

All modules share one namespace there, so they import each other only by `from verify.x import name`, and no two of them
give a name to different things.
"""

import ast
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

FILE = "stele_verify.py"
MODULES = (
    "canonical_json", "ed25519", "bundle", "record", "shared_events", "commitments", "luck", "events", "chain",
    "disputes", "clocks", "proposals", "course", "signatures", "receipts", "merkle", "notes", "log", "fetch",
    "monitor", "report", "dispute_file", "main",
)  # fmt: skip
"""The modules, each after those that it imports."""
HEAD = '''\
#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""Verify the record of a game of Stele, without Stele: python3 stele_verify.py BUNDLE

This single file needs only Python 3.9 or newer. It implements docs/reference/records.md, the description of the record.
It checks everything that can be checked without a title's rules, names the first bad entry, and reports its conclusions
and their limits. Exit status: 0 for a record that is unaltered in itself, and with --key vouched for to its end; 1 for
one that is not; 2 if the file is not a record; 3 for one that is unaltered, with warnings, or of which this file does
not contain everything.
"""

from __future__ import annotations

'''
TAIL = """\
if __name__ == "__main__":
    sys.exit(main())
"""


@cache
def one_file() -> str:
    """The text of the single file."""
    imports: defaultdict[str, set[str]] = defaultdict(set)
    parts = []
    for name in MODULES:
        source = Path(__file__).with_name(f"{name}.py").read_text("utf-8")
        tree = ast.parse(source)
        end = tree.body[0].end_lineno or 0
        for node in tree.body:
            if isinstance(node, ast.Import):
                imports["import"].update(one.name for one in node.names)
            elif isinstance(node, ast.ImportFrom) and not (node.module or "").startswith(("__future__", "verify.")):
                imports[f"from {node.module} import"].update(one.name for one in node.names)
            elif not isinstance(node, ast.ImportFrom):
                continue
            end = node.end_lineno or end
        title = (ast.get_docstring(tree) or "").partition("\n")[0]
        parts.append("\n".join([f"# {title}", "", *source.splitlines()[end:]]).rstrip())
    plain = [f"import {name}" for name in sorted(imports.pop("import"))]
    listed = [*plain, *(f"{module} {', '.join(sorted(names))}" for module, names in sorted(imports.items()))]
    return "\n\n\n".join([HEAD + "\n".join(listed), *parts, TAIL])


if __name__ == "__main__":
    sys.stdout.write(one_file())
