"""A title of another package whose decision fails on a move that it does not expect: a refusal, not an error."""

import os
from pathlib import Path

import pytest

from tests.api.clients import Client, table_of
from tests.serving import ROOT, Served

SOURCE = """
from msgspec.structs import replace
from dealt_hands import *
import dealt_hands

PROTOCOL = dealt_hands.PROTOCOL
meta = replace(dealt_hands.meta, id="careless-hands")

def decide(state, command, chance):
    if isinstance(command, dealt_hands.TakeCard):
        place = state.offer.index(command.card)
    return dealt_hands.decide(state, command, chance)
"""


@pytest.fixture(scope="module")
def careless(server_directory, tmp_path_factory):
    """A server with this title."""
    site: Path = tmp_path_factory.mktemp("site")
    (site / "careless_hands").mkdir()
    (site / "careless_hands" / "__init__.py").write_text(SOURCE, "utf-8")
    about = site / "careless_hands-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: careless-hands\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[stele.titles]\ncareless-hands = careless_hands\n", "utf-8")
    packages = os.pathsep.join(map(str, (site, ROOT / "tests" / "laws")))
    server = Served(server_directory("careless"), worker=False, PYTHONPATH=packages).start()
    yield server
    server.stop()


def test_an_unexpected_move_is_refused(careless):
    """G4: no such card: alone, with others, and as a preview; the record is unchanged and the log has the reason."""
    gallery = Client(careless.url)
    game_id, clients = table_of(gallery, "careless-hands", ["Careless A", "Careless B"])
    before = gallery.get(f"/api/games/{game_id}")
    client = clients[before["to_act"][0]]
    wrong = {"type": "TakeCard", "card": 99}
    legal = client.get(f"/api/games/{game_id}/legal-moves")["moves"][0]["move"]
    for path, sent, more in [
        ("moves", wrong, {}),
        ("moves?dry_run=true", wrong, {}),
        ("moves", {"moves": [wrong, legal]}, {"move": 1}),
    ]:
        answer = client.call("POST", f"/api/games/{game_id}/{path}", sent)
        assert answer.status == 409, answer.body
        assert answer.body["rule"] == "G4"
        assert answer.body["detail"] == "the rules of this game don't allow this move now"
        assert more.items() <= answer.body.items()
    assert gallery.get(f"/api/games/{game_id}")["position"] == before["position"]
    log = (careless.data / "test.log").read_text("utf-8")
    assert "the rules of careless-hands failed on a move that they do not list" in log
    assert "ValueError: tuple.index(x): x not in tuple" in log
    assert client.call("POST", f"/api/games/{game_id}/moves", legal).status == 201
