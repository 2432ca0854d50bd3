"""Kheops (Bruno Faidutti and Serge Laget, Tilsit 2008), for 2 players.

`RULES.md` has every rule in our own words, numbered, all rulings, and the notation of moves. `course` is the course of
the game; `tiles`, `pawns` and `powers` are the parts of a turn; `dungeons` and `scoring` its end; `plan`, `state`,
`events` and `commands` its nouns and verbs; `components` the data of the tiles; `view`, `narration`, `notation` and
`steward` a player's view, texts, notation and sensible moves.
"""

from collections.abc import Mapping
from typing import Any

from stele.title import Meta, Option, gettext_noop, numbered_rules
from titles.kheops.commands import COMMANDS
from titles.kheops.components import components_status, read_components
from titles.kheops.course import COURSE, setup
from titles.kheops.narration import describe, narrate
from titles.kheops.scoring import result, standing
from titles.kheops.state import State
from titles.kheops.steward import appraise
from titles.kheops.unseen import determinize
from titles.kheops.view import view

UPCASTERS: Mapping[tuple[str, int], Any] = {}
EVENTS = COURSE.events
to_act, legal, decide, advance, evolve = COURSE.to_act, COURSE.legal, COURSE.decide, COURSE.advance, COURSE.evolve

meta = Meta(
    id="kheops",
    title="Kheops",
    designer="Bruno Faidutti, Serge Laget",
    publisher="Tilsit",
    year=2008,
    least_players=2,
    most_players=2,
    options=(
        Option(
            "white",
            "choice",
            "chance",
            "The player with white, who begins and has the Pharaoh: drawn at random, the first seat or the second "
            "seat.",
            choices=("chance", "first", "second"),
            label=gettext_noop("White"),
            labels=(gettext_noop("Random"), gettext_noop("First seat"), gettext_noop("Second seat")),
        ),
        Option(
            "closed_rule",
            "choice",
            "border",
            "When a dungeon counts as closed: no open side on the border of the pyramid, "
            "or (strict) every open side leads into another tile of the dungeon.",
            choices=("border", "strict"),
            label=gettext_noop("Closed dungeons"),
            labels=(gettext_noop("No open side on the border"), gettext_noop("No open side at all (strict)")),
        ),
        Option(
            "swap_may_use_placed_pawn",
            "flag",
            True,
            "The swap power may be used on the pawn just placed.",
            label=gettext_noop("Swap the placed pawn"),
        ),
        Option(
            "pharaoh_after_mummy",
            "flag",
            True,
            "The Pharaoh, like the Priest, is placed only after the player's own Mummy.",
            label=gettext_noop("Pharaoh after Mummy"),
        ),
        Option(
            "components",
            "components",
            None,
            "The operator's own component file (TOML, in the format of components.toml; rules KH-N2 and KH-N3 give "
            "the numbering of the sides of a tile). Without it, the reconstructed tiles are used.",
            label=gettext_noop("Component file"),
        ),
    ),
    components=components_status(),
    rules=numbered_rules(__name__),
    languages=("en", "it", "es"),
    visits=(15,),
)


def conserved(state: State) -> dict[str, int]:
    """The conserved quantities: each tile is in the pyramid, in a hand or in the deck, and each pawn in a reserve or in
    the pyramid.
    """
    laid = sum(one is not None for one in state.laid)
    held = sum(len(player.hand) for player in state.players)
    pawns = [
        sum(player.reserve) + sum(pawn is not None and pawn.seat == seat for pawn in state.pawns)
        for seat, player in enumerate(state.players)
    ]
    known = [one.tile.id for one in state.laid if one is not None]
    known += [tile for player in state.players for tile in player.hand if isinstance(tile, int)]
    return {
        "tiles": laid + held + state.deck,
        "tiles in two places": len(known) - len(set(known)),
        "pawns of seat 0": pawns[0],
        "pawns of seat 1": pawns[1],
    }


__all__ = [
    "COMMANDS", "EVENTS", "UPCASTERS", "State", "advance", "appraise", "conserved", "decide", "describe",
    "determinize", "evolve", "legal", "meta", "narrate", "read_components", "result", "setup", "standing", "to_act",
    "view",
]  # fmt: skip
