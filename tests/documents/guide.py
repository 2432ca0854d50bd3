"""`docs/tutorials/adding-a-title.md` as a procedure: a checkout for it, its files, its commands."""

import sys
from pathlib import Path

from tests.documents.blocks import Block, blocks
from tests.serving import ROOT, copy_checkout

GUIDE = ROOT / "docs" / "tutorials" / "adding-a-title.md"
TITLE, FOLDER = "pure-strategy", "pure_strategy"
STAMPS = ("runtime.stamp", "dev.stamp", "node.stamp")


def checkout_with_packages(directory: Path) -> Path:
    """A separate checkout in this directory, with the installed packages."""
    checkout = copy_checkout(directory)
    packages = checkout / ".venv"
    packages.mkdir()
    for part in Path(sys.prefix).iterdir():
        if part.name not in STAMPS:
            (packages / part.name).symlink_to(part)
    modules = checkout / "node_modules"
    modules.mkdir()
    for part in (ROOT / "node_modules").glob("*"):
        (modules / part.name).symlink_to(part)
    for stamp in STAMPS:  # newer than every list of packages: `make` need not install anything
        (packages / stamp).touch()
    (modules / ".stamp").touch()
    return checkout


def write(checkout: Path, block: Block) -> None:
    """Write this block's file into the checkout."""
    assert block.path is not None
    path = checkout / block.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.text, "utf-8")


def checkout_with_title(directory: Path) -> Path:
    """A checkout with the guide's title, translations and all."""
    checkout = checkout_with_packages(directory)
    for block in blocks(GUIDE):
        if block.path:
            write(checkout, block)
    return checkout
