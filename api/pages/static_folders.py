"""Static folders: `web/`, and the `web/` of each title, with its drawing.

All have the same layout, so that a drawing is served, and imports its modules, as if it were in `web/`.
"""

from functools import cache
from pathlib import Path

from domain.title_loader import title_folders

WEB = Path(__file__).resolve().parents[2] / "web"
BUILT = WEB / "dist"
"""The output folder of `make web`."""


@cache
def drawing_folders() -> dict[str, Path]:
    """The folders of the titles' own drawings, by the titles' ids."""
    found = {title: Path(str(folder)) / "web" / "titles" / title for title, folder in title_folders().items()}
    return {title: folder for title, folder in found.items() if folder.is_dir()}


def path_of(name: str) -> Path:
    """The path of the file with this name below `web/`, whether or not it exists."""
    for title, folder in drawing_folders().items():
        if name.startswith(f"titles/{title}/"):
            return folder / name.removeprefix(f"titles/{title}/")
    return WEB / name


def all_files() -> dict[str, Path]:
    """Every source by its name below `web/`, in the order of the names."""
    paths = (path for path in WEB.rglob("*") if path.is_file() and BUILT not in path.parents)
    found = {path.relative_to(WEB).as_posix(): path for path in paths}
    for title, folder in drawing_folders().items():
        for path in folder.rglob("*"):
            if path.is_file():
                found[f"titles/{title}/{path.relative_to(folder).as_posix()}"] = path
    return dict(sorted(found.items()))
