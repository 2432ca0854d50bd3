"""Files for the page that verifies records, as JSON for Node: `python -m tests.js.files_to_verify`.

With `STELE_TESTS_LONG` there are mutations and disputed records of every title.
"""

import base64
import json
import os
import random
import sys
from collections.abc import Iterator
from typing import Any

from app import create_app
from domain.game import CommandSigned
from eventstore.canonical_json import canonical
from tests.audit.conformance.edits import header, line_of
from tests.audit.games import (
    DISPUTED,
    TIMED,
    TITLES,
    bundled,
    disputed,
    happenings_of,
    lines_with_checksum,
    played,
    retold,
    rewritten,
    sealed_again,
    seated,
    timed,
)
from tests.audit.mutations import mutations, signed_bundle
from tests.audit.test_bounds import nested
from tests.audit.test_conformance import CASES, FILES, record_of
from tests.audit.test_dispute_file import dispute_file, receipt_of, signed_texts
from tests.audit.test_keys import keyed, seated_with
from tests.audit.test_signature_coverage import signed_at
from tests.audit.test_signatures import OPERATOR, signed_events, with_changed_keys
from tests.measured import ROOT
from tests.vectors import WORTHLESS
from verify import bundle, record
from verify import report as engine

IS_LONG = "STELE_TESTS_LONG" in os.environ
CONFORMING = CASES if IS_LONG else CASES[::4]
SMALL = "kheops"
"""The title with the shortest records."""
SOME_TITLES = TITLES if IS_LONG else [SMALL]
BY_THE_BROWSER = (
    "form", "positions", "chain", "header", "secrets", "openings", "receipts", "damage", "signatures", "luck",
)  # fmt: skip
Places = list[str | None]
"""The places that may be named as the first bad one; None: the file is consistent."""


def placed() -> Iterator[tuple[str, bytes, Places]]:
    """Files, each with its name and the places at which the browser may report a fault."""
    for title in SOME_TITLES:
        for with_disputes in (False, True):
            yield from mutated(title, with_disputes)
        for way in DISPUTED if IS_LONG else DISPUTED[:2]:
            projector, game = disputed(title, way, signed=True)
            for viewer in ("all", "public", 0):
                yield f"{title}, {way}, for {viewer}", bundled(projector, game, game.entries, viewer), [None]
    for outcome in TIMED if IS_LONG else TIMED[:1]:
        projector, game = timed(SMALL, outcome, signed=True)
        for viewer in ("all", "public", 0):
            yield f"timed, {outcome}, for {viewer}", bundled(projector, game, game.entries, viewer), [None]
    projector, game = played("kheops")
    raw = bundled(projector, game, game.entries[:4])
    for depth, place in ((62, None), (63, str(game.entries[2].position))):
        deep = rewritten(raw, 2, lambda plain, depth=depth: plain["data"].update(deep=nested(depth)))
        yield f"nested {depth} deep", deep, [place]
    projector, game = keyed(edition=2)
    yield "worthless keys in a game of the second edition", bundled(projector, game, game.entries), [None]
    yield from conforming()


def mutated(title: str, with_disputes: bool) -> Iterator[tuple[str, bytes, Places]]:
    """Mutations without a fault, or whose first fault, by the verifier in one file, is in a check that the browser also
    makes.
    """
    for number, mutation in enumerate(mutations(title, 30, seed=2, with_disputes=with_disputes)):
        report = engine.verify(mutation.raw)
        failed = next((check for check in report.checks if check.verdict == "failed"), None)
        if failed is None or failed.name in BY_THE_BROWSER:
            yield f"{title}, mutation {number}: {mutation.way}", mutation.raw, [report.first_bad]


def conforming() -> Iterator[tuple[str, bytes, Places]]:
    """The cases of the conformance suite that the browser can judge."""
    for case in CONFORMING:
        if case["verdict"] == "unaltered" or case.get("check") in BY_THE_BROWSER:
            raw = record_of(FILES[case["file"]])
            places = [case.get("position")] + [None] * ("without_rules" in case)
            yield case["file"], raw, places
    forged = "records-beacon-period.ndjson"
    yield f"{forged}: a beacon whose period is too long", FILES[forged], ["1-0"]


def without_a_move() -> bytes:
    """A move left out by a forger with the game key."""
    projector, game = played("kheops")
    actions = happenings_of(projector, game.entries)
    number = next(at for at, one in enumerate(actions) if one[0].actor == 1 and not one[0].luck and at > 5)
    lie = sealed_again(projector, [*actions[:number], *actions[number + 1 :]], game.game_key, game.game_id)
    return bundled(projector, game, lie)


def with_header(raw: bytes, **changed: Any) -> bytes:
    """The file with this in its first line."""
    lines = raw.splitlines(keepends=True)
    return lines_with_checksum([canonical({**json.loads(lines[0]), **changed}) + b"\n", *lines[1:]])


def shown() -> dict[str, bytes]:
    """Files that are shown on the page, by name."""
    _projector, game = played(SMALL)
    whole, longer = signed_bundle(SMALL, "all"), signed_bundle("amun-re", "all")
    files = {
        "a running game": bundled(_projector, game, game.entries[: len(game.entries) // 2], "public"),
        "a digest changed": whole.replace(game.entries[7].digest.hex().encode(), b"0" * 64, 1),
        "an entry changed": rewritten(whole, 7, lambda plain: plain.update(at=plain["at"] - 1)),
        "signed to the end": signed_at(_projector, game, -1),
        "signed to the middle": signed_at(_projector, game, len(game.entries) // 2),
        "without a move": without_a_move(),
        "too long": with_header(longer, names={f"player-{number:057}": "x" * 40 for number in range(9_000)}),
        "names": (ROOT / "titles" / "kheops" / "tests" / "golden" / "ids.ndjson").read_bytes(),
    }
    files |= {f"a record of {title}": signed_bundle(title, "all") for title in SOME_TITLES}
    lines = signed_bundle(SMALL, "public").splitlines(keepends=True)
    line = lines[1].replace(b'"1-0"', b'"<img src=x onerror=alert(1)>"')
    files["a hostile text"] = lines_with_checksum([lines[0], line, *lines[2:]])
    projector, game = played("kheops")
    other = rewritten(bundled(projector, game, game.entries), 0, lambda plain: plain["data"].update(rulebook="go"))
    files["a title that the server lacks"] = with_header(other, rulebook="go")
    projector, game = timed(SMALL, TIMED[0], signed=True)
    files["a time-out"] = bundled(projector, game, game.entries)
    projector, game = seated("kheops", strict=True, signed=True)
    files["strict luck"] = bundled(projector, game, game.entries)
    projector, game = seated("kheops")
    files["shared luck"] = bundled(projector, game, game.entries)
    files["luck to come"] = bundled(projector, game, game.entries[: len(game.entries) // 2], "public")
    projector, game = seated("kheops", silent=(0, 1))
    files["the server's luck"] = bundled(projector, game, game.entries)
    projector, game, _lost = with_changed_keys("kheops")
    files["a changed key"] = bundled(projector, game, game.entries)
    projector, game = seated_with(WORTHLESS[0], edition=1)
    files["a key that anyone can use"] = bundled(projector, game, game.entries)
    projector, game = seated(SMALL, signed=True)
    number, event = signed_events(projector, game)[0]
    lie = CommandSigned(event.seat, OPERATOR.sign(event.text.encode()), event.text, event.digest)
    files["signed moves"] = bundled(projector, game, game.entries)
    files["signed moves for the public"] = bundled(projector, game, game.entries, "public")
    files["a move signed by the operator"] = bundled(projector, game, retold(projector, game, number, lie))
    files["a beacon"] = (ROOT / "titles" / "kheops" / "tests" / "golden" / "beacon.ndjson").read_bytes()
    files["called off"] = FILES["revealing-all.ndjson"]
    return files | disputes()


def disputes() -> dict[str, bytes]:
    """Dispute files that are shown on the page, by name."""
    recorded, other = signed_texts(0)
    return {
        "a decided dispute": decided(),
        "a dispute": dispute_file(receipt_of(20)),
        "a dispute with a contrary receipt": dispute_file(receipt_of(30, "11" * 32)),
        "a dispute with another record's dossier": dispute_file(digest="00" * 32),
        "a dispute with signed texts": dispute_file(texts=recorded),
        "a dispute with a text that was never sent": dispute_file(
            texts=[other, {**other, "signature": recorded[0]["signature"]}]
        ),
    }


def decided() -> bytes:
    """The dispute file of a game that the referee ended, with the name of one player."""
    raw = header(FILES["adjudicated.ndjson"], names={"player-0": "Ada"})[0]
    lines = [json.loads(line) for line in raw.splitlines()]
    until = json.loads(lines[line_of(raw, "DisputeOpened")]["e"])["data"]["position"]
    digest = next(one["h"] for one in lines[1:-1] if one["position"] == until)
    dossier = {"game": lines[0]["game"], "until": until, "digest": digest, "events": []}
    whole = {"format": "stele-dispute/1", "record": raw.decode(), "dossier": dossier, "receipts": []}
    return json.dumps(whole).encode()


def facts() -> dict[str, Any]:
    """The known values of the games in these files."""
    _projector, first = played(SMALL)
    middle = len(first.entries) // 2
    projector, game = seated(SMALL, signed=True)
    signed = signed_events(projector, game)
    return {
        "seventh": str(first.entries[7].position),
        "middle": [str(first.entries[number].position) for number in (middle, middle + 1)],
        "end": str(first.entries[-1].position),
        "lost": with_changed_keys("kheops")[2],
        "moves": [sum(one.seat == seat for _, one in signed) for seat in range(game.final.players)],
        "texts": len(signed_texts(0)[0]),
        "first signed": [str(game.entries[signed[0][0]].position), signed[0][1].seat],
        "luck warnings": luck_warnings(),
    }


def luck_warnings() -> dict[str, int]:
    """The number of warnings about randomness that the verifier in one file has of each good record of the suite."""
    cases = [case["file"] for case in CONFORMING if case["verdict"] == "unaltered" and case["file"].endswith(".ndjson")]
    reports = {name: engine.verify(FILES[name]) for name in cases}
    checks = {name: next(check for check in one.checks if check.name == "luck") for name, one in reports.items()}
    return {name: len(check.warnings) for name, check in checks.items()}


def rollbacks() -> Iterator[tuple[list[tuple[int, int]], list[bool]]]:
    """Rollbacks at actions, each to an earlier one, and which of the first thirty actions count after them."""
    lot = random.Random(1)
    for _ in range(20):
        backs = [(at, lot.randrange(1, at)) for at in range(2, 30) if lot.random() < 0.3]
        pairs = [(bundle.Position(at, 0), bundle.Position(back, 0)) for at, back in backs]
        yield backs, [record.still_counts(bundle.Position(at, 0), pairs) for at in range(1, 31)]


def main() -> None:
    """Write all of it to the standard output."""
    files = shown()
    records = {name: record_of(raw) for name, raw in files.items()}
    encoded = {name: base64.b64encode(raw).decode() for name, raw in files.items()}
    server = create_app({}).test_client()

    def said(raw: bytes) -> tuple[int, str]:
        """A real server's response to this file: its status and its body."""
        answer = server.post("/api/verifications", data=raw, content_type="application/x-ndjson")
        return answer.status_code, answer.text

    told = {
        "placed": [[name, base64.b64encode(raw).decode(), places] for name, raw, places in placed()],
        "shown": {name: [encoded[name], *said(raw)] for name, raw in records.items()},
        "facts": facts(),
        "rollbacks": list(rollbacks()),
    }
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
