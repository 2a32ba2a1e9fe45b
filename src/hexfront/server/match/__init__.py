"""One live match: its record, who watches it, its clocks, and answers to questions about it."""
