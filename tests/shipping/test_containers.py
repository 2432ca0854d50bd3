"""Containers: the files named in Dockerfile and compose.yaml exist, and their processes are the Procfile's."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from fnmatch import fnmatch

import pytest
import yaml

from eventstore.valkey.connection import check_durability, connect
from eventstore.valkey.embedded import ask, find_binary
from operations import METRICS_DIRECTORY
from operations.settings import VARIABLES
from operations.supervisor import default_procfile, read_procfile
from tests.eventstore.handmade import eventually
from tests.serving import ROOT

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVICES = COMPOSE["services"]
PASSWORD = "${RECORD_PASSWORD:-stele}"
PASSWORDS = {("requirepass", PASSWORD), ("masterauth", PASSWORD)}
"""The password of the database servers, for their clients and their replicas."""

SHAPES = {"": "separate", "-replica": "replica", "-cluster": "cluster"}
"""The name of the processes in each setup, and its profile."""


def instructions():
    """The Dockerfile's instructions, as pairs of name and text."""
    text = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text("utf-8"))
    lines = [line.strip() for line in text.splitlines()]
    return [tuple(line.split(None, 1)) for line in lines if line and not line.startswith("#")]


def told(name):
    """The texts of all instructions of this name."""
    return [text for found, text in instructions() if found == name]


def base_images():
    """The names of the base images: Python's and Node's."""
    return [text.partition("=")[2] for text in told("ARG")]


def copied():
    """The copied files of the checkout: pairs of the source and its place in the image."""
    for text in told("COPY"):
        if not text.startswith("--from="):
            *sources, place = text.split()
            yield from ((source, place) for source in sources)


def variables_of_the_image():
    """The variables that the image sets."""
    return dict(pair.split("=", 1) for text in told("ENV") for pair in shlex.split(text))


def test_copied_files_exist():
    """Every source exists and is sent to the builder: .dockerignore lets it through and nothing else."""
    sources = {source for source, _place in copied()}
    assert [] == [source for source in sources if not (ROOT / source).exists()]
    ignored, *admitted = [
        line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line and not line.startswith("#")
    ]
    assert ignored == "*"
    assert {f"!{source}" for source in sources} == {line for line in admitted if line.startswith("!")}


def test_all_folders_are_copied():
    """Every folder that the package ships is in the image, under its own name, with the start files."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    rooms = set(project["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"])
    to_build = {"requirements.txt", "package.json", "package-lock.json", ".npmrc"}
    places = {source: source if place == "./" else place for source, place in copied() if source not in to_build}
    assert rooms | {"stele", "bin", "LICENSE"} == set(places)
    assert all(source == place for source, place in places.items())


def test_the_image_is_secure():
    """One base with a tag, packages by their hashes, no root, the data in a volume, the license named.

    Another one builds the pages, and nothing but these comes from there.
    """
    assert told("FROM") == ["${PYTHON} AS packages", "${NODE} AS pages", "${PYTHON}"]
    assert [text.partition("=")[0] for text in told("ARG")] == ["PYTHON", "NODE"]
    python, node = base_images()
    assert fnmatch(python, "python:3.1[1-9]-slim-bookworm") and fnmatch(node, "node:2[0-9]-bookworm-slim")
    assert [text for text in told("COPY") if "--from=pages" in text] == ["--from=pages /stele/web/dist web/dist"]
    assert any("--require-hashes -r requirements.txt" in text for text in told("RUN"))
    names = [name for name, _text in instructions()]
    (user,) = told("USER")
    assert user != "root" and names.index("USER") < names.index("CMD")
    assert [variables_of_the_image()["STELE_DATA"]] == told("VOLUME")
    assert [variables_of_the_image()["PORT"]] == told("EXPOSE")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["license"] in told("LABEL")[0]


def test_the_same_processes_are_started_everywhere():
    """The image supervises the Procfile; the separate services run its very lines."""
    assert [["python", "-m", "operations.supervisor"]] == [json.loads(text) for text in told("CMD")]
    assert "command" not in SERVICES["stele"]
    processes = read_procfile(default_procfile())
    for shape in SHAPES:
        assert processes == {name: SERVICES[name + shape]["command"] for name in processes}


def test_only_settings_are_set():
    """All variables set or taken by image and services are settings."""
    known = set(VARIABLES)
    of_python = {"PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}
    assert set(variables_of_the_image()) <= known | of_python
    for service in SERVICES.values():
        of_clients = {"VALKEYCLI_AUTH", "REDISCLI_AUTH"} if service["image"] != "stele" else set()
        assert set(service.get("environment", {})) <= known | {METRICS_DIRECTORY} | of_clients
    taken = set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "compose.yaml").read_text("utf-8")))
    assert taken <= known | {"RECORD_PASSWORD", "SITE"}


def test_a_public_server():
    """Server and backups have the settings of `stele.env`, but their own place in the container; only TLS is open."""
    own, backup, tls = (SERVICES[name] for name in ("stele", "backup", "tls"))
    for name in ("env_file", "environment"):
        assert own[name] == backup[name]
    assert own["env_file"] == [{"path": "stele.env", "required": False}]
    assert own["environment"] == {name: variables_of_the_image()[name] for name in ("HOST", "PORT", "STELE_DATA")}
    assert own["volumes"] == backup["volumes"][:1] and any("/backups" in text for text in told("RUN"))
    assert [port.partition(":")[0] for port in tls["ports"]] == ["80", "443", "443"]
    assert f"--to stele:{own['environment']['PORT']}" in tls["command"]
    assert "stele backup /backups" in backup["command"]
    guide = (ROOT / "docs/guides/docker.md").read_text("utf-8")
    assert all(f"--profile {one} up" in guide for one in backup["profiles"])


def test_the_services_fit_together():
    """Volumes are declared, the record and the data outlive their containers, each setup is a profile."""
    for name, service in SERVICES.items():
        for volume in service.get("volumes", ()):
            volume_name, place = volume.split(":")
            assert volume_name in COMPOSE["volumes"]
            in_memory = (
                COMPOSE["volumes"][volume_name] and COMPOSE["volumes"][volume_name]["driver_opts"]["type"] == "tmpfs"
            )
            others = {"backups": "/backups", "caddy": "/config"}
            assert place == (
                "/numbers" if in_memory else others.get(volume_name, variables_of_the_image()["STELE_DATA"])
            )
        assert service["restart"] == ("no" if name == "cluster" else "unless-stopped")
        for other in service.get("depends_on", ()):
            assert SERVICES[other].get("profiles", service["profiles"]) == service["profiles"]
    ports = [service["ports"] for name, service in SERVICES.items() if "ports" in service and name != "tls"]
    assert all(port.endswith(f":{variables_of_the_image()['PORT']}") for (port,) in ports)
    assert all(port.startswith("127.0.0.1:") for (port,) in ports), "who opens it to the world puts TLS before it"
    profiles = {name: service.get("profiles") for name, service in SERVICES.items()}
    assert [name for name, found in profiles.items() if found is None] == ["stele"]
    assert {profile for found in profiles.values() for profile in found or ()} == {"public", *SHAPES.values()}
    volumes = [tuple(service["volumes"]) for service in SERVICES.values() if "valkey-server" in str(service)]
    assert len(set(volumes)) == len(volumes), "no two servers write into one directory"


@pytest.mark.parametrize("shape", SHAPES)
def test_a_setup_waits_for_its_record(shape):
    """A setup's processes share settings and secret, name servers of their own profile, and wait until these are
    ready.
    """
    processes = {name: SERVICES[name + shape] for name in read_procfile(default_procfile())}
    web = processes["web"]
    for name, service in processes.items():
        assert service["environment"] == {**web["environment"], METRICS_DIRECTORY: f"/numbers/{name}"}
        assert service["depends_on"] == web["depends_on"] and service["profiles"] == [SHAPES[shape]]
        assert service["volumes"] == web["volumes"], "all share the secret"
    assert processes["worker"]["healthcheck"]["test"] == ["CMD", "stele", "ready", "--worker"]
    scheme, _, hosts = web["environment"]["REDIS_URL"].partition("://")
    assert scheme == ("redis+cluster" if shape == "-cluster" else "redis")
    assert hosts.startswith(f":{PASSWORD}@")
    for host in hosts.partition("@")[2].removesuffix("/0").split(","):
        name, port = host.split(":")
        assert SERVICES[name]["profiles"] == [SHAPES[shape]] and port == "6379"
        if shape != "-cluster":
            assert web["depends_on"][name]["condition"] == "service_healthy"
    assert int(web["environment"].get("STELE_REPLICAS", 0)) == (shape != "")


def test_the_servers_run_as_documented():
    """Each keeps acknowledged writes; the cluster's have the settings of the page, and are joined before use."""
    told = {name: service["command"] for name, service in SERVICES.items() if "valkey-server" in str(service)}
    assert set(told) == {"valkey", "primary", "replica", *(f"node{one}" for one in range(1, 7))}
    for name, line in told.items():
        assert line.startswith(told["valkey"])
        assert ("--replicaof primary 6379" in line) == (name == "replica")
    page = re.sub(r"\\\n", " ", (ROOT / "docs" / "guides" / "database.md").read_text("utf-8"))
    (described,) = re.findall(r"valkey-server --port PORT (--cluster-enabled .*)", page)
    besides = options_in(told["valkey"]) - options_in(described)
    assert options_in(described) == options_in(told["node1"]) - besides
    assert all(f"`{name} {value}`" in page for name, value in besides - PASSWORDS), "they are in the text"
    assert {line for name, line in told.items() if name.startswith("node")} == {told["node1"]}
    joined = SERVICES["cluster"]
    assert set(joined["depends_on"]) == {name for name in told if name.startswith("node")}
    assert SERVICES["web-cluster"]["depends_on"] == {"cluster": {"condition": "service_completed_successfully"}}
    _sh, _c, script = shlex.split(joined["command"].replace("$$", "$"))
    assert subprocess.run(["sh", "-n", "-c", script], check=False).returncode == 0
    assert "--cluster-replicas 1" in script


def options_in(line):
    """The settings of a server, as pairs of name and value."""
    return set(re.findall(r'--(\S+) ("?[^\s"]*"?)', line))


def test_the_external_server_keeps_acknowledged_writes(server_directory):
    """A server started as in compose.yaml passes the check of its settings without a note."""
    program, *settings = shlex.split(SERVICES["valkey"]["command"].replace(PASSWORD, "word"))
    assert program == "valkey-server"
    directory = server_directory("outside")
    path = directory / "s.sock"
    here = ["--port", "0", "--unixsocket", str(path), "--dir", str(directory)]
    server = subprocess.Popen([find_binary(), *settings, *here], stdout=subprocess.DEVNULL)
    try:
        assert eventually(path.exists)
        assert ask(str(path)) != "PONG", "not without the password"
        assert check_durability(connect(f"unix://:word@{path}", directory)) == ()
    finally:
        server.kill()
        server.wait()


@pytest.mark.parametrize("is_up", [True, False])
def test_the_health_check(served, is_up):
    """The image's own check, run unchanged: success beside a ready server, failure beside none."""
    (check,) = told("HEALTHCHECK")
    _python, *arguments = json.loads(check.split("CMD ", 1)[1])
    port = str(served.port) if is_up else "1"
    ran = subprocess.run(
        [sys.executable, *arguments], env={**os.environ, "PORT": port}, capture_output=True, check=False
    )
    assert (ran.returncode == 0) == is_up
    assert "/health/ready" in check


def test_a_container_has_minimal_rights():
    """Each writes into volumes and memory alone, has no root rights and cannot gain any; its processes are counted."""
    for name, service in SERVICES.items():
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert (service["read_only"], service["cap_drop"], service["tmpfs"]) == (True, ["ALL"], ["/tmp"]), name
        assert service["pids_limit"] == 1024, name
        assert (service.get("user") == "valkey") == service["image"].startswith("valkey/"), name


def test_a_records_server_is_reached_by_stele_alone():
    """A database server publishes no port, has a password, and its only network leads nowhere else."""
    assert COMPOSE["networks"] == {"record": {"internal": True}}
    for name, service in SERVICES.items():
        if service.get("profiles") in (None, ["public"]):
            assert "networks" not in service, name
        elif service["image"] == "stele":
            assert service["networks"] == ["default", "record"], name
        else:
            assert (service["networks"], service.get("ports")) == (["record"], None), name
            assert set(service["environment"].values()) == {PASSWORD}, name
            assert "valkey-server" not in service["command"] or options_in(service["command"]) >= PASSWORDS, name
