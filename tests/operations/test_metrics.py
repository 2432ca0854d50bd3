"""Metrics: every scrape has those of all processes, and the dashboard asks for existing ones."""

import json
import os
import re
import signal
import subprocess
import urllib.request

import pytest
from prometheus_client.mmap_dict import MmapedDict, mmap_key

from operations import METRICS_DIRECTORY
from operations.metrics import REGISTRY, exposition, forget_ended
from tests.api.clients import Client, table_of
from tests.api.test_concurrency import TITLE
from tests.eventstore.handmade import eventually
from tests.missing_programs import needs
from tests.operations.supervised import found_processes
from tests.serving import ROOT, Served, command

COUNTS = ("reports_open", "disputes_open", "outbox_due", "deliveries_failed", "tables_waiting", "door_shut")
SIZES = ("disk_free_bytes", "store_memory_bytes", "store_log_bytes")
RULES = ROOT / "deploy/alerts.yml"


def scrape(url):
    """The samples by name and labels."""
    with urllib.request.urlopen(url + "/metrics") as response:
        lines = response.read().decode().splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[:1] != "#")}


def web_processes(server):
    """The processes that answer requests."""
    return sorted(found_processes(server.processes["web"].pid))


def test_every_scrape_has_the_metrics_of_all(own_directory):
    """Two web processes and the worker are one Stele, also after one of them was killed."""
    server = Served(own_directory).start()
    try:
        gallery = Client(server.url)
        game_id, (me,) = table_of(gallery, TITLE, ["Counted"], bots=1)
        asked = 'stele_requests_total{call="operator.live",status="200"}'
        before = scrape(server.url).get(asked, 0)
        for _ in range(20):
            gallery.get("/health/live")
        assert [scrape(server.url)[asked] for _ in range(10)] == [before + 20] * 10
        assert eventually(lambda: 0 in me.get(f"/api/games/{game_id}")["to_act"])
        me.post(f"/api/games/{game_id}/moves", me.get(f"/api/games/{game_id}/legal-moves")["moves"][0]["move"])
        assert eventually(lambda: scrape(server.url).get("stele_computer_moves_total", 0) > 0)
        assert eventually(lambda: not any(behind(scrape(server.url)).values()))
        told = scrape(server.url)
        assert set(behind(told)) == {"computer-players", "lobby", "notices", "ratings", "statistics"}
        assert told["stele_record_reached"] == 1
        assert told["stele_worker_seen_seconds"] < 300
        assert {name: told[f"stele_{name}"] for name in COUNTS} == dict.fromkeys(COUNTS, 0)
        assert told["stele_disk_free_bytes"] > 1e6 and told["stele_store_memory_bytes"] > 1e6
        assert told["stele_store_log_bytes"] > 1e3
        assert told["stele_disk_bytes"] > told["stele_disk_free_bytes"]
        assert told["stele_machine_memory_bytes"] > told["stele_store_memory_bytes"]
        me.post("/api/games", {"rulebook": TITLE, "players": 2, "sit": True})
        assert scrape(server.url)["stele_tables_waiting"] == 1
        assert eventually(lambda: "stele_checkpoint_age_seconds" in scrape(server.url))
        assert "stele_backup_age_seconds" not in scrape(server.url)
        assert command(own_directory, "backup", str(own_directory / "backup"))[0] == 0
        assert scrape(server.url)["stele_backup_age_seconds"] < 300
        named = set(re.findall(r"stele_\w+", RULES.read_text("utf-8")))
        assert named and named <= {name.partition("{")[0] for name in scrape(server.url)}
        assert told['stele_appends_total{outcome="appended"}'] >= 2
        os.kill(web_processes(server)[0], signal.SIGKILL)
        assert [scrape(server.url)[asked] for _ in range(10)] == [before + 20] * 10
    finally:
        server.stop()


def test_ended_processes_cost_nothing(tmp_path, monkeypatch):
    """The counts of ended processes are in one file, however many there were; a live one's file and gauges stay
    unchanged.
    """
    monkeypatch.setenv(METRICS_DIRECTORY, str(tmp_path / "web"))
    (tmp_path / "web").mkdir()
    ended = [subprocess.Popen(["true"]) for _ in range(3)]
    assert [one.wait() for one in ended] == [0] * 3
    for process in (os.getpid(), *(one.pid for one in ended)):
        for kind, key in (
            ("counter", mmap_key("stele_appends", "stele_appends_total", ["outcome"], ["appended"], "")),
            ("histogram", mmap_key("stele_store_seconds", "stele_store_seconds_bucket", ["le"], ["1.0"], "")),
            ("gauge_livesum", mmap_key("stele_followers", "stele_followers", [], [], "")),
        ):
            values = MmapedDict(str(tmp_path / "web" / f"{kind}_{process}.db"))
            values.write_value(key, 2.0, 0.0)
            values.close()
    for _ in range(2):
        forget_ended()
        told = exposition().decode().splitlines()
        assert {'stele_appends_total{outcome="appended"} 8.0', "stele_store_seconds_count 8.0"} <= set(told)
        assert "stele_followers 2.0" in told and len(list((tmp_path / "web").iterdir())) == 5


def behind(told):
    """The number of unhandled appends of each reader."""
    return {
        found.group(1): value
        for name, value in told.items()
        if (found := re.fullmatch(r'stele_log_records_behind\{reader="(.+)"\}', name))
    }


def test_the_dashboard_has_every_metric():
    """Each name in `deploy/grafana.json` is a metric's, and no metric is missing there."""
    dashboard = json.loads((ROOT / "deploy/grafana.json").read_text("utf-8"))
    asked = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    endings = {"counter": "_total", "histogram": "_bucket", "gauge": ""}
    gauges = [
        "stele_record_reached", "stele_record_writable_ratio", "stele_log_records_behind", "stele_worker_seen_seconds",
        *(f"stele_{name}" for name in (*COUNTS, *SIZES)), "stele_backup_age_seconds", "stele_checkpoint_age_seconds",
    ]  # fmt: skip
    known = {metric.name + endings[metric.type] for metric in REGISTRY.collect()} | set(gauges)
    assert set(re.findall(r"\bstele_\w+", asked)) == known


@needs("promtool")
@pytest.mark.parametrize("asked", [("check", "rules", RULES), ("test", "rules", RULES.with_suffix(".test.yml"))])
def test_prometheus_accepts_the_rules(asked):
    """Prometheus accepts the rules; those of `alerts.test.yml` fire when they should, and only then."""
    done = subprocess.run(["promtool", *asked], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
