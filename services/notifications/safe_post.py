"""Safe POST to a URL that a user chose: only to public addresses, and without redirects.

The name is resolved once, the result is checked, and the connection goes to the checked address, so that a later change
of the name has no effect. Redirects are not followed.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from urllib.parse import urlsplit

_SECONDS = 10.0
Resolve = Callable[[str, int], Sequence[str]]


class NotPosted(Exception):
    """Nothing was posted; the message says why."""


def resolve(host: str, port: int) -> Sequence[str]:
    """The current addresses of this name."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotPosted(f"{host} has no address: {error}") from error
    return [str(address[0]) for *_kind, address in found]


def is_open(text: str) -> bool:
    """Whether this is a public address, even if it embeds another one."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inner is None and address in _TRANSLATED:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_open(str(inner))
        if address not in _UNICAST:
            return False
    return address.is_global and not any(address in one for one in _CLOSED if one.version == address.version)


_UNICAST = ipaddress.IPv6Network("2000::/3")
_CLOSED = tuple(
    ipaddress.ip_network(one)
    for one in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
    )
)  # fmt: skip
"""Ranges that IANA reserves; the list in Python depends on its version."""
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")


def post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    anywhere: bool = False,
    resolve: Resolve = resolve,
    seconds: float = _SECONDS,
) -> int:
    """Post this body; the status of the response, or `NotPosted`. `anywhere`: also to private addresses."""
    parts = urlsplit(url)
    host, is_tls = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if is_tls else 80)
    addresses = resolve(host, port)
    if not addresses or not (anywhere or all(map(is_open, addresses))):
        raise NotPosted(f"{host} is not an address of the open net")
    connection = http.client.HTTPConnection(host, port, timeout=seconds)
    patience = threading.Timer(3 * seconds, _hang_up)
    patience.daemon = True
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        plain = socket.create_connection((addresses[0], port), seconds)
        try:
            # Only for TLS: a context reads all certificates of the system.
            connection.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=host) if is_tls else plain
        except BaseException:
            plain.close()
            raise
        # A slow server that sends single bytes must not hold us up.
        patience.args = (connection.sock,)
        patience.start()
        named = f"[{host}]" if ":" in host else host
        default = 443 if is_tls else 80
        connection.putrequest("POST", path, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", named if port == default else f"{named}:{port}")
        for name, value in {**headers, "Content-Length": str(len(body)), "User-Agent": "Stele"}.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NotPosted(str(error) or type(error).__name__) from error
    finally:
        patience.cancel()
        connection.close()


def _hang_up(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
