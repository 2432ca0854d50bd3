"""Answers in the reader's language, and compressed responses."""

import gzip

import pytest

from ai.kinds import find_kinds
from replay.languages import LANGUAGES
from tests.api.clients import table_of

TITLE = "amun-re-card-game"


@pytest.mark.parametrize(
    "asked, language, text",
    [
        ("it", "it", "{name} si unisce alla partita."),
        ("es-MX,es;q=0.9,en;q=0.5", "es", None),
        ("de, en;q=0.5", "en", "{name} joined the game."),
        ("fr", "en", "{name} joined the game."),
    ],
)
def test_the_language_of_sentences(gallery, asked, language, text):
    """`Accept-Language` decides; the answer names its language."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    name = clients[0].player["name"]
    answer = gallery.call("GET", f"/api/games/{game_id}/events", Accept_Language=asked)
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]
    said = answer.body["events"][1]["text"]
    others = (f"{name} joined the game.", f"{name} si unisce alla partita.")
    assert said == text.format(name=name) if text else said not in others


def test_moves_and_refusals_in_other_languages(gallery):
    """Moves, refusals with their values, options, components: all in the reader's language, with the same rule."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
    english, italian = (
        clients[seat].get(f"/api/games/{game_id}/legal-moves", Accept_Language=language)["moves"]
        for language in ("en", "it")
    )
    assert [one["move"] for one in english] == [one["move"] for one in italian]
    assert not {one["text"] for one in english} & {one["text"] for one in italian}
    bad = {"type": "ChooseGold", "cards": [0, 1]}
    answers = [
        clients[seat].call("POST", f"/api/games/{game_id}/moves", bad, Accept_Language=language)
        for language in ("en", "it")
    ]
    assert [answer.body["rule"] for answer in answers] == ["AC-S4", "AC-S4"]
    assert answers[0].body["detail"] == "the display must total 14, not 1"
    assert "14" in answers[1].body["detail"] and answers[1].body["detail"] != answers[0].body["detail"]
    assert answers[0].body["type"] == answers[1].body["type"]
    spanish, english = (
        gallery.get("/api/rulebooks", Accept_Language=language)["rulebooks"][0] for language in ("es", "en")
    )
    assert spanish["options"][0]["text"] != english["options"][0]["text"]
    for title in gallery.get("/api/rulebooks", Accept_Language="it")["rulebooks"]:
        for option in title["options"]:
            assert option["label"], f"{title['id']}: {option['name']} is called by its name in the code"
            assert len(option.get("labels", ())) == len(option.get("choices", ()))
    for one, other in zip(spanish["components"], english["components"], strict=True):
        assert one["status"] == other["status"] and one["note"] != other["note"]


def test_brief_steps(gallery):
    """For display alone: without the data, the parts and the digest of the event."""
    game_id, _clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    whole = gallery.get(f"/api/games/{game_id}/replay?brief=false")["steps"]
    brief = gallery.get(f"/api/games/{game_id}/replay")["steps"]
    for step in whole:
        for name in ("data", "parts", "digest", "to_act", "luck", "opens"):
            step.pop(name, None)
    assert brief == whole


def test_the_pages_files(gallery):
    """Compressed once, loaded again only after a change, and nothing from outside their folder."""
    answer = gallery.call("GET", "/web/replay/page.js", Accept_Encoding="gzip")
    assert answer.headers["Content-Encoding"] == "gzip"
    etag = answer.headers["ETag"]
    assert gallery.call("GET", "/web/replay/page.js", If_None_Match=etag).status == 304
    assert gallery.call("GET", "/web/replay/page.js").body == gzip.decompress(answer.body)
    for path in (
        "/web/../languages.py",
        "/web/%2e%2e/languages.py",
        "/web/nothing.js",
        "/web/titles",
        "/web/texts/xx.json",
    ):
        assert gallery.call("GET", path).status == 404, path
    assert TITLE in gallery.call("GET", "/").body.decode()
    assert gallery.get("/web/texts/it.json")["Confirm"] == "Conferma"
    assert gallery.get("/web/texts/it/kheops.json")["The pyramid"] == "La piramide"
    assert gallery.call("GET", "/web/texts/it/nothing.json").status == 404


def test_computer_players_describe_their_play(gallery):
    """Every kind, with a sentence in the reader's language."""
    english = gallery.get("/api/rulebooks")["computers"]
    assert [one["id"] for one in english] == list(find_kinds())
    assert english[0] == {"id": "steward", "text": "Steward: plays sensibly", "level": 3}
    for language in LANGUAGES[1:]:
        texts = gallery.get("/api/rulebooks", Accept_Language=language)["computers"]
        assert not {one["text"] for one in texts} & {one["text"] for one in english}
