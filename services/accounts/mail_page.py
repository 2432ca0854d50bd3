"""Mail pages: the HTML frame of all mails, light and dark.

Mail programs drop style sheets, so each element has its own style; the few that read a style sheet get dark colours
from it. A page loads nothing from the network, because its pictures come with the mail.
"""

from collections.abc import Sequence
from html import escape

INK, SOFT, PAPER, CARD, LINE, ACCENT = "#2b2117", "#5c4d3a", "#d6cfc2", "#fffbf2", "#cdbb98", "#1d4f86"
"""The colours of the pages in the light theme."""
_DARK = (
    ".paper{background:#14110d!important}"
    ".card{background:#28221b!important;border-color:#57493a!important}"
    ".ink{color:#f3eadb!important}"
    ".soft,.soft a{color:#c3b296!important}"
    ".action{background:#8fc1f2!important;color:#0d2033!important}"
    ".link{color:#8fc1f2!important}"
)
_FONT = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif"


def mail_page(cards: Sequence[str], language: str, foot: str = "") -> str:
    """An HTML mail in this language: these cards, one below the other, and a foot, all of them HTML."""
    framed = "".join(
        f'<div class="card" style="background:{CARD};border:1px solid {LINE};border-radius:8px;'
        f'margin:0 0 16px;padding:16px 20px">{card}</div>'
        for card in cards
    )
    return (
        f'<!DOCTYPE html><html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        '<meta name="supported-color-schemes" content="light dark">'
        f"<style>:root{{color-scheme:light dark}}@media (prefers-color-scheme:dark){{{_DARK}}}</style></head>"
        f'<body class="paper ink" style="margin:0;padding:0;background:{PAPER};color:{INK}">'
        f'<div class="paper ink" style="background:{PAPER};color:{INK};{_FONT};font-size:16px;line-height:1.5;'
        'overflow-wrap:anywhere;padding:16px 12px">'
        f'<div style="max-width:560px;margin:0 auto">{framed}'
        f'<div class="soft" style="color:{SOFT};font-size:13px;padding:0 8px">{foot}</div></div></div></body></html>'
    )


def heading(text: str) -> str:
    """The heading of a card, with the line breaks of its text."""
    return f'<h2 style="font-size:18px;line-height:1.35;margin:0 0 8px;white-space:pre-line">{escape(text)}</h2>'


def paragraph(content: str, *, is_soft: bool = False) -> str:
    """A paragraph of this HTML, with the line breaks of its text."""
    soft, colour = (' class="soft"', f"color:{SOFT};") if is_soft else ("", "")
    return f'<p{soft} style="{colour}margin:0 0 8px;white-space:pre-line">{content}</p>'


def action(text: str, url: str) -> str:
    """A link that looks like a button."""
    return (
        f'<p style="margin:12px 0"><a class="action" href="{escape(url)}" style="background:{ACCENT};color:#fff;'
        'border-radius:6px;display:inline-block;font-weight:600;padding:10px 18px;text-decoration:none">'
        f"{escape(text)}</a></p>"
    )


def picture(content_id: str, words: str, url: str) -> str:
    """A picture that comes with the mail, as a link; `words` describe it."""
    return (
        f'<p style="margin:0 0 8px"><a href="{escape(url)}"><img src="cid:{escape(content_id)}" alt="{escape(words)}"'
        ' width="518" style="border:0;border-radius:6px;display:block;height:auto;max-width:100%"></a></p>'
    )


def link(text: str, url: str) -> str:
    """A link in a text."""
    return f'<a class="link" href="{escape(url)}" style="color:{ACCENT}">{escape(text)}</a>'
