"""Concurrency: nothing lost, doubled or torn, whatever is killed."""

import json
import os
import random
import signal
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor

from domain.title_loader import find_rulebooks
from tests.api.clients import Client, table_of
from tests.serving import Served

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)


def race(url, clients, game_id, threads, most_moves):
    """Let threads all try to make and resend each move, and return the answers by key."""
    answers, lock = {}, threading.Lock()

    def run(number):
        lot = random.Random(number)
        for turn in range(most_moves):
            game = clients[0].get(f"/api/games/{game_id}")
            if game["status"] != "playing":
                return
            seat = lot.choice(game["to_act"])
            legal = clients[seat].get(f"/api/games/{game_id}/legal-moves")["moves"]
            if not legal:
                continue
            move, key = lot.choice(legal)["move"], f"{number}-{turn}"
            first = clients[seat].call("POST", f"/api/games/{game_id}/moves", move, Idempotency_Key=key)
            again = clients[seat].call("POST", f"/api/games/{game_id}/moves", move, Idempotency_Key=key)
            if first.status == 201:
                assert again.status == 201, str(again.body)
                assert again.body == first.body
                with lock:
                    answers[key] = first.body
            else:
                assert first.status == 409, first
                if again.status == 201:  # refused at first, legal a moment later
                    with lock:
                        answers[key] = again.body

    with ThreadPoolExecutor(threads) as running:
        list(running.map(run, range(threads)))  # raises what a thread has raised
    return answers


def test_eight_clients_race_on_one_game(remote, served):
    """Every accepted move is in the record once, as answered; every action was answered to a client."""
    most = find_rulebooks()[TITLE].meta.most_players
    game_id, clients = table_of(remote, TITLE, [f"Racer {number}" for number in range(most)])
    started = remote.get(f"/api/games/{game_id}/events?as=public")["events"]
    answers = race(served.url, clients, game_id, 8, 12)
    events = remote.get(f"/api/games/{game_id}/events?as=public&limit=5000")["events"]
    recorded: dict[str, list[str]] = {}
    for event in events[len(started) :]:
        recorded.setdefault(event["position"].split("-")[0], []).append(event["position"])
    answered = {
        answer["position"].split("-")[0]: [event["position"] for event in answer["events"]]
        for answer in answers.values()
    }
    assert len(answered) == len(answers)
    assert recorded == answered
    assert [int(action) for action in recorded] == list(range(2 + most, 2 + most + len(recorded)))
    for positions in recorded.values():
        assert [position.split("-")[1] for position in positions] == [str(effect) for effect in range(len(positions))]


def test_the_same_key_with_another_body_is_refused(gallery):
    """422, and the record is unchanged."""
    game_id, clients = table_of(gallery, TITLE, ["Key A", "Key B"])
    seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
    legal = clients[seat].get(f"/api/games/{game_id}/legal-moves")["moves"]
    clients[seat].post(f"/api/games/{game_id}/moves", legal[0]["move"], Idempotency_Key="k")
    digest = gallery.get(f"/api/games/{game_id}")["digest"]
    refused = clients[seat].call("POST", f"/api/games/{game_id}/moves", legal[1]["move"], Idempotency_Key="k")
    assert refused.status == 422
    assert gallery.get(f"/api/games/{game_id}")["digest"] == digest


def test_acknowledged_moves_survive_kill_9_of_everything(own_directory):
    """Web, worker, supervisor and server are killed; after a restart the record matches the answers."""
    server = Served(own_directory, worker=True).start()
    gallery = Client(server.url)
    game_id, clients = table_of(gallery, TITLE, ["Kill A", "Kill B"])
    lot, digest = random.Random(0), ""
    for _ in range(8):
        seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
        legal = clients[seat].get(f"/api/games/{game_id}/legal-moves")["moves"]
        digest = clients[seat].post(f"/api/games/{game_id}/moves", lot.choice(legal)["move"])["digest"]
    found = subprocess.run(
        ["pgrep", "-f", str(own_directory)], capture_output=True, text=True, check=False
    ).stdout.split()
    ours = {int(number) for number in found} - {os.getpid()}
    children = subprocess.run(
        ["pgrep", "-P", str(server.processes["web"].pid)], capture_output=True, text=True, check=False
    ).stdout.split()
    # The process that would start new web processes is killed first.
    for number in (server.processes["web"].pid, *ours, *(int(child) for child in children)):
        try:
            os.kill(number, signal.SIGKILL)
        except ProcessLookupError:
            continue
    server.stop(signal.SIGKILL)
    server.start()
    try:
        assert gallery.get(f"/api/games/{game_id}")["digest"] == digest
        seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
        legal = clients[seat].get(f"/api/games/{game_id}/legal-moves")["moves"]
        clients[seat].post(f"/api/games/{game_id}/moves", legal[0]["move"])
        bundle = gallery.get(f"/api/games/{game_id}/bundle?as=public")
        assert json.loads(bundle.splitlines()[0])["game"] == game_id
    finally:
        server.stop()
