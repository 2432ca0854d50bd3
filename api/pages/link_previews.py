"""Link previews: a page's OpenGraph and Twitter tags, in the reader's language.

Programs that show a link request its page without an account. So the tags contain only public information, and nothing
about a private game unless the link has its invitation. The picture is the title's cover, the same for all its games.
"""

from html import escape

from flask import request
from msgspec import Struct

from api.http.auth import public_game
from api.http.languages import translate
from api.http.problems import Problem
from api.http.public_url import public_url
from api.pages.static_folders import path_of
from api.services import CannotStart
from domain.messages import SeatName, Sentence, say, say_number
from domain.narration import narrate_end
from domain.title_loader import find_rulebooks
from eventstore.append import StreamDiverged
from eventstore.errors import RecordDamaged
from eventstore.keys import GAME_ID
from eventstore.valkey.connection import StoreUnavailable
from replay.narration import Called, known_as, render
from replay.viewer_state import Seen
from services.games.tables import NoSuchGame
from services.games.warm_game import TitleMissing

_COVER = "titles/{}/cover.jpg"
ICON = "icons/stele-512.png"
COVER_SIZE = (800, 420)
_UNREADABLE = (Problem, NoSuchGame, TitleMissing, RecordDamaged, StreamDiverged, CannotStart, StoreUnavailable)


class Preview(Struct, frozen=True):
    """The preview of a page; `rulebook` is the title of its game or rules, if any."""

    title: str
    description: str
    rulebook: str | None = None
    is_private: bool = False


def of_stele() -> Preview:
    """The preview of the lobby, and of any page without its own."""
    return Preview(
        _said(say("Stele: board games by correspondence")),
        _said(
            say("Published board games by correspondence. Every action is recorded, and every game can be replayed.")
        ),
    )


def _said(sentence: Sentence, names: Called = ()) -> str:
    return render(sentence, names, translate())


def of_title(title_id: str) -> Preview:
    """The preview of a title's page: its author, and its numbers of players."""
    rulebook = find_rulebooks().get(title_id)
    if rulebook is None:
        return of_stele()
    meta = rulebook.meta
    return Preview(
        meta.title, f"{meta.designer} · {meta.publisher} {meta.year}. {of_stele().description}", rulebook=title_id
    )


def of_game(game_id: str, *, is_replay: bool = False) -> Preview:
    """The preview of a game as the gallery sees it: its players, and whose turn it is, or that it is over.

    It names the winner only if the link shows results, with `s=1`.
    """
    if not GAME_ID.fullmatch(game_id):
        return of_stele()
    try:
        seen = public_game(game_id)
        standing = [_standing(seen)]
    except _UNREADABLE:
        return of_stele()
    if is_replay:
        standing.append(say("Every step can be replayed."))
    meta, names = seen.rulebook.meta, ", ".join(known_as(name, translate()) for name in seen.names if name != "")
    title = f"{meta.title}: {names}" if names else meta.title
    words = " ".join(_said(sentence, seen.names) for sentence in standing)
    return Preview(title, words, meta.id, seen.game.private)


def _standing(seen: Seen) -> Sentence:
    """The state of the game, in words, with the winner if the link shows results."""
    game = seen.game
    if game.status == "waiting":
        return say_number("One seat is free.", "{number} seats are free.", game.free_seats)
    if game.result is not None and request.args.get("s") == "1":
        return narrate_end(game.result, seen.rulebook.meta.teams_of(game.players))
    if game.is_over:
        return say("The game is over.")
    asked = [SeatName(seat) for seat in seen.to_act]
    return say("To move: {players}.", players=asked) if asked else say("The game is in progress.")


def tags(preview: Preview) -> str:
    """The tags for the head of a page. A link with an invitation has no canonical address, which would lack it."""
    address = public_url() or request.host_url.rstrip("/") + request.script_root
    cover = _COVER.format(preview.rulebook)
    is_covered = preview.rulebook is not None and path_of(cover).is_file()
    said = {
        "og:site_name": "Stele",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:image": f"{address}/web/{cover if is_covered else ICON}",
    }
    if is_covered:
        said |= {"og:image:width": str(COVER_SIZE[0]), "og:image:height": str(COVER_SIZE[1])}
    lines = [
        f'<meta name="description" content="{escape(preview.description)}">',
        f'<meta name="twitter:card" content="{"summary_large_image" if is_covered else "summary"}">',
    ]
    if preview.is_private:
        lines.append('<meta name="robots" content="noindex">')
    else:
        said["og:url"] = address + request.path
        lines.append(f'<link rel="canonical" href="{escape(said["og:url"])}">')
    lines += (f'<meta property="{name}" content="{escape(text)}">' for name, text in said.items())
    return "\n".join(lines)
