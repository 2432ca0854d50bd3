"""User agent: the browser's family and operating system; nothing else is stored."""

import re

_FAMILIES = (
    (r"Edg(?:A|iOS|e)?/", "Edge"),
    (r"OPR/|Opera", "Opera"),
    (r"SamsungBrowser/", "Samsung Internet"),
    (r"Firefox/|FxiOS/", "Firefox"),
    (r"Chrome/|CriOS/|Chromium/", "Chrome"),
    (r"Safari/", "Safari"),
)
_SYSTEMS = (
    (r"Android", "Android"),
    (r"iPhone|iPad|iPod", "iOS"),
    (r"Windows", "Windows"),
    (r"CrOS", "ChromeOS"),
    (r"Macintosh|Mac OS X", "macOS"),
    (r"Linux|X11", "Linux"),
)


def browser_of(user_agent: str) -> str:
    """The browser's family and its system, such as `Firefox, Linux`; empty if neither is recognised."""
    found = (_first(_FAMILIES, user_agent), _first(_SYSTEMS, user_agent))
    return ", ".join(one for one in found if one)


def _first(names: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for pattern, name in names if re.search(pattern, text)), "")
