"""Name rules: names have visible, distinguishable characters, and two names that look alike count as one.

`BadName`: the name is not accepted, the message says why. `NameTaken`: another player has it, or a name that looks like
it.
"""

import re
import unicodedata
from functools import cache

import disarm

from ai.kinds import find_kinds

LONGEST_NAME = 40
BOT = "BOT"
"""The first word of every bot's name; no person's name begins with it."""
MOST_MARKS = 3
ALIKE_VERSION = f"1-{disarm.KEY_SCHEMA_VERSION}"
"""Changes when the comparison of looks changes; the looks of existing names are then computed again."""

_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
# Unicode counts these as letters or signs, but they show nothing: default ignorable code points and the Braille blank.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159") | frozenset(
    chr(code) for first, last in ((0xFE00, 0xFE0F), (0xE0100, 0xE01EF)) for code in range(first, last + 1)
)
_MARKS = ("Mn", "Me", "Mc")
_SIGNS = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"[\s\W_]*[0-9lo]*")


OFFICES = (
    "admin", "administrator", "moderator", "operator", "root", "server", "staff", "stele", "support", "system",
    "webmaster", "amministratore", "amministratrice", "assistenza", "gestore", "moderatore", "moderatrice", "operatore",
    "operatrice", "sistema", "administrador", "administradora", "moderador", "moderadora", "operador", "operadora",
    "servidor", "soporte",
)  # fmt: skip
"""A new name contains no word that looks like one of these: players would take it for the site's staff."""
NOBODYS = (
    "all", "anonymous", "everybody", "false", "me", "nan", "nobody", "none", "null", "public", "true", "undefined",
    "you", "a former player", "former player", "ex giocatore", "un ex giocatore", "exjugador", "un exjugador",
)  # fmt: skip
"""No new name looks like one of these: they are shown where there is no name."""


class BadName(ValueError):
    """A name that is not accepted; the message says why."""


class NameTaken(ValueError):
    """A name that another player has, or that looks like it."""


def settle_name(name: str) -> str:
    """The name as stored: in Unicode's form NFC, without surrounding or repeated spaces; or `BadName`."""
    settled = unicodedata.normalize("NFC", " ".join(name.split()))
    if not settled:
        raise BadName("Names must have at least one character.")
    if len(settled) > LONGEST_NAME:
        raise BadName("Names can have up to 40 characters.")
    categories = [unicodedata.category(character) for character in settled]
    if any(category in _UNSEEN for category in categories) or _BLANK & set(settled):
        raise BadName("Names can only contain visible characters.")
    if all(category in _MARKS for category in categories):
        raise BadName("Names can only contain visible characters.")
    marks = 0
    for category in categories:
        marks = marks + 1 if category in _MARKS else 0
        if marks > MOST_MARKS:
            raise BadName("A letter in the name has too many accents or other marks.")
    if _is_computers(settled):
        raise BadName("This is the name of a computer player.")
    return settled


def check_new(name: str) -> None:
    """Refuse a settled name for a new player. Existing players keep such names."""
    if not any(unicodedata.category(character)[0] in "LNS" for character in name):
        raise BadName("Names must contain a letter, a number or a symbol.")
    words = name.split(" ")
    if is_bot_name(name):
        words = words[1:]
    bare = [_SIGNS.sub("", one) for one in (*words, "".join(words))]
    whole = " ".join(_SIGNS.sub(" ", " ".join(words)).split())
    if any(_looks_like(one, OFFICES) for one in bare if one) or _looks_like(whole, NOBODYS):
        raise BadName("This name could be mistaken for the server’s or an operator’s.")


def is_name(name: str) -> bool:
    """Whether this is a valid player name exactly as given."""
    try:
        return settle_name(name) == name
    except BadName:
        return False


def settle_bot_name(name: str) -> str:
    """A bot's name as stored, with the word before it that marks bots; or `BadName`."""
    settled = settle_name(name)
    return settled if is_bot_name(settled) else settle_name(f"{BOT} {settled}")


def is_bot_name(name: str) -> bool:
    """Whether the name begins with the word for bots, or a word that looks like it, ignoring other signs."""
    words = name.split(" ")
    bare = (_SIGNS.sub("", word) for word in words)
    firsts = {words[0], *_SIGNS.sub(" ", name).split()[:1], next(filter(None, bare), "")}
    return any(set(looks_of(first)) & set(looks_of(BOT)) for first in firsts)


def looks_of(name: str) -> tuple[str, ...]:
    """The looks of this name: two names that share one of them are too similar to tell apart.

    Case is ignored, and so are differences between letters that look alike (Unicode Technical Standard 39). Both
    comparisons are needed: a capital I looks like a small l, while Alice and ALICE differ only in case.
    """
    small = unicodedata.normalize("NFKC", name).casefold()
    return tuple(sorted({_skeleton(name), _skeleton(small)}))


def _skeleton(text: str) -> str:
    return disarm.skeleton_key(text, digit_policy="tr39") or text


def _is_computers(name: str) -> bool:
    """Whether it looks like a kind of computer player, with or without a number: "Steward 3"."""
    return _looks_like(name, _kinds())


def _looks_like(name: str, stems: tuple[str, ...]) -> bool:
    """Whether it looks like one of these, with or without a number after it."""
    return any(
        look.startswith(stem) and _NUMBER.fullmatch(look[len(stem) :])
        for look in looks_of(name)
        for stem in _looks_of_all(stems)
    )


@cache
def _kinds() -> tuple[str, ...]:
    return tuple(find_kinds())


@cache
def _looks_of_all(stems: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(look for stem in stems for look in looks_of(stem))
