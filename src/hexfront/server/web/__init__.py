"""The door: HTTP endpoints, the socket, the client's files."""
