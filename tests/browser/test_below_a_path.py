"""Stele below a path of its host: pages, modules, calls, links and live streams, alone and behind nginx with TLS."""

import contextlib
import datetime
import json
import re
import socket
import ssl
import subprocess
import urllib.error
import urllib.request

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from playwright.sync_api import expect

from app import create_app
from tests.api.clients import Client, table_of
from tests.missing_programs import path_of, skip_without
from tests.serving import ROOT, Served, free_port

TITLE = "amun-re-card-game"


@pytest.fixture(scope="module")
def below(server_directory):
    """A server below /stele that trusts one proxy."""
    server = Served(server_directory("below"), STELE_PROXIES="1", STELE_BASE_PATH="/stele", STELE_HSTS="600").start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def game(below):
    """A started game, and the client of the first player to move."""
    return table_of(Client(below.url), TITLE, ["Below"], bots=2, bot_kind="random")


@pytest.mark.soak
def test_pages_below_a_path(browse, below, game):
    """The lobby, a game, its replay and links, its rules, and the API's page all work below the path."""
    game_id, (player,) = game
    asked = []
    page = browse(player, base_url=below.url, requests=asked, at="/stele/")
    expect(page.locator(".title-card .cover").first).to_be_visible()
    page.locator(f"a.primary[href='/stele/games/{game_id}']").click()
    page.wait_for_url(f"**/stele/games/{game_id}")
    expect(page.locator("#connection")).to_have_attribute("data-connection", "live")
    page.locator(".your-turn").first.wait_for()
    page.locator(".move").first.click()
    page.click("#confirm")
    expect(page.locator("#refusal")).to_be_empty()
    page.click("#to-replay")
    page.wait_for_url(f"**/stele/games/{game_id}/replay*")
    page.click("#show-study")
    page.click("#share")
    expect(page.locator("#link-to-step")).to_have_value(re.compile(rf"^{below.url}/stele/games/{game_id}/replay#"))
    expect(page.locator("#frame-code")).to_have_value(re.compile(rf'src="{below.url}/stele/games/{game_id}/embed'))
    page.goto(f"/stele/games/{game_id}/embed")
    expect(page.locator("#step")).not_to_be_empty()
    page.goto("/stele/")
    page.get_by_role("link", name=re.compile("^Rules")).first.click()
    expect(page).to_have_url(re.compile("/stele/titles/"))
    expect(page.locator("h1")).not_to_be_empty()
    paths = [request.url.removeprefix(below.url) for request in asked]
    assert [path for path in paths if not path.startswith(("/stele/", "data:", "blob:"))] == []
    page.goto("/stele/api/docs")
    expect(page.get_by_text("/api/players").first).to_be_visible()


def test_the_apis_links_have_the_path(below):
    """`Location` and the document name the path; without the path the responses are the same."""
    client = Client(below.url + "/stele").sign_up("Above")
    answer = client.call("POST", "/api/games", {"rulebook": TITLE, "players": 3})
    assert answer.headers["Location"] == f"/stele/api/games/{answer.body['id']}"
    assert client.get("/api/openapi.json")["servers"] == [{"url": "/stele"}]
    assert "servers" not in create_app({}).test_client().get("/api/openapi.json").json


def test_only_trusted_proxies_are_believed():
    """Headers are ignored unless a trusted proxy sends them, and so is a malformed path."""

    def page(visitor, **headers):
        answer = visitor.get("/", headers={name.replace("_", "-"): value for name, value in headers.items()})
        return re.search('data-base="(.*?)"', answer.text)[1], answer.headers.get("Strict-Transport-Security")

    told = {"X_Forwarded_Prefix": "/games", "X_Forwarded_Proto": "https"}
    secure = {"STELE_HSTS": "60"}
    assert page(create_app(secure).test_client(), **told) == ("", None)
    assert page(create_app({**secure, "STELE_PROXIES": "1"}).test_client(), **told) == ("/games", "max-age=60")
    trusting = create_app({"STELE_PROXIES": "1"}).test_client()
    assert page(trusting, **told) == ("/games", None)
    for hostile in ('/"><script>', "//elsewhere.example", "/../..%2f", "/" + "x" * 1000, "/a" * 50):
        assert page(trusting, X_Forwarded_Prefix=hostile) == ("", None)


@pytest.fixture(scope="module")
def proxy(below, tmp_path_factory):
    """The example of docs/guides/nginx.conf in front of that server, on a free port."""
    skip_without("nginx")
    place, port = tmp_path_factory.mktemp("nginx"), free_port()
    write_certificate(place)
    site = (ROOT / "docs" / "guides" / "nginx.conf").read_text("utf-8")
    for example, here in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("127.0.0.1:8000", f"127.0.0.1:{below.port}"),
        ("/etc/ssl/games.example.org.pem", f"{place}/host.pem"),
        ("/etc/ssl/games.example.org.key", f"{place}/host.key"),
        ("/var/log/nginx/stele.log", f"{place}/access.log"),
        ("/var/log/nginx/stele-error.log", f"{place}/site-error.log"),
    ):
        assert example in site
        site = site.replace(example, here)
    (place / "site.conf").write_text(site)
    paths = "".join(
        f"{name}_temp_path {place}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (place / "nginx.conf").write_text(
        f"daemon off; pid {place}/pid; error_log {place}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off;\n{paths}include {place}/site.conf; }}\n"
    )
    process = subprocess.Popen([path_of("nginx"), "-p", str(place), "-c", str(place / "nginx.conf")])
    while process.poll() is None:
        with socket.socket() as line:
            if line.connect_ex(("127.0.0.1", port)) == 0:
                break
    assert process.poll() is None, (place / "error.log").read_text()
    yield f"https://127.0.0.1:{port}/stele"
    process.terminate()
    process.wait(30)


def write_certificate(place):
    """A self-signed certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "games.example.org")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    (place / "host.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    pkcs8, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (place / "host.key").write_bytes(key.private_bytes(serialization.Encoding.PEM, pkcs8, plain))


def test_the_log_of_nginx_holds_no_token(proxy, game, tmp_path_factory):
    """For an invitation, a feed or an unsubscribe link, only the path before the token is logged."""
    _game_id, (player,) = game
    for path in ("/feeds/SECRET/notices.atom", "/api/unsubscribe/SECRET", "/?invite=SECRET"):
        request = urllib.request.Request(proxy + path, headers={"Referer": f"{proxy}/?invite=SECRET"})
        with contextlib.suppress(urllib.error.HTTPError):
            urllib.request.urlopen(request, timeout=60, context=ssl._create_unverified_context())
    text = "".join(log.read_text() for log in tmp_path_factory.getbasetemp().glob("nginx*/access.log"))
    assert 'GET /stele/feeds/"' in text and 'GET /stele/api/unsubscribe/"' in text
    assert "SECRET" not in text and player.token not in text


def test_behind_nginx(proxy, below, game):
    """TLS, the path, and a live stream: each event comes through the proxy before the next is made."""
    game_id, (player,) = game
    trusting = ssl._create_unverified_context()

    def through(path, **headers):
        request = urllib.request.Request(proxy + path, headers={"X-Forwarded-Prefix": "/elsewhere", **headers})
        return urllib.request.urlopen(request, timeout=60, context=trusting)

    with through("/") as answer:
        assert answer.headers["Strict-Transport-Security"] == "max-age=600"
        page = answer.read().decode()
    assert 'data-base="/stele"' in page
    with through(re.search(r'src="/stele(/web/v/\w+/lobby/page\.js)"', page)[1]) as answer:
        assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    with through(f"/api/games/{game_id}/events", Accept="text/event-stream") as stream:
        heard = []
        for _ in range(3):
            while not (line := stream.readline()).startswith(b"data: "):
                assert line, "the stream has ended"
            heard.append(json.loads(line[6:])["position"])
        assert heard[0] == "1-0"
        # Events before the answer to this move have arrived already, or arrive before it.
        while not (legal := player.get(f"/api/games/{game_id}/legal-moves")["moves"]):
            pass
        made = player.post(f"/api/games/{game_id}/moves", legal[0]["move"])
        while heard[-1] != made["position"]:
            while not (line := stream.readline()).startswith(b"data: "):
                assert line, "the stream has ended"
            heard.append(json.loads(line[6:])["position"])


def test_nginx_hides_numbers_and_notes(proxy):
    """Metrics and readiness are for the operator, however the path is written; Stele's other pages are there."""
    trusting = ssl._create_unverified_context()
    for path in ("/metrics", "/health/ready", "//metrics", "/%6detrics", "/./health/ready"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(proxy + path, timeout=60, context=trusting)
    assert urllib.request.urlopen(f"{proxy}/health/live", timeout=60, context=trusting).status == 200
