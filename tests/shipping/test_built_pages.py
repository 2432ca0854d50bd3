"""Built pages: their parts, and when they are served."""

import json
import re
import subprocess
from graphlib import CycleError, TopologicalSorter
from importlib import import_module

import pytest

from api.pages.pages import Page
from tests.api.clients import Client
from tests.serving import Served


def graph_of(checkout, directory):
    """The imports of each module, static or dynamic, as seen by the bundler."""
    sources = [
        path.relative_to(checkout).as_posix() for path in (checkout / "web").rglob("*.js") if "dist" not in path.parts
    ]
    said = directory / "meta.json"
    command = ["node_modules/.bin/esbuild", *sources, "--bundle", "--splitting", "--format=esm"]
    subprocess.run(
        [*command, f"--outdir={directory}", f"--metafile={said}", "--log-level=error"], cwd=checkout, check=True
    )
    found = json.loads(said.read_text("utf-8"))["inputs"]
    return {name: [one["path"] for one in module["imports"]] for name, module in found.items()}


def test_no_module_imports_itself(built_checkout, tmp_path):
    """No module imports itself, directly or through others, so each can be read and loaded after its imports."""
    graph = graph_of(built_checkout, tmp_path)
    assert "web/core/dom.js" in graph["web/masthead/page-header.js"]
    TopologicalSorter(graph).prepare()
    with pytest.raises(CycleError):
        TopologicalSorter({**graph, "web/core/dom.js": ["web/masthead/page-header.js"]}).prepare()


def test_every_page_is_built(built_checkout):
    """Each page, each title's drawing and each import of drawings has a file of its own name."""
    needed = json.loads((built_checkout / "web" / "dist" / "build.json").read_text("utf-8"))["needed"]
    pages = {page for page in vars(import_module(Page.__module__)).values() if isinstance(page, Page)}
    assert len(pages) > 10 and {f"{page.module}.js" for page in pages} <= set(needed)
    assert {"titles/kheops/board.js", "board/generic-drawing.js", "kit/shapes.js", "core/i18n.js"} <= set(needed)


def test_a_build_is_served_while_it_matches_the_sources(built_checkout, server_directory):
    """A page names all its imports at once. After a change to a source, the sources are served."""
    server = Served(server_directory("changed"), worker=False, root=built_checkout).start()
    try:
        gallery = Client(server.url)
        text = gallery.call("GET", "/verify").body.decode()
        files = re.findall(r'(?:src|href)="(/web/v/[^"]+)"', text)
        assert any("/chunks/" in name for name in files)
        for address in files:
            answer = gallery.call("GET", address)
            assert answer.status == 200 and "immutable" in answer.headers["Cache-Control"], address
        source = built_checkout / "web" / "verify" / "page.js"
        before = source.read_bytes()
        source.write_bytes(before + b"// changed\n")
        try:
            text = gallery.call("GET", "/verify").body.decode()
            (module,) = re.findall(r'src="(/web/v/[^"]+/verify/page\.js)"', text)
            assert "modulepreload" not in text and module not in files
            assert gallery.call("GET", module).body == before + b"// changed\n"
        finally:
            source.write_bytes(before)
    finally:
        server.stop()
