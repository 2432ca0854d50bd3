"""Permissions: what every call of the app demands of its client, and how its response may be cached."""

import base64
import itertools
import re
import time
from functools import cache

import pytest
from flask import Blueprint

from api.http.blueprint import KEPT_BY_NOBODY, TOKEN, ApiBlueprint
from api.http.operation import PLAYING
from api.http.permissions import PROVEN_MILLISECONDS
from api.schemas.commands import title_prefix
from api.services import services
from app import create_app
from domain.game import TakeSeat
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from services.accounts.credentials import SCOPES, Credential
from services.accounts.suspensions import Suspension
from tests.api.clients import table_of
from tests.api.contract import contract_of_applications
from tests.services.accounts.test_passkeys import made

_numbers = itertools.count()
_AWAY = Suspension(2**52, "Insults")

APP = create_app({"STELE_LIMITS": "off"})
OPERATIONS = {
    (f"{name}.{endpoint}", method): operation
    for name, chapter in APP.blueprints.items()
    if isinstance(chapter, ApiBlueprint)
    for (endpoint, method), operation in chapter.operations.items()
}
PERSONAL = [one for one, operation in OPERATIONS.items() if operation.is_personal]

BEGINNING = {
    "games.open_game", "games.sit_down", "games.reserve_seat", "forks.fork", "rematches.play_again",
    "bot accounts.make_bot", "chat.say", "tournaments.open_tournament", "tournaments.enter", "variations.share",
    "tournaments.organise", "tournaments.repair", "tournaments.write_to_all",
}  # fmt: skip
"""Calls that begin something, or write to other players."""
GOING_ON = {
    "analysis.ask_for_analysis", "availability.say_everywhere", "disputes.decide",
    "disputes.tell_judge", "games.change_seat", "games.decline_seat",
    "games.release_seat", "moves.move", "notices.read_notices", "orders.place_orders",
    "puzzles.attempt", "reports.report", "reports.shun", "chat.mark_read", "chat.take_away",
    "chat.write_note", "tournaments.leave", "variations.stop_sharing",
}  # fmt: skip
"""Calls of a running game, which must not suffer from a suspension."""


@pytest.fixture(scope="module")
def app(data_directory):
    """An app without limits."""
    return create_app({"STELE_DATA": str(data_directory), "STELE_LIMITS": "off"})


@pytest.fixture
def somebody(app):
    """A new player, and a function that makes tokens with these scopes."""
    with app.app_context():
        found = services()
        player, _token = found.accounts.players.create(f"Somebody {next(_numbers)} of {time.time_ns()}", 1)

    @cache
    def token(*scopes, player_id=player.id):
        return found.accounts.tokens.add(Credential(player_id, "t", 1, scopes=scopes), found.games.tables.now())

    return found, player, token


@pytest.fixture(scope="module")
def game_id(app):
    """A public game."""
    with app.app_context():
        found = services()
        player, _token = found.accounts.players.create(f"Opener of {time.time_ns()}", 1)
        return found.games.tables.open(GameTerms("kheops", 2), creator=TakeSeat(0, player=player.id))


def path_of(app, call, method, game_id="x"):
    """The address of this call with meaningless parameters but the game's."""
    rule = next(one for one in app.url_map.iter_rules() if one.endpoint == call and method.upper() in one.methods)
    return re.sub(r"<[^>]*>", "x", str(rule).replace("<game_id>", game_id))


def ask(app, call, method, token=None, game_id="x"):
    """The response to this call, without a body."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return app.test_client().open(path_of(app, call, method, game_id), method=method.upper(), headers=headers)


def kind(response):
    """The kind of this problem."""
    return (response.status_code, response.get_json()["type"].rpartition(":")[2])


def test_every_call_has_its_scope(app, somebody):
    """Without the call's scope, a request is refused before its body is read.

    An operator's call is also refused to a player with another role or none.
    """
    found, player, token = somebody
    roles = found.community.people.roles
    for call, method in PERSONAL:
        roles.add(player.id, "operator")
        needed, role = OPERATIONS[call, method].scope, OPERATIONS[call, method].role
        assert kind(ask(app, call, method)) == (401, "not-signed-in"), call
        others = token(*(scope for scope in SCOPES if scope != needed))
        assert kind(ask(app, call, method, others)) == (403, "missing-scope"), call
        if needed == "operate":
            roles.forget(player.id)
            if role != "moderator":
                roles.add(player.id, "moderator")
            refused = kind(ask(app, call, method, token(*SCOPES)))
            assert refused == (403, "missing-role" if role else "not-an-operator"), call


def test_the_scopes_that_the_calls_need():
    """Anything that outlasts a token needs the account's scope, and operators' calls need theirs."""
    needed = {call: operation.scope for (call, _method), operation in OPERATIONS.items()}
    of_account = {call for call, scope in needed.items() if scope == "account"}
    assert {call.partition(".")[0] for call in of_account} == {
        "account", "sessions", "bot accounts", "webhooks", "feeds", "devices", "personal data",
    }  # fmt: skip
    operating = {call for call, scope in needed.items() if scope == "operate"}
    assert operating >= {"reports.open_reports", "reports.settle", "host.suspend", "calling off.call_game_off"}
    changing = {call for (call, method), one in OPERATIONS.items() if one.scope == "read" and method != "get"}
    assert changing == set()
    named = contract_of_applications().document["paths"]["/api/operator/suspensions"]["put"]["security"]
    assert named == [{"token": ["operate"]}, {"session": []}]


def test_a_call_without_a_scope_stops_the_start():
    """A call outside every chapter takes no token at all."""
    chapter = ApiBlueprint("loose", __name__)

    def call():
        """Nothing."""

    with pytest.raises(TypeError, match=r"loose\.call"):
        chapter.route("/loose")(chapter.doc(security=TOKEN)(call))
    ApiBlueprint("tight", __name__, scopes=PLAYING).route("/tight")(chapter.doc(security=TOKEN)(call))


def test_calls_outside_chapters_take_no_token(app, somebody, data_directory):
    """Any token is refused there."""
    from api.http.auth import required_player

    outside = Blueprint("outside", __name__)
    outside.add_url_rule("/outside", "call", lambda: required_player().name)
    loose = create_app({"STELE_DATA": str(data_directory), "STELE_LIMITS": "off"})
    loose.register_blueprint(outside)
    assert kind(ask(loose, "outside.call", "get", somebody[2](*SCOPES))) == (403, "missing-scope")


PROVEN = {
    "account.add_passkey", "account.ask_to_confirm", "account.delete_account", "account.make_token",
    "account.passkey_challenge", "account.remove_address", "account.remove_passkey",
}  # fmt: skip
"""Calls that add or remove a way in, or a key that speaks for the player."""
UNPROVEN = {
    "account.change_account", "account.confirm_address", "account.end_credential",
    "devices.add_device", "devices.remove_device", "feeds.change_feeds",
    "bot accounts.delete_bot", "bot accounts.make_bot", "bot accounts.make_bot_token",
    "sessions.sign_in", "webhooks.add_webhook", "webhooks.remove_webhook",
}  # fmt: skip
"""Calls that open no account, or only shut out a player who can return: an owner facing a thief must be quick."""


def test_every_account_call_needs_a_proof_or_not():
    """A new call is listed here as one or the other."""
    changing = {call for (call, method), one in OPERATIONS.items() if one.scope == "account" and method != "get"}
    assert changing == PROVEN | UNPROVEN


def test_a_way_in_is_added_and_removed_only_with_a_proof(app, somebody):
    """For a player with a passkey, neither a token of all scopes nor an old session is a proof."""
    found, player, token = somebody
    made(found.accounts.passkeys, player.id)
    long_ago, now = found.games.tables.now() - PROVEN_MILLISECONDS, found.games.tables.now()
    session = found.accounts.sessions.add(Credential(player.id, "", long_ago, how="passkey"), now)
    client = app.test_client()
    client.set_cookie("stele-session", session)
    for call in sorted(PROVEN):
        method = next(method for name, method in OPERATIONS if name == call and method != "get")
        assert kind(ask(app, call, method, token(*SCOPES))) == (403, "prove-again"), call
        response = client.open(
            path_of(app, call, method), method=method.upper(), headers={"Sec-Fetch-Site": "same-origin"}
        )
        assert kind(response) == (403, "prove-again"), call


def test_a_signing_key_is_set_only_with_a_proof(app, somebody):
    """Neither a token nor an old session sets it, nor anything else that is sent with it."""
    found, player, token = somebody
    made(found.accounts.passkeys, player.id)
    headers = {"Authorization": f"Bearer {token(*SCOPES)}"}
    sent = {"signing_key": base64.b64encode(bytes(range(32))).decode(), "language": "it"}
    response = app.test_client().patch("/api/me/account", json=sent, headers=headers)
    assert kind(response) == (403, "prove-again")
    account = app.test_client().patch("/api/me/account", json={"zone": "Europe/Rome"}, headers=headers).get_json()
    assert (account["signing_key"], account["language"], account["zone"]) == ("", "", "Europe/Rome")


def test_every_playing_call_begins_something_or_goes_on():
    """A new call is listed here as one or the other."""
    changing = {call for (call, method), one in OPERATIONS.items() if one.scope == "play" and method != "get"}
    assert changing | {"bot accounts.make_bot"} == BEGINNING | GOING_ON


@pytest.mark.parametrize("is_bot", [False, True])
def test_a_suspended_player_begins_nothing(app, somebody, is_bot):
    """A suspended player can open no games, directly or through a bot; a muted player can't write either way."""
    found, person, token = somebody
    people = found.community.people
    program = found.accounts.bots.make(person.id, f"P {next(_numbers)} of {time.time_ns()}", 1)[0]
    one = token(*SCOPES, player_id=program.id if is_bot else person.id)
    written = {
        "chat.say", "variations.share", "bot accounts.make_bot", "tournaments.open_tournament", "tournaments.repair",
        "tournaments.write_to_all",
    }  # fmt: skip
    for call in sorted(BEGINNING):
        method = next(method for name, method in OPERATIONS if name == call)
        people.suspensions.suspend(person.id, _AWAY)
        refused = ask(app, call, method, one)
        assert kind(refused) == (403, "suspended") and refused.get_json()["reason"] == "Insults", call
        people.suspensions.forget(person.id)
        people.silences.suspend(person.id, _AWAY)
        muted = kind(ask(app, call, method, one))
        assert muted == (403, "silenced") if call in written else muted[1] not in ("suspended", "silenced"), call
        people.silences.forget(person.id)


UNSAID = {
    "compared with what is known": {
        "appoint name", "delete_account name", "fork at", "change_seat offer_to",
        "open_game referee", "open_game reserved.items", "open_game rulebook", "open_tournament rulebook",
        "organise invited.items",
        "read_notices ids.items", "rename name", "reserve_seat name", "repair game", "say_everywhere times.zone",
        "share game", "sit_down invite", "suspend name", "decide remedy.position", "decide_for_server remedy.position",
        "move field", "move position", "move remedy.position", "move times.zone",
    },
    "proof of an identity, or an address of one's own": {
        "add_device auth", "add_device endpoint", "add_device p256dh", "add_webhook url", "ask_to_confirm address",
        "confirm_address mail", "mail_link address", "sign_in mail", "sign_in recovery", "sign_up invitation",
    },
    "before there is a player": {"sign_up name"},
    "read by its author alone": {
        "place_orders orders.items.guard", "place_orders orders.items.note", "place_orders orders.items.when",
        "write_note text",
    },
    "read by moderators, or by the judge of a dispute, alone": {
        "report reason", "tell_judge text",
    },
    "an operator's or a moderator's": {
        "announce text", "call_game_off text", "organise reason", "change_club club_webhook.url",
        "change_club imprint", "change_club name", "change_club rules", "change_club welcome",
        "decide_for_server text", "invite note", "rename new_name", "suspend reason",
    },
    "a record that is only verified": {"verify_record"},
}  # fmt: skip
"""The free texts that a muted or suspended player may send, by the reason: no other player reads them."""


TITLES = tuple(title_prefix(title) for title in find_rulebooks())
"""The prefixes of titles' own schemas, whose texts their rules compare with what is on the table."""


def free_texts(schema, components, known=frozenset()):
    """The fields of a body, at any depth, that take any text; those of titles' own moves do not."""
    reference = schema.get("$ref", "").rpartition("/")[2]
    if reference:
        if reference not in known and not reference.startswith(TITLES):
            yield from free_texts(components[reference], components, known | {reference})
        return
    if "string" in schema.get("type", ()) and not schema.keys() & {"pattern", "enum", "format", "const"}:
        yield ""
    for way in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for one in schema.get(way, ()):
            yield from free_texts(one, components, known)
    inner = {**schema.get("properties", {}), **{way: schema[way] for way in ("items",) if way in schema}}
    for name, one in inner.items():
        yield from (f"{name}.{rest}".rstrip(".") for rest in free_texts(one, components, known))


def words_of_calls():
    """Each call with a field of its body that takes any text."""
    document = contract_of_applications().document
    for calls in document["paths"].values():
        for call in calls.values():
            content = call.get("requestBody", {}).get("content", {}) if isinstance(call, dict) else {}
            for body in content.values():
                for field in free_texts(body["schema"], document["components"]["schemas"]):
                    yield f"{call['operationId']} {field.removeprefix('moves.items.')}".strip()


@pytest.mark.parametrize(("held", "refused"), [("silences", "silenced"), ("suspensions", "suspended")])
def test_no_words_of_a_muted_or_suspended_player_reach_others(gallery, inside, held, refused):
    """Each call of the document that takes a free text refuses it, unless it is listed with the reason."""
    bob = gallery.sign_up("Bob")
    game_id, (ann, _eve) = table_of(gallery, "kheops", ["Ann", "Eve"], referee=bob.name)
    two = {"rulebook": "kheops", "players": 2}
    reserved = ann.post("/api/games", {**two, "reserved": ["", bob.name]})["id"]
    playing = ann.post("/api/games", {**two, "sit": False})["id"]
    for one in (ann, bob):
        one.post(f"/api/games/{playing}/seats", {"nonce": "n"})
    at = ann.get(f"/api/games/{game_id}")["position"]
    ann.post(f"/api/games/{game_id}/moves", {"type": "OpenDispute", "position": at, "text": "Wrong"})
    at = ann.get(f"/api/games/{playing}")["position"]
    contested = {"type": "OpenDispute", "position": at, "text": "Vile"}
    cup = bob.post("/api/tournaments", {"name": "Cup", "rulebook": "kheops", "size": 2})["id"]
    calls = {
        "organise name": (f"PATCH /tournaments/{cup}", {"name": "Vile"}),
        "repair reason": (f"/tournaments/{cup}/repairs", {"kind": "decide", "game": playing, "reason": "Vile"}),
        "decide text": (f"/games/{game_id}/decisions", {"number": 1, "text": "Vile"}),
        "decline_seat message": (f"/games/{reserved}/challenge/answers", {"message": "Vile"}),
        "make_bot name": ("/me/bots", {"name": "BOT Vile"}),
        "move text": (f"/games/{playing}/moves", contested),
        "open_game message": ("/games", {**two, "reserved": ["", ann.name], "message": "Vile"}),
        "open_tournament name": ("/tournaments", {"name": "Vile"}),
        "write_to_all text": (f"/tournaments/{cup}/messages", {"text": "Vile"}),
        "say text": (f"/games/{playing}/chat", {"room": "players", "text": "Vile"}),
    }
    assert set(words_of_calls()) == calls.keys() | set().union(*UNSAID.values())
    tomorrow = inside.games.tables.now() + 86_400_000
    getattr(inside.community.people, held).suspend(bob.player["id"], Suspension(tomorrow, "Insults"))
    for path, body in [*calls.values(), (f"/games/{playing}/moves", {"moves": [contested]})]:
        method, _space, address = path.rpartition(" ")
        answer = bob.call(method or "POST", f"/api{address}", body)
        assert (answer.status, answer.body["type"].rpartition(":")[2]) == (403, refused), path
    bob.post(f"/api/games/{playing}/moves", {**contested, "text": "…"})
    bob.post(f"/api/games/{game_id}/decisions", {"number": 1, "text": "…"})


def test_a_suspended_player_plays_on(app, somebody):
    """No call of a running game refuses them."""
    found, person, token = somebody
    found.community.people.suspensions.suspend(person.id, _AWAY)
    for call in sorted(GOING_ON):
        method = next(method for name, method in OPERATIONS if name == call and method != "get")
        response = ask(app, call, method, token(*SCOPES))
        assert response.status_code < 400 or kind(response)[1] != "suspended", call


def test_responses_are_not_cached_by_default(app, somebody, game_id):
    """A response is for its client alone, and for no cache, unless the call declares otherwise."""
    _found, _player, token = somebody
    for (call, method), held in itertools.product(sorted(OPERATIONS), (False, True)):
        response = ask(app, call, method, token(*SCOPES) if held else None, game_id)
        said, vary = response.headers.get("Cache-Control", ""), response.headers.get("Vary", "")
        declared = OPERATIONS[call, method].kept
        assert said == (declared if declared and response.status_code < 400 else KEPT_BY_NOBODY), call
        is_public = "public" in said
        assert is_public or {"Authorization", "Cookie"} <= set(vary.split(", ")), call
        assert is_public or response.headers["Cross-Origin-Resource-Policy"] == "same-origin", call
        response.close()
    assert ask(app, "account.account", "get", token(*SCOPES)).status_code == 200, "no call has ended the token"


def test_few_calls_allow_caching():
    """The log and the keys are public; a record's views are revalidated by the browser."""
    kept = {call: one.kept for (call, _method), one in OPERATIONS.items() if one.kept}
    assert {call for call, how in kept.items() if "public" in how} == {"keys.keys", "log.log"}
    assert {how for how in kept.values() if "public" not in how} == {"private, no-cache"}


def test_pages_are_apart_from_others(app):
    """No page of another site keeps a handle on this site's pages, and none requests features that no page needs."""
    headers = app.test_client().get("/account").headers
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin" and "camera=()" in headers["Permissions-Policy"]
