"""The server: matches, people, sockets, computer players. It shows views, offers legal actions, takes one back."""

from hexfront.server.app import make_app, schema
from hexfront.server.club import Club
from hexfront.server.config import Config, Mail, data_dir, from_environment

__all__ = ["Club", "Config", "Mail", "data_dir", "from_environment", "make_app", "schema"]
