"""Titles of another package: one in which few points are good, with ten seats, and one without points.

Their end, their texts, and the seats' marks.
"""

import os
import random
import re
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import expect

from domain.rulebook import MOST_SEATS
from tests.api.clients import Client, play_to_the_end, table_of
from tests.browser.playing import in_theme
from tests.serving import ROOT, Served

NAMES = [f"Herder {letter}" for letter in "ABCDEFGHIJ"]
WORDS = re.compile(r"^Bulls over time\. Final: Herder A: \d+ bulls, .*: \d+ bulls$")
UNIT = {"name": "Bulls", "one": "{number} bull", "many": "{number} bulls", "better": "fewest"}


@pytest.fixture(scope="module")
def herd(server_directory, tmp_path_factory):
    """A server with these titles."""
    site: Path = tmp_path_factory.mktemp("site")
    about = site / "few_hands-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: few-hands\nVersion: 1.0\n", "utf-8")
    titles = "[stele.titles]\nfew-hands = few_hands\nplaced-hands = placed_hands\n"
    (about / "entry_points.txt").write_text(titles, "utf-8")
    packages = os.pathsep.join(map(str, (site, ROOT / "tests" / "laws")))
    server = Served(server_directory("few"), PYTHONPATH=packages).start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def finished(herd):
    """A finished game of ten people: the gallery, its id, and the players."""
    gallery = Client(herd.url)
    game_id, clients = table_of(gallery, "few-hands", NAMES)
    play_to_the_end(game_id, clients, random.Random(1))
    return gallery, game_id, clients


def test_the_fewest_win_and_the_unit_is_said(finished):
    """The title, the game, its states, its statistics, and its players' profiles and histories name the unit."""
    gallery, game_id, clients = finished
    game = gallery.get(f"/api/games/{game_id}")
    places, points = game["result"]["places"], game["result"]["points"]
    assert min(points) > 0
    assert [1 + sum(other < own for other in points) for own in points] == places
    player = game["seats"][0]["player"]
    said = {
        "title": gallery.get("/api/rulebooks/few-hands"),
        "listed": next(one for one in gallery.get("/api/rulebooks")["rulebooks"] if one["id"] == "few-hands"),
        "game": game,
        "state": clients[3].get(f"/api/games/{game_id}/state")["state"],
        "statistics": gallery.get("/api/rulebooks/few-hands/statistics?players=10"),
        "profile": gallery.get(f"/api/players/{player}")["titles"][0],
        "history": gallery.get(f"/api/players/{player}/games")["games"][0],
    }
    assert {name: one.get("unit") for name, one in said.items()} == dict.fromkeys(said, UNIT)
    kheops = gallery.get("/api/rulebooks/kheops")
    assert kheops["unit"] == {"name": "Points", "one": "{number} point", "many": "{number} points", "better": "most"}


def test_an_agreed_end_ranks_by_the_fewest(herd):
    """G23: a game ended by agreement is ranked by its points so far, of which the fewest are best."""
    game_id, clients = table_of(Client(herd.url), "few-hands", ["Ender A", "Ender B", "Ender C"])
    play_to_the_end(game_id, clients, random.Random(2), most=3)
    path = f"/api/games/{game_id}/moves"
    clients[0].post(path, {"type": "ProposeEnd", "kind": "as_it_stands"})
    for client in clients[1:]:
        client.post(path, {"type": "AnswerEnd", "agrees": True})
    result = clients[0].get(f"/api/games/{game_id}")["result"]
    points = result["points"]
    assert len(set(points)) > 1
    assert [1 + sum(other < own for other in points) for own in points] == result["places"]


def test_the_end_and_a_replay_show_bulls(finished, herd, browse):
    """The podium, the table and the curve say bulls; each of the ten seats has its line and its mark there.

    In a replay, the curve names the unit, the highest number and, in words, all of them; the marks differ.
    """
    _gallery, game_id, clients = finished
    page = browse(clients[2], base_url=herd.url, at=f"/games/{game_id}")
    ending = page.locator("#ending")
    expect(ending.locator(".podium li").first).to_contain_text("bulls")
    expect(ending.locator(".points-table tfoot th")).to_have_text("Bulls")
    expect(page.locator(".ranking strong")).to_have_text([re.compile(r"^\d+ bulls$")] * len(NAMES))
    expect(ending.locator("svg.curve .curve-line")).to_have_count(len(NAMES))
    expect(ending.locator("svg.curve .seat-mark")).to_have_count(len(NAMES))
    expect(ending.locator("svg.curve")).to_have_attribute("aria-label", WORDS)

    page.goto(f"/games/{game_id}/replay")
    graph = page.locator(".graph > svg")
    expect(graph.locator(".graph-number")).to_have_text(re.compile(r"^\d+ bulls$"))
    expect(graph).to_have_attribute("aria-label", WORDS)
    shapes = graph.locator(".graph-end .seat-mark").evaluate_all("marks => marks.map((mark) => mark.getAttribute('d'))")
    assert len(set(shapes)) == len(shapes) == len(NAMES)


def test_a_game_without_points_ends_without_them(herd, browse):
    """No number, no row, no curve: at the end, in a replay, in the players' lists, and for computer players."""
    gallery = Client(herd.url)
    game_id, clients = table_of(gallery, "placed-hands", ["Racer A", "Racer B"])
    play_to_the_end(game_id, clients, random.Random(1))
    game = gallery.get(f"/api/games/{game_id}")
    player = game["seats"][0]["player"]
    assert sorted(game["result"]["places"]) == [1, 2] and game["result"]["points"] == []
    said = {
        "title": gallery.get("/api/rulebooks/placed-hands"),
        "game": game,
        "state": clients[1].get(f"/api/games/{game_id}/state")["state"],
        "statistics": gallery.get("/api/rulebooks/placed-hands/statistics?players=2"),
        "profile": gallery.get(f"/api/players/{player}")["titles"][0],
        "history": gallery.get(f"/api/players/{player}/games")["games"][0],
    }
    assert {name: one.get("unit", "missing") for name, one in said.items()} == dict.fromkeys(said)
    assert (said["state"]["points"], said["statistics"]["points"]) == (None, [])
    assert (said["profile"]["average_points"], said["history"]["seats"][0]["points"]) == (None, None)
    ended, others = table_of(gallery, "placed-hands", ["Racer C", "Racer D"])
    others[0].post(f"/api/games/{ended}/moves", {"type": "Resign"})
    assert gallery.get(f"/api/games/{ended}")["result"] == {"places": [2, 1], "points": [], "reason": "resignation"}
    page = browse(clients[0], base_url=herd.url, at=f"/games/{game_id}")
    expect(page.locator("#ending .podium li")).to_have_count(2)
    expect(page.locator("#ending").get_by_text(re.compile("point", re.IGNORECASE))).to_have_count(0)
    expect(page.locator(".ranking strong, #ending table, #ending svg.curve")).to_have_count(0)
    page.goto(f"/games/{game_id}/replay")
    graph = page.locator(".graph > svg")
    expect(graph).to_have_attribute("aria-label", "Phases of the game")
    expect(graph.locator(".graph-number")).to_have_text([""])


# Each seat's mark of this size: its colour, and its ink without the colour, place by place.
MARKS = """async ([most, size]) => {
  const { seatMark } = await import(`${document.documentElement.dataset.files}/core/seat-colours.js`);
  const brush = new OffscreenCanvas(24, 24).getContext("2d", { willReadFrequently: true });
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  document.querySelector("main").prepend(picture);
  const marks = Array.from({ length: most }, (_one, seat) => {
    const mark = seatMark(seat, 0, 0, size);
    picture.append(mark);
    const { fill } = getComputedStyle(mark);
    brush.clearRect(0, 0, 24, 24);
    brush.fill(new Path2D(mark.getAttribute("d")), mark.getAttribute("fill-rule") ?? "nonzero");
    const ink = [...brush.getImageData(0, 0, 24, 24).data].filter((_one, at) => at % 4 === 3);
    return { fill, ink: ink.map((share) => share > 127) };
  });
  picture.remove();
  return marks;
}"""
LEAST_DIFFERENT = 25
"""The least number of different pixels, of 24 by 24; the most similar shapes, circle and hexagon, differ in 28."""


def test_no_two_seats_look_the_same(browse):
    """Twelve marks of twelve colours in either theme, and twelve shapes even without colour.

    With a letter if there is room for it.
    """
    page = browse(at="/")
    for theme in ("light", "dark"):
        in_theme(page, theme)
        inks = {}
        for size in (10, 24):
            marks = page.evaluate(MARKS, [MOST_SEATS, size])
            assert len({mark["fill"] for mark in marks}) == MOST_SEATS
            for one, other in combinations(range(MOST_SEATS), 2):
                different = sum(a != b for a, b in zip(marks[one]["ink"], marks[other]["ink"], strict=True))
                assert different >= LEAST_DIFFERENT, (size, one, other, different)
            inks[size] = [sum(mark["ink"]) for mark in marks]
        lettered = [seat for seat in range(MOST_SEATS) if inks[24][seat] < inks[10][seat] - 15]
        assert lettered == list(range(6, MOST_SEATS))
