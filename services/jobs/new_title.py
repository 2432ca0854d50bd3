"""New title: a package with a small complete game, written from the one in `sdk/new-title`.

The template is itself a title that works. Its names, `New Title`, `new-title` and `stele_new_title`, and its numbers of
players are replaced by those of the new title, in the files and in their names.
"""

import re
import unicodedata
from pathlib import Path

from msgspec import Struct

from domain.plugins import is_id
from domain.title_loader import find_rulebooks, refused_titles

TEMPLATE = Path(__file__).parents[2] / "sdk" / "new-title"
LEAST_PLAYERS, MOST_PLAYERS = 2, 12
_NAME = re.compile(r"[^\W_](?:[\w '’!,.:&-]*[\w!.])?")
_SEATS = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?")
_OF_TEMPLATE = 2, 6


class CannotCreate(Exception):
    """The title cannot be created; the message says why, and what to do."""


class NewTitle(Struct, frozen=True):
    """The names of a new title, and its numbers of players."""

    name: str
    id: str
    least_players: int
    most_players: int

    @property
    def module(self) -> str:
        """The name of its Python package."""
        return f"stele_{self.id.replace('-', '_')}"


def new_title(name: str, seats: str) -> NewTitle:
    """The title with this name, in words or as an id, for these numbers of players, such as `2-10`; else
    `CannotCreate`.
    """
    if not _NAME.fullmatch(name):
        raise CannotCreate(
            'Name the title with letters, digits, spaces and simple punctuation, such as "Dragon\'s Hoard".'
        )
    title_id = _id_of(name)
    if not is_id(title_id):
        raise CannotCreate(f"The name's id would be {title_id!r}. Begin with a letter from a to z, and be short.")
    if title_id in find_rulebooks() or title_id in refused_titles():
        raise CannotCreate(f"There is a title {title_id} already. Choose another name.")
    found = _SEATS.fullmatch(seats)
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not LEAST_PLAYERS <= least <= most <= MOST_PLAYERS:
        raise CannotCreate(f"Give the seats as 4 or 2-6, from {LEAST_PLAYERS} to {MOST_PLAYERS}.")
    in_words = name if name != title_id else name.replace("-", " ").title()
    return NewTitle(in_words, title_id, least, most)


def _id_of(name: str) -> str:
    """The name in lower case letters without accents, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def write_title(title: NewTitle, place: Path) -> Path:
    """Write the title's package into a folder with its id in this place; the new folder, or `CannotCreate`."""
    folder = place / title.id
    if folder.exists():
        raise CannotCreate(f"{folder} exists already. Choose another name, or another --folder.")
    for source in sorted(path for path in TEMPLATE.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
        target = folder / _renamed(title, source.relative_to(TEMPLATE).as_posix())
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_renamed(title, source.read_text("utf-8")), "utf-8")
    return folder


def _renamed(title: NewTitle, text: str) -> str:
    """This text of the template with the new names and numbers."""
    least, most = _OF_TEMPLATE
    players = f"{title.least_players} to {title.most_players} players"
    if title.least_players == title.most_players:
        players = f"{title.most_players} players"
    replaced = {
        "stele_new_title": title.module,
        "stele-new-title": f"stele-{title.id}",
        "new-title": title.id,
        "new_title": title.id.replace("-", "_"),
        "NEW_TITLE": title.id.replace("-", "_").upper(),
        "New Title": title.name,
        f"{least} to {most} players": players,
        f"least_players={least}": f"least_players={title.least_players}",
        f"most_players={most}": f"most_players={title.most_players}",
    }
    return re.sub("|".join(map(re.escape, replaced)), lambda found: replaced[found[0]], text)
