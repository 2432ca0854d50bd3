"""The container's image, built by buildah from the Dockerfile and run with the rights that compose.yaml gives it.

The base images are replaced by a Debian of the same release: no registry of images is needed.
"""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.api.clients import Client, table_of
from tests.eventstore.handmade import eventually
from tests.missing_programs import skip_without
from tests.serving import ROOT
from tests.shipping.debian import CERTIFICATES, bootstrap, of_this_machine, pip_settings
from tests.shipping.machine import network_of
from tests.shipping.test_containers import SERVICES, base_images

pytestmark = pytest.mark.soak

START = r"""
set -eu
mount --bind "$IMAGE" "$IMAGE"
mount -o remount,bind,ro "$IMAGE"
cd "$IMAGE"
mount -t proc proc proc
mount -t tmpfs dev dev
mkdir dev/shm
chmod 1777 dev/shm
for device in null zero urandom random; do touch dev/$device; mount --bind /dev/$device dev/$device; done
mount -t tmpfs -o mode=1777 tmp tmp
mount --bind "$DATA" data
ip link set lo up
exec chroot . setpriv --reuid="$USER_OF" --regid="$USER_OF" --clear-groups --bounding-set=-all --no-new-privs \
    env -i "$@"
"""
"""The image as in compose.yaml: only memory and the volume can be written, without rights of root or a way to get any.
"""


class Buildah:
    """buildah with a storage of its own."""

    def __init__(self, place: Path) -> None:
        self._storage = ["--root", str(place / "storage"), "--runroot", str(place / "run")]

    def __call__(self, *words: str) -> str:
        ran = subprocess.run(["buildah", *self._storage, *words], capture_output=True, text=True, check=False)
        assert ran.returncode == 0, f"buildah {' '.join(words)}\n{ran.stdout[-3000:]}{ran.stderr[-3000:]}"
        return ran.stdout.strip()

    def base(self, name: str, root: Path) -> None:
        """Make an image of this name from this root."""
        container = self("from", "scratch")
        self("add", "--quiet", container, str(root), "/")
        self("commit", "--quiet", "--rm", container, f"docker.io/library/{name}")


@pytest.fixture
def image(server_directory):
    """The image's configuration, and the directory with its files."""
    skip_without("root", "buildah", "debootstrap")
    place = server_directory("image")
    root = bootstrap(place / "debian", "python3", "python3-venv")
    (root / "usr/local/bin/python").symlink_to("/usr/bin/python3")
    buildah = Buildah(place)
    python, node = base_images()
    buildah.base(python, root)
    nodejs = subprocess.run(["node", "-p", "process.execPath"], capture_output=True, text=True, check=True).stdout
    subprocess.run(["cp", "-a", f"{Path(nodejs.strip()).parents[1]}/.", str(root / "usr/local")], check=True)
    npm = root / "usr/local/bin/npm"
    npm.write_text('#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n')
    npm.chmod(0o755)
    buildah.base(node, root)
    (place / "pip.conf").write_text(pip_settings())
    (place / "npmrc").write_text(f"cafile={CERTIFICATES}\n" if CERTIFICATES.exists() else "")
    here = {**of_this_machine(), "/etc/pip.conf": place / "pip.conf", "/usr/local/etc/npmrc": place / "npmrc"}
    volumes = [f"--volume={path}:{inside}:ro" for inside, path in here.items()]
    buildah(
        "bud", "--isolation=chroot", "--pull-never", "--network=host", "--format=docker", *volumes, "--tag=stele",
        str(ROOT),
    )  # fmt: skip
    told = json.loads(buildah("inspect", "--type=image", "localhost/stele"))["Docker"]["config"]
    container = buildah("from", "--pull-never", "localhost/stele")
    yield told, Path(buildah("mount", container))
    buildah("umount", container)
    buildah("rm", "--all")
    buildah("rmi", "--all", "--force")


def test_the_image_plays_and_forgets_nothing(image, server_directory):
    """All processes are killed after a move by HTTP; the image starts again with the same volume and has the move."""
    told, root = image
    data = server_directory("volume")
    owner = (root / "data").stat()
    os.chown(data, owner.st_uid, owner.st_gid)
    os.chmod(data, owner.st_mode)
    assert owner.st_uid and told["User"] == "stele" and list(told["Volumes"]) == ["/data"]
    service = SERVICES["stele"]
    assert (service["read_only"], service["cap_drop"], service["tmpfs"]) == (True, ["ALL"], ["/tmp"])
    with Running(told, root, data, owner.st_uid) as server, network_of(server.process):
        url = server.wait()
        status = Path(f"/proc/{server.process}/status").read_text()
        assert "\nNoNewPrivs:\t1\n" in status and "\nCapBnd:\t0000000000000000\n" in status
        game, (player,) = table_of(Client(url), "kheops", ["Ada"], bots=1)
        assert eventually(lambda: player.get(f"/api/games/{game}/legal-moves")["moves"])
        legal = player.get(f"/api/games/{game}/legal-moves")["moves"]
        made = player.post(f"/api/games/{game}/moves", legal[0]["move"])
        assert server.is_healthy()
    assert not os.path.exists(f"/proc/{server.process}")
    with Running(told, root, data, owner.st_uid) as server, network_of(server.process):
        server.wait()
        steps = player.get(f"/api/games/{game}/replay")["steps"]
        assert made["position"] in [step["position"] for step in steps]
    for path in data.rglob("*"):
        assert path.lstat().st_uid == owner.st_uid and (path.is_symlink() or not path.lstat().st_mode & 0o077), path


class Running:
    """The image's command in a container; at the end all its processes are killed at once."""

    def __init__(self, told, root, data, user):
        self._told = told
        self._root = root
        self._environment = {**os.environ, "IMAGE": str(root), "DATA": str(data), "USER_OF": str(user)}
        self._log = data.parent / "container.log"

    def __enter__(self):
        place = f'cd {self._told["WorkingDir"]}; exec "$@"'
        command = [*self._told["Env"], "sh", "-c", place, "sh", *self._told["Cmd"]]
        alone = ["unshare", "--mount", "--pid", "--net", "--ipc", "--fork", "--kill-child"]
        self._started = subprocess.Popen(
            [*alone, "sh", "-c", START, "sh", *command],
            env=self._environment, stdout=self._log.open("ab"), stderr=subprocess.STDOUT,
        )  # fmt: skip
        children = Path(f"/proc/{self._started.pid}/task/{self._started.pid}/children")
        assert eventually(lambda: children.read_text() != "")
        self.process = int(children.read_text().split()[0])
        return self

    def __exit__(self, *_error):
        os.kill(self.process, signal.SIGKILL)
        self._started.wait(60)

    def wait(self):
        """Wait until it answers; its address."""
        port = dict(pair.split("=", 1) for pair in self._told["Env"])["PORT"]
        answers = eventually(lambda: self.is_healthy() or self._started.poll() is not None)
        assert answers and self._started.poll() is None, self._log.read_text()
        return f"http://127.0.0.1:{port}"

    def is_healthy(self):
        """Whether the image's own check reports the container as healthy."""
        kind, *check = self._told["Healthcheck"]["Test"]
        assert kind == "CMD"
        ran = subprocess.run(
            ["chroot", str(self._root), "env", "-i", *self._told["Env"], *check], capture_output=True, check=False
        )
        return ran.returncode == 0
