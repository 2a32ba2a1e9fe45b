"""Leaders in Flames: a world war of corps and fleets, and 58 leaders who change its rules. Being written; not on offer yet."""
