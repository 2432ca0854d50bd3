"""Stopping: a server that gets SIGTERM answers what it has accepted, and resets no connection."""

import signal
import threading
from collections import Counter
from http.client import HTTPConnection, HTTPException

from tests.serving import Served

CLIENTS = 8
STOPS = 3


def test_requests_are_answered_while_a_server_stops(own_directory):
    """While a server stops, each request on a kept or new connection gets its response, or the connection is refused.

    The system may accept one more connection between a process's last check and the closing of its port.
    """
    server = Served(own_directory, worker=False).start()
    met: Counter[str] = Counter()
    ends = threading.Event()

    def ask() -> None:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
        while not ends.is_set():
            try:
                connection.request("GET", "/health/live")
                response = connection.getresponse()
                response.read()
                met[str(response.status)] += 1
            except ConnectionRefusedError:
                connection.close()
                ends.wait(0.05)
            except (OSError, HTTPException) as error:
                met[type(error).__name__] += 1
                connection.close()
        connection.close()

    clients = [threading.Thread(target=ask) for _ in range(CLIENTS)]
    for client in clients:
        client.start()
    try:
        for _ in range(STOPS):
            before = met["200"]
            while met["200"] < before + 10 * CLIENTS:
                ends.wait(0.02)
            server.stop()
            server.start()
    finally:
        ends.set()
        for client in clients:
            client.join()
        server.stop(signal.SIGKILL)
    assert met.keys() <= {"200", "ConnectionResetError"} and met["ConnectionResetError"] <= STOPS, met
