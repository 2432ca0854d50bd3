"""Colours of the marks on the boards: visible on every ground, and distinct from seats' colours, in both themes."""

import re
from itertools import combinations, product

import pytest

from domain.rulebook import MOST_SEATS
from tests.serving import ROOT

SEATS = [f"--seat-{seat}" for seat in range(MOST_SEATS)]
GROUNDS = ["--paper", "--card", "--inset", "--kit-zone", "--kit-zone-lit", "--kit-zone-shaded"]
LEAST_CONTRAST = 3.0  # WCAG 2.2, 1.4.11: parts needed to understand a picture
LEAST_TEXT_CONTRAST = 4.5  # 1.4.3
LEAST_DISTANCE = 0.14  # in OKLab
LEAST_OF_SEATS = 0.09  # their shapes differ, too


def colours(theme: str, *more: str) -> dict[str, str]:
    """The variables of the pages, the kit and these style sheets that are plain colours, in this theme."""
    found: dict[str, str] = {}
    for path in ("web/core/style.css", "web/kit/kit.css", *more):
        source = (ROOT / path).read_text("utf-8")
        (block,) = re.findall(r"^:root \{([^}]*)\}", source, flags=re.M)
        pairs = re.findall(r"(--[\w-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;", block)
        found |= {name: dark if dark and theme == "dark" else light for name, light, dark in pairs}
    return found


def linear(colour: str) -> list[float]:
    """Red, green and blue as light."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    return [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG."""
    light, dark = sorted((0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05 for r, g, b in map(linear, (one, other))))[::-1]
    return light / dark


def oklab(colour: str) -> tuple[float, float, float]:
    """The colour in Björn Ottosson's OKLab, where distances are as perceived."""
    r, g, b = linear(colour)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def distance(one: str, other: str) -> float:
    """The perceived distance of two colours."""
    return sum((a - b) ** 2 for a, b in zip(oklab(one), oklab(other), strict=True)) ** 0.5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_changed_is_no_seats_colour(theme):
    """Changes are marked far from every seat's colour and from the mark of selectable parts."""
    found = colours(theme)
    others = [*SEATS, "--pick", "--pick-halo", "--accent"]
    assert [name for name in others if distance(found["--changed"], found[name]) < LEAST_DISTANCE] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_two_seats_have_one_colour(theme):
    """The colours of all twelve seats differ as much as those of the first six."""
    found = colours(theme)
    near = [pair for pair in combinations(SEATS, 2) if distance(*(found[one] for one in pair)) < LEAST_OF_SEATS]
    assert near == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_are_visible(theme):
    """Changes contrast with every ground; the dashes of selectable parts contrast with their own line."""
    found = colours(theme)
    weak = [ground for ground in GROUNDS if contrast(found["--changed"], found[ground]) < LEAST_CONTRAST]
    assert weak == []
    assert contrast(found["--pick"], found["--pick-halo"]) >= LEAST_CONTRAST


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_seats_are_visible(theme):
    """Every seat's colour contrasts with every ground."""
    found = colours(theme)
    pairs = product(SEATS, GROUNDS)
    assert [pair for pair in pairs if contrast(found[pair[0]], found[pair[1]]) < LEAST_CONTRAST] == []


# Each title's ink, and the lit and shaded ends of its ground.
WRITTEN = {
    "amun-re": ("--amunre-card-ink", ["--amunre-dry-lit", "--amunre-dry-shaded", "--amunre-green", "--amunre-wash"]),
    "amun-re-card-game": ("--amun-card-ink", ["--amun-k1", "--amun-k2", "--amun-k3"]),
    "das-amulett": ("--amulett-ink", ["--amulett-plate", "--amulett-medal"]),
    "kheops": ("--kit-ink", ["--kheops-hall", "--kheops-corridor", "--kheops-floor"]),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("title", WRITTEN)
def test_text_on_materials_is_legible(title, theme):
    """In light and in shade, a title's ink is legible on its material."""
    found = colours(theme, f"titles/{title.replace('-', '_')}/web/titles/{title}/board.css")
    ink, grounds = WRITTEN[title]
    for ground in ("--kit-zone-lit", "--kit-zone-shaded"):
        assert contrast(found["--ink"], found[ground]) >= LEAST_TEXT_CONTRAST
    assert [one for one in grounds if contrast(found[ink], found[one]) < LEAST_TEXT_CONTRAST] == []
