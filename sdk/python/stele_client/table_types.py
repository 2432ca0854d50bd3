"""Table types generator: a server's titles as Python types, from its OpenAPI document.

    python -m stele_client.table_types http://127.0.0.1:8000 > my_tables.py

`tables` was generated in this way. A server with titles of other packages has more.
"""

import json
import sys
import textwrap
from collections.abc import Mapping
from typing import Any

import httpx

_WIDTH = 120
_FEW = 4
_PLACE = "#/components/schemas/"
_SIMPLE = {"string": "str", "integer": "int", "boolean": "bool", "null": "None", "number": "float"}
_HEAD = '''"""Table types of the titles. Written by `table_types`; do not change them by hand.

A class whose name ends in `Table` is what `calls.state(game, TheTable)` reads.
"""

from typing import Any, Literal

from msgspec import Struct
'''


def written(document: Mapping[str, Any]) -> str:
    """The module with the types of the tables in this document."""
    module = _Module(document["components"]["schemas"])
    for name in sorted(module.schemas):
        if name.endswith(".Table"):
            module.add(name)
    text = "\n\n".join(f"{one}\n" for one in module.written.values())
    return f"{_HEAD if 'Any' in text else _HEAD.replace('Any, ', '')}\n\n{text}"


class _Module:
    """The types generated so far, by name; each comes after the types it uses."""

    def __init__(self, schemas: Mapping[str, Any]) -> None:
        self.schemas = schemas
        self.written: dict[str, str] = {}
        self._values: dict[tuple[str, ...], str] = {}

    def add(self, name: str) -> str:
        """The class of this schema, which is generated if needed."""
        made = _class(name)
        if made in self.written:
            return made
        schema = self.schemas[name]
        # Optional members come after required ones: they have a default.
        fields = sorted(schema["properties"].items(), key=lambda one: one[0] not in schema["required"])
        lines = [f"class {made}(Struct, frozen=True, kw_only=True):", *_docstring(schema.get("description", name)), ""]
        for field, said in fields:
            kind = self._type(said, made + "".join(part.capitalize() for part in field.split("_")))
            is_always_there = field in schema["required"]
            lines.append(f"    {field}: {kind if is_always_there else kind.removesuffix(' | None') + ' | None = None'}")
        self.written[made] = "\n".join(lines)
        return made

    def _type(self, said: Mapping[str, Any], place: str) -> str:
        """The type of values that match this schema, at the place with this name."""
        if "$ref" in said:
            return self.add(said["$ref"].removeprefix(_PLACE))
        if "anyOf" in said:
            return " | ".join(self._type(one, place) for one in said["anyOf"])
        if "enum" in said or "const" in said:
            values = said.get("enum", [said.get("const")])
            return self._one_of(tuple(json.dumps(value) for value in values), place)
        if "type" not in said:
            return "Any"
        if "prefixItems" in said:
            return f"tuple[{', '.join(self._type(one, place) for one in said['prefixItems'])}]"
        if said["type"] == "array":
            return f"tuple[{self._type(said['items'], place)}, ...]"
        if said["type"] == "object":
            more = said.get("additionalProperties")
            return f"dict[str, {self._type(more, place)}]" if more else "dict[str, Any]"
        return _SIMPLE[said["type"]]

    def _one_of(self, values: tuple[str, ...], place: str) -> str:
        """The type of these values; if there are many it has a name, from its first place."""
        if len(values) <= _FEW:
            return f"Literal[{', '.join(values)}]"
        if values not in self._values:
            self._values[values] = place
            self.written[place] = "\n".join([f"{place} = Literal[", *(f"    {value}," for value in values), "]"])
        return self._values[values]


def _class(name: str) -> str:
    """The class of a schema: `KheopsTable` of `Kheops.Table`, `KheopsTile` of `Kheops.Table.Tile`."""
    title, _, part = name.partition(".Table")
    return title + (part.removeprefix(".") or "Table")


def _docstring(text: str) -> list[str]:
    whole = f'    """{text}"""'
    if len(whole) <= _WIDTH:
        return [whole]
    first, _, rest = text.partition(". ")
    return [
        f'    """{first}.',
        "",
        *textwrap.wrap(rest, _WIDTH, initial_indent="    ", subsequent_indent="    "),
        '    """',
    ]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m stele_client.table_types URL")
    url = sys.argv[1]
    sys.stdout.write(written(httpx.get(f"{url}/api/openapi.json").raise_for_status().json()))
