"""Modules joined into the pages and drawings that alone need them."""

import re

import pytest

from api.joining import imported, joined

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
PAGES, DRAWINGS = ["page.js"], ["titles/x/board.js"]


def test_a_page_comes_with_what_it_alone_needs():
    """In the order in which the modules need each other; what is loaded later needs, too, stays where it is."""
    assert joined(SOURCES, "page.js", PAGES, DRAWINGS) == (
        'import * as $0 from "./dom.js";\n'
        "const $1 = (() => {\nconst { dom } = $0;\nasync function a() {}\nconst c = () => dom;\n"
        "return { a, c };\n})();\n"
        "const $2 = (() => {\nconst {\n  c,\n} = $1;\nclass b {}\nc();\nreturn { b };\n})();\n"
        'const { a: one } = $1;\nconst two = $2;\nconst later = () => import("./later.js");\none(two.b);\n'
    )


def test_a_drawing_comes_with_its_parts():
    """With those of the kit, too; what it exports is exported as before."""
    assert joined(SOURCES, "titles/x/board.js", PAGES, DRAWINGS) == (
        'import * as $0 from "../../dom.js";\n'
        "const $1 = (() => {\nfunction* f() {}\nreturn { f };\n})();\n"
        "const $2 = (() => {\nconst { f } = $1;\nconst part = f;\nreturn { part };\n})();\n"
        "const { dom } = $0;\nconst { part } = $2;\nexport { part };\n"
    )


@pytest.mark.parametrize(
    "source", ["export let a = 1;\n", "export default 1;\n", 'export * from "./dom.js";\n', 'import "./dom.js";\n']
)
def test_what_cannot_be_joined_is_refused(source):
    """Rather than served wrongly."""
    with pytest.raises(ValueError, match=r"one\.js: this cannot be joined"):
        joined({**SOURCES, "one.js": source + "export const a = 1, c = 2;\n"}, "page.js", PAGES, DRAWINGS)


def test_modules_that_import_each_other_are_refused():
    """No order would be right."""
    sources = {**SOURCES, "one.js": 'import { b } from "./two.js";\nexport const [a, c] = [b, b];\n'}
    with pytest.raises(ValueError, match=r"page\.js -> one\.js -> two\.js"):
        joined(sources, "page.js", PAGES, DRAWINGS)


def test_no_page_has_a_module_twice(gallery):
    """Whatever a page loads, with its drawing and later: a module that keeps something keeps it once."""
    names = re.findall(
        r'(?:src|href)="/web/([\w-]+\.js)"', gallery.call("GET", "/games/demo-kheops/replay").body.decode()
    )
    waiting = [*names, "titles/kheops/board.js", "sharing.js", "comparing.js", "finding.js", "bookmarks.js", "luck.js"]
    bodies: dict[str, str] = {}
    while waiting:
        name = waiting.pop()
        if name not in bodies:
            bodies[name] = gallery.call("GET", f"/web/{name}").body.decode()
            waiting += imported(bodies[name], name)
    for state in ("let catalog", "const meanwhile", "class Board ", "class Problem "):
        assert [name for name, body in bodies.items() if state in body][1:] == [], state
    assert "class Replaying " in bodies["replay.js"] and "replaying.js" not in bodies
