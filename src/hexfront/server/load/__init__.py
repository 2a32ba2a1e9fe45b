"""A server under load: players, kills, a bystander, and a PostgreSQL of our own to be killed."""
