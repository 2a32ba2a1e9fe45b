"""How a server is set up: the command line first, then the environment, then these defaults."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def own_name(host: str) -> str:
    """The name in a Host header, without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def data_dir() -> Path:
    """Where a person's own games are kept."""
    given = os.environ.get("HEXFRONT_DATA")
    if given:
        return Path(given)
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "hexfront"


@dataclass(frozen=True)
class Mail:
    """Where turn notices go out. No host, no mail."""

    host: str = ""
    port: int = 25
    sender: str = "hexfront@localhost"
    user: str = ""
    password: str = field(default="", repr=False)
    tls: bool = False


@dataclass(frozen=True)
class Config:
    """Everything a server process needs to know."""

    database: str = ""
    host: str = "127.0.0.1"
    port: int = 8377
    local: bool = False  # `hexfront play`: whoever comes from this machine is the one person here
    public_url: str = ""  # as people see it, for links in mail and the origin check behind a proxy
    origins: tuple[str, ...] = ()  # further origins that may call
    web: Path | None = None  # the built client; the one in the package if None
    mail: Mail = field(default_factory=Mail)
    admins: tuple[str, ...] = ()  # account names
    webhook_hosts: tuple[str, ...] = ()  # private hosts that webhooks may still reach
    trust_proxy: bool = False  # believe X-Forwarded-For
    metrics_token: str = field(
        default="", repr=False
    )  # who has it may read /metrics; else this machine alone
    workers: int = 1
    computers: int = 1  # worker processes for computer players; 0: none
    players: tuple[str, ...] = ()  # computer players of the owner's own, as name=module:Class
    notice_patience: float = 30.0  # seconds before someone who is away is told
    notice_every: float = 5.0
    snapshot_every: int = 50
    keep_live: int = 1000  # matches kept in memory, at most;
    keep_mb: int = 512  # and what they may take there together, about
    keep_idle: float = 900.0  # seconds that one stays there after everyone has gone
    guest_matches: int = 50  # matches that a guest may host at a time,
    guest_mb: int = 50  # and what these may take in the database
    account_matches: int = 500  # the same for someone with an account
    account_mb: int = 500
    absent_days: float = 14.0  # then nobody has to wait for an opponent in a match without a clock
    purge: bool = True  # throw away what is old (see store.purge)
    rate: float = 1.0  # multiplies every rate limit; 0 switches them off
    sqlite_sync: str = "NORMAL"
    grace: float = 10.0
    log_level: str = "info"

    def room(self, guest: bool) -> tuple[int, int]:
        """How many matches somebody may host, and how many megabytes these may take."""
        return (self.guest_matches, self.guest_mb) if guest else (self.account_matches, self.account_mb)

    @property
    def secure(self) -> bool:
        return self.public_url.startswith("https:")


def from_environment(**given: object) -> Config:
    """A configuration from HEXFRONT_* variables, overridden by what is given."""
    env = os.environ.get
    found: dict[str, object] = {}
    if env("HEXFRONT_DATABASE_URL"):
        found["database"] = env("HEXFRONT_DATABASE_URL")
    if env("HEXFRONT_PUBLIC_URL"):
        found["public_url"] = str(env("HEXFRONT_PUBLIC_URL")).rstrip("/")
    for name, key in (("HEXFRONT_ADMINS", "admins"), ("HEXFRONT_WEBHOOK_HOSTS", "webhook_hosts")):
        if env(name):
            found[key] = tuple(part.strip() for part in str(env(name)).split(",") if part.strip())
    if env("HEXFRONT_TRUST_PROXY"):
        found["trust_proxy"] = env("HEXFRONT_TRUST_PROXY") == "1"
    if env("HEXFRONT_METRICS_TOKEN"):
        found["metrics_token"] = str(env("HEXFRONT_METRICS_TOKEN"))
    if env("HEXFRONT_SQLITE_SYNC"):
        found["sqlite_sync"] = str(env("HEXFRONT_SQLITE_SYNC")).upper()
    for name, key in (
        ("HEXFRONT_KEEP_MB", "keep_mb"), ("HEXFRONT_GUEST_MATCHES", "guest_matches"), ("HEXFRONT_GUEST_MB", "guest_mb"),
        ("HEXFRONT_ACCOUNT_MATCHES", "account_matches"), ("HEXFRONT_ACCOUNT_MB", "account_mb"),
    ):  # fmt: skip
        if env(name):
            found[key] = int(str(env(name)))
    if env("HEXFRONT_ABSENT_DAYS"):
        found["absent_days"] = float(str(env("HEXFRONT_ABSENT_DAYS")))
    if env("HEXFRONT_PURGE"):
        found["purge"] = env("HEXFRONT_PURGE") != "0"
    if env("HEXFRONT_RATE"):
        found["rate"] = float(str(env("HEXFRONT_RATE")))
    if env("HEXFRONT_SMTP_HOST"):
        found["mail"] = Mail(
            host=str(env("HEXFRONT_SMTP_HOST")),
            port=int(env("HEXFRONT_SMTP_PORT", "25")),
            sender=env("HEXFRONT_SMTP_FROM", "hexfront@localhost"),
            user=env("HEXFRONT_SMTP_USER", ""),
            password=env("HEXFRONT_SMTP_PASSWORD", ""),
            tls=env("HEXFRONT_SMTP_TLS", "") == "1",
        )
    found.update({key: value for key, value in given.items() if value is not None})
    return Config(**found)  # type: ignore[arg-type]
