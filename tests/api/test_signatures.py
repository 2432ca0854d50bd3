"""Signatures over HTTP: keys of seats, signed moves, signed games, and refusals."""

import base64
import random

import pytest

from audit.verification.verify import verify
from domain.ed25519_points import has_key_form
from tests.api.clients import Client
from tests.signers import Signer, header
from tests.vectors import PUBLIC_KEYS

TITLE = "kheops"
PROBLEM = "urn:stele:problem:bad-signature"


class Table:
    """A game between Ann and Bob, whose clients sign."""

    def __init__(self, gallery: Client, **more):
        self.clients = [gallery.sign_up(name) for name in ("Ann", "Bob")]
        self.signers = [Signer("Ann's program"), Signer("Bob's program")]
        opened = self.clients[0].post("/api/games", {"rulebook": TITLE, "players": 2, "sit": False, **more})
        self.id, self.opened = opened["id"], opened
        self.path = f"/api/games/{self.id}"
        for client, signer in zip(self.clients, self.signers, strict=True):
            client.post(f"{self.path}/seats", {"public_key": signer.public_key})

    def asked(self):
        """The player to move, and their legal moves."""
        seat = self.clients[0].get(self.path)["to_act"][0]
        legal = self.clients[seat].get(f"{self.path}/legal-moves")
        return seat, legal, [one["move"] for one in legal["moves"]]

    def signed(self, seat, legal, move, /, **other):
        """The header for this move."""
        said = {"game": self.id, "after": legal["position"], "digest": legal["digest"], "seat": seat, "command": move}
        return header(self.signers[seat].signed(**{**said, **other}))

    def send(self, seat, move, signature=None, **headers):
        """The answer to sending it."""
        if signature is not None:
            headers["Stele_Signature"] = signature
        return self.clients[seat].call("POST", f"{self.path}/moves", move, **headers)

    def play(self, lot, most=10**6):
        """Random signed moves until the game is over."""
        for _ in range(most):
            if self.clients[0].get(self.path)["status"] != "playing":
                return
            seat, legal, moves = self.asked()
            move = lot.choice(moves)
            assert self.send(seat, move, self.signed(seat, legal, move)).status == 201


@pytest.fixture
def table(gallery):
    """A signed game that is never finished here."""
    return Table(gallery, signed=True)


def test_a_signed_game_is_played_and_verified(gallery):
    """Every move is recorded with its signature; the bundle verifies, and the audit counts the signatures."""
    table = Table(gallery, signed=True)
    assert table.opened["signed"] is True
    state = gallery.get(f"{table.path}/state?as=public")["state"]
    assert [seat["public_key"] for seat in state["seats"]] == [one.public_key for one in table.signers]
    table.play(random.Random(7))
    checks = {check["name"]: check for check in gallery.get(f"{table.path}/audit")["checks"]}
    assert checks["signatures"]["verdict"] == checks["rules"]["verdict"] == "passed"
    report = verify(gallery.call("GET", f"{table.path}/bundle?as=all").body)
    assert report.ok
    said = next(check.detail for check in report.checks if check.name == "signatures")
    events = gallery.get(f"{table.path}/events?as=all&limit=5000")["events"]
    for seat in (0, 1):
        count = sum(event["type"] == "CommandSigned" and event["seat"] == seat for event in events)
        assert count and f"{count} of {count} moves of seat {seat} signed by its key" in said


def test_signed_texts_are_secret_until_the_end(table, gallery):
    """The text may hold a secret command: other viewers see that a move was signed, and the signature."""
    seat, legal, moves = table.asked()
    answer = table.send(seat, moves[0], table.signed(seat, legal, moves[0]))
    own = next(event for event in answer.body["events"] if event["type"] == "CommandSigned")
    assert own["text"] == f"Signed by {table.clients[seat].name}."
    assert isinstance(own["data"]["text"], str)
    for client in (table.clients[1 - seat], gallery):
        events = client.get(f"{table.path}/events")["events"]
        (seen,) = [event for event in events if event["position"] == own["position"]]
        assert (seen["data"]["text"], seen["data"]["signature"]) == ({"hidden": True}, own["data"]["signature"])


def test_an_unsigned_move_breaks_a_rule(table):
    """G10: also a resignation. A preview needs no signature."""
    seat, _legal, moves = table.asked()
    for move in (moves[0], {"type": "Resign"}):
        answer = table.send(seat, move)
        assert (answer.status, answer.body["rule"]) == (409, "G10")
    assert table.clients[seat].call("POST", f"{table.path}/moves?dry_run=true", moves[0]).status == 200


def test_bad_signatures_are_refused(table):
    """Another game, seat, place, digest, command, key, scheme, form: each is named, and nothing is recorded."""
    seat, legal, moves = table.asked()
    move, right = moves[0], table.signed(seat, legal, moves[0])
    text, signature = right.split(".")
    other = table.signers[1 - seat]
    said = {"game": table.id, "after": legal["position"], "digest": legal["digest"], "seat": seat, "command": move}
    later = f"{int(legal['position'].split('-')[0]) + 5}-0"
    padded = base64.b64encode(b" " + base64.b64decode(text)).decode()
    for wrong in (
        table.signed(seat, legal, move, game="another"),
        table.signed(seat, legal, move, seat=1 - seat),
        table.signed(seat, legal, move, after="1-0"),
        table.signed(seat, legal, move, after=later),
        table.signed(seat, legal, move, after="01-0"),
        table.signed(seat, legal, move, digest="00" * 32),
        table.signed(seat, legal, move, digest="zz"),
        table.signed(seat, legal, {"type": "Resign"}),
        table.signed(seat, legal, {"type": "Nothing"}),
        table.signed(seat, legal, {**move, "seat": seat}),
        header(other.signed(**said)),
        f"{text}.{other.sign(b'something')}",
        f"{padded}.{signature}",
        f"e30=.{signature}",
        f"/w==.{signature}",
        "nothing",
        text,
    ):
        answer = table.send(seat, move, wrong)
        assert (answer.status, answer.body["type"]) == (422, PROBLEM), wrong
    assert table.asked()[1]["position"] == legal["position"]
    assert table.send(seat, move, right, Idempotency_Key="once").status == 201
    assert table.send(seat, move, right, Idempotency_Key="once").status == 201
    again = table.send(seat, move, right)
    assert (again.status, again.body["type"]) == (422, PROBLEM)
    assert "the seat has acted since" in again.body["detail"]


def test_a_key_is_changed_with_or_without_the_old_one(gallery):
    """A second browser signs from then on; a wrong signature of the old key is refused."""
    table = Table(gallery, signed=True)
    new = Signer("another program")
    for seat, word in enumerate((Signer("Ann's program").names(table.id, 0, new.public_key), "")):
        body = {"public_key": new.public_key, "signature": word} if word else {"public_key": new.public_key}
        wrong = {**body, "signature": new.names(table.id, seat, new.public_key)}
        answer = table.clients[seat].call("POST", f"{table.path}/key", wrong)
        assert (answer.status, answer.body["type"]) == (422, PROBLEM)
        table.clients[seat].post(f"{table.path}/key", body)
        again = table.clients[seat].call("POST", f"{table.path}/key", {"public_key": new.public_key})
        assert again.body["rule"] == "G11"
    seat, legal, moves = table.asked()
    assert table.send(seat, moves[0], table.signed(seat, legal, moves[0])).status == 422
    table.signers = [new, new]
    assert table.send(seat, moves[0], table.signed(seat, legal, moves[0])).status == 201
    table.play(random.Random(8))
    checks = {check["name"]: check for check in gallery.get(f"{table.path}/audit")["checks"]}
    said = " ".join(checks["signatures"]["warnings"])
    assert "the key of seat 1 was changed at" in said and "WITHOUT the old key" in said
    assert "the key of seat 0" not in said


def test_signing_is_optional_elsewhere(gallery):
    """A player with a key may sign or not; a player without can't; the audit counts the signed moves."""
    table = Table(gallery)
    assert "signed" not in table.opened
    seat, legal, moves = table.asked()
    assert table.send(seat, moves[0], table.signed(seat, legal, moves[0])).status == 201
    table.clients[seat].post(f"{table.path}/moves", {"type": "Resign"})
    said = {check["name"]: check["detail"] for check in gallery.get(f"{table.path}/audit")["checks"]}["signatures"]
    assert f"1 of 2 moves of seat {seat} signed by its key" in said


def test_refusals_of_a_signed_game(gallery):
    """Players need a key to join, the opener too; keys have one form."""
    ann = gallery.sign_up("Ann")
    answer = ann.call("POST", "/api/games", {"rulebook": TITLE, "players": 2, "signed": True})
    assert (answer.status, "signed" in answer.body["errors"]) == (422, True)
    game = ann.post("/api/games", {"rulebook": TITLE, "players": 2, "signed": True, "sit": False})
    seats = f"/api/games/{game['id']}/seats"
    assert ann.call("POST", seats, {}).body["rule"] == "G10"
    for wrong in ("", "key", "A" * 44, 1, None):
        assert ann.call("POST", seats, {"public_key": wrong}).status == 422
    ann.post(seats, {"public_key": Signer("Ann").public_key})
    (listed,) = [one for one in ann.get("/api/games?limit=200")["games"] if one["id"] == game["id"]]
    assert listed["signed"] is True


def test_keys_for_which_others_can_sign_are_refused(gallery):
    """G10, G11: every point of small order, second spellings, and points with a part of small order."""
    ann = gallery.sign_up("Ann")
    game = ann.post("/api/games", {"rulebook": TITLE, "players": 2, "signed": True, "sit": False})
    path = f"/api/games/{game['id']}"
    weak = [one["public_key"] for one in PUBLIC_KEYS if not one["good"] and has_key_form(one["public_key"])]
    assert len(weak) > 20
    told = {ann.call("POST", f"{path}/seats", {"public_key": key}).body.get("rule") for key in weak}
    assert told == {"G10"}
    ann.post(f"{path}/seats", {"public_key": Signer("Ann").public_key})
    assert ann.call("POST", f"{path}/key", {"public_key": weak[0]}).body["rule"] == "G11"
