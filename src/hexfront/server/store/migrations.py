"""Numbered migrations, applied in order when a server starts. Each is plain SQL that both databases understand.

A migration that has been released is never changed; a new one is added at the end.
"""

from __future__ import annotations

from sqlalchemy import Connection, text

from hexfront.kernel import HexfrontError

MIGRATIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "the first tables",
        (
            """CREATE TABLE persons (
                id VARCHAR PRIMARY KEY, name VARCHAR NOT NULL, account VARCHAR UNIQUE, password VARCHAR,
                email VARCHAR NOT NULL, timezone VARCHAR NOT NULL, webhook VARCHAR NOT NULL,
                notify VARCHAR NOT NULL, return_hash VARCHAR UNIQUE, created DOUBLE PRECISION NOT NULL)""",
            """CREATE TABLE sessions (
                hash VARCHAR PRIMARY KEY, person VARCHAR NOT NULL REFERENCES persons(id),
                created DOUBLE PRECISION NOT NULL, expires DOUBLE PRECISION NOT NULL)""",
            "CREATE INDEX sessions_person ON sessions (person)",
            """CREATE TABLE matches (
                id VARCHAR PRIMARY KEY, title VARCHAR NOT NULL, game VARCHAR NOT NULL, rules VARCHAR NOT NULL,
                setup TEXT NOT NULL, host VARCHAR NOT NULL REFERENCES persons(id), public BOOLEAN NOT NULL,
                analysis BOOLEAN NOT NULL, clock TEXT NOT NULL, status VARCHAR NOT NULL,
                created DOUBLE PRECISION NOT NULL, moved DOUBLE PRECISION NOT NULL, summary TEXT NOT NULL,
                seed VARCHAR NOT NULL, opening TEXT NOT NULL, due DOUBLE PRECISION,
                thinker VARCHAR NOT NULL, think_until DOUBLE PRECISION NOT NULL,
                forked_from VARCHAR NOT NULL, rematch VARCHAR NOT NULL)""",
            "CREATE INDEX matches_status ON matches (status, moved)",
            "CREATE INDEX matches_due ON matches (due)",
            """CREATE TABLE seats (
                match VARCHAR NOT NULL REFERENCES matches(id) ON DELETE CASCADE, seat VARCHAR NOT NULL,
                place INTEGER NOT NULL, who VARCHAR NOT NULL, person VARCHAR REFERENCES persons(id),
                level VARCHAR NOT NULL, seconds DOUBLE PRECISION, invite VARCHAR UNIQUE,
                contribution VARCHAR NOT NULL, PRIMARY KEY (match, seat))""",
            "CREATE INDEX seats_person ON seats (person)",
            """CREATE TABLE log (
                match VARCHAR NOT NULL REFERENCES matches(id) ON DELETE CASCADE, n INTEGER NOT NULL,
                kind VARCHAR NOT NULL, seat VARCHAR NOT NULL, body TEXT NOT NULL, told TEXT NOT NULL,
                marks TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (match, n))""",
            """CREATE TABLE snapshots (
                match VARCHAR NOT NULL REFERENCES matches(id) ON DELETE CASCADE, n INTEGER NOT NULL,
                body TEXT NOT NULL, PRIMARY KEY (match, n))""",
            """CREATE TABLE chat (
                match VARCHAR NOT NULL REFERENCES matches(id) ON DELETE CASCADE, n INTEGER NOT NULL,
                person VARCHAR NOT NULL REFERENCES persons(id), seat VARCHAR NOT NULL, text TEXT NOT NULL,
                at DOUBLE PRECISION NOT NULL, PRIMARY KEY (match, n))""",
            """CREATE TABLE promises (
                id VARCHAR PRIMARY KEY, seed VARCHAR NOT NULL, at DOUBLE PRECISION NOT NULL)""",
            """CREATE TABLE notes (
                match VARCHAR NOT NULL REFERENCES matches(id) ON DELETE CASCADE,
                person VARCHAR NOT NULL REFERENCES persons(id), text TEXT NOT NULL, PRIMARY KEY (match, person))""",
            """CREATE TABLE audit (
                id VARCHAR PRIMARY KEY, at DOUBLE PRECISION NOT NULL, match VARCHAR NOT NULL,
                person VARCHAR NOT NULL, name VARCHAR NOT NULL, what VARCHAR NOT NULL, detail TEXT NOT NULL)""",
            "CREATE INDEX audit_match ON audit (match, at)",
            """CREATE TABLE outbox (
                id VARCHAR PRIMARY KEY, at DOUBLE PRECISION NOT NULL, due DOUBLE PRECISION NOT NULL,
                match VARCHAR NOT NULL, person VARCHAR NOT NULL REFERENCES persons(id), way VARCHAR NOT NULL,
                body TEXT NOT NULL, tries INTEGER NOT NULL, sent DOUBLE PRECISION)""",
            "CREATE INDEX outbox_due ON outbox (sent, due)",
        ),
    ),
    (
        "the figures a match was begun with, the turn file a board was opened from, real dice",
        (
            "ALTER TABLE matches ADD COLUMN data VARCHAR NOT NULL DEFAULT ''",
            "ALTER TABLE matches ADD COLUMN errand TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE matches ADD COLUMN physical BOOLEAN NOT NULL DEFAULT FALSE",
        ),
    ),
    (
        "the computer says why while a match is on",
        ("ALTER TABLE matches ADD COLUMN explains BOOLEAN NOT NULL DEFAULT FALSE",),
    ),
    (
        "a place to write to, to see whether that can be done",
        (
            "CREATE TABLE pulse (one INTEGER PRIMARY KEY, at DOUBLE PRECISION NOT NULL)",
            "INSERT INTO pulse VALUES (1, 0)",
        ),
    ),
    (
        "who has ever held a seat; dice for whoever sits down later",
        (
            """CREATE TABLE held (
                match VARCHAR NOT NULL REFERENCES matches(id) ON DELETE CASCADE, seat VARCHAR NOT NULL,
                person VARCHAR NOT NULL REFERENCES persons(id), PRIMARY KEY (match, seat, person))""",
            "INSERT INTO held SELECT match, seat, person FROM seats WHERE person IS NOT NULL",
            "ALTER TABLE seats ADD COLUMN fresh VARCHAR NOT NULL DEFAULT ''",
        ),
    ),
    (
        "what positions consisted of when a match was begun",
        ("ALTER TABLE matches ADD COLUMN shape VARCHAR NOT NULL DEFAULT ''",),
    ),
    (
        "teams, the room's clock, disputes",
        (
            """CREATE TABLE team (
                match VARCHAR NOT NULL REFERENCES matches(id) ON DELETE CASCADE, seat VARCHAR NOT NULL,
                person VARCHAR NOT NULL REFERENCES persons(id), role VARCHAR NOT NULL,
                PRIMARY KEY (match, seat, person))""",
            "CREATE INDEX team_person ON team (person)",
            "ALTER TABLE seats ADD COLUMN role VARCHAR NOT NULL DEFAULT 'leader'",
            "ALTER TABLE seats ADD COLUMN team_link VARCHAR NOT NULL DEFAULT ''",
            "ALTER TABLE seats ADD COLUMN stand_in VARCHAR NOT NULL DEFAULT ''",
            "CREATE INDEX seats_team_link ON seats (team_link)",
            "ALTER TABLE matches ADD COLUMN room TEXT NOT NULL DEFAULT ''",
            """CREATE TABLE disputes (
                id VARCHAR PRIMARY KEY, match VARCHAR NOT NULL REFERENCES matches(id) ON DELETE CASCADE,
                seat VARCHAR NOT NULL, person VARCHAR NOT NULL REFERENCES persons(id), text TEXT NOT NULL,
                place VARCHAR NOT NULL, at DOUBLE PRECISION NOT NULL, settled DOUBLE PRECISION, ruling TEXT NOT NULL)""",
            "CREATE INDEX disputes_match ON disputes (match, at)",
        ),
    ),
    (
        "how long the openings of matches are",
        (
            "ALTER TABLE matches ADD COLUMN size INTEGER NOT NULL DEFAULT 0",
            "UPDATE matches SET size = LENGTH(opening)",
            "CREATE INDEX matches_host_size ON matches (host, size)",
        ),
    ),
    (
        "what the rows of matches take",
        ("UPDATE matches SET size = size + 350 * (SELECT COUNT(*) FROM log WHERE log.match = matches.id)",),
    ),
    (
        "what clocks had left after a match was stopped",
        ("ALTER TABLE matches ADD COLUMN pause TEXT NOT NULL DEFAULT ''",),
    ),
)


def migrate(connection: Connection) -> int:
    """Bring the database up to date inside the caller's transaction; the number of migrations applied."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(7430377)"))
    connection.execute(
        text("CREATE TABLE IF NOT EXISTS schema_version (number INTEGER PRIMARY KEY, name VARCHAR)")
    )
    have = int(connection.execute(text("SELECT COALESCE(MAX(number), 0) FROM schema_version")).scalar_one())
    if have > len(MIGRATIONS):
        raise HexfrontError(
            f"This database was written by a newer Hexfront (schema {have}; this one knows {len(MIGRATIONS)}). "
            "Update Hexfront, or use another database."
        )
    for number, (name, statements) in enumerate(MIGRATIONS[have:], start=have + 1):
        for statement in statements:
            connection.execute(text(statement))
        connection.execute(text("INSERT INTO schema_version VALUES (:n, :name)"), {"n": number, "name": name})
    return len(MIGRATIONS) - have
