"""Registration of the API's calls, the handlers of all requests, and the commands on the app."""

from collections.abc import Callable

from flask import Flask, Response, request

from api.commands.accounts import people
from api.commands.ai import dataset, playout, tournament
from api.commands.archive import archive_command
from api.commands.backup import backup, restore
from api.commands.club import club_command, invite
from api.commands.cluster import cluster_slots
from api.commands.disputes import call_off_command, decide, disputes
from api.commands.doctor import doctor
from api.commands.keys import rotate_key
from api.commands.mail import mail_command
from api.commands.monitor import monitor
from api.commands.operators import announce, deliveries, operators, overview, reports, silence, suspend
from api.commands.ratings import ratings
from api.commands.rebuild import rebuild
from api.commands.records import audit, export, import_command, validate
from api.commands.server import bench, ready, search, serve, worker
from api.commands.statistics import statistics
from api.commands.title import title
from api.commands.verify import verify_command
from api.former_names import accept_former_names
from api.http.blueprint import KEPT_BY_NOBODY, NDJSON, DocumentPlugin
from api.http.compression import compress
from api.http.cookies import HOST_ONLY, SESSION
from api.http.languages import say_language, translate
from api.http.operation import asked_operation
from api.http.permissions import check_authority
from api.http.problem_kinds import INVALID_REQUEST, NOT_JSON
from api.http.problems import LARGEST_BODY_BYTES, ProblemApi, refuse, register_problems
from api.http.rate_limiting import limit_reads
from api.pages.openapi_page import documentation
from api.pages.pages import POLICY, pages
from api.pages.web_app_manifest import installing
from api.resources.account import account_api
from api.resources.analysis.alternatives import alternatives_api
from api.resources.analysis.analyses import analysis_api
from api.resources.analysis.variations import variations_api
from api.resources.availability import availability_api
from api.resources.bot_accounts import bot_accounts_api
from api.resources.chat import chat_api
from api.resources.club import club_api, operator_club_api
from api.resources.disputes import disputes_api, operator_disputes_api
from api.resources.feeds import feeds, feeds_api
from api.resources.games import forks_api, games_api, rematches_api
from api.resources.health import health_api
from api.resources.metrics import watch_requests
from api.resources.moves import moves_api
from api.resources.notification_channels import push_subscriptions_api, webhooks_api
from api.resources.notifications import notifications_api
from api.resources.operators import failed_deliveries_api, operator_abort_api, operators_api
from api.resources.players.bots import bots_api
from api.resources.players.game_history import game_history_api
from api.resources.players.personal_data import personal_data_api
from api.resources.players.players import players_api
from api.resources.players.ratings import ratings_api
from api.resources.puzzles.feed import puzzle_feeds
from api.resources.puzzles.puzzles import puzzles_api
from api.resources.records import records_api
from api.resources.reports import reports_api
from api.resources.sessions import sessions_api
from api.resources.standing_orders import standing_orders_api
from api.resources.statistics import statistics_api
from api.resources.titles import rulebooks_api
from api.resources.tournaments import tournaments_api
from api.resources.transparency_log import files, keys_api, log_api
from api.resources.verifications import verifications_api
from api.services import Entrance, Services, services
from operations.settings import Settings

ABOUT = """Published board games by correspondence: every action recorded, every game replayable.

`Accept-Language` chooses the language of texts, which `Content-Language` names. JSON is compressed for clients that
accept it. `X-Request-ID` identifies a request in the server's log: the client's own value, if it is 8 to 100 letters,
digits and `._=+/-`. Every refusal is a problem (RFC 9457), identified by its `type`; each call lists its possible
problems. With `Stele-API: 1` calls have the defaults of version 1. In addition, an unknown path gets 404, a wrong
method 405, headers that are too large 431 and a server error 500. Any request may get 503 while the server is
overloaded, and so may all changes while the database has lost data or the server's clock has leapt.
`Stele-Names` counts changes of players' names: when it differs, drop your cached responses. Schemas name all fields
of requests and responses, except where the content is the title's own."""
BLUEPRINTS = (
    rulebooks_api,
    players_api,
    sessions_api,
    account_api,
    personal_data_api,
    bot_accounts_api,
    bots_api,
    ratings_api,
    game_history_api,
    availability_api,
    notifications_api,
    webhooks_api,
    push_subscriptions_api,
    feeds_api,
    games_api,
    disputes_api,
    operator_disputes_api,
    forks_api,
    variations_api,
    alternatives_api,
    analysis_api,
    statistics_api,
    puzzles_api,
    rematches_api,
    moves_api,
    standing_orders_api,
    chat_api,
    reports_api,
    operators_api,
    operator_abort_api,
    club_api,
    operator_club_api,
    failed_deliveries_api,
    tournaments_api,
    records_api,
    verifications_api,
    keys_api,
    log_api,
    health_api,
)


def equip(app: Flask, settings: Settings, make_services: Callable[[Settings, bool], Services]) -> None:
    """Register the app's calls, refusals, documentation and commands."""
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_BODY_BYTES,
        API_TITLE="Stele",
        API_VERSION="2",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/api",
        OPENAPI_JSON_PATH="openapi.json",
        API_SPEC_OPTIONS={
            "info": {"description": ABOUT},
            "components": {
                "securitySchemes": {
                    "token": {"type": "http", "scheme": "bearer"},
                    "session": {
                        "type": "apiKey",
                        "in": "cookie",
                        "name": SESSION,
                        "description": f"By https at the root of a host it is called `{HOST_ONLY}{SESSION}`.",
                    },
                }
            },
        },
    )
    app.extensions["stele"] = Entrance(settings, make_services)
    watch_requests(app)
    app.before_request(limit_reads)
    app.before_request(_keep_the_door)
    app.before_request(check_authority)
    app.before_request(_know_parameters)
    app.before_request(_require_json)
    app.after_request(_protect)
    app.after_request(compress)
    app.after_request(say_language)
    api = ProblemApi(app, spec_kwargs={"marshmallow_plugin": DocumentPlugin()})
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    app.register_blueprint(documentation)
    app.register_blueprint(files)
    app.register_blueprint(feeds)
    app.register_blueprint(puzzle_feeds)
    app.register_blueprint(pages)
    app.register_blueprint(installing)
    accept_former_names(app)
    register_problems(app)
    _register_commands(app)


def _register_commands(app: Flask) -> None:
    records = (
        archive_command,
        backup,
        restore,
        verify_command,
        audit,
        validate,
        doctor,
        export,
        import_command,
        rotate_key,
        rebuild,
    )
    club = (club_command, invite, operators)
    persons = (people, reports, silence, suspend, announce, overview, ratings, statistics, deliveries)
    processes = (serve, worker, search, ready, mail_command, cluster_slots)
    games = (disputes, decide, call_off_command, playout, tournament, dataset)
    for command in (*records, *club, *persons, *processes, *games, bench, monitor, title):
        app.cli.add_command(command)


def _know_parameters() -> None:
    """Refuse parameters that the call does not have, which would otherwise be ignored."""
    operation = asked_operation()
    known = None if operation is None else operation.parameters
    for name in request.args:
        if known is not None and name not in known:
            say, names = translate(), ", ".join(sorted(known))
            told = say("The call has no parameters.")
            if known:
                told = say("The call has no parameter “{name}”. It has: {names}.").format(name=name, names=names)
            refuse(INVALID_REQUEST, told, errors={name: [told]})


def _require_json() -> None:
    """Refuse a body that is not declared as JSON before it is read."""
    is_json = request.mimetype == "application/json" or request.mimetype.endswith("+json")
    # A record is sent as its lines, and mail programs unsubscribe as RFC 8058 says, which is not JSON.
    is_record = request.endpoint == "verifications.verify_record" and request.mimetype == NDJSON
    is_other = is_record or request.endpoint == "notices.unsubscribe"
    if request.method in ("POST", "PUT", "PATCH") and not (is_json or is_other):
        refuse(NOT_JSON, "The request body must be JSON with Content-Type: application/json.")


def _keep_the_door() -> None:
    """Refuse changes while the record is lost, the clock has leapt or the disk is full."""
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        services().games.tables.check_open()


def _keep(response: Response) -> None:
    """Set `Cache-Control` of the response: no caching, unless its call or file sets something else."""
    operation, said = asked_operation(), response.headers.get("Cache-Control")
    if operation is not None:
        kept = operation.kept if response.status_code < 400 else ""
        said = (said or kept) if kept else None
    response.headers["Cache-Control"] = said = said or KEPT_BY_NOBODY
    if "private" in said:
        response.vary.update(("Authorization", "Cookie"))


def _protect(response: Response) -> Response:
    """Set the security headers of responses; the content policy is only for pages."""
    response.headers["X-Content-Type-Options"] = "nosniff"
    _keep(response)
    if "private" in response.headers["Cache-Control"]:
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    if response.mimetype == "text/html":
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        response.headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
        policy = POLICY.format("'none'")
        if request.blueprint == documentation.name:
            policy = policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")  # for Swagger UI
        response.headers.setdefault("Content-Security-Policy", policy)
    return response
