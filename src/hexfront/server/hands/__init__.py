"""Helper processes of a server process, so that nothing long is worked out in the one that everybody waits for."""
