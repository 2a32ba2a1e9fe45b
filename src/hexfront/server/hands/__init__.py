"""Processes that work for a server process, so that nothing long is worked out in the one that everybody waits for."""
