"""Former names and calls of the API, which are accepted beside the present ones."""

from tests.api.clients import appointed, table_of
from tests.api.test_bot_accounts import programmed


def test_former_names_are_accepted(gallery):
    """The paths, the parameter and the members that have other names now, with the same responses."""
    owner = gallery.sign_up("Hapu")
    programmed(owner)
    bots = owner.get("/api/me/account")["bots"]
    assert {"bots": bots, "programs": bots} == owner.get("/api/me/programs") and 1 == len(bots)
    assert gallery.get("/api/ratings?bots=true") == gallery.get("/api/ratings?programs=true")
    assert owner.get("/api/me/notices?cursor=1&limit=3") == owner.get("/api/me/notices?before=1&limit=3")
    assert owner.get("/api/club/members?cursor=1") == owner.get("/api/club/members?first=1")
    for former, present in (
        ("games/none/talk?room=players", "games/none/chat?room=players"),
        ("operator/deeds", "operator/server"),
    ):
        first, second = owner.call("GET", f"/api/{former}"), owner.call("GET", f"/api/{present}")
        assert (first.status, first.body) == (second.status, second.body) and "type" in first.body
        assert "2027" in first.headers["Sunset"] and "Deprecation" in first.headers and "Sunset" not in second.headers


def test_the_version_is_named_where_the_response_depends_on_it(gallery):
    """A cache keeps the two forms of a response apart, whichever it gets first."""
    for path, depends in (("rulebooks/kheops/lesson", True), ("rulebooks/kheops", False)):
        for headers in ({}, {"Stele_API": "1"}):
            answer = gallery.call("GET", f"/api/{path}", **headers)
            assert answer.status == 200 and ("Stele-API" in answer.headers["Vary"].split(", ")) == depends


def test_former_calls_are_answered_as_they_were(gallery, inside):
    """Calls that are part of others now: their bodies, what their responses had, and their refusals."""
    boss, ann = appointed(gallery.sign_up("Boss")), gallery.sign_up("Ann")
    bot, me = programmed(ann), "/api/me"
    account = f"{me}/account"
    more = ann.post(f"{me}/bots/{bot.player['id']}/tokens", {"name": "second"})["id"]
    token = ann.post(f"{me}/tokens", {"name": "x", "scopes": ["read"]})["id"]
    path = f"/api/players/{ann.player['id']}"
    server = boss.get("/api/operator/server")
    table, seated = table_of(gallery, "kheops", ["Cleo", "Dido"])
    none = {"orders": [], "notices": []}

    def webhook():
        return boss.get("/api/operator/server")["club_webhook"]

    def actions():
        return boss.get("/api/operator/server")["actions"]

    for client, method, former, body, expected in (
        (ann, "PUT", f"{me}/settings", {"language": "it", "zone": ""}, lambda: ann.get(account)),
        (ann, "PUT", f"{me}/club-handle", {"handle": "@ann"}, lambda: ann.get(account)),
        (ann, "DELETE", f"{me}/removal", None, lambda: ann.get(account)),
        (ann, "PUT", f"{me}/signing-key", {"public_key": ""}, lambda: ann.get(account)),
        (ann, "GET", f"{me}/wishes", None, lambda: ann.get(account)["preferences"]),
        (ann, "GET", f"{me}/preferences", None, lambda: ann.get(account)["preferences"]),
        (ann, "PUT", f"{me}/preferences", {"mail": "daily"}, lambda: ann.get(account)["preferences"]),
        (ann, "GET", f"{me}/webhooks", None, lambda: {"webhooks": ann.get(account)["webhooks"]}),
        (ann, "GET", f"{me}/devices", None, lambda: ann.get(account)["push"]),
        (ann, "GET", f"{me}/feeds", None, lambda: ann.get(account)["feeds"]),
        (ann, "GET", f"{me}/bots", None, lambda: {"bots": ann.get(account)["bots"]}),
        (ann, "DELETE", f"{me}/bots/x/tokens/{more}", None, lambda: {"bots": ann.get(account)["bots"]}),
        (ann, "DELETE", f"{me}/tokens/{token}", None, lambda: ann.get(account)),
        (ann, "GET", f"/api/players?name={ann.name}", None, lambda: ann.player),
        (ann, "GET", f"{path}/opponents", None, lambda: {"opponents": ann.get(path)["opponents"]}),
        (
            ann,
            "GET",
            "/api/puzzles/daily",
            None,
            lambda: {"day": ann.get("/api/puzzles?daily=true")["day"], "puzzles": []},
        ),
        (boss, "PUT", "/api/operator/webhook", {"url": "https://chat.example/1"}, webhook),
        (boss, "DELETE", "/api/operator/webhook", None, webhook),
        (boss, "GET", "/api/operator/log", None, lambda: {"actions": actions()}),
        (boss, "GET", "/api/operator/deeds", None, lambda: {"actions": actions(), "deeds": actions()}),
        (boss, "GET", "/api/operator/deliveries", None, lambda: {"deliveries": server["deliveries"]}),
        (boss, "GET", "/api/operator/roles", None, lambda: server["roles"]),
        (boss, "GET", "/api/operator/webhook", None, lambda: server["club_webhook"]),
        (seated[0], "DELETE", f"/api/games/{table}/orders", None, lambda: none),
        (seated[0], "GET", f"/api/games/{table}/challenge", None, lambda: {"messages": []}),
    ):
        answer = client.call(method, former.replace(" ", "%20"), body)
        assert (answer.status, answer.body) == (200, expected()), former
        assert "2027" in answer.headers["Sunset"]
    assert ann.get(account)["preferences"]["mail"] == "daily"
    assert ann.get(account)["language"] == "it" and ann.get(account)["club_handle"] == "@ann"
    for former, present in (
        ("operator/members.csv", "operator/people?format=csv"),
        ("rulebooks/kheops/statistics/facts.jsonl", "rulebooks/kheops/statistics?format=jsonl"),
        ("puzzles/none/moves/1", "puzzles/none?move=1"),
        (f"games/{table}/verdicts/1", f"games/{table}/analysis?at=1"),
        (f"games/{table}/alternatives/1/2", f"games/{table}/alternatives/1?move=2"),
        ("tournaments/none/standings", "tournaments/none?format=csv"),
    ):
        first, second = boss.call("GET", f"/api/{former}"), boss.call("GET", f"/api/{present}")
        assert (first.status, first.body) == (second.status, second.body), former
        assert "2027" in first.headers["Sunset"]
    cup = ann.post("/api/tournaments", {"name": "Cup", "rulebook": "kheops", "size": 2})["id"]
    boss.post(f"/api/tournaments/{cup}/entries", {})
    left = boss.call("DELETE", f"/api/tournaments/{cup}/entries")
    assert left.body == boss.get(f"/api/tournaments/{cup}") and not left.body["entered"]
    for one in (boss, *seated):
        one.post(f"/api/tournaments/{cup}/entries", {})
    begun = ann.call("POST", f"/api/tournaments/{cup}/start", {"rounds": 2})
    assert (begun.status, begun.body["status"], begun.body["rounds"]) == (201, "running", 2)
    assert ann.call("DELETE", f"/api/tournaments/{cup}").body["status"] == "called off"
    offer = seated[0].call("POST", f"/api/games/{table}/offers", {"name": ann.name})
    assert offer.status == 201 and offer.body["seats"][0]["offered"]["name"] == ann.name
    for method, former, status in (
        ("PUT", f"{me}/settings", 422),
        ("GET", "/api/players?name=nobody", 404),
        ("DELETE", f"{me}/sessions/none", 404),
        ("POST", f"/api/games/{table}/challenge/x/reports", 422),
        ("POST", f"/api/games/{table}/nonce", 422),
        ("POST", f"/api/tournaments/{cup}/start", 422),
        ("PUT", f"/api/operator/tournaments/{cup}/called-off", 422),
        ("DELETE", f"/api/operator/games/{table}/variations/none", 404),
    ):
        assert ann.call(method, former, {"language": 1, "reason": "x"}).status == status, former
