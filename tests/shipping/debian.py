"""A bare Debian as a directory, and the settings with which packages are installed on this machine."""

import functools
import re
import subprocess
import sys
from pathlib import Path

RELEASE = "bookworm"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")


def mirror() -> str:
    """The address from which this machine gets Debian's packages; the usual one if it names none."""
    places = (Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*.*")))
    text = "\n".join(path.read_text() for path in places if path.suffix in (".list", ".sources") and path.is_file())
    found = re.search(r"^(?:URIs:|deb(?: \[.*?\])?)\s+(\S+/debian/?)(?=\s|$)", text, re.MULTILINE)
    return found[1] if found else "http://deb.debian.org/debian"


def bootstrap(place: Path, *packages: str) -> Path:
    """A minimal Debian in this directory, with these packages and their dependencies."""
    wanted = ",".join(("ca-certificates", *packages))
    ran = subprocess.run(
        ["debootstrap", "--variant=minbase", f"--include={wanted}", RELEASE, str(place), mirror()],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr
    return place


@functools.cache
def of_this_machine() -> dict[str, Path]:
    """Certificates, indexes and settings with which this machine installs packages, by their paths."""
    told = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True)
    named = {Path(found) for found in re.findall(r"(?<![:\w/])/[\w./-]+", told.stdout)}
    named |= {
        Path(found).parent for found in re.findall(r"(?<=file://)/[\w./-]+", told.stdout)
    }  # and the files it names
    wished = {*named, CERTIFICATES, Path("/etc/npmrc")}
    found = {str(path): path for path in wished if path.exists() and path != Path("/")}
    if (own := Path.home() / ".npmrc").exists():
        found[str(Path("/root") / own.name)] = own
    return found


def pip_settings() -> str:
    """This machine's settings of pip, as a file."""
    told = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True)
    lines = dict(re.findall(r"^[\w:]+\.([\w.-]+)='(.*)'$", told.stdout, re.MULTILINE))
    return "[global]\n" + "".join(f"{name} = {value}\n" for name, value in lines.items())
