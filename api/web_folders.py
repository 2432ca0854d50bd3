"""Where the pages' files lie: in `web/`, and the drawing of a title from another package in that package's own `web/`.

Both are laid out alike, so that a drawing of another package is served, and imports what it needs, as if it lay here.
"""

from functools import cache
from pathlib import Path

from domain.rulebooks import outside_titles

WEB = Path(__file__).resolve().parent.parent / "web"
BUILT = WEB / "dist"
"""Where `make web` puts the built pages."""


@cache
def _drawings_outside() -> dict[str, Path]:
    found = {title: Path(str(folder)) / "web" / "titles" / title for title, folder in outside_titles().items()}
    return {title: folder for title, folder in found.items() if folder.is_dir()}


def drawing_folders() -> dict[str, Path]:
    """The folders of the titles' own drawings, by the titles' ids."""
    own = {path.name: path for path in (WEB / "titles").iterdir() if path.is_dir()}
    return dict(sorted((own | _drawings_outside()).items()))


def path_of(name: str) -> Path:
    """Where the file of this name below `web/` lies, whether or not it is there."""
    for title, folder in _drawings_outside().items():
        if name.startswith(f"titles/{title}/"):
            return folder / name.removeprefix(f"titles/{title}/")
    return WEB / name


def all_files() -> dict[str, Path]:
    """Every source by its name below `web/`, in the order of the names."""
    paths = (path for path in WEB.rglob("*") if path.is_file() and BUILT not in path.parents)
    found = {path.relative_to(WEB).as_posix(): path for path in paths}
    for title, folder in _drawings_outside().items():
        for path in folder.rglob("*"):
            if path.is_file():
                found[f"titles/{title}/{path.relative_to(folder).as_posix()}"] = path
    return dict(sorted(found.items()))


def folders_outside() -> tuple[Path, ...]:
    """The folders of drawings that lie outside of `web/`."""
    return tuple(_drawings_outside().values())
