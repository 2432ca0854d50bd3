"""Several moves in one request: made in order, each as a separate action, or none at all."""

import random

import pytest

from audit.verification.verify import verify
from tests.api.clients import table_of
from tests.api.test_signatures import Table
from tests.signers import header
from verify import report as engine

TITLE = "kheops"
MOST = 6


@pytest.fixture
def table(gallery):
    """A running game between two players who sign, its path and each player."""
    table = Table(gallery, signed=True)
    return table.path, table.clients, table.signers


def composed(client, path, lot):
    """Successive moves of one seat, with their foreseen effects, and their start."""
    legal = client.get(f"{path}/legal-moves")
    following, moves, foreseen = legal["moves"], [], None
    while following and len(moves) < MOST:
        moves.append(lot.choice(following)["move"])
        foreseen = client.call("POST", f"{path}/moves?dry_run=true", {"moves": moves})
        assert foreseen.status == 200
        following = foreseen.body["moves"]
        assert not following or foreseen.body["complete"]
    return legal, moves, foreseen.body


def signed(client, path, signer, seat, legal, moves):
    """The body of these moves, each signed, and naming the text before it."""
    previous, signatures = client.get(path)["previous"], []
    for move in moves:
        place = (path.rpartition("/")[2], legal["position"], legal["digest"], seat, move)
        text = signer.signed(*place, previous=previous)
        previous = text.digest
        signatures.append(header(text))
    return {"moves": moves, "signatures": signatures}


def test_a_game_of_composed_moves(gallery, table):
    """G25: the foreseen effects of all moves come true, each move is an action, signed and judged like any other."""
    path, clients, signers = table
    lot = random.Random(5)
    together = 0
    while (game := gallery.get(path))["status"] == "playing":
        (seat,) = game["to_act"]
        legal, moves, foreseen = composed(clients[seat], path, lot)
        body = signed(clients[seat], path, signers[seat], seat, legal, moves)
        made = clients[seat].post(f"{path}/moves", body, Idempotency_Key=legal["position"], If_Match=legal["digest"])
        first = int(legal["position"].partition("-")[0]) + 1
        actions = [int(event["position"].partition("-")[0]) for event in made["events"]]
        assert list(dict.fromkeys(actions)) == list(range(first, first + len(moves)))
        told = [event["text"] for event in made["events"] if event["type"] != "CommandSigned"]
        texts = [event["text"] for event in foreseen["events"]]
        assert told[: len(texts)] == texts
        if foreseen["complete"]:
            assert (made["state"], made["to_act"]) == (foreseen["state"], foreseen["to_act"])
        if len(moves) > 1:
            together += 1
            again = clients[seat].post(f"{path}/moves", body, Idempotency_Key=legal["position"])
            assert [event["position"] for event in again["events"]] == [event["position"] for event in made["events"]]
    assert together > 5
    raw = gallery.call("GET", f"{path}/bundle?as=all").body
    report, other = verify(raw), engine.verify(raw)
    assert report.ok and not other.first_bad
    assert [check.verdict for check in report.checks if check.name in ("signatures", "rules")] == ["passed"] * 2


def test_all_or_nothing(gallery):
    """G25: a refused move stops the rest, and is named; so does a malformed request."""
    game_id, clients = table_of(gallery, TITLE, ["Ann", "Bob"])
    path = f"/api/games/{game_id}"
    (seat,) = gallery.get(path)["to_act"]
    _legal, moves, _foreseen = composed(clients[seat], path, random.Random(1))
    assert len(moves) > 1
    before = gallery.get(path)["position"]
    for several, number, rule in (
        ([*moves, moves[0]], None, "G25"),
        ([moves[0], moves[0]], 2, "KH-T1"),
        ([*moves, {"type": "Resign"}], None, "G25"),
    ):
        answer = clients[seat].call("POST", f"{path}/moves", {"moves": several}, Idempotency_Key="a")
        assert (answer.status, answer.body["rule"], answer.body.get("move")) == (409, rule, number)
    assert clients[seat].call("POST", f"{path}/moves?dry_run=true", {"moves": [moves[0]] * 2}).status == 409
    for wrong in (
        {"moves": []},
        {"moves": [moves[0]] * 51},
        {"moves": moves[0]},
        {"moves": [*moves, {"type": "Nothing"}]},
        {"moves": moves, "signatures": ["a.b"]},
        {"moves": moves, "signature": []},
    ):
        assert clients[seat].call("POST", f"{path}/moves", wrong).status == 422
    assert clients[1 - seat].call("POST", f"{path}/moves", {"moves": moves}).status == 409
    assert gallery.get(path)["position"] == before
    clients[seat].post(f"{path}/moves", {"moves": moves}, Idempotency_Key="a")
    assert clients[seat].call("POST", f"{path}/moves", {"moves": moves[:1]}, Idempotency_Key="a").status == 422


def test_signatures_follow_one_another(gallery, table):
    """Signed moves fit one list only: not another order, an omitted move, another place, or a missing signature."""
    path, clients, signers = table
    (seat,) = gallery.get(path)["to_act"]
    legal, moves, _foreseen = composed(clients[seat], path, random.Random(1))
    body = signed(clients[seat], path, signers[seat], seat, legal, moves)
    alone = [signed(clients[seat], path, signers[seat], seat, legal, [move])["signatures"][0] for move in moves]
    moved = signed(clients[seat], path, signers[seat], seat, {**legal, "position": "1-0"}, moves)["signatures"]
    for signatures in (alone, body["signatures"][::-1], [body["signatures"][0], *moved[1:]]):
        answer = clients[seat].call("POST", f"{path}/moves", {"moves": moves, "signatures": signatures})
        assert (answer.status, answer.body["type"]) == (422, "urn:stele:problem:bad-signature")
    later = {"moves": moves[1:2], "signatures": body["signatures"][1:2]}
    assert clients[seat].call("POST", f"{path}/moves", later).body["type"] == "urn:stele:problem:bad-signature"
    answer = clients[seat].call("POST", f"{path}/moves", {"moves": moves})
    assert (answer.status, answer.body["rule"], answer.body["move"]) == (409, "G10", 1)
    clients[seat].post(f"{path}/moves", body)
