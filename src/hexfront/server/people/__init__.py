"""Who is who, and how much each may ask."""
