"""Das Amulett, for 3 to 6 players.

`RULES.md` has every rule in our own words, numbered, and all rulings. `course` is the course of the game and its end;
`preparation`, `spell_phase`, `metals_phase`, `gems_phase`, `exchange` and `energy_phase` are its chapters;
`spells` are the kinds of effects and `effects` their meaning in play; `state`, `events`, `commands` and `words` are its
nouns and verbs, `changes` what several chapters do; `components` reads map and spells; `view`, `narration`, `steward`
and `ordering` are a player's view, texts, sensible moves and standing orders; `statistics` is what is counted.
"""

from collections.abc import Mapping
from typing import Any

from stele.title import Hidden, Meta, Option, gettext_noop, numbered_rules, with_more
from titles.das_amulett.commands import COMMANDS
from titles.das_amulett.components import components_status, read_components
from titles.das_amulett.course import COURSE, places, result, standing
from titles.das_amulett.narration import describe, narrate
from titles.das_amulett.preparation import setup
from titles.das_amulett.spells import METALS
from titles.das_amulett.state import State
from titles.das_amulett.steward import appraise
from titles.das_amulett.unseen import determinize
from titles.das_amulett.view import view

UPCASTERS: Mapping[tuple[str, int], Any] = {("TableLaid", 1): with_more(edition=1)}
EVENTS = COURSE.events
to_act, legal, decide, advance, evolve = COURSE.to_act, COURSE.legal, COURSE.decide, COURSE.advance, COURSE.evolve

meta = Meta(
    id="das-amulett",
    title="Das Amulett",
    designer="Alan R. Moon, Aaron Weissblum",
    publisher="Goldsieber",
    year=2001,
    least_players=3,
    most_players=6,
    options=(
        Option(
            "advanced",
            "flag",
            False,
            "Advanced setup: each player keeps two of four spells in secret and puts any amount of energy on them.",
            label=gettext_noop("Advanced setup"),
        ),
        Option(
            "turn_limit",
            "number",
            100,
            "House rule: the game ends after this number of turns if no player has won.",
            least=1,
            most=100,
            label=gettext_noop("Turn limit"),
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
    visits=(31, 40, 52, 56),
    visits_ordered=(11, 14, 17, 16),
    has_editions=True,
)


def conserved(state: State) -> dict[str, int]:
    """Metal cards of each kind, gems, the energy of each player, spells, discs: all are conserved."""
    hands = [player.metals for player in state.players if not isinstance(player.metals, Hidden)]
    stock = (0, 0, 0, 0) if isinstance(state.stock, Hidden) else state.stock
    metals = {
        metal: stock[place] + state.laid[place] + sum(hand[place] for hand in hands)
        for place, metal in enumerate(METALS)
    }
    known = [one.spell for player in state.players for one in player.spells] + list(state.under)
    known += [state.offered] if state.offered is not None else []
    return {
        **metals,
        "cards in hands less those that are counted": sum(player.cards for player in state.players)
        - sum(sum(hand) for hand in hands),
        "gems": sum(len(gems) for gems in state.gems)
        + sum(len(player.gems) for player in state.players)
        + (state.lifted is not None),
        **{
            f"energy of seat {seat}": player.reserve + sum(one.energy for one in player.spells)
            for seat, player in enumerate(state.players)
        },
        "spells": state.deck + len(known),
        "spells in two places": len(known) - len(set(known)),
        "discs": state.bag + state.moves,
    }


__all__ = [
    "COMMANDS", "EVENTS", "UPCASTERS", "State", "advance", "appraise", "conserved", "decide", "describe",
    "determinize", "evolve", "legal", "meta", "narrate", "places", "read_components", "result", "setup", "standing",
    "to_act", "view",
]  # fmt: skip
