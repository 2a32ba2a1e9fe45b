"""The tables. A match is an append-only log of rows; everything else can be rebuilt from it or is about people."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, ForeignKey, Integer, MetaData, String, Table, Text

metadata = MetaData()

persons = Table(
    "persons",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("account", String, unique=True),  # folded name of an account; NULL for a guest
    Column("password", String),  # argon2
    Column("email", String, nullable=False, default=""),
    Column("timezone", String, nullable=False, default=""),
    Column("webhook", String, nullable=False, default=""),
    Column("notify", String, nullable=False, default="turn"),
    Column("return_hash", String, unique=True),
    Column("created", Double, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String, primary_key=True),  # of the cookie; the cookie itself is nowhere
    Column("person", ForeignKey("persons.id"), nullable=False),
    Column("created", Double, nullable=False),
    Column("expires", Double, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String, primary_key=True),
    Column("title", String, nullable=False),
    Column("game", String, nullable=False),
    Column("rules", String, nullable=False),  # version of the rules it was begun with
    Column("setup", Text, nullable=False),
    Column("host", ForeignKey("persons.id"), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("analysis", Boolean, nullable=False),
    Column("clock", Text, nullable=False),
    Column("status", String, nullable=False),
    Column("created", Double, nullable=False),
    Column("moved", Double, nullable=False),
    Column("summary", Text, nullable=False),
    Column("seed", String, nullable=False),  # of the dice: told to nobody before the end
    Column("opening", Text, nullable=False),  # the save it begins with; empty until everyone has sat down
    Column("due", Double),  # when a clock runs out
    Column("thinker", String, nullable=False, default=""),  # the process that thinks for the computer,
    Column("think_until", Double, nullable=False, default=0.0),  # and until when it may take its time
    Column("forked_from", String, nullable=False, default=""),
    Column("rematch", String, nullable=False, default=""),
    Column("data", String, nullable=False, default=""),  # fingerprint of the figures it was begun with
    Column(
        "errand", Text, nullable=False, default=""
    ),  # the turn file a board was opened from, without its view
    Column("physical", Boolean, nullable=False, default=False),  # real dice, typed in
    Column("shape", String, nullable=False, default=""),  # fingerprint of what its positions consist of
    Column("explains", Boolean, nullable=False, default=False),  # the computer says why while the match is on
    Column("room", Text, nullable=False, default=""),  # the clock of the room; see rooms.Room
    # When clocks went on after nobody could move; see queries.Pause
    Column("pause", Text, nullable=False, default=""),
    # About how many bytes it takes, so that nobody has to count them: its opening, and the rows that everyone has heard of.
    Column("size", Integer, nullable=False, default=0),
)

seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String, primary_key=True),
    Column("place", Integer, nullable=False),
    Column("who", String, nullable=False),
    Column("person", ForeignKey("persons.id")),
    Column("level", String, nullable=False, default=""),
    Column("seconds", Double),
    Column("invite", String, unique=True),
    Column("contribution", String, nullable=False, default=""),  # to the dice
    Column(
        "fresh", String, nullable=False, default=""
    ),  # the seed of new dice for who sits down in a running match
    Column("role", String, nullable=False, default="leader"),  # of the captain, who has the seat
    Column("team_link", String, nullable=False, default=""),  # by which others join the team
    Column("stand_in", String, nullable=False, default=""),  # a step that the computer plays, and its level
)

team = Table(
    "team",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String, primary_key=True),
    Column("person", ForeignKey("persons.id"), primary_key=True),
    Column("role", String, nullable=False),
)

disputes = Table(
    "disputes",
    metadata,
    Column("id", String, primary_key=True),
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", String, nullable=False),
    Column("person", ForeignKey("persons.id"), nullable=False),
    Column("text", Text, nullable=False),
    Column("place", String, nullable=False),
    Column("at", Double, nullable=False),
    Column("settled", Double),
    Column("ruling", Text, nullable=False),
)

held = Table(
    "held",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String, primary_key=True),
    Column("person", ForeignKey("persons.id"), primary_key=True),
)

log = Table(
    "log",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("seat", String, nullable=False),
    Column("body", Text, nullable=False),
    Column("told", Text, nullable=False),  # log lines and who may read them
    Column("marks", Text, nullable=False),  # whose version it raised, who decides then, turn and phase
    Column("at", Double, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("body", Text, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("person", ForeignKey("persons.id"), nullable=False),
    Column("seat", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
)

promises = Table(
    "promises",
    metadata,
    Column("id", String, primary_key=True),
    Column("seed", String, nullable=False),
    Column("at", Double, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ForeignKey("persons.id"), primary_key=True),
    Column("text", Text, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("id", String, primary_key=True),
    Column("at", Double, nullable=False),
    Column("match", String, nullable=False),
    Column("person", String, nullable=False),
    Column("name", String, nullable=False),
    Column("what", String, nullable=False),
    Column("detail", Text, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", String, primary_key=True),
    Column("at", Double, nullable=False),
    Column("due", Double, nullable=False),
    Column("match", String, nullable=False),
    Column("person", ForeignKey("persons.id"), nullable=False),
    Column("way", String, nullable=False),  # mail or webhook
    Column("body", Text, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("sent", Double),
)

pulse = Table(
    "pulse", metadata, Column("one", Integer, primary_key=True), Column("at", Double, nullable=False)
)
