"""CSV tables: responses that a browser saves for spreadsheets, with no cell that a spreadsheet takes for a formula."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from flask import Response

CSV = "text/csv"
_FORMULA = ("=", "+", "-", "@")


def csv_schema(lines: str) -> dict[str, Any]:
    """The schema of a table whose lines, below the names of the columns, are these."""
    return {"type": "string", "description": f"{lines}, below the names of the columns."}


def csv_table(name: str, columns: Sequence[object], rows: Iterable[Sequence[object]]) -> Response:
    """A table to save under this name."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(map(_plain, columns))
    table.writerows(map(_plain, row) for row in rows)
    response = Response(text.getvalue(), content_type=f"{CSV}; charset=utf-8")
    response.headers.set("Content-Disposition", "attachment", filename=f"{name}.csv")
    return response


def _plain(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula, also where a semicolon separates cells."""
    if not isinstance(cell, str):
        return cell
    text = cell.replace(";", ",")
    return f"'{text}" if text.startswith(_FORMULA) else text
