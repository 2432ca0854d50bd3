"""Dispute files: a record, the dossier of a disputed action, and the receipts of the player who saved it."""

import json
from collections.abc import Iterator
from typing import Any

from tests.audit.conformance.cases import ALTERED, NO_RECORD, UNALTERED, Case
from tests.audit.conformance.edits import rechained
from tests.audit.conformance.sound import raw_of
from tests.audit.conformance.sources import SERVER, receipt, waiting


def cases() -> Iterator[Case]:
    """All cases of dispute files."""
    game = waiting()
    raw, entries = raw_of(game).decode(), game[1].entries
    end = entries[-1]
    shown = [{"position": str(one.position), "digest": one.digest.hex(), "text": "…"} for one in entries[-2:]]
    dossier: dict[str, Any] = {"game": "seated", "until": str(end.position), "digest": end.digest.hex()}
    right = {"format": "stele-dispute/1", "record": raw, "dossier": dossier | {"events": shown}, "receipts": []}
    other = [shown[0], shown[1] | {"digest": "0" * 64}]
    agreeing, lie = receipt(end), receipt(end, digest=bytes(32))
    key = [SERVER.public_key]
    for name, what, members, status, options in (
        ("agrees", "Its dossier is of its record, and its receipt agrees.", {"receipts": [agreeing]}, 0, {"key": key}),
        ("bare", "Its dossier has no list of events.", {"dossier": dossier}, 0, {}),
        ("contradicts", "Its receipt contradicts its record.", {"receipts": [lie]}, 1, {"key": key}),
        ("other-digest", "Its dossier is of another record.", {"dossier": dossier | {"digest": "0" * 64}}, 1, {}),
        ("other-place", "Its dossier is of a later position.", {"dossier": dossier | {"until": "99-0"}}, 1, {}),
        ("other-events", "Its dossier has another event.", {"dossier": dossier | {"events": other}}, 1, {}),
    ):
        yield of_file(name, what, right | members, UNALTERED, status, options=options)
    changed, place = rechained(raw.encode(), 2, lambda plain: plain["data"].update(more=1))
    yield of_file(
        "altered",
        "Its record is altered.",
        right | {"record": changed.decode()},
        ALTERED,
        1,
        check="records",
        place=place,
    )
    incomplete: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("member", "A further member.", {"more": 1}),
        ("kind", "Receipts that are no list.", {"receipts": {}}),
        ("receipt", "A receipt that is no object.", {"receipts": ["none"]}),
    )
    for name, what, wrong in incomplete:
        yield of_file(name, what, right | wrong, NO_RECORD, 2)
    missing = {name: one for name, one in right.items() if name != "dossier"}
    yield of_file("missing", "A member is missing.", missing, NO_RECORD, 2)


def of_file(name: str, what: str, members: dict[str, Any], verdict: str, status: int, **more: Any) -> Case:
    """The case of a dispute file with these members."""
    raw = json.dumps(members, ensure_ascii=False).encode() + b"\n"
    return Case(f"dispute-{name}", what, raw, verdict, status, ending="json", **more)
