"""Health, for the operator: liveness and readiness."""

from collections.abc import Iterator
from typing import Annotated

from flask import Response

from api.http.blueprint import ApiBlueprint, respond
from api.http.problem_kinds import RECORD_UNAVAILABLE
from api.http.problems import refuse
from api.schemas.responses import LiveResponse, ReadyResponse
from api.services import services, settings
from eventstore.disk_space import DiskSpace
from eventstore.valkey.connection import StoreFull, StoreUnavailable
from operations.version import VERSION
from services.jobs.worker import COMPUTER_PLAYERS

LONGEST_SILENCE_SECONDS = 30.0
"""A worker without a sign of life for longer than this is missing."""

health_api = ApiBlueprint("operator", __name__, description="For the operator")


@health_api.get("/health/live", security=None)
def live() -> Annotated[Response, LiveResponse]:
    """Show that this process is running, by responding."""
    return respond({"status": "alive", "version": VERSION})


@health_api.get("/health/ready", refuses=[RECORD_UNAVAILABLE], security=None)
def ready() -> Annotated[Response, ReadyResponse]:
    """Whether this process could record a move now, in all games or, while a server of a cluster is down, in some.

    `notes` lists data that the record has lost or could lose under its server's settings. It also reports a missing
    worker, without which only the computer players stop, and searches that wait for a search process.
    """
    share = services().games.tables.writable()
    if not share:
        refuse(RECORD_UNAVAILABLE, why_nothing_is_recorded())
    return respond({"status": "degraded" if share < 1 else "ready", "notes": list(operator_notes(share))})


def why_nothing_is_recorded() -> str:
    """The reason why no move can be recorded in any game."""
    room = DiskSpace.from_settings(settings())
    if room.is_full:
        return f"{room.note()}."
    try:
        if (shut := services().storage.integrity.closures.shut()) is not None:
            return f"{shut}."
        services().storage.integrity.check_writable()
    except StoreFull as full:
        return f"{full}."
    except StoreUnavailable:
        pass
    return "The record cannot be reached, or it takes no moves now."


def operator_notes(share: float) -> Iterator[str]:
    """Notes for the operator, if this share of the games can record a move."""
    if share < 1:
        yield f"a server of the record is away or takes no moves: no move can be made in {1 - share:.0%} of the games"
    yield from services().storage.integrity.notes()
    yield from filter(None, (missing_worker(), missing_searcher()))


def missing_worker() -> str:
    """A note if no worker has given a sign of life recently; empty also while its server is down."""
    try:
        seconds = services().storage.watch.seconds_since_sign(COMPUTER_PLAYERS)
    except StoreUnavailable:
        return ""
    if seconds is None:
        return "no worker has ever been here: computer players do not answer"
    if seconds > LONGEST_SILENCE_SECONDS:
        return f"no worker has given a sign of life for {seconds:.0f} seconds: computer players do not answer"
    return ""


def missing_searcher() -> str:
    """A note if searches are waiting and no search process has given a sign of life recently.

    Empty while the server with this information is down.
    """
    try:
        if not services().games.searches.are_neglected:
            return ""
    except StoreUnavailable:
        return ""
    return "no search process has given a sign of life: games wait for computer players that search"
