"""Facts of finished games as one flat table, read from a server and written as Parquet for other tools.

Reading needs the standard library alone; `write_parquet` needs `pyarrow`, which `stele[research]` brings.
"""

import json
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

Fact = dict[str, Any]
"""A row of the table: a fact with its game's columns, and its seat's place, points and win (none without a seat)."""

_OF_GAME = ("game", "rulebook", "started_at", "ended_at", "actions", "people", "complete")


def read_facts(server: str, title: str) -> Iterator[Fact]:
    """The facts of all public finished games of this title on the server with this address, game by game."""
    address = f"{server.rstrip('/')}/api/rulebooks/{quote(title, safe='')}/statistics?format=jsonl"
    if not address.startswith(("http://", "https://")):
        raise ValueError(f"{server!r} is not the address of a server")
    with urllib.request.urlopen(address) as response:
        yield from facts_in(response)


def facts_in(lines: Iterable[bytes | str]) -> Iterator[Fact]:
    """The facts in these lines, which the server sent; a game without facts has none."""
    for line in lines:
        game = json.loads(line)
        common = {**{name: game[name] for name in _OF_GAME}, "players": len(game["seats"])}
        for fact in game["facts"]:
            yield {**common, **fact, **_end(game["seats"], fact["seat"])}


def _end(seats: list[Mapping[str, Any]], seat: int | None) -> Fact:
    if seat is None:
        return {"place": None, "points": None, "won": None, "person": None}
    end = seats[seat]
    return {"place": end["place"], "points": end["points"], "won": end["place"] == 1, "person": end["person"]}


def write_parquet(facts: Iterable[Fact], path: str | Path) -> int:
    """Write these facts as a Parquet file with one column for each name, and return their number."""
    import pyarrow as arrow
    from pyarrow import parquet

    when, number, text, flag = arrow.timestamp("ms", tz="UTC"), arrow.int64(), arrow.string(), arrow.bool_()
    schema = arrow.schema(
        {
            "game": text, "rulebook": text, "players": number, "people": flag, "complete": flag, "started_at": when,
            "ended_at": when, "actions": number, "topic": text, "which": text, "round": number, "seat": number,
            "value": number, "person": flag, "place": number, "points": number, "won": flag,
        }.items()
    )  # fmt: skip
    rows = [
        {**one, **{name: datetime.fromisoformat(one[name]) for name in ("started_at", "ended_at")}} for one in facts
    ]
    parquet.write_table(arrow.Table.from_pylist(rows, schema=schema), path)
    return len(rows)
