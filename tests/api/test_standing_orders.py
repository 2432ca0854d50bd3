"""Standing orders over HTTP: private to a seat, refused with the wrong place, carried out by the worker."""

from tests.api.clients import table_of

TITLE = "amun-re-card-game"


def auction(gallery, names):
    """A game in which bids are asked for: its path, its players, the asked seat and its legal moves."""
    game_id, clients = table_of(gallery, TITLE, names)
    path = f"/api/games/{game_id}"
    while True:
        seat = gallery.get(path)["to_act"][0]
        legal = [one["move"] for one in clients[seat].get(f"{path}/legal-moves")["moves"]]
        if legal[0]["type"] == "PlaceGold":
            return path, clients, seat, legal
        clients[seat].post(f"{path}/moves", legal[0])


def put(client, path, *orders):
    """Place these orders."""
    return client.call("PUT", f"{path}/orders", {"orders": list(orders)})


def test_orders_are_their_owners(gallery):
    """The seat's player places, reads and takes them back; `test_no_interference.py` finds no trace of them."""
    path, clients, asked, legal = auction(gallery, ["Oa", "Ob", "Oc"])
    owner = (asked + 1) % 3
    order = {"guard": "status != 'over'", "moves": [{**legal[0], "gold": {"least": {"from": 1, "to": 7}}}]}
    placed = put(clients[owner], path, order)
    assert placed.status == 200 and placed.headers["Cache-Control"] == "private, no-store"
    assert [{name: one[name] for name in order} for one in placed.body["orders"]] == [order]
    assert "up to: Place the Gold card 7 in front of" in placed.body["orders"][0]["text"]
    assert clients[owner].get(f"{path}/orders") == placed.body
    assert gallery.call("GET", f"{path}/orders").status == 401
    assert gallery.sign_up("Oe").call("GET", f"{path}/orders").status == 403
    assert clients[asked].call("GET", f"{path}/orders?as={owner}").status == 403
    assert clients[owner].call("PUT", f"{path}/orders", {"orders": []}).body == {"orders": [], "notices": []}


def test_an_order_is_carried_out_and_announced(gallery, work):
    """An order is carried out as the seat's own move, and marked.

    An order that does not apply is dropped with a notice in the reader's language.
    """
    path, clients, seat, legal = auction(gallery, ["Od", "Of", "Og"])
    nowhere = {"moves": [{"type": "PlaceGold", "gold": 1, "province": "nowhere"}]}
    bid = {"moves": [{**legal[-1], "gold": {"least": {"from": 0, "to": 8}}}]}
    assert put(clients[seat], path, nowhere, bid).status == 200
    work()
    events = [one for one in gallery.get(f"{path}/events?limit=5000")["events"] if one["type"] == "MoveOrdered"]
    assert [(one["data"], one["text"]) for one in events] == [({"seat": seat}, "(standing order)")]
    action = events[0]["position"].split("-")[0]
    (move, mark, *_) = gallery.get(f"{path}/events?after={int(action) - 1}", Accept_Language="it")["events"]
    assert (move["type"], move["data"]["province"]) == ("GoldPlaced", legal[-1]["province"])
    assert mark["text"] == "(ordine anticipato)"
    told = clients[seat].get(f"{path}/orders")
    assert [one["moves"] for one in told["orders"]] == [bid["moves"]]
    assert [(one["reason"], one["moves"]) for one in told["notices"]] == [("moves", nowhere["moves"])]
    assert "Standing order dropped" in told["notices"][0]["text"]
    assert gallery.get(f"{path}/audit")["ok"]


def test_bad_orders_are_named(gallery):
    """The place of the wrong part; and players without the right to order."""
    path, clients, seat, legal = auction(gallery, ["Oh", "Oi", "Oj"])
    good = {"moves": [legal[0]]}
    for orders, place in (
        ([good, {"guard": "a ||", "moves": [legal[0]]}], ("orders", "1", "guard")),
        ([{"moves": [legal[0], {**legal[0], "gold": {"least": {"from": 3}}}]}], ("orders", "0", "moves", "1", "gold")),
        ([{"moves": []}], ("orders", "0", "moves")),
        ([{"moves": [{"type": "Resign"}]}], ("orders", "0", "moves", "0", "type")),
    ):
        refused = put(clients[seat], path, *orders)
        assert refused.status == 422 and ".".join(place) in refused.body["detail"], refused
        errors = refused.body["errors"]
        for name in place:
            errors = errors[name]
        assert errors
    assert clients[seat].send("PUT", f"{path}/orders", b"{}", Content_Type="text/plain").status == 415
    assert put(gallery.sign_up("Ok"), path, good).status == 403
    waiting = clients[0].post("/api/games", {"rulebook": TITLE, "players": 3})
    refused = put(clients[0], f"/api/games/{waiting['id']}", good)
    assert (refused.status, refused.body["rule"]) == (409, "G24")
