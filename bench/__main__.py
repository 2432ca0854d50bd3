"""Run every benchmark and print the table: `python -m bench` (or only some: `fold`, `replay`, `moves`, …)."""

import sys

from bench import (
    checkpoints,
    cluster,
    fold,
    followers,
    growth,
    layout,
    moves,
    playouts,
    prospects,
    reading,
    redrawing,
    replay,
    size,
    stepping,
    verification,
    visits,
    waiting,
)
from bench.pages import NoChromium


def main(arguments: list[str]) -> None:
    """Print the rows as a Markdown table."""
    parts = {
        "fold": fold, "replay": replay, "verification": verification, "checkpoints": checkpoints, "moves": moves,
        "cluster": cluster, "reading": reading, "followers": followers, "redrawing": redrawing,
        "waiting": waiting, "stepping": stepping, "playouts": playouts, "prospects": prospects,
        "growth": growth, "layout": layout, "size": size, "visits": visits,
    }  # fmt: skip
    print("| what | value | |\n|---|---:|---|", flush=True)
    for name in arguments or list(parts):
        try:
            for row in parts[name].rows():
                value = f"{row.value:,.{2 if row.value < 10 else 0}f} {row.unit}"
                print(f"| {row.name} | {value} | {row.against} |", flush=True)
        except NoChromium as reason:
            print(f"| {name} | | {reason} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
