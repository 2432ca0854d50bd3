"""Rules page of a title: chapters with interactive examples, and every rule by its number."""

import pytest
from playwright.sync_api import expect

from services.games.rule_examples import example_of, stretches_of
from tests.in_short import titles_in_short

SHOW_ALL = """async (titles) => {
  const { showExample } = await import("/web/learn/example.js");
  const wrong = [];
  for (const [title, rules] of Object.entries(titles)) {
    for (const [example, texts] of Object.entries(rules)) {
      const place = document.createElement("figure");
      place.className = "example";
      document.querySelector("main").append(place);
      await showExample(place, title, { title, example });
      const told = [];
      for (const text of texts) {
        told.push(place.querySelector(".example-text").textContent);
        if (!place.querySelector(".board-place .kit-surface > svg.kit-board")) wrong.push([title, example, "no board"]);
        place.querySelector(".primary")?.click();
      }
      if (JSON.stringify(told) !== JSON.stringify(texts)) wrong.push([title, example, told]);
      place.remove();
    }
  }
  return wrong;
}"""


def test_a_rule_is_found_by_its_number(browse):
    """In the reader's language, a rule's address, and a link from another rule, open the section with the rule."""
    page = browse(phone=True, locale="it-IT", at="/titles/das-amulett#DA-X6")
    rule = page.locator("#DA-X6")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_class("aim")
    expect(rule).to_contain_text("Il vincitore prende una gemma della regione")
    expect(page.locator(".chapters")).to_have_attribute("lang", "it")
    expect(page.locator("#DA-X1")).to_be_visible()
    expect(page.locator("#DA-K4")).to_be_hidden()
    page.goto("/titles/das-amulett#DA-K4")
    expect(page.locator("#DA-K4")).to_be_in_viewport()
    page.locator("#DA-K4 a").click()
    expect(page.locator("#DA-M1")).to_be_in_viewport()
    expect(page.locator(".aim")).to_have_id("DA-M1")
    # The title's own rules are followed by the common ones.
    expect(page.locator("#G12")).to_be_hidden()
    page.goto("/titles/das-amulett#G5")
    expect(page.locator("#G5")).to_be_in_viewport()
    expect(page.locator("#G5")).to_contain_text("Un giocatore può abbandonare una volta")
    page.locator("#G5").get_by_role("link", name="G12").click()
    expect(page.locator("#G12")).to_be_in_viewport()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_a_chapter_is_read(browse):
    """A chapter's example loads when scrolled near, button and keys step through it, and the contents follow the
    reader.
    """
    page = browse(at="/titles/kheops")
    expect(page.get_by_role("heading", name="Powers")).to_be_attached()
    last = page.locator(".chapter", has=page.get_by_role("heading", name="The end", exact=True))
    expect(last.locator(".example")).to_be_empty()
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="Special pawns").click()
    expect(page.locator(".contents [aria-current]")).to_have_text("Special pawns")
    special = page.locator(".chapter", has=page.get_by_role("heading", name="Special pawns"))
    told = [frame["text"] for frame in example_of("kheops", "KH-M1", "en")["steps"]]
    text = special.locator(".example-text")
    expect(text).to_have_text(told[0])
    special.get_by_role("button", name="Next step").click()
    expect(text).to_have_text(told[1])
    # The change is in sight.
    expect(special.locator(".changed").nth(1)).to_be_in_viewport()
    special.get_by_role("region", name="Example: Special pawns").press("ArrowRight")
    expect(text).to_have_text(told[2])
    special.get_by_role("button", name="Previous step").click()
    expect(text).to_have_text(told[1])
    for words in told[2:]:
        special.get_by_role("button", name="Next step").click()
        expect(text).to_have_text(words)
    special.get_by_role("button", name="From the beginning").click()
    expect(text).to_have_text(told[0])
    expect(special.get_by_role("button", name="Previous step")).to_be_disabled()
    special.get_by_role("region").press("ArrowLeft")
    expect(special.get_by_text(f"1 of {len(told)}")).to_be_visible()


@pytest.mark.parametrize("title", titles_in_short("kheops"))
def test_every_example_is_drawn(browse, title):
    """Every step of every example of a title, with its sentence."""
    page = browse(at="/titles/kheops")
    texts = {rule: [frame["text"] for frame in example_of(title, rule, "en")["steps"]] for rule in stretches_of(title)}
    assert page.evaluate(SHOW_ALL, {title: texts}) == []
