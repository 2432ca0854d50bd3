"""Signatures over HTTP: keys of seats, signed moves, signed games, and refusals."""

import base64
import random

import pytest

from audit.verification.verify import verify
from domain.ed25519_points import has_key_form
from domain.seats import recovery_commitment
from tests.api.clients import Client
from tests.signers import Signer, header
from tests.vectors import PUBLIC_KEYS

TITLE = "kheops"
KEY = Signer("some program").public_key
PROBLEM = "urn:stele:problem:bad-signature"


class Table:
    """A game between players, usually Ann and Bob, whose clients sign."""

    def __init__(self, gallery: Client, sits=True, title=TITLE, names=("Ann", "Bob"), **more):
        self.clients = [gallery.sign_up(name) for name in names]
        self.signers = [Signer(f"{name}'s program") for name in names]
        opened = self.clients[0].post("/api/games", {"rulebook": title, "players": len(names), "sit": False, **more})
        self.id, self.opened = opened["id"], opened
        self.path = f"/api/games/{self.id}"
        for seat in range(len(names)) if sits else ():
            self.sit(seat)

    def sit(self, seat, **more):
        """The player takes this seat, and signs that."""
        client = self.clients[seat]
        body, signature = self.signers[seat].joins(client.get(self.path), client.player["id"], seat, **more)
        client.post(f"{self.path}/seats", body, Stele_Signature=signature)

    def asked(self):
        """The player to move, and their legal moves."""
        seat = self.clients[0].get(self.path)["to_act"][0]
        legal = self.clients[seat].get(f"{self.path}/legal-moves")
        return seat, legal, [one["move"] for one in legal["moves"]]

    def signed(self, seat, legal, move, /, **other):
        """The header for this move."""
        said = {"game": self.id, "after": legal["position"], "digest": legal["digest"], "seat": seat, "command": move}
        previous = self.clients[seat].get(self.path)["previous"]
        return header(self.signers[seat].signed(**{**said, "previous": previous, **other}))

    def statement(self, seat, command, /, **other):
        """The header for this command at the game's head."""
        at = self.clients[seat].get(self.path)
        return self.signed(seat, at, command, **other)

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
        assert (
            count
            and f"seat {seat + 1} ({table.clients[seat].player['name']}): {count} moves by the key that sat down ("
            in said
        )
    assert report.is_whole and "unsigned" not in said
    kinds = [event["type"] for event in events if event["type"].startswith("Statement")]
    assert kinds == ["StatementSigned"] * 2, "both sat down with a public text"


def test_bad_signatures_are_refused(table):
    """Each mismatch of a signature is named, from the game to the form, and nothing is recorded."""
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
    assert "previous one" in again.body["detail"]


def test_a_key_is_changed_by_the_old_one_or_by_the_recovery_key(gallery):
    """A second browser signs from then on; without such a signature, or with another key's, nothing changes."""
    table = Table(gallery, signed=True, sits=False)
    paper, new = Signer("on paper"), Signer("another program")
    table.sit(0)
    table.sit(1, recovery=recovery_commitment(paper.public_key))
    ways = (table.signers[0], {}), (paper, {"recovery": paper.public_key})
    for seat, (signer, how) in enumerate(ways):
        body = {"public_key": new.public_key, **how}
        changing = {"type": "ChangeKey", **body}
        answer = table.clients[seat].call("PATCH", f"{table.path}/seat", body)
        assert (answer.status, answer.body["rule"]) == (409, "G10")
        table.signers[seat] = new
        wrong = table.statement(seat, changing)
        answer = table.clients[seat].call("PATCH", f"{table.path}/seat", body, Stele_Signature=wrong)
        assert (answer.status, answer.body["type"]) == (422, PROBLEM)
        table.signers[seat] = signer
        table.clients[seat].call("PATCH", f"{table.path}/seat", body, Stele_Signature=table.statement(seat, changing))
    seat, legal, moves = table.asked()
    assert table.send(seat, moves[0], table.signed(seat, legal, moves[0])).status == 422
    table.signers = [new, new]
    assert table.send(seat, moves[0], table.signed(seat, legal, moves[0])).status == 201
    table.play(random.Random(8))
    checks = {check["name"]: check for check in gallery.get(f"{table.path}/audit")["checks"]}
    assert not checks["signatures"]["warnings"] and checks["rules"]["verdict"] == "passed"
    said = checks["signatures"]["detail"]
    assert "for which the one before signed" in said and "for which the recovery key signed" in said
    assert "by the key that sat down" not in said


def test_a_seat_is_offered_and_taken_over_with_signatures(gallery):
    """The offer by the old key, taking over by the new one; both are in the record."""
    table, heir = Table(gallery, signed=True), gallery.sign_up("Heir")
    [found] = heir.get(f"/api/players/search?exact=true&name={heir.name.replace(' ', '%20')}")["players"]
    assert found["id"] == heir.player["id"]
    offer = {"type": "OfferSeat", "player": found["id"]}
    assert table.clients[0].call("PATCH", f"{table.path}/seat", {"offer_to": heir.name}).body["rule"] == "G10"
    signature = table.statement(0, offer)
    table.clients[0].call("PATCH", f"{table.path}/seat", {"offer_to": heir.name}, Stele_Signature=signature)
    assert heir.call("POST", f"{table.path}/seats", {"seat": 0, "public_key": KEY}).body["rule"] == "G10"
    table.clients[0], table.signers[0] = heir, Signer("the heir")
    table.sit(0)
    table.play(random.Random(3))
    report = verify(gallery.call("GET", f"{table.path}/bundle?as=all").body)
    said = next(check.detail for check in report.checks if check.name == "signatures")
    assert report.is_whole and "to which the one before gave the seat" in said


def test_a_referee_signs_decisions(gallery):
    """A referee signs decisions with the key registered when the game was opened."""
    judge, key = gallery.sign_up("Judge"), Signer("the judge")
    assert judge.call("PATCH", "/api/me/account", {"signing_key": "A" * 43 + "="}).status == 422
    account = judge.call("PATCH", "/api/me/account", {"signing_key": key.public_key}).body
    assert account["signing_key"] == key.public_key
    table = Table(gallery, signed=True, referee=judge.name)
    at = table.clients[0].get(table.path)["position"]
    opening = {"type": "OpenDispute", "position": at, "text": "Why?"}
    assert table.send(0, opening, table.statement(0, opening)).status == 201
    decision = {"number": 1, "text": "So.", "remedy": {"kind": "none", "position": "", "places": [], "seat": None}}
    assert judge.call("POST", f"{table.path}/decisions", decision).body["rule"] == "G10"
    summary = judge.get(table.path)
    command = {"type": "DecideDispute", "by": "referee", **decision}
    for signer, status in ((table.signers[0], 422), (key, 201)):
        signed = signer.signed(
            table.id, summary["position"], summary["digest"], -1, command, previous=summary["previous"]
        )  # fmt: skip
        answer = judge.call("POST", f"{table.path}/decisions", decision, Stele_Signature=header(signed))
        assert answer.status == status
    table.play(random.Random(5))
    report = verify(gallery.call("GET", f"{table.path}/bundle?as=all").body)
    assert report.ok and report.is_whole


def test_signing_is_optional_elsewhere(gallery):
    """Elsewhere a player with a key may sign or not, one without can't, and the audit counts the signed moves."""
    table = Table(gallery)
    assert "signed" not in table.opened
    seat, legal, moves = table.asked()
    assert table.send(seat, moves[0], table.signed(seat, legal, moves[0])).status == 201
    table.clients[seat].post(f"{table.path}/moves", {"type": "Resign"})
    said = {check["name"]: check["detail"] for check in gallery.get(f"{table.path}/audit")["checks"]}["signatures"]
    name = table.clients[seat].player["name"]
    assert f"seat {seat + 1} ({name}): 1 move by the key that sat down, 1 unsigned" in said


def test_refusals_of_a_signed_game(gallery):
    """Players need a key to join, the opener too; keys have one form."""
    ann = gallery.sign_up("Ann")
    answer = ann.call("POST", "/api/games", {"rulebook": TITLE, "players": 2, "signed": True})
    assert (answer.status, "signed" in answer.body["errors"]) == (422, True)
    game = ann.post("/api/games", {"rulebook": TITLE, "players": 2, "signed": True, "sit": False})
    seats = f"/api/games/{game['id']}/seats"
    assert ann.call("POST", seats, {}).body["rule"] == "G10"
    assert ann.call("POST", seats, {"public_key": KEY}).body["rule"] == "G10", "and prove that it is theirs"
    for wrong in ("", "key", "A" * 44, 1, None):
        assert ann.call("POST", seats, {"public_key": wrong}).status == 422
    body, signature = Signer("Ann").joins(game, ann.player["id"], 0)
    assert ann.call("POST", seats, {**body, "public_key": KEY}, Stele_Signature=signature).status == 422
    ann.post(seats, body, Stele_Signature=signature)
    (listed,) = [one for one in ann.get("/api/games?limit=200")["games"] if one["id"] == game["id"]]
    assert (listed["signed"], listed["signing"]) == (True, "2")


def test_keys_for_which_others_can_sign_are_refused(gallery):
    """G10, G11: every point of small order, second spellings, and points with a part of small order."""
    ann = gallery.sign_up("Ann")
    game = ann.post("/api/games", {"rulebook": TITLE, "players": 2, "signed": True, "sit": False})
    path = f"/api/games/{game['id']}"
    weak = [one["public_key"] for one in PUBLIC_KEYS if not one["good"] and has_key_form(one["public_key"])]
    assert len(weak) > 20
    told = {ann.call("POST", f"{path}/seats", {"public_key": key}).body.get("rule") for key in weak}
    assert told == {"G10"}
    body, signature = Signer("Ann").joins(game, ann.player["id"], 0)
    ann.post(f"{path}/seats", body, Stele_Signature=signature)
    assert ann.call("PATCH", f"{path}/seat", {"public_key": weak[0]}).body["rule"] == "G11"
