"""Amun-Re, the board game (Reiner Knizia), for 3 to 5 players.

`RULES.md` has every rule in our own words, numbered, and all rulings. `course` is the course of the game; `auction`,
`market`, `offering`, `harvest` and `scoring` are its chapters, `favors` the deck; `state`, `events`, `commands` and
`words` its nouns and verbs, `changes` what several chapters do; `components` the data of board and cards; `view`,
`narration` and `steward` a player's view, texts and sensible moves.
"""

from collections.abc import Mapping
from typing import Any

from stele.title import Meta, Option, Show, anew, gettext_noop, numbered_rules, with_more
from titles.amun_re.commands import COMMANDS
from titles.amun_re.components import components_status, read_components
from titles.amun_re.course import COURSE, setup
from titles.amun_re.narration import describe, narrate
from titles.amun_re.scoring import result
from titles.amun_re.state import STONES_FOR_A_PYRAMID, State
from titles.amun_re.steward import appraise
from titles.amun_re.unseen import determinize
from titles.amun_re.view import view

UPCASTERS: Mapping[tuple[str, int], Any] = {
    ("TableLaid", 1): with_more(strict_supply=False),
    ("TableLaid", 2): with_more(together=False),
}
EVENTS = COURSE.events
to_act, legal, decide, advance, evolve = COURSE.to_act, COURSE.legal, COURSE.decide, COURSE.advance, COURSE.evolve

meta = Meta(
    id="amun-re",
    title="Amun-Re",
    designer="Reiner Knizia",
    publisher="Super Meeple",
    year=2016,
    least_players=3,
    most_players=5,
    options=(
        Option(
            "expert",
            "flag",
            False,
            "Expert rules: provinces are dealt in secret, and each player chooses one per round.",
            label=gettext_noop("Expert rules"),
        ),
        Option(
            "strict_supply",
            "flag",
            False,
            "Stones can run out, because there are only the fifteen in the box.",
            label=gettext_noop("Limited Stones"),
        ),
        Option(
            "together",
            "flag",
            True,
            "All players harvest at the same time, not one after another.",
            label=gettext_noop("Harvest at the same time"),
        ),
        Option(
            "components",
            "components",
            None,
            "The operator's own component file (TOML, in the format of components.toml). Without it, the "
            "reconstructed data is used.",
            label=gettext_noop("Component file"),
        ),
    ),
    components=components_status(),
    rules=numbered_rules(__name__),
    languages=("en", "it", "es"),
    visits=(31, 34, 35),
    visits_ordered=(16, 17, 17),
)


def standing(state: State, show: Show = anew) -> tuple[int, ...]:
    """The points of each seat so far."""
    return tuple([sum(player.points) for player in state.players])


def conserved(state: State) -> dict[str, int]:
    """Gold including the reserve, Favor cards, Farmers, and Stones including those in pyramids."""
    lands = state.lands
    to_place = sum(player.stones for player in state.players)
    built = sum(land.stones + STONES_FOR_A_PYRAMID * land.pyramids for land in lands)
    return {
        "gold": state.bank + sum(player.gold for player in state.players),
        "favor cards": state.deck + len(state.discard) + sum(len(player.hand) for player in state.players),
        "farmers": state.farmers_left + sum(land.farmers + land.free_farmers for land in lands),
        "stones": built + to_place - state.architects - state.quarry,
    }


__all__ = [
    "COMMANDS", "EVENTS", "UPCASTERS", "State", "advance", "appraise", "conserved", "decide", "describe",
    "determinize", "evolve", "legal", "meta", "narrate", "read_components", "result", "setup", "standing", "to_act",
    "view",
]  # fmt: skip
