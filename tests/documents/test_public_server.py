"""The guide to a public server, run word for word on a Debian machine under systemd, and what that server does.

One test boots this machine's own root below a layer in memory: programs and packages are those of this machine, and
certbot is replaced by a certificate that signs itself. The other begins with a bare Debian.
"""

import contextlib
import http.client
import json
import re
import ssl
import subprocess
import sys
from email import message_from_bytes
from email.policy import default
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller

from operations.supervisor import default_procfile, read_procfile
from tests.buckets import bucket
from tests.documents.blocks import blocks
from tests.eventstore.handmade import eventually
from tests.operations.test_environment_file import ACCEPTED, VALUES
from tests.serving import ROOT, copy_checkout
from tests.shipping.debian import bootstrap, of_this_machine, pip_settings
from tests.shipping.machine import Machine, network_of, skip_without_machine

PAGE = ROOT / "docs" / "guides" / "public-server.md"
SITE = "games.example.org"
TITLE = "amun-re-card-game"
STUBS = {
    # Where Debian's packages are, installing them leaves nginx running.
    "apt-get": "systemctl start nginx",
    # The checkout is there.
    "git": 'test "$1 $2 $3" = "clone https://git.example.org/stele.git /srv/stele"',
    # As the real one: the host must answer at the folder that is named, then the hook is run.
    "certbot": r"""
[ "$1 $2 $3 $5 $6" = "certonly --webroot -w -d $SITE" ]
mkdir -p "$4/.well-known/acme-challenge" "/etc/letsencrypt/live/$SITE"
echo proof > "$4/.well-known/acme-challenge/proof"
[ "$(curl -sf "http://$SITE/.well-known/acme-challenge/proof")" = proof ]
cd "/etc/letsencrypt/live/$SITE"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout privkey.pem -out fullchain.pem \
    -subj "/CN=$SITE" -addext "subjectAltName=DNS:$SITE" 2>/dev/null
while [ "$1" != --deploy-hook ]; do shift; done
sh -c "$2"
""",
}
"""The programs that need the internet, and what is run in place of them."""

NAMES = blocks(PAGE, "1. Your names")[0].text
AUTHOR = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]

OWN_ROOT = r"""
rm -rf etc/systemd/system/*.wants etc/rc?.d/*
mkdir -p srv/stele/.venv srv/stele/node_modules srv/python
cp -a "$CHECKOUT/." srv/stele/
put() {
  mkdir "$PLACE/$2" "$PLACE/$2-work"
  mount -t overlay -o "lowerdir=$1,upperdir=$PLACE/$2,workdir=$PLACE/$2-work" packages "srv/stele/$2"
}
put "$PACKAGES" .venv
put "$MODULES" node_modules
touch srv/stele/.venv/runtime.stamp srv/stele/.venv/node.stamp srv/stele/node_modules/.stamp
# A unit cannot look into the folders of people, where this Python may be.
mount --bind "$PYTHON" srv/python
echo /srv/python/lib > etc/ld.so.conf.d/00-python.conf
ldconfig -r .
ln -sf "/srv/python/bin/$PYTHON_NAME" srv/stele/.venv/bin/python3
ln -sf python3 srv/stele/.venv/bin/python
sed -i 's|^home = .*|home = /srv/python/bin|' srv/stele/.venv/pyvenv.cfg
grep -lIE '^#!.*/python[0-9.]*$' srv/stele/.venv/bin/* | xargs sed -i '1s|.*|#!/srv/stele/.venv/bin/python|'
"""
BARE_ROOT = r"""
mkdir -p mnt/checkout
mount --bind "$CHECKOUT" mnt/checkout
mount -t proc proc proc
mount --bind /dev dev
while read -r path inside; do
  if [ -d "$path" ]; then
    mkdir -p ".$inside"
    mount --bind "$path" ".$inside"
  else
    mkdir -p ".$(dirname "$inside")"
    cp "$path" ".$inside"
  fi
done <<< "$SHARED"
certificates=/etc/ssl/certs/ca-certificates.crt
chroot . env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
  DEBIAN_FRONTEND=noninteractive npm_config_cafile="$certificates" GIT_CONFIG_COUNT=2 \
  GIT_CONFIG_KEY_0=url./mnt/checkout.insteadOf GIT_CONFIG_VALUE_0=https://git.example.org/stele.git \
  GIT_CONFIG_KEY_1=safe.directory GIT_CONFIG_VALUE_1="*" bash -euo pipefail -c "$INSTALL"
grep " $PWD/" /proc/mounts | cut -d" " -f2 | sort -r | xargs umount -l
"""
STUBBED = r"""
for stub in "$STUBS_IN"/*; do install -m 755 "$stub" usr/local/sbin/; done
echo "127.0.0.1 localhost $SITE" > etc/hosts
"""


class Shell:
    """A root shell on the machine, as the guide wants it: later blocks see what earlier ones export."""

    def __init__(self, machine):
        self.machine = machine
        self.exported = [f"export SITE={SITE} CURL_CA_BUNDLE=/etc/letsencrypt/live/{SITE}/fullchain.pem"]

    def run(self, script):
        """Run this block."""
        said = self.machine.run("\n".join((*self.exported, script)))
        self.exported += [line for line in script.splitlines() if line.startswith(("export ", "unset "))]
        return said

    def follow(self, heading):
        """Run all blocks under this heading."""
        return "".join(self.run(block.text) for block in blocks(PAGE, heading))


def stubs_in(place, *names):
    """A directory with these programs."""
    stubs = place / "stubs"
    stubs.mkdir()
    for name in names:
        (stubs / name).write_text(f"#!/bin/bash\nset -euo pipefail\n{STUBS[name]}\n")
    return stubs


@pytest.fixture
def own_root(server_directory):
    """A copy of this machine's root directory, with a copy of the checkout in /srv/stele."""
    skip_without_machine("nginx")
    tmp_path = server_directory("guide")
    place = tmp_path / "machine"
    place.mkdir()
    checkout = copy_checkout(tmp_path)
    variables = {
        "CHECKOUT": str(checkout),
        "PACKAGES": sys.prefix,
        "MODULES": str((ROOT / "node_modules").resolve()),
        "PYTHON": sys.base_prefix,
        "PYTHON_NAME": Path(sys.executable).resolve().name,
        "STUBS_IN": str(stubs_in(tmp_path, *STUBS)),
        "SITE": SITE,
    }
    with Machine(place, Path("/"), OWN_ROOT + STUBBED, variables) as machine:
        yield Shell(machine)


class Visitor:
    """A browser at the server's public address; over TLS, with its cookies."""

    def __init__(self):
        self.cookies = {}

    def get(self, path, **headers):
        """The status, the headers and the body of a GET."""
        return self.send("GET", path, None, **headers)

    def call(self, method, path, body=None):
        """The body of a successful request."""
        status, _headers, text = self.send(method, path, body)
        assert status in (200, 201, 202), (status, text)
        return json.loads(text)

    def send(self, method, path, body, **headers):
        """Send a request; the status, the headers and the body of its answer."""
        line = http.client.HTTPSConnection("127.0.0.1", 443, context=ssl._create_unverified_context(), timeout=60)
        sent = {"Host": SITE, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json", **headers}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        line.request(method, path, None if body is None else json.dumps(body), sent)
        answer = line.getresponse()
        text = answer.read()
        self.cookies |= {
            one.key: one.value for got in answer.msg.get_all("Set-Cookie", ()) for one in SimpleCookie(got).values()
        }
        line.close()
        return answer.status, answer.headers, text


class Letters:
    """The mail server: it keeps the texts of what it accepted."""

    def __init__(self):
        self.texts = []

    async def handle_DATA(self, _server, _session, envelope):
        """Accept the mail."""
        message = message_from_bytes(envelope.content, policy=default)
        self.texts.append(message.get_body(("plain",)).get_content())
        return "250 OK"


@contextlib.contextmanager
def mail_server():
    """The texts of the mails that the machine sends."""
    letters = Letters()
    controller = Controller(letters, hostname="127.0.0.1", port=2525)
    controller.start()
    try:
        yield letters.texts
    finally:
        controller.stop()


@pytest.fixture
def bare_root(server_directory):
    """A bare Debian on which the packages and the checkout were installed as the page says, with the network."""
    skip_without_machine("debootstrap", "git")
    place = server_directory("bare")
    root = bootstrap(place / "debian", "systemd", "systemd-sysv", "dbus")
    checkout = copy_checkout(place)
    for words in (["init", "-q"], ["add", "-A"], [*AUTHOR, "commit", "-q", "-m", "The checkout"]):
        subprocess.run(["git", "-C", str(checkout), *words], check=True)
    (place / "pip.conf").write_text(pip_settings())
    here = {**of_this_machine(), "/etc/pip.conf": place / "pip.conf", "/etc/resolv.conf": Path("/etc/resolv.conf")}
    here |= {str(path): path for path in Path("/etc/apt/apt.conf.d").iterdir()}
    variables = {
        "CHECKOUT": str(checkout),
        "SHARED": "\n".join(f"{path} {inside}" for inside, path in here.items()),
        "INSTALL": NAMES + "".join(block.text for block in blocks(PAGE, "2. Stele")),
        "STUBS_IN": str(stubs_in(place, "certbot")),
        "SITE": SITE,
    }
    (place / "machine").mkdir()
    with Machine(place / "machine", root, BARE_ROOT + STUBBED, variables) as machine:
        yield Shell(machine)


@pytest.mark.soak  # a minute, and two on a busy machine
def test_the_guide_leads_to_a_public_server(own_root):
    """Each command of the page in its order; in between, the look of a visitor, an operator and a stranger."""
    own_root.run(NAMES)
    own_root.follow("2. Stele")
    follow_from_the_settings(own_root)


@pytest.mark.soak
def test_the_guide_begins_with_a_bare_debian(bare_root):
    """On a bare Debian, the guide works with the packages that its page installs: Debian's, Python's and npm's."""
    bare_root.run(NAMES)
    follow_from_the_settings(bare_root)


def follow_from_the_settings(shell):
    shell.follow("3. Settings")
    machine = shell.machine
    machine.run("sed -i 's|^STELE_SMTP=.*|STELE_SMTP=smtp://127.0.0.1:2525|' /etc/stele.env")
    start, ready = (block.text for block in blocks(PAGE, "4. Start"))
    shell.run(start)
    shell.run(f"until {ready.strip()} 2>/dev/null; do sleep 0.2; done")
    look_at_the_units(machine)
    compare_with_systemd(machine)
    shell.follow("5. TLS")
    with network_of(machine.leader):
        look_from_outside(machine)
        visitor = Visitor()
        game = play(visitor)
        kill_everything(machine, visitor, game)
        with mail_server() as letters:
            shell.follow("6. Email")
            assert eventually(lambda: letters)
            visitor.call("POST", "/api/me/address", {"address": "ada@example.org"})
            assert eventually(lambda: len(letters) == 2)
            token = re.search(rf"https://{SITE}/account#confirm=([\w-]+)", letters[1])[1]
            visitor.call("PUT", "/api/me/address", {"mail": token})
            assert "Ada" in shell.follow("7. The operator")
        back_up(shell)
        drill(shell, visitor, game)
    refuse_others(machine)
    assert machine.run("find /var/lib/stele* /var/backups/stele ! -user stele") == ""
    assert machine.run("find /var/lib/stele /var/backups/stele ! -type l -perm /077") == ""


def look_at_the_units(machine):
    """Each process runs, as the user, with the settings of the file as `stele` reads them."""
    for name in read_procfile(default_procfile()):
        told = dict(
            line.split("=", 1)
            for line in machine.run(f"systemctl show stele-{name} -p ActiveState,NRestarts,MainPID").split()
        )
        assert (told["ActiveState"], told["NRestarts"]) == ("active", "0"), name
        of_unit = machine.run(f"tr '\\0' '\\n' < /proc/{told['MainPID']}/environ").splitlines()
        assert "STELE_MAIL_FROM=Stele <stele@example.org>" in of_unit
        file = machine.run("cat /etc/stele.env")
        for variable, value in re.findall(r"^([A-Z_]+)=(.*)$", file, re.MULTILINE):
            assert f"{variable}={value}" in of_unit
        assert machine.run(f"stat -c %U /proc/{told['MainPID']}").strip() == "stele"
    assert machine.run("stat -c '%U %G %a' /etc/stele.env").split() == ["root", "stele", "640"]


def compare_with_systemd(machine):
    """Environment files are read as systemd reads them."""
    machine.run(f"cat > /var/tmp/odd.env <<'END'\n{ACCEPTED}END")
    shown = machine.run("systemd-run --quiet --wait --pipe -p EnvironmentFile=/var/tmp/odd.env env").splitlines()
    for name, value in VALUES.items():
        assert f"{name}={value}" in shown


def look_from_outside(machine):
    """TLS alone, and neither numbers nor notes nor addresses with invitations."""
    visitor = Visitor()
    status, headers, page = visitor.get("/")
    assert status == 200 and b"<html" in page and headers["Strict-Transport-Security"] == "max-age=31536000"
    hidden = ("/metrics", "/health/ready", "//metrics", "/%6detrics", "/./metrics", "/x/../metrics", "/metrics/")
    for path in hidden:
        status, _headers, text = visitor.get(path)
        assert status == 404 and b"stele_" not in text, path
    assert visitor.get("/health/live")[0] == 200
    to_tls = machine.run(f"curl -s -o /dev/null -w '%{{http_code}} %{{redirect_url}}' 'http://{SITE}/lobby?a=b'")
    assert to_tls.strip() == f"301 https://{SITE}/lobby?a=b"
    assert machine.run("curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8000/metrics") == "401"
    token = machine.run("sed -n 's/^STELE_METRICS_TOKEN=//p' /etc/stele.env").strip()
    assert re.fullmatch("[0-9a-f]{64}", token)
    scraped = machine.run(f"curl -sf -H 'Authorization: Bearer {token}' http://127.0.0.1:8000/metrics")
    assert "stele_record_writable_ratio" in scraped
    told = machine.run("nginx -T 2>/dev/null")
    assert "worker_connections 16384;" in told and "worker_rlimit_nofile 65536;" in told


def play(visitor):
    """Make a move in a new game of the visitor, and return the game's id."""
    visitor.call("POST", "/api/players", {"name": "Ada", "session": True})
    game = visitor.call("POST", "/api/games", {"rulebook": TITLE, "players": 3, "bots": 2})["id"]
    assert eventually(lambda: visitor.call("GET", f"/api/games/{game}/legal-moves")["moves"])
    legal = visitor.call("GET", f"/api/games/{game}/legal-moves")["moves"]
    visitor.call("POST", f"/api/games/{game}/moves", legal[0]["move"])
    return game


def kill_everything(machine, visitor, game):
    """All processes are killed at once; they come back, with the move. Addresses are not logged meanwhile."""
    before = visitor.call("GET", f"/api/games/{game}/replay")
    assert len(before["steps"]) > 1
    machine.run("systemctl kill --signal=KILL stele-web stele-worker stele-search")
    visitor.get("/?invite=only-for-friends", Referer=f"https://{SITE}/?invite=only-for-friends")
    assert eventually(lambda: visitor.get(f"/api/games/{game}/replay")[0] == 200)
    after = visitor.call("GET", f"/api/games/{game}/replay")
    assert after["steps"][: len(before["steps"])] == before["steps"]
    machine.run("until stele ready --worker 2>/dev/null; do sleep 0.2; done")
    assert machine.run("grep -rl only-for-friends /var/log/nginx || true") == ""
    assert '"GET /" ' in machine.run("cat /var/log/nginx/stele.log")


def back_up(shell):
    """The nightly backups, here and in a bucket; one that fails without a word of its own is told to the operators."""
    machine = shell.machine
    here, elsewhere = (block.text for block in blocks(PAGE, "8. Backups"))
    shell.run(here)
    assert "is backed up in /var/backups/stele" in machine.run("journalctl -u stele-backup@local --no-pager")
    with bucket() as (things, variables):
        variables |= {"PLACE": "s3://stele/club", "KEEP": "3"}
        told = "".join(f"{name}={value}\n" for name, value in variables.items())
        machine.run(f"cat > /etc/stele-backup/offsite.env <<'END'\n{told}END")
        shell.run(elsewhere)
        assert any(name.startswith("club/backups/") for name in things)
    timers = machine.run("systemctl list-timers 'stele-*' --no-pager")
    assert "stele-backup@local.timer" in timers and "stele-backup@offsite.timer" in timers
    assert "failed" not in machine.run("stele overview")
    machine.run(
        "cp /etc/stele-backup/local.env /etc/stele-backup/killed.env\n"
        "mkdir /etc/systemd/system/stele-backup@killed.service.d\n"
        "printf '[Service]\\nExecStart=\\nExecStart=/bin/sh -c \"kill -9 $$$$\"\\n' > "
        "/etc/systemd/system/stele-backup@killed.service.d/killed.conf\n"
        "systemctl daemon-reload\n"
        "! systemctl start stele-backup@killed\n"
    )
    assert eventually(lambda: " failed." in machine.run("stele overview"))
    assert "stele-backup@killed" in machine.run("systemctl --failed --no-pager")


def drill(shell, visitor, game):
    """The restored games are the server's, byte for byte; the server plays on."""
    machine = shell.machine
    machine.run("install -d -o stele /var/lib/stele/live && stele export --all /var/lib/stele/live --private")
    (block,) = blocks(PAGE, "9. Restore drill")
    said = shell.run(block.text.replace("rm -r", 'cp -r "$STELE_DATA/games" /var/tmp/restored\nrm -r'))
    assert "was put back from /var/backups/stele" in said and "Every game is whole" in said
    names = machine.run("ls /var/tmp/restored").split()
    assert len(names) >= 4
    for name in names:
        machine.run(f"cmp /var/tmp/restored/{name} /var/lib/stele/live/{name}")
    assert machine.run("ls /var/lib | grep stele").split() == ["stele"]
    machine.run("rm -r /var/lib/stele/live")
    visitor.call("GET", f"/api/games/{game}")


def refuse_others(machine):
    """Other users than root and the server's own are refused with a sentence; a wrong file as well."""
    for script, said in (
        ("runuser -u nobody -- stele overview", "Run it with: sudo stele"),
        ("STELE_ENV=/etc/nothing stele overview", "There is no /etc/nothing"),
        ("STELE_USER=nobody-here stele overview", "There is no user nobody-here"),
        (
            "cd /tmp && STELE_DATA=/var/tmp/nowhere stele backup /tmp/backup",
            "No server has ever been in /var/tmp/nowhere",
        ),
    ):
        told = machine.run(f"{script} && echo passed || echo $?", check=False)
        assert said in told and told.endswith("78\n") and "Traceback" not in told, told
    assert "Ada" in machine.run("runuser -u stele -- stele operators")
    assert machine.run("ls -d /var/tmp/nowhere /tmp/backup 2>/dev/null || true") == ""
