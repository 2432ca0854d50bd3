"""Settings: every variable that the server reads, with its values, its default and its meaning.

They are read and checked once, at startup; an invalid value or an unknown `STELE_…` prevents the start. `python -m
operations.settings` prints the reference, `docs/reference/settings.md`.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

_ARCHIVE_AFTER_DAYS = 7.0
LOG_FORM = "STELE_LOG_FORM"
SUPERVISED = "STELE_SUPERVISED"

_OTHERS = re.compile(r"STELE_(TESTS_\w+|ENV|USER|TOKEN|LANGUAGE|FAILURES|\w*SERVICE_(HOST|PORT)\w*|\w*PORT_[0-9]+_\w+)")
"""Other variables: of the tests, the command `stele` of an installed server, the clients, the laws, and of Kubernetes
for a service named `stele`."""
BASE_PATH = r"(?:/[A-Za-z0-9._~-]{1,60}){0,4}"
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
_RATE = re.compile(rf"([1-9][0-9]{{0,8}})/({'|'.join(_SECONDS)})")
_DELAY = re.compile(r"([0-9]{1,6})(?:-([0-9]{1,6}))?")


class BadSetting(ValueError):
    """Invalid or unknown settings; the message lists them with their possible values."""


class Rate(NamedTuple):
    """A rate: a burst of requests, and the same number again in each of these periods."""

    most: int
    seconds: int


class Rates(NamedTuple):
    """The rates of one limit, for a player and for an address; none: unlimited."""

    player: Rate | None
    address: Rate | None


class LimitDefaults(NamedTuple):
    """A limit: the requests it counts, and its default rates as texts; without a text there is no variable for the
    rate.
    """

    meaning: str
    player: str
    address: str


class _Values(NamedTuple):
    """The possible values of a variable: in words, and as a parser (`ValueError` for an invalid text)."""

    words: str
    read: Callable[[str], Any]
    empty: Any = ""


class Variable(NamedTuple):
    """An environment variable: its name, its values, its default as a text, and its meaning."""

    name: str
    values: _Values
    default: str
    meaning: str

    def read(self, text: str) -> Any:
        """The value of this text, or `BadSetting`. An empty text counts as missing."""
        try:
            return self.values.read(text or self.default) if text or self.default else self.values.empty
        except (ValueError, KeyError):
            words = self.values.words.replace("`", "")
            raise BadSetting(f"{self.name} must be {words}, not {text!r}.") from None


def _setting(name: str, values: _Values, default: str, meaning: str) -> Any:
    return field(metadata={"variable": Variable(name, values, default, meaning)})


def _whole(least: int, most: int, unit: str = "") -> _Values:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise ValueError
        return int(text)

    return _Values(f"a whole number{unit and f' of {unit}'}, {least:,} to {most:,}", read)


def _one_of(*names: str) -> _Values:
    values = {name: name for name in names}
    *quoted, last = (f"`{name}`" for name in names)
    return _Values(f"{', '.join(quoted)} or {last}", lambda text: values[text.lower()])


def _url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError
    return text.rstrip("/")


def _origin(text: str) -> str:
    if not re.fullmatch(r"[!-*,-~]{1,100}", text):
        raise ValueError
    return text


def _path(text: str) -> str:
    if not re.fullmatch(BASE_PATH, text.rstrip("/")):
        raise ValueError
    return text.rstrip("/")


def _days(text: str) -> float:
    if text.lower() == "never":
        return math.inf
    days = float(text)
    if not 0 <= days < 100_000:
        raise ValueError
    return days


def _delay(text: str) -> tuple[int, int]:
    found = _DELAY.fullmatch(text)
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if least > most:
        raise ValueError
    return least, most


def _rate(text: str) -> Rate | None:
    if text == "off":
        return None
    found = _RATE.fullmatch(text)
    if found is None:
        raise ValueError
    return Rate(int(found[1]), _SECONDS[found[2]])


_TEXT = _Values("text", str)
_DIRECTORY = _Values("a directory", lambda text: Path(text).resolve())
_YES = _Values("`1` (yes) or `0` (no)", {"1": True, "0": False}.__getitem__)
_ON = _Values("`on` or `off`", {"on": True, "off": False}.__getitem__)
_RATES = _Values("`off`, or a number per `second`, `minute`, `hour` or `day`, such as `60/hour`", _rate, None)

LIMITS: Mapping[str, LimitDefaults] = {
    "players": LimitDefaults("sign-ups", "", "60/hour"),
    "sign-ins": LimitDefaults("sign-ins, and challenges for passkeys", "", "240/hour"),
    "mail-links": LimitDefaults(
        "requests for emailed links; the player limit counts by email address", "10/day", "30/hour",
    ),
    "accounts": LimitDefaults("changes of an account", "120/hour", "480/hour"),
    "games": LimitDefaults("games opened", "120/hour", "480/hour"),
    "seats": LimitDefaults("seats taken", "240/hour", "960/hour"),
    "talk": LimitDefaults("messages, notes, reports", "60/minute", "240/minute"),
    "searches": LimitDefaults("searches for players by name", "120/minute", "480/minute"),
    "analyses": LimitDefaults("requested analyses", "30/day", "120/day"),
    "verdicts": LimitDefaults("requested verdicts on single moves", "200/day", "800/day"),
    "puzzles": LimitDefaults("answers to puzzles", "240/hour", "960/hour"),
    "audits": LimitDefaults("audits, and uploaded records (these by address only)", "20/minute", "40/minute"),
    "records": LimitDefaults("bundles, replays and whole records", "240/minute", "480/minute"),
    "dry-runs": LimitDefaults("previews of moves", "1200/minute", "2400/minute"),
    "moves": LimitDefaults("moves", "6000/minute", "12000/minute"),
    "reads": LimitDefaults("all reads", "", "24000/minute"),
}  # fmt: skip
"""The limits by name."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Settings:
    """The settings of a server. None are shown, because some are secret."""

    host: str = _setting("HOST", _TEXT, "127.0.0.1", "the address on which the web server listens")
    port: int = _setting("PORT", _whole(1, 65535), "8000", "the port of the web server")
    web_processes: int = _setting("WEB_CONCURRENCY", _whole(1, 999), "2", "the number of web server processes")
    data: Path = _setting(  # noqa: RUF009
        "STELE_DATA", _DIRECTORY, "./var", "the data directory, with the embedded server's record and the secret"
    )
    redis_url: str = _setting(
        "REDIS_URL", _TEXT, "",
        "[your Redis or Valkey](../guides/database.md#a-redis-or-valkey-of-your-own) in place of the embedded server, "
        "or a [cluster](../guides/database.md#a-cluster), `redis+cluster://host:port,host:port`",
    )  # fmt: skip
    replicas: int = _setting(
        "STELE_REPLICAS", _whole(0, 99), "0",
        "the number of [replicas](../guides/database.md#replicas) that must have a move before it is acknowledged",
    )  # fmt: skip
    allows_unsafe_redis: bool = _setting(
        "STELE_ALLOW_UNSAFE_REDIS", _YES, "0", "start even if the database could lose acknowledged moves",
    )  # fmt: skip
    secret: str = _setting(
        "STELE_SECRET", _TEXT, "",
        "32 bytes in base64 that encrypt the games' keys; default: the file `secret` in the data directory",
    )  # fmt: skip
    accepts_secret: bool = _setting(
        "STELE_ACCEPT_SECRET", _YES, "0",
        "for one start: [continue](../guides/repair.md#damaged-or-lost-games) even if the games' keys need another "
        "secret",
    )  # fmt: skip
    origin: str = _setting(
        "STELE_ORIGIN",
        _Values("1 to 100 printable ASCII characters without spaces and +", _origin), "",
        "the server's name in its [signatures](../guides/proofs.md#signing-keys), such as `games.example/tlog`; "
        "default: a name derived from its key",
    )  # fmt: skip
    witnesses: str = _setting(
        "STELE_WITNESSES", _TEXT, "",
        "the [witnesses](../guides/proofs.md#the-transparency-log) to which the worker submits the log's notes, "
        "separated by spaces, each as its address, `#` and its key",
    )  # fmt: skip
    url: str = _setting(
        "STELE_URL", _Values("an address like `https://stele.example/`", _url), "",
        "the address of the lobby: passkeys are bound to its host, links lead to it, and requests for "
        "[other hosts](../guides/proxy.md#a-public-server-with-tls) are refused; without it links lead to `HOST` and "
        "`PORT`, and no sign-in links are sent",
    )  # fmt: skip
    smtp: str = _setting(
        "STELE_SMTP", _TEXT, "",
        "the [mail server](../guides/email.md#email), `smtp+starttls://user:password@host:port`, "
        "`smtps://…`, or `smtp://…`, which uses TLS only if it is offered, and sends a password only with TLS; "
        "without it no email is sent",
    )  # fmt: skip
    mail_from: str = _setting(
        "STELE_MAIL_FROM", _TEXT, "", "the sender of emails, such as `Stele <stele@example.org>`",
    )  # fmt: skip
    browser: str = _setting(
        "STELE_BROWSER", _TEXT, "",
        "the command of a Chromium without windows, such as `chromium-headless-shell --no-sandbox`, by which the "
        "worker [puts pictures of boards into emails](../guides/email.md#email)",
    )  # fmt: skip
    allows_webhooks_anywhere: bool = _setting(
        "STELE_WEBHOOKS_ANYWHERE", _YES, "0",
        "allow players' [webhooks](../guides/email.md#notifications) to private addresses",
    )  # fmt: skip
    grace_seconds: int = _setting(
        "STELE_GRACE", _whole(0, 10**9, "seconds"), "60",
        "the time [after an outage](../guides/monitoring.md#outages) in which no deadline expires, and a "
        "wrong clock can be corrected",
    )  # fmt: skip
    order_delay_seconds: tuple[int, int] = _setting(
        "STELE_ORDER_DELAY",
        _Values("seconds: a range such as `30-180`, or one number", _delay), "30-180",
        "the delay of a [standing order](../guides/moderation.md#standing-orders) after its seat is asked",
    )  # fmt: skip
    archive: str = _setting(
        "STELE_ARCHIVE", _TEXT, "",
        "the place of the [archive](../guides/archive.md#the-archive): a directory, or `s3://bucket/prefix`; default: "
        "`archive` in the data directory",
    )  # fmt: skip
    archive_after_days: float | None = _setting(
        "STELE_ARCHIVE_AFTER", _Values("a number of days, or `never`", _days, None), "",
        "the time after which a finished game moves to the [archive](../guides/archive.md#the-archive); default: 7, or "
        "with `REDIS_URL` and without `STELE_ARCHIVE` `never`",
    )  # fmt: skip
    disk_reserve_megabytes: int = _setting(
        "STELE_DISK_RESERVE", _whole(0, 10**9, "megabytes"), "256",
        "the free space on the data directory's disk that a [new game](../guides/archive.md#a-full-disk) needs",
    )  # fmt: skip
    followers: int = _setting(
        "STELE_FOLLOWERS", _whole(0, 10**9), "10000", "the maximum number of live streams per web process"
    )
    followers_of_address: int = _setting(
        "STELE_FOLLOWERS_OF_ADDRESS", _whole(0, 10**9), "256", "the same per address",
    )  # fmt: skip
    followers_of_player: int = _setting("STELE_FOLLOWERS_OF_PLAYER", _whole(0, 10**9), "64", "the same per player")
    has_limits: bool = _setting("STELE_LIMITS", _ON, "on", "whether the [limits below](#limits) apply")
    log_level: str = _setting(
        "STELE_LOG", _one_of("debug", "info", "warning", "error"), "warning",
        "the minimum level of [logged](../guides/monitoring.md#monitoring) lines; `info` includes requests",
    )  # fmt: skip
    log_form: str = _setting(
        LOG_FORM, _one_of("json", "plain"), "",
        "the format of log lines; default: `plain` on a terminal, otherwise `json`",
    )  # fmt: skip
    metrics_token: str = _setting(
        "STELE_METRICS_TOKEN", _TEXT, "",
        "a token that requests for [`/metrics`](../guides/monitoring.md#monitoring) must send; without it only this "
        "machine gets them",
    )  # fmt: skip
    proxies: int = _setting(
        "STELE_PROXIES", _whole(0, 9), "0",
        "the number of [proxies](../guides/proxy.md#a-public-server-with-tls) in front of Stele, each of which adds to "
        "`X-Forwarded-…`; without it these headers are ignored",
    )  # fmt: skip
    base_path: str = _setting(
        "STELE_BASE_PATH", _Values("a path like `/stele`", _path), "",
        "Stele's path on its host, if the proxy does not send it in `X-Forwarded-Prefix`; the proxy may remove "
        "the path or leave it",
    )  # fmt: skip
    hsts_seconds: int = _setting(
        "STELE_HSTS", _whole(0, 10**9, "seconds"), "0",
        "how long browsers must use only TLS for this host (HSTS), `31536000` for a year; sent in responses over TLS",
    )  # fmt: skip
    has_service_worker: bool = _setting(
        "STELE_SERVICE_WORKER", _ON, "on",
        "with `off`, browsers remove the pages' [service worker](../guides/proxy.md#a-public-server-with-tls)",
    )  # fmt: skip
    is_preview: bool = _setting(
        "STELE_PREVIEW", _YES, "0",
        "set by [`stele title preview`](command-line.md#titles): open pages reload when code or a drawing changes",
    )  # fmt: skip
    is_supervised: bool = _setting(
        SUPERVISED, _YES, "0", "set by the supervisor, whose web server reports why Stele cannot start",
    )  # fmt: skip
    limits: Mapping[str, Rates]

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Settings":
        """The settings from these variables, or `BadSetting`."""
        problems = list(_unknown(environment))

        def value(variable: Variable | None) -> Any:
            try:
                return None if variable is None else variable.read(environment.get(variable.name, ""))
            except BadSetting as problem:
                problems.append(str(problem))

        found = {name: value(variable) for name, variable in _FIELDS.items()}
        rates = {name: Rates(*map(value, both)) for name, both in _LIMIT_VARIABLES.items()}
        if problems:
            raise BadSetting(" ".join(problems))
        found["limits"] = rates if found["has_limits"] else dict.fromkeys(rates, Rates(None, None))
        return cls(**found)

    @property
    def pages_url(self) -> str:
        """The public address of the pages, without a slash at its end."""
        return self.url or f"http://{self.host}:{self.port}"

    @property
    def archives_after_days(self) -> float | None:
        """The time after which a finished game moves to the archive; none if games are not archived.

        A host with a database of its own may have several machines, which cannot all read a directory on one of them.
        """
        if self.archive_after_days is not None:
            return None if math.isinf(self.archive_after_days) else self.archive_after_days
        return _ARCHIVE_AFTER_DAYS if self.archive or not self.redis_url else None


def _limit_variables(name: str, limit: LimitDefaults) -> Iterator[Variable | None]:
    """The variables of a limit, for a player and for an address."""
    for whose, default in (("PLAYER", limit.player), ("ADDRESS", limit.address)):
        variable = f"STELE_LIMIT_{name}_{whose}".upper().replace("-", "_")
        yield Variable(variable, _RATES, default, limit.meaning) if default else None


_FIELDS: Mapping[str, Variable] = {one.name: one.metadata["variable"] for one in fields(Settings) if one.metadata}
_LIMIT_VARIABLES = {name: tuple(_limit_variables(name, limit)) for name, limit in LIMITS.items()}
VARIABLES: Mapping[str, Variable] = {
    variable.name: variable
    for variable in (*_FIELDS.values(), *(one for both in _LIMIT_VARIABLES.values() for one in both if one))
}
"""All variables by name."""


def _unknown(environment: Mapping[str, str]) -> Iterator[str]:
    """A sentence about each variable that has the form of a setting but is unknown."""
    for name, text in sorted(environment.items()):
        is_others = _OTHERS.fullmatch(name) or text.startswith("tcp://")
        if name.startswith("STELE_") and name not in VARIABLES and not is_others:
            near = get_close_matches(name, VARIABLES, 1)
            yield f"{name} is not a setting.{f' Did you mean {near[0]}?' if near else ''}"


def reference() -> str:
    """The reference page of all settings, with links relative to its place."""
    rows = [
        f"| `{one.name}` | {one.values.words} | {one.default and f'`{one.default}`'} | {one.meaning} |"
        for one in _FIELDS.values()
    ]
    limits = [
        f"| `{one.name}` | `{one.default}` | {one.meaning} |"
        for both in _LIMIT_VARIABLES.values()
        for one in both
        if one
    ]
    return "\n".join((_HEAD, *rows, _LIMITS_HEAD, *limits, ""))


_HEAD = """# Settings

A server reads its settings from the environment when it starts. All processes of a server need the same
settings. An empty variable counts as not set. With an invalid value, or an unknown variable that begins with `STELE_`,
Stele exits at startup with status 78; the message names the variable and the setting with the most similar name.
Variables that begin with `STELE_TESTS_` are for the tests. `python -m operations.settings` prints this page.

| variable | values | default | meaning |
|---|---|---|---|"""
_LIMITS_HEAD = f"""
## Limits

A limit is the rate of [requests that a player or an address](../guides/proxy.md#rate-limits) may send. The values are
{_RATES.words}.

| variable | default | what is counted |
|---|---|---|"""


if __name__ == "__main__":
    print(reference(), end="")
