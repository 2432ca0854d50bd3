"""Shape law: a title's view has its declared shape."""

from collections.abc import Mapping
from typing import Any

import msgspec


def misshapen(view: Mapping[str, Any], shape: Any) -> str | None:
    """The part of this view that does not match the shape, or none. A title without a shape shows plain JSON values."""
    plain = msgspec.json.encode(view, order="sorted")
    if shape is None:
        return None
    try:
        read = msgspec.convert(view, shape, strict=True)
    except msgspec.ValidationError as error:
        return str(error)
    # Members that are not in the shape are ignored when the view is read.
    return None if msgspec.json.encode(read, order="sorted") == plain else "it holds more than the shape names"
