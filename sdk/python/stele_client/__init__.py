"""Client of Stele: calls are values (`calls`), sent by a client that blocks (`Client`) or does not (`AsyncClient`).

What comes back is typed (`shapes`); what the server refuses is a `Problem`. Nothing here asks again and again: what
happens in a game, or to an account, is followed (`follow`, `turns`, `news`).
"""

from stele_client.calls import Call
from stele_client.client import Client
from stele_client.client_async import AsyncClient
from stele_client.problems import Problem, Unreachable

__all__ = ["AsyncClient", "Call", "Client", "Problem", "Unreachable"]
