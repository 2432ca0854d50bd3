"""Origin: the name under which a server signs, the same for its receipts, its checkpoints and its keys."""

import base64
import hashlib

from verify.receipts import FEWEST_DIGITS, MADE_OF_KEY


def origin_of(public_key: str) -> str:
    """The name of a server without a configured one, derived from its first public key (base64).

    It is below `stele.invalid`, a domain that cannot be registered, so it is never mistaken for an address.
    """
    return f"{MADE_OF_KEY}{hashlib.sha256(base64.b64decode(public_key)).hexdigest()[:FEWEST_DIGITS]}"
