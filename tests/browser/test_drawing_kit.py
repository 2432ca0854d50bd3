"""The examples of the reference on the kit for drawings: each is drawn on a real page as a panel of a title's board."""

import re
from functools import partial

from playwright.sync_api import Page, Route, expect

from tests.documents.blocks import blocks
from tests.serving import ROOT

EXAMPLES = {block.path: block.text for block in blocks(ROOT / "docs/reference/drawing-kit.md") if block.path}
GAME = "das-amulett"


def board(names: list[str]) -> str:
    """A title's `board.js` with one panel for each of these modules beside it."""
    imports = "".join(f'import * as kit{number} from "./{name}";\n' for number, name in enumerate(names))
    panels = ", ".join(f'["{name}", kit{number}.draw]' for number, name in enumerate(names))
    return f"""{imports}
import {{ Stage }} from "../../kit/stage.js";
export const phase = () => ({{ key: "kit", label: "Kit" }});
export function draw(table, context) {{
  const surface = {{ least: 300, most: 300, draw: () => ({{ title: "The kit", height: 40, nodes: [] }}) }};
  const panels = [{panels}].map(([name, draw]) => ({{
    key: name, label: name, draw: (width) => ({{ ...draw(context, width), title: name }}),
  }}));
  return new Stage("kit-examples", "The kit", surface, panels);
}}
"""


def opened(page: Page, names: list[str]) -> Page:
    """The page of a replay whose board consists of these examples."""
    texts = {**{name: EXAMPLES[name] for name in names}, "board.js": board(names)}
    for name, text in texts.items():
        answer = partial(Route.fulfill, body=text, content_type="text/javascript")
        page.route(f"**/titles/{GAME}/{name}", lambda route, _request, answer=answer: answer(route))
    page.goto(f"/games/demo-{GAME}/replay#60&as=public")
    expect(page.locator("#step")).to_contain_text("60-")
    return page


def test_every_example_is_drawn(browse, demo):
    """Every example is drawn without an error on a phone and a desktop, and imports only what a title's drawing may
    import.
    """
    assert len(EXAMPLES) >= 10
    for name, text in EXAMPLES.items():
        assert all(one.startswith("../../kit/") for one in re.findall(r'from "([^"]+)"', text)), name
    for width in (390, 1440):
        page = opened(browse(viewport={"width": width, "height": 3000}), list(EXAMPLES))
        if width == 1440:
            for name in EXAMPLES:
                zone = page.get_by_role("group", name=name)
                expect(zone).to_be_visible()
                assert zone.locator("path, rect, circle, text").count() > 4, name
