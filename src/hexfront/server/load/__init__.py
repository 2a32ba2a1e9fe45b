"""A server under load: players, killers, a bystander, and a PostgreSQL of our own to be killed."""
