"""Public URL of this server: the pages' origin, and the address in mails.

If the settings contain no address, the origin follows from each request, behind trusted proxies (`api.http.proxies`),
and no link is ever mailed: a caller could name a host of their own.
"""

from urllib.parse import urlsplit

from flask import request

from api.http.problem_kinds import FOREIGN_PAGE
from api.http.problems import refuse
from api.services import settings
from services.accounts.passkeys import Site


def public_url() -> str:
    """The public address of this server, for mails; empty if the operator has not set it."""
    return settings().url


def can_mail() -> bool:
    """Whether links can be mailed, because there is a mail server and the public address is set."""
    return bool(settings().smtp and public_url())


def site() -> Site:
    """The site to which passkeys are bound."""
    parts = urlsplit(public_url() or request.host_url)
    return Site(parts.hostname or "", f"{parts.scheme}://{parts.netloc}")


def check_own_page() -> None:
    """Refuse requests that a foreign page makes a browser send, because they would carry the browser's cookies.

    Browsers state the page's origin in headers; without TLS some send only `Origin`.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    said = request.headers.get("Sec-Fetch-Site")
    own = {site().origin, request.host_url.rstrip("/")}
    if said != "same-origin" if said is not None else request.headers.get("Origin") not in own:
        refuse(FOREIGN_PAGE, "Cross-site request refused.")
