"""The OpenAPI document, and requests made up from it: whatever comes, no answer is a 500."""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error

from app import create_app
from domain.rulebooks import find_rulebooks

SETTINGS: dict[str, str] = {}
APP = create_app(SETTINGS)
DOCUMENT = schemathesis.openapi.from_wsgi("/api/openapi.json", APP)
QUICK = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
THOROUGH = settings(QUICK, max_examples=400)


@pytest.fixture(scope="module", autouse=True)
def record(data_directory):
    """The record that the app reaches with the first request that needs it."""
    SETTINGS["STELE_DATA"] = str(data_directory)


@pytest.fixture(scope="module")
def seated(record):
    """A started game, and the token of who sits in it and is asked."""
    client = APP.test_client()
    token = client.post("/api/players", json={"name": "Fuzz"}).get_json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    title, rulebook = next(iter(find_rulebooks().items()))
    least = rulebook.meta.least_players
    game = client.post("/api/games", json={"rulebook": title, "players": least, "bots": least - 1}, headers=headers)
    return game.get_json()["id"], token


def ask(case, seated):
    """Send the made-up request as somebody who sits in the game."""
    game_id, token = seated
    if case.path_parameters and "game_id" in case.path_parameters:
        case.path_parameters["game_id"] = game_id
    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}
    case.headers.pop("Accept", None)  # an event stream would be followed for ever
    case.call_and_validate(checks=(not_a_server_error,))


@DOCUMENT.parametrize()
@QUICK
def test_no_made_up_request_is_a_500(case):
    """Each call with made-up parameters and bodies, without a token."""
    if case.headers:
        case.headers.pop("Accept", None)
    case.call_and_validate(checks=(not_a_server_error,))


@DOCUMENT.parametrize()
@QUICK
def test_no_made_up_request_of_a_player_is_a_500(case, seated):
    """The same with a token and a real game's id."""
    ask(case, seated)


@pytest.mark.soak
@DOCUMENT.parametrize()
@THOROUGH
def test_no_made_up_request_is_a_500_in_full(case, seated):
    """The same with many more requests."""
    ask(case, seated)


def test_the_document_knows_how_refusals_look():
    """Whatever a call refuses, it answers a problem."""
    document = APP.test_client().get("/api/openapi.json").get_json()
    schema = document["components"]["responses"]["DEFAULT_ERROR"]["content"]["application/json"]["schema"]
    problem = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    assert set(problem["properties"]) == {"type", "title", "status", "detail", "rule"}


def test_the_document_knows_every_move(seated):
    """Every command of every title has a schema of its own in the document."""
    document = APP.test_client().get("/api/openapi.json").get_json()
    named = " ".join(document["components"]["schemas"])
    for rulebook in find_rulebooks().values():
        for command in rulebook.COMMANDS:
            assert command.__name__ in named
