"""Units for systemd: their commands are the Procfile's, and systemd accepts them.

The servers that keep the record run with their own files' settings, on one machine or as primary, replica and cluster.
"""

import configparser
import re
import shlex
import subprocess

import pytest

from eventstore.valkey.connection import check_durability, connect
from eventstore.valkey.embedded import ask, find_binary
from operations import METRICS_DIRECTORY
from operations.environment_file import read_environment
from operations.supervisor import default_procfile, read_procfile
from tests.buckets import bucket
from tests.eventstore.handmade import eventually
from tests.missing_programs import needs
from tests.serving import ROOT, free_port
from tests.shipping.test_containers import PASSWORDS, SERVICES, options_in

DEPLOY = ROOT / "deploy"
UNITS = sorted(file for suffix in ("service", "timer", "target") for file in DEPLOY.glob(f"*.{suffix}"))
PROCESSES = read_procfile(default_procfile())


def unit(name):
    """The settings of a unit, by section."""
    parser = configparser.RawConfigParser()
    parser.read(DEPLOY / name, "utf-8")
    return parser


@pytest.mark.parametrize("name", PROCESSES)
def test_a_unit_starts_the_procfiles_command(name):
    """A unit starts the Procfile's command from the checkout's packages, restarts it after it ends, and grants few
    rights.
    """
    service = unit(f"stele-{name}.service")["Service"]
    assert service["ExecStart"].removeprefix("/srv/stele/.venv/bin/") == PROCESSES[name]
    assert (service["Restart"], service["RestartSec"]) == ("always", "1")
    assert service["User"] == "stele" and service["NoNewPrivileges"] == "yes"
    told = dict(pair.split("=") for pair in service["Environment"].split())
    assert told == {"STELE_DATA": f"/var/lib/{service['StateDirectory']}", METRICS_DIRECTORY: f"/run/stele/{name}"}
    assert service["RuntimeDirectory"] == f"stele/{name}"


def test_the_target_wants_each_of_them():
    """The target wants each unit by one name."""
    assert unit("stele.target")["Unit"]["Wants"].split() == [f"stele-{name}.service" for name in PROCESSES]


def record_command():
    """The shell command by which the unit of the database starts it."""
    return unit("stele-record@.service")["Service"]["ExecStart"].replace("$$", "$")


@pytest.fixture
def record(server_directory):
    """Starts a database server as its unit does, on a separate port; gives the path of its socket."""
    started = []

    def start(name, port, *more, of=0, program="valkey-server"):
        directory = server_directory(name)
        file = directory / f"{name}.conf"
        text = (DEPLOY / "record" / f"{name}.conf").read_text("utf-8")
        file.write_text(text.replace("stele-primary 6379", f"127.0.0.1 {of}"), "utf-8")
        shell, option, script = shlex.split(record_command())
        path = directory / "s.sock"
        here = ["--port", str(port), "--bind", "127.0.0.1", "--unixsocket", str(path), "--dir", str(directory), *more]
        (directory / program).symlink_to(find_binary())
        script = f"{script.replace('/etc/stele-record/%i.conf', str(file))} {shlex.join(here)}"
        command = [shell, option, script]
        started.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, env={"PATH": str(directory)}))
        assert eventually(lambda: ask(str(path)) == "PONG")
        return path

    yield start
    for server in started:
        server.kill()
        server.wait()


def test_a_primary_and_its_replica_run_by_their_files(record):
    """The primary's acknowledged writes are kept, and the replica has them; Debian 12 has only Redis."""
    port = free_port()
    path = record("primary", port)
    primary = connect(f"unix://{path}", path.parent)
    assert check_durability(primary) == ()
    replica = connect(f"unix://{record('replica', free_port(), of=port, program='redis-server')}", path.parent)
    primary.set("carved", "once")
    assert primary.wait(1, 10_000) == 1
    assert replica.get("carved") == b"once" and replica.info("replication")["role"] == "slave"


def test_a_server_of_the_cluster_runs_by_its_file(record):
    """A cluster's server keeps acknowledged writes, and accepts none without a replica."""
    path = record("node", free_port(), "--cluster-port", str(free_port()))
    node = connect(f"unix://{path}", path.parent)
    assert check_durability(node) == ()
    assert node.info("cluster")["cluster_enabled"] == 1
    assert node.config_get("min-replicas-to-write") == {"min-replicas-to-write": "1"}


def test_the_files_match_the_containers():
    """The unit's settings and a file's are those of the same server in compose.yaml."""
    always = options_in(shlex.split(record_command())[2]) - {("daemonize", "no")}
    of_all = {("bind", "*"), ("protected-mode", "yes"), ("port", "6379")}
    for name, service in (("primary", "primary"), ("replica", "replica"), ("node", "node1")):
        lines = (DEPLOY / "record" / f"{name}.conf").read_text("utf-8").splitlines()
        told = {tuple(line.split()[:2]) for line in lines if line and not line.startswith("#")}
        ours = {(setting, value.removeprefix("stele-")) for setting, value in told - of_all}
        assert always | ours == options_in(SERVICES[service]["command"]) - PASSWORDS, name


def lines_of(name):
    """The lines of a unit that limit its rights."""
    text = (DEPLOY / name).read_text("utf-8")
    return set(text[text.index("NoNewPrivileges") :].partition("\n[Install]")[0].split())


def test_all_units_have_the_same_few_rights():
    """The backup writes to one more folder, and is started by its timer, at night, also after a night off."""
    services = [file.name for file in UNITS if file.suffix == ".service"]
    assert len(services) == 6
    for name in services:
        assert lines_of(name) == lines_of("stele-web.service"), name
    backup = (DEPLOY / "stele-backup@.service").read_text("utf-8")
    place = read_environment(DEPLOY / "backup" / "local.env")["PLACE"]
    assert re.findall(r"^ReadWritePaths=(.*)$", backup, re.MULTILINE) == [f"-{place}"]
    assert re.findall(r"^OnFailure=(.*)$", backup, re.MULTILINE) == ["stele-backup-failed@%i.service"]
    timer = unit("stele-backup@.timer")["Timer"]
    assert (timer["Persistent"], timer["RandomizedDelaySec"]) == ("yes", "1h")


def test_each_place_of_a_backup_has_its_variables():
    """The unit's command uses those of the examples; a bucket needs an address and a key besides."""
    needed = set(re.findall(r"\$\{(\w+)\}", (DEPLOY / "stele-backup@.service").read_text("utf-8")))
    assert needed == {"PLACE", "KEEP"} == set(read_environment(DEPLOY / "backup" / "local.env"))
    elsewhere = read_environment(DEPLOY / "backup" / "offsite.env")
    assert elsewhere["PLACE"].startswith("s3://")
    with bucket() as (_things, variables):
        assert set(elsewhere) == needed | set(variables) - {"AWS_ALLOW_HTTP"}


@needs("systemd-analyze")
@pytest.mark.parametrize("name", [file.name for file in UNITS if file.suffix == ".service"])
def test_systemd_counts_few_rights(name):
    """systemd rates the units at most 2 of 10; a network server cannot avoid some rights."""
    ran = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=20", "--no-pager", str(DEPLOY / name)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, [*ran.stdout.splitlines()[-1:], ran.stderr]


@needs("systemd-analyze")
def test_systemd_accepts_them(tmp_path):
    """No unknown key, no impossible value: verified with an existing program in place of Stele's."""
    for file in UNITS:
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", file.read_text("utf-8"), flags=re.MULTILINE)
        (tmp_path / file.name).write_text(text, "utf-8")
    files = [str(file) for file in tmp_path.iterdir()]
    ran = subprocess.run(["systemd-analyze", "verify", *files], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
