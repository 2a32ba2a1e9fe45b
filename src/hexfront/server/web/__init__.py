"""What faces the network: HTTP endpoints, the socket, the client's files."""
