"""Safe post: the addresses of the public internet, by IANA's registries, on every version of Python."""

import pytest

from services.notifications.safe_post import is_open

CLOSED = (
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "192.0.0.8", "192.0.0.170",
    "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1",
    "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:10.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b:1::1", "100::1",
    "100:0:0:1::1", "2001::1", "2001:2::1", "2001:10::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "3fff:fff::1",
    "4000::1", "5f00::1", "fc00::1", "fd00::1", "fe80::1", "fe80::1%eth0", "fec0::1", "feff::1", "ff02::1",
    "stele.example", "127.1", "0x7f.1", "what", "::ffff:127.0.0.1", "64:ff9b::7f00:1",
)  # fmt: skip
OPEN = (
    "1.1.1.1", "192.0.1.1", "100.128.0.1", "172.32.0.1", "198.20.0.1", "2606:4700::1111", "2a00:1450::1",
    "::ffff:1.1.1.1", "64:ff9b::1.1.1.1",
)  # fmt: skip


@pytest.mark.parametrize("address", CLOSED)
def test_private_addresses(address: str) -> None:
    """Private, local, reserved, for documents, for tests, or no address at all."""
    assert not is_open(address)


@pytest.mark.parametrize("address", OPEN)
def test_public_addresses(address: str) -> None:
    """All other addresses, also embedded in another one."""
    assert is_open(address)
