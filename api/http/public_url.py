"""Public URL of this server: the pages' origin, and the address in mails.

Where the settings name no address, the origin follows from each request, behind trusted proxies (`api.http.proxies`),
and no link is ever mailed: whoever asks could say that the server is theirs.
"""

from urllib.parse import urlsplit

from flask import request

from api.http.problem_kinds import FOREIGN_PAGE
from api.http.problems import refuse
from api.services import settings
from services.accounts.passkeys import Site


def public_url() -> str:
    """The public address of this server, for mails; empty if the operator has named none."""
    return settings().url


def can_mail() -> bool:
    """Whether links are sent by mail here: there is a mail server, and the address that they shall name is known."""
    return bool(settings().smtp and public_url())


def site() -> Site:
    """What passkeys are bound to here."""
    parts = urlsplit(public_url() or request.host_url)
    return Site(parts.hostname or "", f"{parts.scheme}://{parts.netloc}")


def check_own_page() -> None:
    """Refuse what a page of somebody else makes a browser send: it would come with the browser's cookies.

    Browsers say on their own from what page a request comes; where there is no TLS some say it by `Origin` alone.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    said = request.headers.get("Sec-Fetch-Site")
    own = {site().origin, request.host_url.rstrip("/")}
    if said != "same-origin" if said is not None else request.headers.get("Origin") not in own:
        refuse(FOREIGN_PAGE, "Cross-site request refused.")
