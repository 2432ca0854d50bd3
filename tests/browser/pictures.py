"""Takes the pictures in docs/pictures: each page at a phone's and a desktop's width. `make pictures` runs it.

It also makes the pictures that cannot be SVG: the app's icons, and each title's cover for links in chats.
"""

import base64

import pytest
from playwright.sync_api import expect

from api.pages.link_previews import COVER_SIZE
from api.pages.web_app_manifest import LIGHT
from tests.browser import test_drawing_kit as drawing_kit
from tests.browser import test_quality as pages
from tests.browser.test_piece_animation import SAMPLE, TRAVELLERS, replay_before, step
from tests.browser.test_quality import opened, tables
from tests.serving import ROOT

FOLDER = ROOT / "docs" / "pictures"
MOST_COVER_BYTES = 30_000

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


# Page, theme, and visible height in pixels on a phone and on a desktop.
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


# A table's live events never end, so the network is never idle: all visible parts are drawn and still.
SETTLED = """() => document.readyState === "complete"
  && [...document.images, ...document.querySelectorAll(".thumbnail")].every((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return one.complete || one.firstChild || top > innerHeight || bottom < 0;
  })
  && !document.querySelector("#progress")?.textContent && !document.querySelector("#games > [role=status]")
  && document.getAnimations().every(({ playState }) => playState !== "running")"""


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("look, theme, phone_height, height", PICTURES)
def test_picture(browse, tables, demo, look, theme, phone_height, height, width):
    """Take one picture for the manual."""
    size = {"width": width, "height": phone_height if width == 390 else height}
    page = opened(browse, look, tables, demo, theme=theme, viewport=size, folded=True)
    page.wait_for_function(SETTLED)
    FOLDER.mkdir(exist_ok=True)
    name = look.__name__.replace("_", "-") + ("-dark" if theme == "dark" else "")
    page.screenshot(path=FOLDER / f"{name}-{width}.png")


def test_drawing_kit(browse, demo):
    """Each example of the reference on the kit for drawings."""
    page = drawing_kit.opened(browse(viewport={"width": 1440, "height": 3000}, folded=True), list(drawing_kit.EXAMPLES))
    for name in drawing_kit.EXAMPLES:
        picture = page.locator(f'svg:has(> [aria-label="{name}"])')
        picture.screenshot(path=FOLDER / f"kit-{name.removesuffix('.js')}.png")


AT = """(share) => {
  for (const animation of document.getAnimations().filter(({ id }) => id?.startsWith("kit-"))) {
    const { delay, duration } = animation.effect.getComputedTiming();
    animation.currentTime = delay + duration * share;
  }
}"""


@pytest.mark.parametrize("title, kind, start, end", TRAVELLERS)
def test_film_strip(browse, gallery, title, kind, start, end):
    """Take a film strip of a moving piece in each title, with five frames side by side."""
    page = browse(viewport={"width": 1440, "height": 2400}, folded=True, motion=True)
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


@pytest.mark.parametrize(
    "name, size, share", [("192", 192, 1), ("512", 512, 1), ("180", 180, 0.8), ("maskable-512", 512, 0.6)]
)
def test_icon(chromium, name, size, share):
    """The app's icon in one size. For systems that crop it there is a margin of paper."""
    page = chromium.new_page(viewport={"width": size, "height": size})
    sign = base64.b64encode((ROOT / "web" / "stele.svg").read_bytes()).decode()
    inner = round(size * share)
    page.set_content(
        f'<body style="margin:0;display:grid;place-items:center;height:{size}px;'
        f'background:{"transparent" if share == 1 else LIGHT}">'
        f'<img src="data:image/svg+xml;base64,{sign}" width="{inner}" height="{inner}">'
    )
    folder = ROOT / "web" / "icons"
    folder.mkdir(exist_ok=True)
    page.screenshot(path=folder / f"stele-{name}.png", omit_background=True)
    page.close()


@pytest.mark.parametrize(
    "cover", sorted((ROOT / "titles").glob("*/web/titles/*/cover.svg")), ids=lambda path: path.parent.name
)
def test_cover(chromium, cover):
    """A title's cover for link previews, with the best quality within a small size."""
    width, height = COVER_SIZE
    page = chromium.new_page(viewport={"width": width, "height": height})
    picture = base64.b64encode(cover.read_bytes()).decode()
    page.set_content(
        f'<img src="data:image/svg+xml;base64,{picture}" style="position:fixed;inset:0;object-fit:cover" '
        f'width="{width}" height="{height}">'
    )
    for quality in (92, 85, 75, 60, 45):
        taken = page.screenshot(type="jpeg", quality=quality)
        if len(taken) <= MOST_COVER_BYTES:
            break
    assert len(taken) <= MOST_COVER_BYTES
    cover.with_suffix(".jpg").write_bytes(taken)
    page.close()


STEPS = 12
SHARES = (0.2, 0.5, 0.8)
TURN_TO_WEBP = """async ([source, width, height]) => {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = new OffscreenCanvas(width, height);
  const brush = canvas.getContext("2d", { alpha: false });
  brush.imageSmoothingQuality = "high";
  brush.drawImage(image, 0, 0, width, height);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality: 0.6 })).arrayBuffer());
  return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));
}"""


def test_moving_picture(browse, demo):
    """Some steps of a replay with moving pieces, for the README."""
    page = browse(viewport={"width": 1100, "height": 760}, folded=True, at="/games/demo-amun-re/replay#24&as=0")
    expect(page.locator("#step")).to_contain_text("24-")
    clip = page.locator("#board .kit-surface > svg").first.bounding_box()
    painter = page.context.new_page()
    painter.goto("about:blank")
    size = (800, round(800 * clip["height"] / clip["width"]))
    frames = []

    def keep(milliseconds):
        picture = "data:image/png;base64," + base64.b64encode(page.screenshot(clip=clip)).decode()
        frames.append((base64.b64decode(painter.evaluate(TURN_TO_WEBP, [picture, *size])), milliseconds))

    keep(900)
    for _ in range(STEPS):
        before = page.locator("#step").inner_text()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#step")).not_to_have_text(before)
        if page.evaluate("() => document.getAnimations().some(({ id }) => id?.startsWith('kit-'))"):
            for share in SHARES:
                page.evaluate(AT, share)
                keep(90)
            page.evaluate(AT, 0.999)
        keep(650)
    (FOLDER / "replay.webp").write_bytes(animated(frames, *size))


def animated(frames, width, height):
    """An endless WebP animation of these pictures (each a WebP file of its own), with this number of milliseconds for
    each.

    https://developers.google.com/speed/webp/docs/riff_container
    """

    def chunk(name, content):
        return name + len(content).to_bytes(4, "little") + content + b"\0" * (len(content) % 2)

    size = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    moving = chunk(b"VP8X", b"\x02\0\0\0" + size) + chunk(b"ANIM", b"\xff\xff\xff\xff" + bytes(2))
    for still, milliseconds in frames:
        pixels = still[still.index(b"VP8 ") :]  # nothing of these pictures is transparent
        pixels = pixels[: 8 + int.from_bytes(pixels[4:8], "little")]
        content = bytes(6) + size + milliseconds.to_bytes(3, "little") + b"\x02" + pixels + b"\0" * (len(pixels) % 2)
        moving += chunk(b"ANMF", content)
    return chunk(b"RIFF", b"WEBP" + moving)
