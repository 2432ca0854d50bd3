"""A real server's responses about its log, in states that its operator makes, as JSON: `python -m tests.js.logs`."""

import json
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from api.services import services
from app import create_app
from audit.signing.keys import SigningKey
from audit.signing.receipts import receipt_of
from eventstore.entries import Position, parse_position
from services.games.integrity import CHECKPOINTS
from tests.answering import answering
from tests.api.clients import Client, table_of
from tests.audit.log_operator import Operator
from tests.audit.witnesses import LogWitness, key_of
from verify.log import leaf_of

WITNESS_NAME = "witness.example"
SIGNING = SigningKey(bytes(31) + b"\x05")
KEY = key_of(SIGNING, WITNESS_NAME)
STRANGERS = [leaf_of(name, Position(1, 0), bytes(32)) for name in ("x", "y", "z")]
Response = tuple[int, Any]


def moved(gallery: Client, names: list[str]) -> dict[str, Any]:
    """The response to a first move in a new game."""
    game, clients = table_of(gallery, "kheops", names)
    client = clients[gallery.get(f"/api/games/{game}")["to_act"][0]]
    move = client.get(f"/api/games/{game}/legal-moves")["moves"][0]["move"]
    made: dict[str, Any] = client.post(f"/api/games/{game}/moves", move)
    return made


def receipt_by(key: SigningKey, made: dict[str, Any]) -> dict[str, Any]:
    """The receipt of this move, signed by another key."""
    good = made["receipt"]
    place, digest = parse_position(good["position"]), bytes.fromhex(good["digest"])
    return receipt_of(key, good["origin"], good["game"], place, digest, good["at"], good["request"])


def responses(gallery: Client, size: int, receipts: list[dict[str, Any]], with_proofs: bool) -> dict[str, Response]:
    """The responses to all requests of a reader with these receipts who has seen the log at any size up to this one."""
    paths = ["/api/log", "/.well-known/stele.json", "/api/games/denied/digests?at=1-0"]
    paths += [f"/api/log/consistency?from={first}&to={to}" for to in range(1, size + 2) for first in range(1, to)]
    for receipt in receipts:
        game, position = receipt["game"], receipt["position"]
        paths.append(f"/api/games/{game}/digests?at={position}")
        if with_proofs:
            proof = f"/api/games/{game}/proof?at={position}"
            logged = gallery.call("GET", proof).body.get("position", position)
            paths += [proof, f"/api/games/{game}/digests?at={position}%2C{logged}"]
    return {path: ((answer := gallery.call("GET", path)).status, answer.body) for path in paths}


def main(data: Path, witness: str) -> None:
    """Write the responses in each state of the log to the standard output; the witness is at this address."""
    app = create_app({"STELE_DATA": str(data), "STELE_LIMITS": "off", "STELE_WITNESSES": f"{witness}#{KEY}"})
    gallery = Client(app)
    for names in (["Flo", "Gus"], ["Hal", "Ida"]):
        moved(gallery, names)
    own = moved(gallery, ["Ada", "Bo"])
    with app.app_context():
        keeper = services().storage.integrity.keeper()
        assert keeper.hold() and keeper.write()
        keeper.release()
    withheld = moved(gallery, ["Cy", "Di"])
    receipts = [own["receipt"], withheld["receipt"]]
    operator = Operator(data)
    honest = operator.last
    shutil.copytree(data / CHECKPOINTS, data / "honest")
    size, origin = honest.tree.size, honest.tree.origin
    strange, more, most = STRANGERS

    def cosigned() -> None:
        with app.app_context():
            log = services().storage.log
            log.submit(*log.witnesses)
        operator.log(strange)

    states: dict[str, Callable[[], Any]] = {
        "honest": lambda: None,
        "cosigned": cosigned,
        "shrunk": lambda: operator.log(begin=size - 1),
        "changed": lambda: operator.log(strange, *operator.leaves()[1:], more, begin=0),
        "renamed": lambda: operator.log(origin="other.example/log"),
        "renamed, then shrunk": lambda: operator.log(origin="other.example/log", begin=1),
        "restored": lambda: operator.log(
            most,
            begin=size,
            origin=f"{origin}/1",
            restores=1,
            continues=f"{origin} {size - 1}",
            because="of a broken disk",
        ),
    }
    told = {}
    for name, write in states.items():
        shutil.rmtree(data / CHECKPOINTS)
        shutil.copytree(data / "honest", data / CHECKPOINTS)
        operator = Operator(data)
        write()
        # A reader who is warned about the log itself does not ask for the proof of a move.
        told[name] = responses(gallery, operator.last.tree.size, receipts, name in ("honest", "cosigned"))
    with app.app_context():
        keyring = services().storage.keyring
        stranger = SigningKey(bytes([7]) * 32)
        signed = {
            name: receipt_by(key, own) for name, key in (("stranger", stranger), ("following", keyring.rotate(1000)))
        }
    published = gallery.get("/.well-known/stele.json")
    facts = {
        "own": own,
        "receipts": signed,
        "published": published,
        "withheld": withheld,
        "size": size,
        "origin": origin,
        "witness": WITNESS_NAME,
    }
    json.dump({"states": told, "facts": facts}, sys.stdout, default=str)


if __name__ == "__main__":
    outside = LogWitness(SIGNING, WITNESS_NAME, int(time.time()))
    # The server still writes there when this process ends, and ends afterwards.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory, answering(outside.answer) as url:
        main(Path(directory), url)
