"""Shape law: what a title shows has the shape that it declares."""

from collections.abc import Mapping
from typing import Any

import msgspec


def misshapen(view: Mapping[str, Any], shape: Any) -> str | None:
    """What of this view is not as the shape says, or none. A title that says no shape shows plain JSON values."""
    plain = msgspec.json.encode(view, order="sorted")
    if shape is None:
        return None
    try:
        read = msgspec.convert(view, shape, strict=True)
    except msgspec.ValidationError as error:
        return str(error)
    # What the shape does not name is left out when the view is read.
    return None if msgspec.json.encode(read, order="sorted") == plain else "it holds more than the shape names"
