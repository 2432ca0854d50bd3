"""Hostile input: refused with a clear sentence, cheap, and no server error."""

import contextlib
import json
import re
import socket
import time

import pytest

from api.http.json_body import MOST_VALUES
from app import create_app
from domain.components_file import LONGEST_FILE, read_file
from domain.rulebook import BadOption
from domain.title_loader import find_rulebooks
from tests.api.clients import Client, table_of
from tests.api.test_refusals import TITLE, is_problem

LONE = '"\\ud800"'
NINES = "9" * 5_000

TEXTS = {
    "parts of a name": "a" + ".a" * 15_000 + "=1",
    "parts of a quoted name": '"a"' + '."a"' * 5_000 + "=1",
    "parts of a table's name": "[a" + ".a" * 1_000 + "]",
    "nine parts": "a.b.c.d.e.f.g.h.i=1",
    "nested lists": "a=" + "[" * 300 + "]" * 300,
    "nested tables": "a=" + "{a=" * 300 + "1" + "}" * 300,
    "digits": f"a={NINES}",
    "hexadecimal digits": "a=0x" + "f" * 5_000,
    "many values": "a=[" + "1," * 15_000 + "]",
    "many names": "\n".join(f"a{number}=1" for number in range(6_000)),
    "many tables": "\n".join(f"[a{number}.b.c.d]" for number in range(2_500)),
    "a large text": "#" * (LONGEST_FILE + 1),
    "quotes without an end": '"\\' * 19_000,
    "three quotes without an end": '"""' + "\\" * 20_000,
    "half a character": "a='\ud800'",
    "a member that is no text": "[meta]\nname=1.5",
    "a time": "[meta]\nname=1979-05-27",
    "infinity": "[meta]\nname=inf",
}


@pytest.fixture(scope="module")
def player(application):
    """A new player."""
    return Client(application).sign_up("Hostile")


def test_component_files(player):
    """A text that is slow to read is refused unread; half of a surrogate pair by the reader of the body."""
    for text in TEXTS.values():
        body = {"rulebook": TITLE, "players": 2, "options": {"components": text}}
        assert is_problem(player.call("POST", "/api/games", body), 422)


def test_component_files_cost_little():
    """Much less than reading the largest shipped file."""
    shipped = max((shipped_text(one.meta.id) for one in find_rulebooks().values()), key=len)
    usual = cost_of(lambda: read_file(shipped, AnyName()))
    for kind, text in TEXTS.items():
        assert cost_of(lambda text=text: read_file(text, AnyName())) < 20 * usual + 0.05, kind


def shipped_text(title):
    """A title's shipped component file."""
    from domain import components_file

    return components_file.shipped_text(f"titles.{title.replace('-', '_')}")


class AnyName(set):
    """A set that contains every name."""

    def __contains__(self, _name):
        return True


def cost_of(read):
    """Seconds of this process, the least of three."""
    costs = []
    for _ in range(3):
        started = time.process_time()
        with contextlib.suppress(BadOption):
            read()
        costs.append(time.process_time() - started)
    return min(costs)


@pytest.mark.parametrize(
    "text",
    ["a.b.c.d.e.f.g.h=1", 'a="x.y.z.a.b.c.d.e.f.g.h.i.j"', "a=1 # a.b.c.d.e.f.g.h.i.j.k", "a=[" + "1," * 900 + "]"],
)
def test_allowed_content_of_files(text):
    """Dots within texts and comments are not names; long lists are allowed."""
    assert "a" in read_file(text, {"a"})


BODIES = {
    400: ('{"name": NaN}', '{"name": Infinity}', '\ufeff{"name": "a"}', ""),
    422: (
        '{"name": ' + LONE + "}", '{"\\udfff": 1}', '{"name": "Hostile", ' + LONE + ": 1}",
        '{"name": ' + NINES + "}", '{"name": -' + NINES + "}", '{"name": 1' + "0" * 17 + "}",
        '{"name": 1e5}', '{"name": 1.0}', '{"name": "a", "name": "b"}', '{"name": {"a": 1, "a": 1}}',
        "[" * 60_000, "[" * 60_000 + "]" * 60_000, "[" * 4_000 + "]" * 4_000, '{"a":' * 4_000 + "1" + "}" * 4_000,
        '{"name": ' + "[" * 33 + "]" * 33 + "}", "[" + "1," * MOST_VALUES + "1]", "null", "7",
    ),
}  # fmt: skip


@pytest.mark.parametrize("path", ["/api/players", "/api/games"])
def test_bodies(player, path):
    """Every call accepts the same forms of JSON and refuses others."""
    for status, bodies in BODIES.items():
        for body in bodies:
            assert is_problem(player.send("POST", path, body.encode()), status), body[:80]


def test_strange_characters_everywhere(player, gallery):
    """Halves of surrogate pairs in options, in components, in an invitation, in a move."""
    game_id, _clients = table_of(gallery, TITLE, ["Private A", "Private B"], private=True)
    for body in (
        {"options": {"\ud800": 1}},
        {"options": {"components": {"\ud800": 1}}},
        {"options": {"components": {"meta": {"name": "\udc00"}}}},
        {"rulebook": "\ud800"},
    ):
        assert is_problem(player.call("POST", "/api/games", {"rulebook": TITLE, "players": 2, **body}), 422)
    seat = ('{"invite": ' + LONE + "}").encode()
    assert is_problem(player.send("POST", f"/api/games/{game_id}/seats", seat), 422)
    for invite in ("%ED%A0%80", "%00", "%FF%FE", "x" * 3_000, "%F0%9F%92%A9", "%0d%0aX:y"):
        assert is_problem(player.call("GET", f"/api/games/{game_id}?invite={invite}"), 403)
        assert is_problem(player.call("GET", f"/api/games/{game_id}/state?as=0&invite={invite}"), 403)


PATHS = (
    "%00", "a" * 3_000, "%00.js", "a" * 3_000 + ".js", "..%2f..%2fapp.py", "%2e%2e/app.py", "%ED%A0%80", "kit/%00",
    "a/" * 500,
)  # fmt: skip


@pytest.mark.parametrize(
    "place",
    ["/web/", "/api/docs/", "/web/texts/", "/web/texts/en/", "/api/rulebooks/", "/api/games/", "/titles/", "/games/"],
)
def test_paths(served, place):
    """No file name or game id is a server error, or leads elsewhere."""
    for path in PATHS:
        request = f"GET {place}{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        status, body = raw(served, request.encode())
        assert status in (200, 404), path
        assert b"composition root" not in body
        if status == 200:
            assert place in ("/titles/", "/games/")


HEADERS = [
    b"Accept-Language: \xff\xfe\x80, de;q=nan",
    b"Accept-Language: " + b"de-" * 2_000,
    b"Accept: \xff/\xff;q=x",
    b"Accept-Encoding: gzip;q=1e999, \xff",
    b"Authorization: Bearer \xff\xfe",
    b"Authorization: Bearer " + b"a" * 5_000,
    b"Authorization: \xe2\x98\x83",
    b"Authorization: Basic =====",
    b'If-None-Match: "\xff", W/",,,',
    b"Last-Event-ID: " + b"9" * 500,
    b"Last-Event-ID: \xff-1",
    b"Cookie: \xff=\xff; a=" + b"b" * 3_000,
    b"Range: bytes=0-99999999999999999999999",
    b"X-Forwarded-For: \xff, 999.1.1.1",
    b"X-Forwarded-Prefix: /\xff",
    b"Content-Length: -1",
    b"Content-Length: " + b"9" * 100,
]


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/me", "/api/games/demo-kheops/events"])
def test_headers(served, path):
    """Any header value."""
    for header in HEADERS:
        request = b"GET " + path.encode() + b" HTTP/1.1\r\nHost: x\r\n" + header + b"\r\nConnection: close\r\n\r\n"
        status, _body = raw(served, request)
        assert status < 500, header[:80]


QUERIES = (
    "a=1&" * 900, "limit=" + "9" * 3_000, "as=%00", "as=" + "%ED%A0%80" * 100, "&" * 3_500, "cursor=%FF", "player=%00",
    "limit=1e3",
)  # fmt: skip


@pytest.mark.parametrize("path", ["/api/games", "/api/games/demo-kheops/state", "/api/games/demo-kheops/events"])
def test_queries(served, path):
    """Long and strange queries."""
    for query in QUERIES:
        request = f"GET {path}?{query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        status, _body = raw(served, request.encode())
        assert status < 500, query[:80]


def raw(served, request):
    """The status and the body of the response to these bytes."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=120) as line:
        line.sendall(request)
        got = b""
        while chunk := line.recv(65536):
            got += chunk
            if b"text/event-stream" in got:
                break
    head, _, body = got.partition(b"\r\n\r\n")
    found = re.match(rb"HTTP/1\.1 (\d{3}) ", head)
    assert found, got[:200]
    return int(found[1]), body


def test_the_most_expensive_bodies_cost_little(data_directory):
    """A body of the maximum size costs at most some dozens of the smallest."""
    client = create_app({"STELE_DATA": str(data_directory), "STELE_LIMITS": "off"}).test_client()

    def cost(body):
        costs = []
        for _ in range(3):
            started = time.process_time()
            answer = client.post("/api/players", data=body, content_type="application/json")
            costs.append(time.process_time() - started)
            assert answer.status_code in (400, 413, 422), answer.status_code
        return min(costs)

    dear = {
        "numbers": b'{"name": [' + b"9007199254740991," * 7_000 + b"1]}",
        "objects": b'{"name": [' + b'{"a":1},' * 3_300 + b"1]}",
        "names": b"{" + b",".join(b'"k%d":1' % number for number in range(4_990)) + b"}",
        "escapes": b'{"name": "' + b"\\u0041" * 21_000 + b'"}',
        "digits": b'{"name": ' + b"9" * 130_000 + b"}",
        "brackets": b"[" * 130_000,
        "text": json.dumps({"name": "x" * 130_000}).encode(),
    }
    usual = cost(b"{}")
    for kind, body in dear.items():
        assert cost(body) < 40 * usual + 0.05, kind
