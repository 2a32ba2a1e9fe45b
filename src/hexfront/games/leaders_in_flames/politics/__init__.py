"""War and peace: who is at war with whom, who works together, minor countries, conquest, the United States' entry."""
