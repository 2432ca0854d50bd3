"""Pages under `/` and the addresses of their files: they use only the public API."""

import json
from functools import lru_cache
from html import escape
from string import Template
from urllib.parse import quote

from flask import Blueprint, Response, abort, request
from msgspec import Struct

from api.http.languages import asked_language
from api.http.public_url import can_mail
from api.pages.link_previews import Preview, of_game, of_stele, of_title, tags
from api.pages.static_files import changed_at, pack_file, packed_texts, respond_file, version, web_file, with_imports
from api.pages.static_folders import WEB, drawing_folders
from api.pages.web_app_manifest import DARK_BAND, LIGHT_BAND, has_worker
from api.resources.operators import shown_announcement
from api.services import CannotStart, services, settings
from domain.rulebook import DECLARED
from domain.title_loader import find_rulebooks
from operations.version import VERSION
from replay.code_digest import sources_digest
from replay.languages import LANGUAGES
from services.accounts.club_settings import Club
from verify.one_file import one_file

pages = Blueprint("pages", __name__)

_JSON = "application/json"
_PREVIEW = "<!-- preview -->"
_DECLARED_TABLE = "declared-table.js"
_OF_A_TITLE = ("board.js", "board.css", "aid.js", "ending.js", "orders.js", "rules.js", "cover.svg")
"""The files of a title's folder that pages load; the others are parts of these."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors {}"
)


class Page(Struct, frozen=True):
    """A page: its module, and the content of its head. `core/page.html` is the template of all pages."""

    name: str
    module: str
    title: str
    styles: tuple[str, ...] = ()


LOBBY = Page("lobby", "lobby/page", "Stele: board games by correspondence", ("lobby/lobby.css",))
TITLE = Page("title", "learn/title-page", "Stele: rules", ("lobby/lobby.css", "learn/rules.css"))
LESSON = Page("lesson", "learn/lesson-page", "Stele: learn by playing", ("board/board.css", "learn/lesson.css"))
PLAY = Page(
    "play",
    "table/page",
    "Stele: a game",
    ("board/board.css", "table/table.css", "community/chat.css"),
)
VERIFY = Page("verify", "verify/page", "Stele: verify a record", ("verify/verify.css",))
REPLAY = Page("replay", "replay/page", "Stele: a replay", ("board/board.css", "replay/replay.css"))
PLAYER = Page(
    "player",
    "community/profile-page",
    "Stele: a player",
    ("lobby/lobby.css", "community/profile.css"),
)
PLAYER_GAMES = Page("player-games", "community/games-page", "Stele: games of a player", ("community/profile.css",))
PLAYERS = Page("players", "community/players-page", "Stele: players", ("community/profile.css",))
BOTS = Page("bots", "community/bots-page", "Stele: bots", ("community/profile.css",))
RATINGS = Page("ratings", "community/ratings-page", "Stele: ratings", ("lobby/lobby.css", "community/profile.css"))
STATISTICS = Page(
    "statistics",
    "statistics/page",
    "Stele: statistics",
    ("lobby/lobby.css", "community/profile.css", "statistics/statistics.css"),
)
DOSSIER = Page("dossier", "dossier/page", "Stele: a dossier", ("board/board.css", "dossier/dossier.css"))
INBOX = Page("inbox", "notifications/inbox-page", "Stele: notices", ("notifications/inbox.css",))
UNSUBSCRIBE = Page("unsubscribe", "notifications/unsubscribe-page", "Stele: no more mails")
ACCOUNT = Page("own-account", "account/page", "Stele: your account", ("account/account.css",))
TOURNAMENTS = Page("tournaments", "community/tournaments-page", "Stele: tournaments", ("community/chat.css",))
PUZZLES = Page("puzzles", "puzzles/list-page", "Stele: puzzles", ("lobby/lobby.css",))
PUZZLE = Page(
    "puzzle", "puzzles/puzzle-page", "Stele: a puzzle", ("board/board.css", "learn/lesson.css", "puzzles/puzzles.css")
)
CLUB = Page("club", "community/club-page", "Stele: the club", ("community/club.css",))
OPERATOR = Page("operator", "operator/page", "Stele: reports", ("community/chat.css",))
NOT_FOUND = Page("not-found", "masthead/not-found-page", "Stele: page not found")


_LIVE = "/web/core/live-preview.js"
"""The script that reloads a page under development; without the common version, which it compares."""


@pages.route("/")
def lobby() -> Response:
    """The lobby: titles, open games, my games."""
    return _page(LOBBY, of_stele())


@pages.route("/titles/<title_id>")
def title(title_id: str) -> Response:
    """A title: its rules in chapters and by number, and how certain its component data is."""
    return _page(TITLE, of_title(title_id))


@pages.route("/titles/<title_id>/lesson")
def lesson(title_id: str) -> Response:
    """A title's lesson, which guides the reader through a first game."""
    return _page(LESSON, of_title(title_id))


@pages.route("/puzzles")
def puzzles() -> Response:
    """The puzzles: today's of every title, and the earlier ones."""
    return _page(PUZZLES, of_stele())


@pages.route("/puzzles/<_puzzle_id>")
def puzzle(_puzzle_id: str) -> Response:
    """A puzzle: a position with one clearly best move."""
    return _page(PUZZLE, of_stele())


@pages.route("/players")
def players() -> Response:
    """The search for players."""
    return _page(PLAYERS, of_stele())


@pages.route("/bots")
def bots() -> Response:
    """The bot accounts of this server."""
    return _page(BOTS, of_stele())


@pages.route("/players/<_player_id>")
def player(_player_id: str) -> Response:
    """The profile of a player."""
    return _page(PLAYER, of_stele())


@pages.route("/players/<_player_id>/games")
def player_games(_player_id: str) -> Response:
    """The finished games of a player, with filters."""
    return _page(PLAYER_GAMES, of_stele())


@pages.route("/ratings")
def ratings() -> Response:
    """The leaderboards."""
    return _page(RATINGS, of_stele())


@pages.route("/statistics/<title_id>")
def statistics(title_id: str) -> Response:
    """The statistics of all finished games of a title."""
    return _page(STATISTICS, of_title(title_id))


@pages.route("/games/<game_id>")
def play(game_id: str) -> Response:
    """The table of a game."""
    return _page(PLAY, of_game(game_id))


@pages.route("/games/<game_id>/replay")
def replay(game_id: str) -> Response:
    """The replay of a game."""
    return _page(REPLAY, of_game(game_id, is_replay=True))


@pages.route("/games/<_game_id>/dossier")
def dossier(_game_id: str) -> Response:
    """The dossier of an action of a game."""
    return _page(DOSSIER, of_stele())


@pages.route("/games/<_game_id>/embed")
def embed(_game_id: str) -> Response:
    """The replay embedded in another site: the public view, without sign-in."""
    return _page(REPLAY, of_stele(), frame_ancestors="*")


@pages.route("/account")
def account() -> Response:
    """The reader's account, which is also the target of links in mails."""
    return _page(ACCOUNT, of_stele())


@pages.route("/inbox")
def inbox() -> Response:
    """The reader's notifications, and their settings."""
    return _page(INBOX, of_stele())


@pages.route("/unsubscribe")
def unsubscribe() -> Response:
    """The page that unsubscribes from mails, for readers of a mail: without sign-in."""
    return _page(UNSUBSCRIBE, of_stele())


@pages.route("/api/unsubscribe/<token>")
def unsubscribing(token: str) -> Response:
    """The link that ends mails, opened in a browser: a page asks for confirmation first.

    The token goes behind the #, which is sent to no server and no other page.
    """
    address = f"{request.script_root}/unsubscribe#{quote(token)}"
    return Response(status=303, headers={"Location": address, "Cache-Control": "no-store"})


@pages.route("/verify")
def verify() -> Response:
    """The verification of a record's file in the browser."""
    return _page(VERIFY, of_stele())


@pages.route("/tournaments", defaults={"_tournament_id": ""})
@pages.route("/tournaments/<_tournament_id>")
def tournaments(_tournament_id: str) -> Response:
    """All tournaments, or one."""
    return _page(TOURNAMENTS, of_stele())


@pages.route("/club")
def club() -> Response:
    """The club on this server, which is also the target of invitation links."""
    return _page(CLUB, of_stele())


@pages.route("/operator")
def operator() -> Response:
    """The operators' page."""
    return _page(OPERATOR, of_stele())


@pages.after_app_request
def not_found(response: Response) -> Response:
    """A page in place of the refusal as JSON, for a browser at an address that has no page."""
    wants_page = request.accept_mimetypes.best_match(("application/json", "text/html")) == "text/html"
    if response.status_code != 404 or request.method != "GET" or request.path.startswith("/api/") or not wants_page:
        return response
    page = _page(NOT_FOUND, of_stele())
    page.status_code = 404
    del page.headers["ETag"]
    return page


@pages.route("/verify/stele_verify.py")
def verifier() -> Response:
    """The verifier in one Python file, for download. It needs neither this server nor its code."""
    response = respond_file(pack_file(one_file().encode()), "text/x-python; charset=utf-8")
    response.headers["Content-Disposition"] = "attachment; filename=stele_verify.py"
    return response


@pages.route("/web/texts/<language>.json", defaults={"version": ""})
@pages.route("/web/v/<version>/texts/<language>.json")
def texts(language: str, **_place: str) -> Response:
    """The texts of the pages in one language."""
    if language not in LANGUAGES:
        abort(404)
    return respond_file(packed_texts(language), _JSON)


@pages.route("/web/texts/<language>/<title_id>.json", defaults={"version": ""})
@pages.route("/web/v/<version>/texts/<language>/<title_id>.json")
def title_texts(language: str, title_id: str, **_place: str) -> Response:
    """The texts of one title's drawing in one language."""
    if language not in LANGUAGES or title_id not in find_rulebooks():
        abort(404)
    return respond_file(packed_texts(language, title_id), _JSON)


@pages.route("/web/texts/<language>/operator.json", defaults={"version": ""})
@pages.route("/web/v/<version>/texts/<language>/operator.json")
def operator_texts(language: str, **_place: str) -> Response:
    """The texts of the operators' page in one language."""
    if language not in LANGUAGES:
        abort(404)
    return respond_file(packed_texts(language, None, "operator"), _JSON)


@pages.route("/web/texts/<language>/<title_id>/aid.json", defaults={"version": ""})
@pages.route("/web/v/<version>/texts/<language>/<title_id>/aid.json")
def aid_texts(language: str, title_id: str, **_place: str) -> Response:
    """The texts of one title's player aid in one language."""
    if language not in LANGUAGES or title_id not in find_rulebooks():
        abort(404)
    return respond_file(packed_texts(language, title_id, "aid"), _JSON)


@pages.route("/web/<path:name>")
def plain_file(name: str) -> Response:
    """A page's own file under its plain name."""
    return web_file(name)


@pages.route("/web/v/<version>/<path:name>")
def versioned_file(name: str, **_place: str) -> Response:
    """A page's own file under the address with the version."""
    return web_file(name)


def _page(page: Page, preview: Preview, frame_ancestors: str = "'none'") -> Response:
    drawn = preview.rulebook if page in (PLAY, REPLAY) else None
    text = _form(page, changed_at(), request.script_root, drawn, asked_language(), has_worker(), can_mail())
    if settings().is_preview:
        text = text.replace("</head>", f'<script type="module" src="{request.script_root}{_LIVE}"></script>\n</head>')
    filled = _named(text.replace(_PREVIEW, tags(preview) + _announced()), page)
    response = respond_file(pack_file(filled.encode()), "text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = POLICY.format(frame_ancestors)
    return response


def _announced() -> str:
    """The head's tag with the announcement, which the page's masthead shows; empty if there is none."""
    try:
        found = shown_announcement(services().community.people.announcements.now())
    except CannotStart:
        found = None
    return "" if found is None else f'\n<meta name="announcement" content="{escape(json.dumps(found))}">'


def _named(text: str, page: Page) -> str:
    """The page with the club's name in its title, and in a tag with which its scripts know the club.

    The page is unchanged while there is no choice. Its welcome text is for the lobby only.
    """
    try:
        found = services().community.people.club.recent()
    except CannotStart:
        found = Club()
    if found == Club():
        return text
    shown = {
        "name": found.name,
        "sign_up": found.sign_up,
        "welcome": found.welcome if page is LOBBY else "",
        "imprint": bool(found.imprint),
    }
    tag = f'<meta name="club" content="{escape(json.dumps(shown))}">'
    title = page.title.replace("Stele", escape(found.name), 1) if found.name else page.title
    return text.replace(f"<title>{page.title}</title>", f"<title>{title}</title>\n{tag}", 1)


@lru_cache(128)
def _form(page: Page, _at: int, base: str, drawn: str | None, language: str, has_worker: bool, can_mail: bool) -> str:
    """A page without its preview tags. Files that it needs for certain are preloaded."""
    files, titles = f"{base}/web/v/{version()}", _drawn_titles()
    styles = [f'<link rel="stylesheet" href="{files}/{style}">' for style in ("core/style.css", *page.styles)]
    modules = with_imports(f"{page.module}.js")
    if drawn is not None and (drawing := {"board.js", _DECLARED_TABLE} & {*titles.get(drawn, ())}):
        modules += with_imports(f"kit/{_DECLARED_TABLE}" if _DECLARED_TABLE in drawing else f"titles/{drawn}/board.js")
        styles.append(f'<link rel="stylesheet" href="{files}/kit/kit.css">')
        if "board.css" in titles[drawn]:
            styles.append(f'<link rel="stylesheet" href="{files}/titles/{drawn}/board.css">')
    ahead = [f'<link rel="modulepreload" href="{files}/{name}">' for name in dict.fromkeys(modules[1:])]
    if language != "en":
        ahead.append(f'<link rel="preload" as="fetch" crossorigin href="{files}/texts/{language}.json">')
    module = f'<script type="module" src="{files}/{page.module}.js"></script>'
    template = Template((WEB / "core" / "page.html").read_text("utf-8"))
    return template.substitute(
        title=page.title,
        preview=_PREVIEW,
        head="\n".join((*styles, module, *ahead)),
        page=f"{page.name}-page",
        base=base,
        files=files,
        worker=" data-worker" if has_worker else "",
        mail=" data-mail" if can_mail else "",
        light=LIGHT_BAND,
        dark=DARK_BAND,
        drawn=drawn or "",
        drawings=escape(json.dumps(titles, separators=(",", ":"))),
        # Immutable responses are requested with the version in the address: another version may show them otherwise.
        version=sources_digest()[:8],
        release=VERSION,
    )


def _drawn_titles() -> dict[str, list[str]]:
    """The files that pages load of each title with a drawing, its own or the kit's of what the title declares."""
    folders = drawing_folders().items()
    files = {title_id: [name for name in _OF_A_TITLE if (folder / name).is_file()] for title_id, folder in folders}
    for title_id, title in find_rulebooks().items():
        if any(hasattr(title, name) for name in DECLARED) and "board.js" not in files.setdefault(title_id, []):
            files[title_id].append(_DECLARED_TABLE)
    return files
