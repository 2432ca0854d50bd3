"""Proxies: forwarding headers are trusted from trusted proxies alone, over HTTP."""

import http.client
import json
import re

import pytest

from tests.serving import Served

NAMED = "https://stele.example/club"


@pytest.fixture(scope="module")
def named(server_directory):
    """A server with a configured name."""
    server = Served(server_directory("named"), worker=False, STELE_URL=NAMED, WEB_CONCURRENCY="1").start()
    yield server
    server.stop()


def asked(server, path, host="127.0.0.1", **headers):
    """The status, the headers and the text of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.putrequest("GET", path, skip_host=True)
    for header, value in {"Host": host, **headers}.items():
        connection.putheader(header, value)
    connection.endheaders()
    answer = connection.getresponse()
    told = answer.status, dict(answer.getheaders()), answer.read().decode()
    connection.close()
    return told


@pytest.mark.parametrize("header", ["SCRIPT_NAME", "Script-Name", "PATH_INFO", "REMOTE_USER", "X_Forwarded_Prefix"])
def test_a_visitor_cannot_choose_the_apps_address(served, header):
    """With any headers."""
    for path in ("/health/live", "/", "/api/rulebooks"):
        plain = asked(served, path)
        for value in ("/x", "/health", "/api"):
            told = asked(served, path, **{header: value})
            assert (told[0], told[2]) == (plain[0], plain[2]), (path, value)


def test_a_visitor_cannot_claim_tls(served):
    """No header makes a request a TLS one."""
    for header in ("X-Forwarded-Proto", "X-Forwarded-Protocol", "X-Forwarded-Ssl"):
        for value in ("https", "ssl", "on"):
            told = asked(served, "/games/nothing", **{header: value})
            assert told[0] in (200, 404) and "https://" not in told[2].partition("</head>")[0], header


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:80", "stele.example.evil.example", "x@evil.example", "[bad", "1.2.3.4/x"],
)
def test_a_server_answers_to_its_own_name(named, host):
    """Not to another name; its health is public."""
    status, headers, text = asked(named, "/api/games", host)
    assert status in (400, 421) and "stele" not in headers.get("Location", "")
    if status == 421:
        assert headers["Content-Type"] == "application/problem+json"
        assert json.loads(text)["type"] == "urn:stele:problem:misdirected-request"
    assert asked(named, "/games", host)[0] == status
    assert asked(named, "/health/live", "web:8000")[0] == 200


@pytest.mark.parametrize(
    "host", ["stele.example", "STELE.example:8443", "localhost:8000", "127.0.0.1", "[::1]:8000", "10.1.2.3"]
)
def test_a_server_answers_to_addresses(named, host):
    """To its name, to the machine's own for itself, and to every address: no outside page can forge one."""
    assert asked(named, "/api/games", host)[0] == 200


def test_links_use_the_configured_address(named):
    """For any requested host."""
    text = asked(named, "/", "192.168.1.7")[2]
    assert re.findall(r'<link rel="canonical" href="(.*?)">', text) == [f"{NAMED}/"]
    assert f'content="{NAMED}/"' in text and "192.168.1.7" not in text
