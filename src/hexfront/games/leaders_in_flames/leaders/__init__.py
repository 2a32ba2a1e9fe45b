"""Leaders: rows of abilities that answer the questions of the rules, the draft, recall and death."""
