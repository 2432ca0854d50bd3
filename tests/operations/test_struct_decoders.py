"""Concurrent first decoding of a struct type: the fault in msgspec, and its workaround."""

import subprocess
import sys

import pytest

from tests.serving import ROOT

# Some threads decode the first of each of several hundred types at the same time.
RACE = """
import sys, threading, msgspec
from operations.struct_decoders import make_ready
sys.setswitchinterval(1e-6)
names = [f"field{number}" for number in range(12)]
kinds = []
for number in range(300):
    inner = msgspec.defstruct(f"Inner{number}", [(name, "int | str | None") for name in names])
    kinds.append(msgspec.defstruct(f"Outer{number}", [("inner", inner), *[(name, "dict[str, int]") for name in names]]))
make_ready()
body = msgspec.json.encode({"inner": dict.fromkeys(names, 1), **dict.fromkeys(names, {"x": 1})})
together = threading.Barrier(4)

def decode():
    for kind in kinds:
        together.wait()
        assert msgspec.json.decode(body, type=kind).inner.field0 == 1
"""


# The same with all types that an app has loaded; the values fit none of them.
RACE_OF_AN_APP = """
import sys, threading, msgspec
import app
from operations.struct_decoders import kinds
sys.setswitchinterval(1e-6)
app.create_app({})
together, found = threading.Barrier(4), list(kinds())

def decode():
    for kind in found:
        config, names = kind.__struct_config__, kind.__struct_encode_fields__
        tag = {config.tag_field: config.tag} if config.tag_field else {}
        body = [*tag.values(), *names] if config.array_like else {**tag, **{name: [[]] for name in names}}
        together.wait()
        try:
            msgspec.json.decode(msgspec.json.encode(body), type=kind)
        except msgspec.ValidationError:
            pass
assert len(found) > 300
"""

TOGETHER = """
threads = [threading.Thread(target=decode) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("all was decoded")
"""


@pytest.mark.parametrize("race", [RACE, RACE_OF_AN_APP])
def test_the_first_of_a_type_in_several_threads(race):
    """Prepared, nothing happens.

    Without it the process dies nine times in ten: once that ends, the workaround can go.
    """
    ran = subprocess.run([sys.executable, "-c", race + TOGETHER], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "all was decoded\n"), ran.stderr
