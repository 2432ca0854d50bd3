"""Proxies: forwarding headers are trusted from trusted proxies alone, over HTTP."""

import http.client
import re

import pytest

from app import create_app

NAMED = "https://stele.example/club"


@pytest.fixture(scope="module")
def named(server_directory):
    """A client of an application with a configured name."""
    return create_app({"STELE_DATA": str(server_directory("named")), "STELE_URL": NAMED}).test_client()


def asked(server, path, **headers):
    """The status and the text of the answer over a connection, with any header."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.putrequest("GET", path, skip_host=True)
    for header, value in {"Host": "127.0.0.1", **headers}.items():
        connection.putheader(header, value)
    connection.endheaders()
    answer = connection.getresponse()
    told = answer.status, answer.read().decode()
    connection.close()
    return told


@pytest.mark.parametrize("header", ["SCRIPT_NAME", "Script-Name", "PATH_INFO", "REMOTE_USER", "X_Forwarded_Prefix"])
def test_a_visitor_cannot_choose_the_apps_address(served, header):
    """No headers of a visitor change the addresses that the app uses."""
    for path in ("/health/live", "/", "/api/rulebooks"):
        plain = asked(served, path)
        for value in ("/x", "/health", "/api"):
            told = asked(served, path, **{header: value})
            assert told == plain, (path, value)


def test_a_visitor_cannot_claim_tls(served):
    """No header makes a request a TLS one."""
    for header in ("X-Forwarded-Proto", "X-Forwarded-Protocol", "X-Forwarded-Ssl"):
        for value in ("https", "ssl", "on"):
            told = asked(served, "/games/nothing", **{header: value})
            assert told[0] in (200, 404) and "https://" not in told[1].partition("</head>")[0], header


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "stele.example.evil.example", "x@evil.example", "[bad", "1.2.3.4/x"]
)
def test_a_server_answers_to_its_own_name(named, host):
    """A server answers to its own name only; its health is public."""
    for path in ("/api/games", "/games"):
        answer = named.get(path, headers={"Host": host})
        assert answer.status_code == 421 and "stele" not in answer.headers.get("Location", "")
        assert answer.content_type == "application/problem+json"
        assert answer.json["type"] == "urn:stele:problem:misdirected-request"
    assert named.get("/health/live", headers={"Host": "web:8000"}).status_code == 200


@pytest.mark.parametrize(
    "host", ["stele.example", "STELE.example:8443", "localhost:8000", "127.0.0.1", "[::1]:8000", "10.1.2.3"]
)
def test_a_server_answers_to_addresses(named, host):
    """A server answers to its name, to the machine's own names on the machine, and to every IP address, since no
    outside page can forge one.
    """
    assert named.get("/api/games", headers={"Host": host}).status_code == 200


def test_links_use_the_configured_address(named):
    """Links contain the configured address, whatever host is requested."""
    text = named.get("/", headers={"Host": "192.168.1.7"}).text
    assert re.findall(r'<link rel="canonical" href="(.*?)">', text) == [f"{NAMED}/"]
    assert f'content="{NAMED}/"' in text and "192.168.1.7" not in text
