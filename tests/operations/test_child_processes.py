"""What a process is to others of its kind."""

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
    """Each that lives has a number of its own; that of a dead one is given again."""
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
