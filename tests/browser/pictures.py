"""Takes the pictures in docs/pictures: each page at a phone's and a desktop's width. `make pictures` runs it."""

import base64

import pytest
from playwright.sync_api import expect

from tests.browser import test_quality as pages
from tests.browser.test_quality import opened, tables
from tests.browser.test_travelling import SAMPLE, TRAVELLERS, replay_before, step
from tests.serving import ROOT

FOLDER = ROOT / "docs" / "pictures"

__all__ = ["tables"]


def kheops(page, tables, demo):
    page.goto("/games/demo-kheops/replay#45&as=0")
    expect(page.locator("#step")).to_contain_text("45-")


def amun_re(page, tables, demo):
    page.goto("/games/demo-amun-re/replay#130&as=0")
    expect(page.locator("#step")).to_contain_text("130-")


def das_amulett(page, tables, demo):
    page.goto("/games/demo-das-amulett/replay#60&as=0")
    expect(page.locator("#step")).to_contain_text("60-")


# Page, theme, and how much of it is looked at: the height in pixels on a phone and on a desktop.
PICTURES = [
    (pages.lobby, "light", 1250, 1000),
    (pages.sign_in, "light", 844, 900),
    (pages.new_game, "light", 1000, 1000),
    (pages.rules, "light", 1200, 1000),
    (pages.table, "light", 1900, 1350),
    (pages.table, "dark", 1900, 1350),
    (pages.offering, "light", 1500, 1200),
    (pages.plain_table, "light", 1900, 1350),
    (pages.waiting_room, "light", 844, 900),
    (pages.over, "light", 2300, 1500),
    (pages.replay, "light", 1900, 1400),
    (pages.replay, "dark", 1900, 1400),
    (pages.comparison, "light", 3600, 2000),
    (pages.sharing, "light", 900, 900),
    (pages.embedded, "light", 900, 900),
    (kheops, "light", 1700, 1400),
    (amun_re, "light", 2300, 1700),
    (das_amulett, "light", 2300, 1700),
]


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("look, theme, phone_height, height", PICTURES)
def test_picture(browse, tables, demo, look, theme, phone_height, height, width):
    """One picture."""
    size = {"width": width, "height": phone_height if width == 390 else height}
    page = opened(browse, look, tables, demo, theme=theme, viewport=size)
    page.wait_for_load_state("networkidle")
    FOLDER.mkdir(exist_ok=True)
    name = look.__name__.replace("_", "-") + ("-dark" if theme == "dark" else "")
    page.screenshot(path=FOLDER / f"{name}-{width}.png")


AT = """(share) => {
  for (const animation of document.getAnimations().filter(({ id }) => id?.startsWith("kit-"))) {
    const { delay, duration } = animation.effect.getComputedTiming();
    animation.currentTime = delay + duration * share;
  }
}"""


@pytest.mark.parametrize("title, kind, start, end", TRAVELLERS)
def test_film_strip(browse, gallery, title, kind, start, end):
    """One piece of each title on its way, in five frames side by side."""
    page = browse(viewport={"width": 1440, "height": 2400})
    event = replay_before(page, gallery, title, kind)
    step(page, "ArrowRight", event["position"])
    points = [point for way in page.evaluate(SAMPLE) for point in way]
    left, top = (min(point[axis] for point in points) - 80 for axis in (0, 1))
    right, bottom = (max(point[axis] for point in points) + 80 for axis in (0, 1))
    clip = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    frames = []
    for share in (0, 0.08, 0.2, 0.45, 0.999):
        page.evaluate(AT, share)
        frames.append(base64.b64encode(page.screenshot(clip=clip)).decode())
    strip = page.context.new_page()
    strip.set_viewport_size({"width": 1800, "height": 600})
    images = "".join(f'<img src="data:image/png;base64,{one}" width="356">' for one in frames)
    strip.set_content(f'<body style="margin:0"><div style="display:flex;gap:5px">{images}</div>')
    FOLDER.mkdir(exist_ok=True)
    strip.locator("div").screenshot(path=FOLDER / f"travelling-{title}.png")
