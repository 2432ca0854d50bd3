"""Modules joined into the pages and drawings that alone need them."""

import re
from posixpath import dirname, join, normpath

import pytest

from api.pages.module_bundles import imported, joined_later, joined_page
from api.pages.static_folders import all_files
from tests.eventstore.handmade import eventually

SOURCES = {
    "page.js": 'import { a as one } from "./one.js";\nimport * as two from "./two.js";\n'
    'const later = () => import("./later.js");\none(two.b);\n',
    "one.js": 'import { dom } from "./dom.js";\nexport async function a() {}\nexport const c = () => dom;\n',
    "two.js": 'import {\n  c,\n} from "./one.js";\nexport class b {}\nc();\n',
    "dom.js": "export const dom = 1;\n",
    "later.js": 'import { dom } from "./dom.js";\nexport const e = dom;\n',
    "titles/x/board.js": 'import { dom } from "../../dom.js";\nimport { part } from "./part.js";\nexport { part };\n',
    "titles/x/part.js": 'import { f } from "../../kit/f.js";\nexport const part = f;\n',
    "kit/f.js": "export function* f() {}\n",
}
DRAWINGS = ["titles/x/board.js"]


def test_a_page_comes_with_all_that_it_needs_at_once():
    """In the order in which the modules need each other; what is loaded later is told what the page has already."""
    assert joined_page(SOURCES, "page.js", DRAWINGS) == (
        "const $0 = (() => {\nconst dom = 1;\nreturn { dom };\n})();\n"
        "const $1 = (() => {\nconst { dom } = $0;\nasync function a() {}\nconst c = () => dom;\n"
        "return { a, c };\n})();\n"
        "const $2 = (() => {\nconst {\n  c,\n} = $1;\nclass b {}\nc();\nreturn { b };\n})();\n"
        'export const $modules = { "dom.js": $0 };\n'
        'const { a: one } = $1;\nconst two = $2;\nconst later = () => import("./later.js");\none(two.b);\n'
    )


def test_a_drawing_comes_with_its_parts():
    """With those of the kit, too; what it exports is exported as before, and what the page has is taken from there."""
    assert joined_later(SOURCES, "page.js", "titles/x/board.js", DRAWINGS) == (
        'import { $modules } from "../../page.js";\n'
        "const $0 = (() => {\nfunction* f() {}\nreturn { f };\n})();\n"
        "const $1 = (() => {\nconst { f } = $0;\nconst part = f;\nreturn { part };\n})();\n"
        'const { dom } = $modules["dom.js"];\nconst { part } = $1;\nexport { part };\n'
    )


def test_what_a_title_has_besides_takes_from_its_drawing():
    """What the page has is taken from there, what the drawing has from the drawing; the rest comes with it."""
    aid = 'import { dom } from "../../dom.js";\nimport { part } from "./part.js";\nexport const aid = [dom, part];\n'
    sources = {**SOURCES, "titles/x/aid.js": aid, "titles/x/rules.js": "export const parts = {};\n"}
    assert 'export const $drawn = { "titles/x/part.js": $1 };\n' in joined_later(
        sources, "page.js", "titles/x/board.js", DRAWINGS
    )
    assert joined_later(sources, "page.js", "titles/x/aid.js", DRAWINGS) == (
        'import { $modules } from "../../page.js";\nimport { $drawn } from "./board.js";\n'
        'const { dom } = $modules["dom.js"];\nconst { part } = $drawn["titles/x/part.js"];\n'
        "export const aid = [dom, part];\n"
    )
    assert joined_later(sources, "page.js", "titles/x/rules.js", DRAWINGS) == sources["titles/x/rules.js"]


def test_what_two_may_load_later_stays_a_module_of_its_own():
    """So that it is loaded once, whichever of them is loaded first; what is loaded later in it is found from there."""
    sources = {
        **SOURCES,
        "later.js": 'import { f } from "./kit/f.js";\nexport const e = f;\n',
        "kit/f.js": 'export const f = () => import("../one.js");\n',
    }
    assert joined_later(sources, "page.js", "later.js", DRAWINGS) == (
        'import * as $0 from "./kit/f.js";\nconst { f } = $0;\nexport const e = f;\n'
    )
    assert 'import * as $0 from "../../kit/f.js";\n' in joined_later(sources, "page.js", DRAWINGS[0], DRAWINGS)
    assert joined_later(sources, "page.js", "kit/f.js", DRAWINGS) == sources["kit/f.js"]
    at_once = {**sources, "dom.js": 'import { f } from "./kit/f.js";\nexport const dom = f;\n'}
    assert 'const f = () => import("./one.js");\n' in joined_page(at_once, "page.js", DRAWINGS)
    assert joined_later(sources, "page.js", "one.js", DRAWINGS) == (
        'import { $modules } from "./page.js";\nexport const { a, c } = $modules["one.js"];\n'
    )


@pytest.mark.parametrize(
    "source", ["export let a = 1;\n", "export default 1;\n", 'export * from "./dom.js";\n', 'import "./dom.js";\n']
)
def test_what_cannot_be_joined_is_refused(source):
    """Rather than served wrongly."""
    with pytest.raises(ValueError, match=r"one\.js: this cannot be joined"):
        joined_page({**SOURCES, "one.js": source + "export const a = 1, c = 2;\n"}, "page.js", DRAWINGS)


def test_modules_that_import_each_other_are_refused():
    """No order would be right."""
    sources = {**SOURCES, "one.js": 'import { b } from "./two.js";\nexport const [a, c] = [b, b];\n'}
    with pytest.raises(ValueError, match=r"page\.js -> one\.js -> two\.js"):
        joined_page(sources, "page.js", DRAWINGS)


@pytest.mark.parametrize("page", ["lobby", "title", "play", "verify", "replay", "dossier"])
def test_no_page_has_a_module_twice(page):
    """Whatever a page loads, with a drawing and later: a module that keeps something keeps it once."""
    sources = {name: path.read_text("utf-8") for name, path in all_files().items() if path.suffix == ".js"}
    drawings = [name for name in sources if re.fullmatch(r"titles/[\w-]+/board\.js", name)]
    bodies = {f"{page}.js": joined_page(sources, f"{page}.js", drawings)}
    asked = re.compile(r'\bimport\("(\.[^"]+)"\)')
    folder = dirname(drawings[0])
    of_a_title = [drawings[0], *(f"{folder}/{name}.js" for name in ("aid", "ending", "rules"))]
    waiting = of_a_title if page in ("play", "replay", "dossier") else []
    waiting += [name.removeprefix("./") for name in asked.findall(bodies[f"{page}.js"])]
    while waiting:
        name = waiting.pop()
        if name not in bodies:
            bodies[name] = joined_later(sources, f"{page}.js", name, drawings)
            later = [normpath(join(dirname(name), address)) for address in asked.findall(bodies[name])]
            waiting += [*imported(bodies[name], name), *later]
    for state in ("const catalog = ", "const meanwhile", "class Board ", "class Problem ", "class Drawn "):
        assert [name for name, body in bodies.items() if state in body][1:] == [], state
    assert "const catalog = " in bodies[f"{page}.js"]


def test_a_page_asks_for_little_at_once(gallery):
    """Its form, its styles, one module and one drawing, which browsers keep for ever, and ask for by version."""
    assert eventually(lambda: gallery.call("GET", "/api/games/demo-kheops").status == 200)
    text = gallery.call("GET", "/games/demo-kheops/replay").body.decode()
    files = re.findall(r'(?:src|href)="(/web/v/[^"]+)"', text)
    modules = [name.split("/", 4)[4] for name in files if name.endswith(".js")]
    assert modules == ["theme.js", "replay/replay.js", "replay/titles/kheops/board.js"]
    for address in files:
        answer = gallery.call("GET", address)
        assert answer.status == 200 and "immutable" in answer.headers["Cache-Control"], address
    other = gallery.call("GET", re.sub(r"/v/\w+/", "/v/0123456789ab/", files[-1]))
    assert other.status == 200 and other.headers["Cache-Control"] == "no-cache"
    assert gallery.call("GET", files[-1].replace("board.js", "nothing.js")).status == 404
