"""Lessons over HTTP: equal for all readers, in the reader's language."""

import pytest

from tests.audit.test_lessons import TITLES


@pytest.mark.parametrize("title", TITLES)
def test_a_lesson_in_every_language(gallery, title):
    """One response contains all that a page needs, without an account or a game; only the words differ by language."""
    english, italian = (
        gallery.call("GET", f"/api/rulebooks/{title}/lesson", Accept_Language=language) for language in ("en", "it")
    )
    assert italian.headers["Content-Language"] == "it"
    positions = [[step["position"] for step in answer.body["steps"]] for answer in (english, italian)]
    assert positions[0] == positions[1]
    assert {step["position"] for step in english.body["steps"]} <= {one["position"] for one in english.body["record"]}
    texts = [
        {text for step in answer.body["steps"] for text in (step["text"], (step["task"] or step)["text"])}
        for answer in (english, italian)
    ]
    assert not texts[0] & texts[1]
    assert "state" in english.body["record"][0]
    for step in english.body["steps"]:
        assert not step["task"] or step["task"]["answer"] in [one["move"] for one in step["task"]["moves"]]


def test_a_title_shows_whether_it_has_a_lesson(gallery):
    """The list of titles shows it; a missing lesson is reported."""
    told = {title["id"]: title["lesson"] for title in gallery.get("/api/rulebooks")["rulebooks"]}
    assert [title for title, has in told.items() if has] == TITLES
    assert gallery.call("GET", "/api/rulebooks/chess/lesson").status == 404
