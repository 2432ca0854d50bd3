"""Amun-Re: The Card Game (Reiner Knizia, Super Meeple 2017), for 2 to 5 players.

`RULES.md` has every rule in our own words, numbered, and all rulings. `course` is the course of the game; `auction`,
`offering`, `construction` and `scoring` are its chapters; `state`, `events` and `commands` its nouns and verbs;
`components` the data of the cards; `view`, `narration` and `steward` a player's view, texts and sensible moves.
"""

from collections.abc import Mapping
from typing import Any

from stele.title import Meta, Option, Show, anew, gettext_noop, numbered_rules, with_more
from titles.amun_re_card_game.commands import COMMANDS
from titles.amun_re_card_game.components import components_status, read_components
from titles.amun_re_card_game.course import COURSE, setup
from titles.amun_re_card_game.narration import describe, narrate
from titles.amun_re_card_game.scoring import result
from titles.amun_re_card_game.state import State
from titles.amun_re_card_game.steward import appraise
from titles.amun_re_card_game.unseen import determinize
from titles.amun_re_card_game.view import view

UPCASTERS: Mapping[tuple[str, int], Any] = {
    ("TableLaid", 1): with_more(together=False),
    ("TableLaid", 2): with_more(edition=1),
}
EVENTS = COURSE.events
to_act, legal, decide, advance, evolve = COURSE.to_act, COURSE.legal, COURSE.decide, COURSE.advance, COURSE.evolve

meta = Meta(
    id="amun-re-card-game",
    title="Amun-Re: The Card Game",
    designer="Reiner Knizia",
    publisher="Super Meeple",
    year=2017,
    least_players=2,
    most_players=5,
    options=(
        Option(
            "together",
            "flag",
            True,
            "Players extend their Provinces (unless that decides who is Pharaoh) and place what Amun-Re grants at "
            "the same time, not in turn order.",
            label=gettext_noop("Build at the same time"),
        ),
        Option(
            "components",
            "components",
            None,
            "The operator's own component file (TOML, in the format of components.toml). Without it, the "
            "reconstructed cards are used.",
            label=gettext_noop("Component file"),
        ),
    ),
    components=components_status(),
    rules=numbered_rules(__name__),
    languages=("en", "it", "es"),
    visits=(24, 34, 40, 43),
    visits_ordered=(14, 15, 15, 15),
    has_editions=True,
)


def standing(state: State, show: Show = anew) -> tuple[int, ...]:
    """The points of each seat so far."""
    return tuple([sum(player.points) for player in state.players])


def conserved(state: State) -> dict[str, int]:
    """The conserved quantities: every revealed Province is somewhere, no Gold card is in two places, and all Pyramids
    are counted.
    """
    lying = sum(len(province.cards) for player in state.players for province in player.provinces)
    lying += len(state.row) + sum(player.acquired is not None for player in state.players)
    twice = uncounted = 0
    for seat, player in enumerate(state.players):
        cards = [*player.display, *(bid.gold for bid in state.row if bid.seat == seat)]
        twice += len(cards) - len(set(cards))
        uncounted += sum(
            province.pyramids - province.tokens - sum(card.pyramids for card in province.cards)
            for province in player.provinces
        )
    return {
        "provinces turned over and not on the table": len(state.dealt) - lying,
        "provinces": len(state.components.provinces),
        "gold cards in two places": twice,
        "pyramids of nowhere": uncounted,
    }


__all__ = [
    "COMMANDS", "EVENTS", "UPCASTERS", "State", "advance", "appraise", "conserved", "decide", "describe",
    "determinize", "evolve", "legal", "meta", "narrate", "read_components", "result", "setup", "standing", "to_act",
    "view",
]  # fmt: skip
