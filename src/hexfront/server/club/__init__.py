"""Everything one server process holds."""
