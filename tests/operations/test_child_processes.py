"""Child processes and the numbers that they share."""

import os
import signal
import subprocess

from operations.child_processes import take_number
from tests.eventstore.handmade import run_python

HOLD = """
import pathlib, sys
from operations.child_processes import take_number
print(take_number(pathlib.Path(sys.argv[1]), "worker"), flush=True)
sys.stdin.readline()
"""


def test_a_process_takes_the_place_of_one_that_was_killed(tmp_path):
    """Each live process has a unique number; a dead process's number is reused."""
    assert take_number(tmp_path, "worker") == 0
    first, second = (run_python(HOLD, str(tmp_path), stdin=subprocess.PIPE) for _ in range(2))
    numbers = {int(one.stdout.readline()): one for one in (first, second)}
    assert set(numbers) == {1, 2}
    os.kill(numbers[1].pid, signal.SIGKILL)
    numbers[1].wait()
    third = run_python(HOLD, str(tmp_path), stdin=subprocess.PIPE)
    assert int(third.stdout.readline()) == 1
    for one in (numbers[2], third):
        one.communicate("\n")
    assert take_number(tmp_path, "another kind") == 0
