"""The server: matches, people, sockets, computer players. It shows views, offers legal actions, takes one back."""

from hexfront.server.club.club import Club
from hexfront.server.config import Config, Mail, data_dir, from_environment
from hexfront.server.web.app import make_app, schema

__all__ = ["Club", "Config", "Mail", "data_dir", "from_environment", "make_app", "schema"]
