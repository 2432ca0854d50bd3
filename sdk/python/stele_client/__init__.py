"""Client of Stele: calls are values (`calls`), sent by a blocking client (`Client`) or an asynchronous one
(`AsyncClient`).

Responses are typed (`shapes`); a refusal is a `Problem`. There is no polling: follow the events of a game or an account
(`follow`, `turns`, `news`).
"""

from stele_client.calls import Call
from stele_client.client import Client
from stele_client.client_async import AsyncClient
from stele_client.problems import Problem, Unreachable

__all__ = ["AsyncClient", "Call", "Client", "Problem", "Unreachable"]
